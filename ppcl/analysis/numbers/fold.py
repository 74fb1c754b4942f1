"""The values of terms whose operands are numbers, as C computes them."""

from collections.abc import Callable, Mapping, Sequence


def fold(op: str, values: Sequence[int]) -> int | None:
    """`op(values)`; None where it is not defined, or not an operation on integers."""
    if op in _EXTREMES:
        return _EXTREMES[op](values)
    if op in _DIVISIONS and len(values) == 2 and values[1]:
        return _DIVISIONS[op](*values)
    if op in _SHIFTS and len(values) == 2 and 0 <= values[1] < 64:
        return _SHIFTS[op](*values)
    if op in _BITS and len(values) == 2:
        return _BITS[op](*values)
    return None


def _truncated(left: int, right: int) -> int:
    return abs(left) // abs(right) * (1 if (left < 0) == (right < 0) else -1)


def _remainder(left: int, right: int) -> int:
    return left - right * _truncated(left, right)


def _pad(left: int, right: int) -> int:
    rest = _remainder(left, right)
    return right - rest if rest else 0


Operation = Callable[[int, int], int]
_EXTREMES: Mapping[str, Callable[[Sequence[int]], int]] = {"min": min, "max": max}
_DIVISIONS: Mapping[str, Operation] = {
    "/": _truncated,
    "%": _remainder,
    "floor/": lambda left, right: left // right,
    "ceil/": lambda left, right: -(-left // right),
    "pad": _pad,
}
_SHIFTS: Mapping[str, Operation] = {
    "<<": lambda left, right: left << right,
    ">>": lambda left, right: left >> right,
}
_BITS: Mapping[str, Operation] = {
    "&": lambda left, right: left & right,
    "|": lambda left, right: left | right,
    "^": lambda left, right: left ^ right,
}
