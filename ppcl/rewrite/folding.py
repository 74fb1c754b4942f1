"""The values of constant expressions of OpenCL C, by lane where they are vectors."""

import math
import struct
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from ppcl.ir import expression as ex
from ppcl.ir.types import FloatType, IntType, Type, VectorType
from ppcl.rewrite.initial import as_vector

Number = int | float
_COMPARED: Mapping[str, Callable[[Number, Number], bool]] = {
    "==": lambda left, right: left == right,
    "!=": lambda left, right: left != right,
    "<": lambda left, right: left < right,
    "<=": lambda left, right: left <= right,
    ">": lambda left, right: left > right,
    ">=": lambda left, right: left >= right,
}
_COMPUTED: Mapping[str, Callable[[int, int], int]] = {
    "&": int.__and__,
    "|": int.__or__,
    "^": int.__xor__,
    "/": lambda left, right: abs(left) // abs(right) * (1 if (left < 0) == (right < 0) else -1),
    "%": lambda left, right: abs(left) % abs(right) * (1 if left >= 0 else -1),
}


@dataclass(frozen=True)
class Folding:
    """Computes constants; `inits` are what the program's constants begin with, by key."""

    inits: Mapping[str, ex.Expression | None]

    def value(self, node: ex.Expression) -> Number | None:
        """The value of a number; None where it is not known."""
        match node:
            case ex.IntLiteral(value=value) | ex.FloatLiteral(value=value):
                return value
            case ex.SizeOf(value=size):
                return size
            case ex.NameRef(declaration=declaration):
                init = self.inits.get(declaration.key)
                found = self.value(init) if init is not None else None
            case ex.Cast(operand=operand):
                found = self.value(operand)
            case ex.Unary(op=op, operand=operand):
                found = _signed(op, self.value(operand))
            case ex.Binary(op=op, left=left, right=right):
                found = _computed(op, node.type, self.value(left), self.value(right))
            case ex.Conditional(condition=condition, then=then, otherwise=otherwise):
                chosen = self.value(condition)
                found = None if chosen is None else self.value(then if chosen else otherwise)
            case _:
                found = None
        return None if found is None else converted(found, node.type)

    def lanes(self, node: ex.Expression) -> Sequence[ex.Expression] | None:
        """A vector's lanes as expressions of their own; None where that is not known."""
        type_ = node.type
        if not isinstance(type_, VectorType):
            return None
        match node:
            case ex.InitList():
                return self._listed(as_vector(node, type_), type_)
            case ex.VectorLiteral():
                return self._listed(node, type_)
            case ex.Cast(operand=operand) if not isinstance(operand.type, VectorType):
                return [ex.Cast(node.at, type_.element, operand, implicit=True)] * type_.lanes
            case ex.Cast(operand=operand):
                return self.lanes(operand)
            case ex.NameRef(declaration=declaration):
                init = self.inits.get(declaration.key)
                return self.lanes(init) if init is not None else None
            case ex.Unary(op="+" | "-" | "~" as op, operand=operand):
                whole = self.lanes(operand)
                return whole and [ex.Unary(node.at, type_.element, op, each) for each in whole]
            case _:
                return self._by_lane(node, type_)

    def _by_lane(self, node: ex.Expression, type_: VectorType) -> Sequence[ex.Expression] | None:
        """The lanes of an operation on two vectors whose result is of their type."""
        if not isinstance(node, ex.Binary) or node.left.type != type_:
            return None
        left, right = self.lanes(node.left), self.lanes(node.right)
        if left is None or right is None or node.op in _COMPARED or node.op in ("&&", "||"):
            return None
        pairs = zip(left, right, strict=True)
        return [ex.Binary(node.at, type_.element, node.op, *pair) for pair in pairs]

    def _listed(self, node: ex.VectorLiteral, type_: VectorType) -> Sequence[ex.Expression] | None:
        found: list[ex.Expression] = []
        for element in node.elements:
            is_vector = isinstance(element.type, VectorType)
            inner = self.lanes(element) if is_vector else [element]
            if inner is None:
                return None
            found += inner
        return found * type_.lanes if len(found) == 1 else found


def _signed(op: str, value: Number | None) -> Number | None:
    match op, value:
        case _, None:
            return None
        case "-", _:
            return -value
        case "+", _:
            return value
        case "!", _:
            return int(not value)
        case "~", int():
            return ~value
        case _:
            return None


def _computed(op: str, type_: Type, left: Number | None, right: Number | None) -> Number | None:
    if left is None or right is None:
        return None
    if op in _COMPARED:
        return int(_COMPARED[op](left, right))
    if op in ("&&", "||"):
        return int(bool(left and right) if op == "&&" else bool(left or right))
    if op in ("+", "-", "*"):
        return left + right if op == "+" else left - right if op == "-" else left * right
    if isinstance(left, float) or isinstance(right, float):
        return left / right if op == "/" and right else None
    bits = type_.bits if isinstance(type_, IntType) else 0
    if op in ("<<", ">>") and bits:
        count = right % bits
        return left << count if op == "<<" else left >> count
    if op in ("/", "%") and not right:
        return None
    return _COMPUTED[op](left, right) if op in _COMPUTED else None


def converted(value: Number, type_: Type) -> Number | None:
    """A number as one of a type; None where that has no meaning."""
    match type_:
        case IntType(name=name) if name.lstrip("_").lower() == "bool":
            return int(bool(value))
        case IntType(bits=bits, signed=signed):
            if isinstance(value, float) and not math.isfinite(value):
                return None
            wrapped = int(value) % (1 << bits)
            return wrapped - (1 << bits) if signed and wrapped >> (bits - 1) else wrapped
        case FloatType(bits=bits):
            return _rounded(float(value), bits)
        case _:
            return None


def _rounded(value: float, bits: int) -> float | None:
    if bits != 32:
        return value if bits == 64 else None
    try:
        return float(struct.unpack("f", struct.pack("f", value))[0])
    except OverflowError:
        return math.copysign(math.inf, value)
