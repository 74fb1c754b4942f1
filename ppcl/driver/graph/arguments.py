"""Kernel arguments as people know them."""

from ppcl.analysis.facts import Facts
from ppcl.analysis.model import ArgumentBinding
from ppcl.analysis.model.region import Sides
from ppcl.analysis.numbers.polynomial import Polynomial
from ppcl.analysis.numbers.sizes import readable


def size_text(size: Polynomial) -> str:
    """A size in the form in which all its spellings are alike."""
    return str(readable(size))


def sizes_text(choices: tuple[Sides | None, ...]) -> str:
    """A launch's size, or all that it may be."""
    texts = [
        "NULL" if sides is None else ", ".join(size_text(side) for side in sides)
        for sides in choices
    ]
    return " | ".join(texts) or "not known"


def value_of(facts: Facts, argument: ArgumentBinding) -> str | None:
    """What a scalar is on the host, as it is written there; the size of local memory.

    Where a wrapper sets the argument from a parameter of its own, its callers' value says more.
    """
    if argument.kind == "scalar" and argument.written and not _is_passed_in(facts, argument):
        return argument.written
    return str(argument.value) if argument.value is not None else None


def _is_passed_in(facts: Facts, argument: ArgumentBinding) -> bool:
    return argument.at is not None and any(
        parameter.declaration.name == argument.written
        for function in facts.host.functions.values()
        if function.body is not None and function.body.at.span.contains(argument.at.span)
        for parameter in function.parameters
    )
