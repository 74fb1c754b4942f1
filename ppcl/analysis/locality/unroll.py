"""The operations of a work-group, loop iterations enumerated, region by region."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from ppcl.analysis.locality.group import Group
from ppcl.analysis.locality.prepare import Node, PreparedBarrier, PreparedLoop, PreparedStatement
from ppcl.analysis.numbers.polynomial import ONE, Polynomial, Symbol

# Which work-items take part; None for all.
Mask = Sequence[bool] | None


@dataclass(frozen=True)
class Operation:
    """One instance of an access: item i touches `width` bytes at `offsets[i] + base` if active."""

    offsets: Sequence[int]
    base: int
    active: Mask
    width: int


@dataclass(frozen=True)
class _Point:
    """A point in the iterations of the loops round it; values are per work-item where they must."""

    values: Mapping[Symbol, Polynomial]
    active: Mask

    def at(self, value: Polynomial) -> Polynomial:
        if value.symbols.isdisjoint(self.values):
            return value
        return value.substitute(
            lambda atom: self.values.get(atom) if isinstance(atom, Symbol) else None
        )


def regions(nodes: Sequence[Node], group: Group) -> Iterator[list[Operation]]:
    """The operations between barriers, loops that hold barriers enumerated."""
    return _regions(nodes, group, _Point({}, None))


def _regions(nodes: Sequence[Node], group: Group, point: _Point) -> Iterator[list[Operation]]:
    region: list[Operation] = []
    for node in nodes:
        if isinstance(node, PreparedBarrier):
            yield region
            region = []
        elif isinstance(node, PreparedLoop) and node.barrier:
            yield region
            region = []
            for inner in _iterations(node, group, point):
                yield from _regions(node.body, group, inner)
        else:
            region += _operations(node, group, point)
    yield region


def _operations(node: Node, group: Group, point: _Point) -> Iterator[Operation]:
    match node:
        case PreparedLoop():
            for inner in _iterations(node, group, point):
                for child in node.body:
                    yield from _operations(child, group, inner)
        case PreparedStatement():
            active = point.active
            for guard in node.guards:
                active = _both(active, _holds(point.at(guard.value), guard.relation, group))
            if active is None or any(active):
                address = point.at(node.address)
                base = sum(value for monomial, value in address.terms if not monomial)
                offsets = group.per_item(address - Polynomial.constant(base))
                yield Operation(offsets, base, active, node.width)


def _iterations(loop: PreparedLoop, group: Group, point: _Point) -> Iterator[_Point]:
    """The points of a loop: as many as any work-item takes."""
    return (_iteration(loop, group, point, number) for number in range(_trip(loop, group, point)))


def _iteration(loop: PreparedLoop, group: Group, point: _Point, number: int) -> _Point:
    """The point of one iteration; work-items that are done are masked out."""
    travelled = Polynomial.constant(number * abs(loop.step))
    distance = point.at(loop.distance) if loop.distance is not None else None
    active = point.active
    if distance is not None and distance.as_int is None:
        active = _both(active, _holds(distance - travelled - ONE, ">=", group))
    if loop.symbol is None:
        return _Point(point.values, active)
    value = point.at(loop.start) + (travelled if loop.step > 0 else -travelled)
    return _Point({**point.values, loop.symbol: value}, active)


def _trip(loop: PreparedLoop, group: Group, point: _Point) -> int:
    if loop.distance is None:
        return min(group.trip, group.ceiling)
    distance = point.at(loop.distance)
    known = distance.as_int
    longest = known if known is not None else max(group.per_item(distance))
    return min(max(0, -(-longest // abs(loop.step))), group.ceiling)


def _holds(value: Polynomial, relation: str, group: Group) -> Mask:
    """Where a condition holds."""
    if value.as_int is not None:
        return None if _test(value.as_int, relation) else [False] * group.items
    return [_test(number, relation) for number in group.per_item(value)]


def _test(number: int, relation: str) -> bool:
    match relation:
        case ">=":
            return number >= 0
        case "==":
            return number == 0
        case _:
            return number != 0


def _both(left: Mask, right: Mask) -> Mask:
    if left is None or right is None:
        return right if left is None else left
    return [a and b for a, b in zip(left, right, strict=True)]


def operation_count(nodes: Sequence[Node], group: Group) -> int:
    """About how many operations the nodes have: inner loops as in the middle of the outer ones."""
    return _count(nodes, group, _Point({}, None))


def _count(nodes: Sequence[Node], group: Group, point: _Point) -> int:
    total = 0
    for node in nodes:
        if isinstance(node, PreparedLoop):
            trip = _trip(node, group, point)
            middle = _iteration(node, group, point, trip // 2)
            total += trip * _count(node.body, group, middle)
        else:
            total += isinstance(node, PreparedStatement)
    return total
