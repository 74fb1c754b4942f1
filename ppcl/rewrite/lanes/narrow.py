"""Numbers of fewer than 32 bits, which lanes hold as `int`."""

import re

from ppcl.ir import expression as ex
from ppcl.ir.types import FloatType, IntType, Type, VectorType
from ppcl.ir.vector import stored_lanes
from ppcl.rewrite.lanes.types import BITS, INT, UINT, is_narrow, is_truth

_CONVERT = re.compile(r"convert_(?P<to>\w+?)(?P<sat>_sat)?(?P<how>_rt[ezpn])?")
_ROUNDED = {"_rte": "rint", "_rtp": "ceil", "_rtn": "floor", "_rtz": "trunc"}
# Builtin functions that give numbers of fewer bits what they give the same numbers as `int`.
_ALIKE = ("min", "max", "clamp", "hadd", "rhadd")
_DISTANCES = ("abs", "abs_diff")
_SATURATED = {"add_sat": "+", "sub_sat": "-"}


def narrowed(value: ex.Expression, type_: Type, given: Type) -> ex.Expression:
    """What a type has room for, of ints in lanes that are numbers of a type `given`."""
    if not isinstance(type_, IntType) or not is_narrow(type_) or _has_room(type_, given):
        return value
    if not type_.signed:
        return _computed(value, "&", (1 << type_.bits) - 1)
    return _computed(_computed(value, "<<", BITS - type_.bits), ">>", BITS - type_.bits)


def _has_room(type_: IntType, given: Type) -> bool:
    """Whether a type has all numbers of another."""
    if not isinstance(given, IntType):
        return False
    return _limits(type_)[0] <= _limits(given)[0] and _limits(given)[1] <= _limits(type_)[1]


def _limits(type_: IntType) -> tuple[int, int]:
    """The least and the greatest number of a type."""
    if is_truth(type_):
        return 0, 1
    half = 1 << type_.bits - type_.signed
    return (-half if type_.signed else 0), half - 1


def _computed(value: ex.Expression, op: str, number: int) -> ex.Expression:
    return ex.Binary(value.at, value.type, op, value, ex.IntLiteral(value.at, INT, number))


def of_ints(call: ex.Call) -> ex.Expression | None:
    """A builtin's call that takes or gives numbers of fewer bits, as one of `int` that gives the
    same; None where there is none."""
    types = (call.type, *(each.type for each in call.arguments))
    if not any(map(is_narrow, types)) or any(map(is_truth, types)):
        return None
    if found := _CONVERT.fullmatch(call.callee or ""):
        return _converted(call, found["sat"] or "", found["how"] or "")
    if not isinstance(call.type, IntType) or not all(map(is_narrow, types)):
        return None
    arguments = tuple(map(_as_int, call.arguments))
    if call.callee in _ALIKE:
        return ex.Call(call.at, INT, call.callee, None, arguments)
    if call.callee in _DISTANCES:
        return _as_int(ex.Call(call.at, UINT, call.callee, None, arguments))
    if call.callee in _SATURATED:
        value = ex.Binary(call.at, INT, _SATURATED[call.callee], *arguments)
        return _between(value, *_limits(call.type))
    return None


def _converted(call: ex.Call, saturated: str, how: str) -> ex.Expression:
    (given,) = call.arguments
    own = _as_int(given) if is_narrow(given.type) else given
    if not isinstance(call.type, IntType) or not is_narrow(call.type):
        return ex.Call(call.at, call.type, call.callee, None, (own,))
    low, high = _limits(call.type)
    if not isinstance(own.type, FloatType):
        if not saturated:
            return ex.Cast(call.at, call.type, own, implicit=False)
        whole = ex.Call(call.at, INT, "convert_int_sat", None, (own,)) if own.type != INT else own
        return _between(whole, low, high)
    if low < 0 and saturated:  # what is no number becomes 0
        return _between(ex.Call(call.at, INT, f"convert_int_sat{how}", None, (own,)), low, high)
    if how:
        own = ex.Call(call.at, own.type, _ROUNDED[how], None, (own,))
    # In this order: what is no number becomes the lowest, as in convert_T of a number.
    above = _least(ex.Call(call.at, own.type, "max", None, (_float(own, low), own)), high)
    return ex.Cast(call.at, INT, above, implicit=False)


def _least(value: ex.Expression, high: int) -> ex.Expression:
    return ex.Call(value.at, value.type, "min", None, (value, _float(value, high)))


def _float(like: ex.Expression, number: int) -> ex.Expression:
    literal = ex.IntLiteral(like.at, INT, number)
    return ex.Cast(like.at, like.type, literal, implicit=False)


def _between(value: ex.Expression, low: int, high: int) -> ex.Expression:
    limits = (ex.IntLiteral(value.at, INT, each) for each in (low, high))
    return ex.Call(value.at, INT, "clamp", None, (value, *limits))


def _as_int(node: ex.Expression) -> ex.Expression:
    return ex.Cast(node.at, INT, node, implicit=False)


def is_word(type_: VectorType) -> bool:
    """Whether OpenCL vectors of a type have as many bits as a lane: `uchar4`, `short2`."""
    element = type_.element
    bits = element.bits * stored_lanes(type_.lanes)
    return isinstance(element, IntType) and is_narrow(element) and bits == BITS


def part_of(word: ex.Expression, type_: VectorType, number: int) -> ex.Expression:
    """A component of the vectors that words in lanes are."""
    bits = type_.element.bits
    if isinstance(type_.element, IntType) and type_.element.signed:
        return _computed(_computed(word, "<<", BITS - bits * (number + 1)), ">>", BITS - bits)
    return _computed(_computed(word, ">>", bits * number), "&", (1 << bits) - 1)


def word_of(parts: list[ex.Expression], type_: VectorType) -> ex.Expression:
    """Vectors as words, of their components in lanes, all of them."""
    bits = type_.element.bits
    placed = [
        _computed(_computed(part, "&", (1 << bits) - 1), "<<", bits * number)
        for number, part in enumerate(parts)
    ]
    word = placed[0]
    for each in placed[1:]:
        word = ex.Binary(word.at, word.type, "|", word, each)
    return word
