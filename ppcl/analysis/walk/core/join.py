"""How values are joined where paths meet."""

from collections.abc import Sequence

from ppcl.analysis.kernels import text
from ppcl.analysis.numbers.guard import Guard
from ppcl.analysis.numbers.polynomial import ZERO
from ppcl.analysis.walk.core.choice import chosen
from ppcl.analysis.walk.core.machine import Walk
from ppcl.analysis.walk.core.state import MergeNumbers, State, merge, merge_values
from ppcl.analysis.walk.core.value import Number, Pointer, StructValue, Value, any_choice
from ppcl.ir.node import Origin


def merger(walk: Walk, node: object, guard: Guard | None = None) -> MergeNumbers:
    """How numbers are merged where paths join at `node`: a part of the program that lives as long
    as the walk, or a tuple that says where. `guard` holds on the left path, not on the right."""
    key = node if isinstance(node, tuple) else id(node)

    def numbers(serial: int, offset: int, left: Value, right: Value) -> Value:
        known = chosen(guard, left, right) if guard is not None else None
        known = known or _read_or_not(walk, key, left, right)
        if known is not None:
            return known
        symbol = walk.fresh("merge", walk.cell_name(serial, offset), key, serial, offset)
        if isinstance(left, Pointer):
            return Pointer(left.object, symbol.value)
        return symbol

    return numbers


def _read_or_not(walk: Walk, key: object, left: Value, right: Value) -> Number | None:
    """How much was read of a file on one of two paths, and nothing on the other: the same number in
    all cells that hold it after the join, and the length of the text that was read."""
    for side, value, other in (("left", left, right), ("right", right, left)):
        if isinstance(value, Number) and other == Number(ZERO) and text.is_length(value.value):
            symbol = walk.fresh("merge", "length", key, side, value.value).value
            return Number(text.or_nothing(value.value, symbol), value.precision)
    return None


def join_all(walk: Walk, states: Sequence[State], key: object) -> State | None:
    """The state after several paths come together; None where there are none."""
    if not states:
        return None
    result = states[0]
    for other in states[1:]:
        result = merge(result, other, merger(walk, key))
    return result


def joined(
    walk: Walk, left: Value, right: Value, key: object, at: Origin, state: State, name: str
) -> Value:
    """One of two values of an expression; what cannot be kept apart has escaped."""
    if left == right:
        return left
    if isinstance(left, StructValue) and isinstance(right, StructValue):
        return _joined_structs(walk, left, right, key, at, state, name)

    def numbers(serial: int, offset: int, first: Value, second: Value) -> Value:
        known = _read_or_not(walk, key, first, second)
        if known is not None:
            return known
        symbol = walk.fresh("merge", name, key, "joined", serial)
        return Pointer(first.object, symbol.value) if isinstance(first, Pointer) else symbol

    for value in (left, right):
        if any(isinstance(choice, StructValue) for choice in any_choice(value)):
            walk.escape(value, state, "one of several structs", at)
    return merge_values(0, 0, left, right, numbers)


def _joined_structs(
    walk: Walk,
    left: StructValue,
    right: StructValue,
    key: object,
    at: Origin,
    state: State,
    name: str,
) -> StructValue:
    first, second = dict(left.cells), dict(right.cells)
    cells: list[tuple[int, Value]] = []
    for offset in sorted({*first, *second}):
        one, other = first.get(offset), second.get(offset)
        if one is None or other is None:
            only = one if one is not None else other
            missing = walk.fresh("merge", name, key, "joined", offset)
            cells.append((offset, missing if isinstance(only, Number) or only is None else only))
        else:
            inner = (key, offset)
            cells.append((offset, joined(walk, one, other, inner, at, state, name)))
    return StructValue(tuple(cells))
