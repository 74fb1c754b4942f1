"""WII functions: the order in which a target runs the operations of one work-group.

PPOpenCL, section 3.1.2 and Table 1, with barriers: the order is for locality and cost only.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from ppcl.analysis.model import (
    AccessEvent,
    BarrierEvent,
    BranchNode,
    EventNode,
    KernelModel,
    LoopNode,
    events_of,
)
from ppcl.ir.types import FloatType, IntType, Type, VectorType
from ppcl.targets.target import Target

_LOCAL = ("lz", "ly", "lx")
# What an iterator cannot be called: words of isl's syntax, and the local ids.
_TAKEN = frozenset({*_LOCAL, "and", "or", "not", "mod", "min", "max", "floor", "ceil", "exists"})
_TAKEN |= {"implies", "true", "false", "infty"}


@dataclass(frozen=True)
class _Operation:
    """A load or store: its loops, outermost first; where it stands among the regions between
    barriers (with loops that hold barriers); where it stands inside its region."""

    order: int
    iterators: tuple[str, ...]
    region: tuple[str, ...]
    place: tuple[str, ...]


def width_of(kernel: KernelModel, target: Target) -> int:
    """How many work-items of the kernel run in step: as the widest of its elements allows."""
    widths = [target.width(name) for a in kernel.accesses if (name := _scalar_name(a.type))]
    return min(widths, default=target.width("float"))


def _scalar_name(type_: Type) -> str | None:
    if isinstance(type_, VectorType):
        type_ = type_.element
    return type_.name if isinstance(type_, IntType | FloatType) else None


def wii_function(kernel: KernelModel, width: int) -> str:
    """The WII function of a kernel as an isl map, in isl's syntax; serial is `width` 1.

    It maps instances `S<order>[lz, ly, lx, iterators]` of the loads and stores to `[regions, lz,
    ly, floor(lx/width), places]`. Regions between barriers are numbered in program order; a loop
    that holds barriers takes a number and then its iterator; inside a region, places and
    iterators alternate likewise. Shorter rows are filled up with zeros. Instances of equal image
    are one vector operation.
    """
    operations = list(_regions(kernel.tree, (), ()))
    regions = max((len(o.region) for o in operations), default=1)
    places = max((len(o.place) for o in operations), default=1)
    lane = f"floor(lx/{width})"
    maps = []
    for operation in operations:
        instance = ", ".join((*_LOCAL, *operation.iterators))
        image = (*_filled(operation.region, regions), "lz", "ly", lane)
        image += _filled(operation.place, places)
        maps.append(f"S{operation.order}[{instance}] -> [{', '.join(image)}]")
    return "{ " + "; ".join(maps) + " }"


def _filled(row: tuple[str, ...], length: int) -> tuple[str, ...]:
    return row + ("0",) * (length - len(row))


def _straight(nodes: tuple[EventNode, ...]) -> Iterator[EventNode]:
    """Events and loops in program order, branches opened."""
    for node in nodes:
        if isinstance(node, BranchNode):
            yield from _straight(node.then)
            yield from _straight(node.otherwise)
        else:
            yield node


def _regions(
    nodes: tuple[EventNode, ...], iterators: tuple[str, ...], before: tuple[str, ...]
) -> Iterator[_Operation]:
    region = 0
    run: list[EventNode] = []
    for node in _straight(nodes):
        holds_barrier = isinstance(node, LoopNode) and _has_barrier(node)
        if not holds_barrier and not isinstance(node, BarrierEvent):
            run.append(node)
            continue
        yield from _places(tuple(run), iterators, (*before, str(region)), ())
        run = []
        region += 1
        if isinstance(node, LoopNode):
            name = _iterator_name(node, iterators)
            yield from _regions(node.body, (*iterators, name), (*before, str(region), name))
            region += 1
    yield from _places(tuple(run), iterators, (*before, str(region)), ())


def _has_barrier(node: LoopNode) -> bool:
    return any(isinstance(event, BarrierEvent) for event in events_of(node.body))


def _places(
    nodes: tuple[EventNode, ...],
    iterators: tuple[str, ...],
    region: tuple[str, ...],
    before: tuple[str, ...],
) -> Iterator[_Operation]:
    for place, node in enumerate(_straight(nodes)):
        here = (*before, str(place))
        if isinstance(node, LoopNode):
            name = _iterator_name(node, iterators)
            yield from _places(node.body, (*iterators, name), region, (*here, name))
        elif isinstance(node, AccessEvent):
            yield _Operation(node.order, iterators, region, here)


def _iterator_name(node: LoopNode, outer: tuple[str, ...]) -> str:
    name = node.iterator.symbol.name if node.iterator is not None else ""
    if not (name.isidentifier() and name.isascii()):
        name = f"i{len(outer)}"
    while name in outer or name in _TAKEN:
        name += "_"
    return name
