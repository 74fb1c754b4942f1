"""Along which side of a rectangle neighbouring work-items stand."""

from ppcl.analysis.numbers.polynomial import Polynomial, Symbol
from ppcl_transforms.layout.shape import PlacedUse, Shape


def is_coalesced(shape: Shape) -> bool:
    """Whether neighbouring work-items of some dimension access neighbouring elements."""
    return any(local_ids(use, use.subscripts.fast) for use in shape.uses)


def local_ids(use: PlacedUse, value: Polynomial) -> frozenset[str]:
    """The local ids that a subscript depends on, through counters that start from one too."""
    starts = {loop.symbol: loop.lower for loop in use.use.access.loops if loop.lower is not None}
    found: set[str] = set()
    pending = list(value.symbols)
    seen: set[Symbol] = set()
    while pending:
        symbol = pending.pop()
        if symbol in seen:
            continue
        seen.add(symbol)
        if symbol.kind == "local_id":
            found.add(symbol.name)
        pending += starts[symbol].symbols if symbol in starts else ()
    return frozenset(found)


def is_strided(use: PlacedUse) -> bool:
    """Whether neighbouring work-items of dimension 0 access elements that lie a row apart."""
    x = "l0"
    return x in local_ids(use, use.subscripts.slow) and x not in local_ids(use, use.subscripts.fast)
