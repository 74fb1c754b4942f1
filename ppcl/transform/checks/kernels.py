"""Whether a kernel of the new text computes what it did, but for what was declared."""

from ppcl.analysis.facts import Facts
from ppcl.analysis.terms import Outline, outline_of
from ppcl.ir.node import Origin
from ppcl.ir.unit import Function
from ppcl.transform.checks.values import Allowed, Pairs, difference
from ppcl.transform.contract import Declared


def other_values(
    before: Facts, after: Facts, names: tuple[str, str], declared: Declared, paired: Pairs
) -> str | None:
    """What a kernel, by its key before and after, does otherwise; None where that is nothing.
    Raises NotModelled.

    `paired` are the accesses, by their places, that the comparison of events found to be as they
    were or as declared.
    """
    old, new = before.kernels[names[0]], after.kernels[names[1]]
    moved = {name for each in declared.transposed for name in each.parameters}
    allowed = Allowed(
        frozenset(p.index for p in old.parameters if f"{names[0]}.{p.name}" in moved),
        frozenset(p.index for p in declared.scalars if p.kernel == names[0]),
        paired,
    )
    if [each.written for each in old.function.attributes] != [
        each.written for each in new.function.attributes
    ]:
        return f"'{old.name}' has other attributes"
    outlines = _outline(before, old.function), _outline(after, new.function)
    found = difference(*outlines, allowed)
    if found is None:
        return None
    if isinstance(found, str):
        return f"'{old.name}' does something else: {found}"
    source = before.files.get(found.at.span.file)
    place = f" at {source.location(found.at.span.start)}" if source is not None else ""
    return f"'{old.name}' computes another value{place}"


def _outline(facts: Facts, function: Function) -> Outline:
    units = (each.unit for each in facts.kernel_units)
    unit = next(u for u in units if any(each is function for each in u.functions))

    def spelled(at: Origin) -> bytes:
        source = facts.files.get(at.span.file)
        return source.data[at.span.start : at.span.end] if source is not None else b""

    return outline_of(function, unit, spelled)
