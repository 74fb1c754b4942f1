"""Places of elements that moved: where the text of an access may change.

That it is the right element is shown by the comparison of events. Here the text is asked for: it
has no other effect, reads nothing that the old one did not, and nothing beside it changes what it
reads.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from ppcl.analysis.model import AccessEvent
from ppcl.ir import expression as ex
from ppcl.source import Span
from ppcl.transform.checks.host.place import Place
from ppcl.transform.checks.host.quiet import Quiet, loads
from ppcl.transform.checks.host.side import OnHost


def moved_elements(host: OnHost, serials: Iterable[int]) -> Iterator[Place]:
    """The places of accesses of some objects, by their serials before."""
    known = frozenset(serials)
    pairs = [pair for pair in host.accesses if pair[0].object.serial in known]
    elements = {new.element.at.span: old.element.at.span for old, new in pairs}
    for old, new in pairs:
        before, after = _spans(old, new)
        same = host.before.quiet.text(before) == host.after.quiet.text(after)
        if not same and _may_change(host, old, new, elements):
            yield Place(before, after)


def _spans(old: AccessEvent, new: AccessEvent) -> tuple[Span, Span]:
    """The index alone, where both name the array; else all of the element."""
    if old.subscript is not None and new.subscript is not None:
        return old.subscript.at.span, new.subscript.at.span
    return old.element.at.span, new.element.at.span


def _may_change(
    host: OnHost, old: AccessEvent, new: AccessEvent, elements: Mapping[Span, Span]
) -> bool:
    """Whether an access may have another text; `elements` are those that moved, by what they are
    now."""
    if old.element.at.macro is not None or new.element.at.macro is not None:
        return False
    before, after = host.before.quiet, host.after.quiet
    if not (_is_replaceable(before, old) and _is_replaceable(after, new)):
        return False
    whole = old.element.at.span
    known = {before.text(span) for span in loads([old.element])}
    return all(
        after.text(span) in known or (span in elements and whole.contains(elements[span]))
        for span in loads(_held(new))
    )


def _is_replaceable(quiet: Quiet, access: AccessEvent) -> bool:
    inside = quiet.is_all_of_macros(access.element.at.span)
    return inside and quiet.is_quiet(_held(access), (access.element, access.node))


def _held(access: AccessEvent) -> Sequence[ex.Expression]:
    """The parts that are replaced."""
    if access.subscript is not None:
        return (access.subscript,)
    match access.element:
        case ex.Index(base=base, index=index):
            return (base, index)
        case ex.Unary(op="*", operand=operand):
            return (operand,)
    return (access.element,)
