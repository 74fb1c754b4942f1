"""Accesses that walk with a loop, each work-item's along a row of its own."""

from ppcl.analysis.model import AccessEvent, events_of
from ppcl.analysis.numbers.polynomial import Polynomial, Symbol
from ppcl.analysis.workgroup.along import stride_along
from ppcl.source import Span
from ppcl.targets.target import Target
from ppcl_transforms.coarsen.row import Row


def walks(row: Row, target: Target) -> frozenset[Span]:
    """Where what is accessed lies in a line of the cache as in the loop's iteration before, and in
    another than what the neighbours access, which may fall into the same set: merged work-items
    use as many lines of it at a time."""
    events = (event for event in events_of(row.kernel.tree) if isinstance(event, AccessEvent))
    return frozenset(each.node.at.span for each in events if _walks(each, row.dimension, target))


def _walks(access: AccessEvent, dimension: int, target: Target) -> bool:
    if access.precision == "unknown" or not access.loops:
        return False
    iterator = access.loops[-1]
    step = _step(access.offset, iterator.symbol, iterator.step).as_int
    stride = stride_along(access.offset, dimension)
    if not step or stride is None:
        return False
    nearest, apart = target.caches[0], stride.as_int
    falls_together = apart is None or (apart != 0 and apart % (nearest.size // nearest.ways) == 0)
    return abs(step) < target.line and falls_together


def _step(offset: Polynomial, iterator: Symbol, by: int) -> Polynomial:
    """How much an offset grows in an iteration."""
    after = Polynomial.atom(iterator) + Polynomial.constant(by)
    return offset.substitute(lambda atom: after if atom == iterator else None) - offset
