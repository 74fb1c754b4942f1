"""Lines of a kernel file that end its build with other options than a plan was made for.

What the command line says of a kernel's macros is a guess where the host makes the options while
it runs: the check stands in the kernel, which the host builds then. What devices define has no
check: the kernel is for all of them.
"""

from collections.abc import Iterable, Iterator

from ppcl.analysis.facts import Facts
from ppcl.analysis.kernels.units import KernelUnit
from ppcl.analysis.names.device_names import OF_COMPILERS, device_names, texts_of
from ppcl.analysis.reading.reader import is_kernel
from ppcl.frontend import conditionals, is_include_guard, tokens
from ppcl.source import Edit, Span
from ppcl.transform.contract import Plan
from ppcl.transform.demands.build import NUMBER, Named, check_lines
from ppcl.transform.demands.own_macros import ended, own_checks


def kernel_checks(plan: Plan, facts: Facts) -> Iterator[tuple[Named, Edit | None]]:
    """What a plan's kernels are guessed to be built with, each with its check; None where the
    preprocessor cannot tell."""
    edited = {edit.span.file for edit in plan.edits}
    for unit in facts.kernel_units:
        if edited & set(unit.unit.files):
            yield from (_check(unit, facts, *guessed) for guessed in _guessed(unit, facts))
            yield from _once_each(own_checks(plan, unit, facts))
            place = Span(unit.unit.path, 0, 0)
            yield from ((Named(name, place), None) for name in device_names(unit, facts))


def _once_each(
    found: Iterable[tuple[Named, Edit | None]],
) -> Iterator[tuple[Named, Edit | None]]:
    """What is found, without a check that stands in front of another function of the file."""
    seen: set[tuple[str, str, bytes]] = set()
    for named, check in found:
        key = (named.name, named.at.file, check.text if check is not None else b"")
        if key not in seen:
            seen.add(key)
            yield named, check


def _guessed(unit: KernelUnit, facts: Facts) -> Iterator[tuple[str, bytes | None]]:
    """The macros that options may set otherwise and that the text names, None for the body of what
    is not defined."""
    stated = unit.believed if unit.followed else unit.defines  # which a text may define again
    believed = {define.partition("=")[0] for define in stated}
    bodies = dict(unit.unit.given)
    words = facts.once(_words)[id(unit)] if believed else frozenset()
    yield from ((name, bodies[name]) for name in sorted(believed & words))
    if believed and not unit.followed:
        yield from ((name, None) for name in sorted(_asked(unit, facts) - set(bodies)))


def _words(facts: Facts) -> dict[int, frozenset[str]]:
    """The words in the texts of units of kernels, by the units' identity."""
    return {
        id(unit): frozenset(
            token.text.decode("utf-8", "replace")
            for text in texts_of(unit, facts)
            for token in tokens(text, 0, len(text))
            if token.kind == "word"
        )
        for unit in facts.kernel_units
    }


def _asked(unit: KernelUnit, facts: Facts) -> set[str]:
    """What the conditions of a text ask for."""
    groups = ((text, group) for text in texts_of(unit, facts) for group in conditionals(text))
    found = {w for text, g in groups if not is_include_guard(text, g) for w in g.words}
    return {word for word in found if not OF_COMPILERS.match(word)}


def _check(
    unit: KernelUnit, facts: Facts, name: str, body: bytes | None
) -> tuple[Named, Edit | None]:
    path = unit.unit.path
    named = Named(name, Span(path, 0, 0))
    alone = all(len(program.files) == 1 for program in unit.programs)
    if not is_kernel(path) or not alone or name in ended(unit, facts):
        return named, None
    symbol = name.encode()
    if body is None:
        return named, check_lines(
            facts.files[path], 0, b"#if defined(%s)" % symbol, name, b"not defined"
        )
    if not NUMBER.match(body) or (not unit.followed and body.strip(b"() ") == b"0"):
        return named, None
    return named, check_lines(facts.files[path], 0, b"#if %s != %s" % (symbol, body), name, body)
