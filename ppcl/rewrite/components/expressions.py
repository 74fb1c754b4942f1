"""One component of a vector's value, as an expression of numbers."""

import re
from collections.abc import Sequence, Set
from dataclasses import dataclass, replace
from itertools import islice

from ppcl.analysis.workgroup.work_items import ITEM_FUNCTIONS
from ppcl.ir import expression as ex
from ppcl.ir.traverse import Node, descendants
from ppcl.ir.types import IntType, PointerType, Type, VectorType
from ppcl.ir.vector import lane_numbers
from ppcl.rewrite.components.geometric import FUNCTIONS, LENGTHS, UNITS, Geometry
from ppcl.rewrite.rebuild import rebuilt

_INT = IntType("int", 32, True)
_LONG = IntType("long", 64, True)
_ARITHMETIC = ("+", "-", "*", "/", "%", "&", "|", "^", "<<", ">>")
SHIFTS = ("<<", ">>")
_COMPARED = ("<", ">", "<=", ">=", "==", "!=")
# Builtin functions without effects that give each component what they give a number.
_NAMES = """
    acos acosh acospi asin asinh asinpi atan atanh atanpi cbrt ceil cos cosh cospi erf erfc exp
    exp10 exp2 expm1 fabs floor lgamma log log10 log1p log2 logb rint round rsqrt sin sinh sinpi
    sqrt tan tanh tanpi tgamma trunc degrees radians sign abs clz popcount atan2 atan2pi copysign
    fdim fma fmax fmin fmod hypot mad maxmag minmag nextafter pow powr remainder max min clamp mix
    step smoothstep abs_diff add_sat hadd mad24 mad_hi mad_sat mul24 mul_hi rhadd rotate sub_sat
    native_cos native_divide native_exp native_exp10 native_exp2 native_log native_log10 native_log2
    native_powr native_recip native_rsqrt native_sin native_sqrt native_tan power_2 power_3 power_4
"""
_BY_COMPONENT = frozenset(_NAMES.split())
_OF_WHOLE = "dot any all select isnan isinf isequal isless"
_GEOMETRIC = frozenset(("cross", *LENGTHS, *UNITS)) | FUNCTIONS
_WITHOUT_EFFECT = _BY_COMPONENT | ITEM_FUNCTIONS | _GEOMETRIC | frozenset(_OF_WHOLE.split())
_CONVERTS = re.compile(
    r"(convert|as)_(char|uchar|short|ushort|int|uint|long|ulong|float|double)[234]?(?P<how>_rt[zenp]|_sat|_sat_rt[zenp])?"
)
_MOST = 1000  # nodes
_LOADS = re.compile(r"vload([234])")


class NoComponents(Exception):
    """A value whose components have no expressions of their own."""


@dataclass(frozen=True)
class Components:
    """Takes vectors apart; `own` are the keys of the program's functions, which are no builtin."""

    own: Set[str]

    def of(self, node: ex.Expression, number: int) -> ex.Expression:
        """Component `number` of a vector's value. Raises NoComponents: where it has effects, or is
        what only a whole vector has."""
        type_ = _vector(node)
        if number >= type_.lanes:
            raise NoComponents
        element: Type = type_.element
        match node:
            case ex.NameRef() | ex.Index() | ex.Unary(op="*") | ex.Member():
                return ex.Swizzle(node.at, element, self.repeatable(node), name_of(number, type_))
            case ex.VectorLiteral(elements=elements):
                return self._of_literal(elements, number, element)
            case ex.Swizzle(base=base, components=names):
                return self.of(base, lane_numbers(names, _vector(base).lanes)[number])
            case ex.Cast(operand=operand):
                return self._converted(operand, element)
            case ex.Unary(op="+" | "-" | "~", operand=operand):
                own = as_operand(self.of(operand, number))
                return as_number(replace(node, type=own.type, operand=own), element)
            case ex.Binary(op=op, left=left, right=right) if op in (*_ARITHMETIC, *_COMPARED):
                parts = as_operand(self.of(left, number)), as_operand(self.of(right, number))
                if op in _ARITHMETIC:
                    if op in SHIFTS and is_narrow(element):  # by the number modulo bits
                        raise NoComponents
                    return as_number(ex.Binary(node.at, parts[0].type, op, *parts), element)
                return _all_bits(ex.Binary(node.at, _INT, op, *parts), element)
            case ex.Conditional(condition=condition, then=then, otherwise=otherwise):
                asked = self._asked(condition, number)
                sides = self.of(then, number), self.of(otherwise, number)
                return ex.Conditional(node.at, element, asked, *sides)
            case ex.Call():
                return self._called(node, element, number)
            case _:
                raise NoComponents

    def reduced(self, node: ex.Expression) -> ex.Expression:
        """An expression in which vectors of which some components are wanted are these."""
        return rebuilt(node, self._reduced)

    def _reduced(self, node: Node) -> Node:
        """`v.x`, or a sum of products, of a vector that has components, and is not too much to be
        repeated for each."""
        if not isinstance(node, ex.Swizzle | ex.Call) or _is_large(node):
            return node
        try:
            match node:
                case ex.Swizzle(base=base, components=names) if not _is_vector(node):
                    return self.of(base, lane_numbers(names, _vector(base).lanes)[0])
                case ex.Call(callee="dot", arguments=(left, right)) if self._is_builtin(node):
                    return _geometry(node).products(self.parts(left), self.parts(right))
                case ex.Call(callee=str(name)) if name in LENGTHS and self._is_builtin(node):
                    return self._length(node, name)
        except NoComponents:
            pass
        return node

    def _called(self, node: ex.Call, element: Type, number: int) -> ex.Expression:
        callee, name = node.callee or "", name_of(number, _vector(node))
        if not self._is_builtin(node):
            raise NoComponents
        if callee in _BY_COMPONENT:
            given = tuple(self._argument(each, number) for each in node.arguments)
            return replace(node, type=element, target=None, arguments=given)
        if found := _CONVERTS.fullmatch(callee):
            (operand,) = node.arguments
            converts = f"{found[1]}_{found[2]}{found['how'] or ''}"
            return ex.Call(node.at, element, converts, None, (self.of(operand, number),))
        if self.is_load(node):
            return ex.Swizzle(node.at, element, self.repeatable(node), name)
        if callee == "cross":
            left, right = map(self.parts, node.arguments)
            return _geometry(node).cross(left, right, number)
        if callee in UNITS:
            parts = self.parts(node.arguments[0])
            return _geometry(node).unit(parts[number], *self.factors(node, parts))
        raise NoComponents

    def factors(
        self, node: ex.Call, parts: Sequence[ex.Expression]
    ) -> tuple[ex.Expression, ex.Expression]:
        """What all components of a vector of length one are computed with."""
        geometry = _geometry(node)
        scale = geometry.scale(parts) if node.callee == "normalize" else geometry.one()
        return scale, geometry.inverse(scale, parts)

    def parts(self, node: ex.Expression) -> list[ex.Expression]:
        """All components. Raises NoComponents."""
        return [self.of(node, number) for number in range(_vector(node).lanes)]

    def _length(self, node: ex.Call, name: str) -> ex.Expression:
        given = [self.parts(each) for each in node.arguments]
        geometry, parts = _geometry(node), given[0]
        if len(given) > 1:
            pairs = zip(given[0], given[1], strict=True)
            parts = [geometry.binary("-", left, right) for left, right in pairs]
        return geometry.length(parts, name.startswith("fast"))

    def _of_literal(
        self, elements: tuple[ex.Expression, ...], number: int, type_: Type
    ) -> ex.Expression:
        """Of `(float4)(a, b.xy, c)`."""
        if len(elements) == 1 and not _is_vector(elements[0]):
            return self._converted(elements[0], type_)
        for element in elements:
            lanes = element.type.lanes if isinstance(element.type, VectorType) else 1
            if number < lanes:
                found = self.of(element, number) if _is_vector(element) else element
                return as_number(found, type_)
            number -= lanes
        raise NoComponents

    def _converted(self, operand: ex.Expression, type_: Type) -> ex.Expression:
        """Of a number as a vector."""
        if _is_vector(operand):
            raise NoComponents
        return as_number(self.repeatable(operand), type_)

    def _asked(self, condition: ex.Expression, number: int) -> ex.Expression:
        """What a choice between vectors asks for a component: of a vector, for its highest bit."""
        if not _is_vector(condition):
            return self.repeatable(condition)
        at = condition.at
        if isinstance(condition, ex.Binary) and condition.op in _COMPARED:
            parts = self.of(condition.left, number), self.of(condition.right, number)
            return ex.Binary(at, _INT, condition.op, *parts)
        value = self.of(condition, number)
        if value.type not in (_INT, _LONG):
            raise NoComponents
        return ex.Binary(at, _INT, "<", value, ex.IntLiteral(at, value.type, 0))

    def _argument(self, node: ex.Expression, number: int) -> ex.Expression:
        return self.of(node, number) if _is_vector(node) else self.repeatable(node)

    def _is_builtin(self, call: ex.Call) -> bool:
        return call.target is None or call.target.key not in self.own

    def is_load(self, node: Node) -> bool:
        """Whether an expression is `vload4(offset, pointer)`, of numbers that are not volatile."""
        if not isinstance(node, ex.Call) or not _LOADS.fullmatch(node.callee or ""):
            return False
        pointer = node.arguments[-1].type
        is_volatile = isinstance(pointer, PointerType) and pointer.volatile
        return self._is_builtin(node) and not is_volatile

    def repeatable(self, node: ex.Expression) -> ex.Expression:
        """What is computed once for each component, and has no effect."""
        if not all(self.has_no_effect(each) for each in descendants(node)):
            raise NoComponents
        return node

    def has_no_effect(self, node: Node) -> bool:
        """Whether a node by itself only computes, or reads memory that is not volatile."""
        match node:
            case ex.Unary(op="*", operand=base) | ex.Index(base=base) | ex.Member(base=base):
                return not (isinstance(base.type, PointerType) and base.type.volatile)
            case ex.Unary(op=op):
                return op in ("+", "-", "~", "!")
            case ex.Binary(op=op):
                return op in (*_ARITHMETIC, *_COMPARED, "&&", "||")
            case ex.Call(callee=callee):
                is_known = callee in _WITHOUT_EFFECT or _CONVERTS.fullmatch(callee or "")
                return (bool(is_known) and self._is_builtin(node)) or self.is_load(node)
            case ex.NameRef() | ex.IntLiteral() | ex.FloatLiteral() | ex.Cast() | ex.SizeOf():
                return True
            case ex.Swizzle() | ex.Conditional() | ex.VectorLiteral():
                return True
            case _:
                return False


def name_of(number: int, type_: VectorType) -> str:
    """What a component of such vectors is called."""
    return "xyzw"[number] if type_.lanes <= len("xyzw") else f"s{number:x}"


def element_of(
    pointer: ex.Expression, offset: ex.Expression, lanes: int, number: int
) -> ex.Expression:
    """`pointer[offset * lanes + number]`, of a pointer to numbers. Raises NoComponents."""
    if not isinstance(pointer.type, PointerType):
        raise NoComponents
    at, type_ = pointer.at, offset.type
    first = ex.Binary(at, type_, "*", offset, ex.IntLiteral(at, type_, lanes))
    index = ex.Binary(at, type_, "+", first, ex.IntLiteral(at, type_, number))
    return ex.Index(at, pointer.type.pointee, pointer, index)


def is_narrow(type_: Type) -> bool:
    """Whether operators take numbers of a type as `int`, and give one."""
    return isinstance(type_, IntType) and type_.bits < _INT.bits


def as_operand(node: ex.Expression) -> ex.Expression:
    """A number as operators take it."""
    return as_number(node, _INT) if is_narrow(node.type) else node


def as_number(node: ex.Expression, type_: Type) -> ex.Expression:
    """A number as one of a type, in the middle of an expression: its conversion is to be seen."""
    if isinstance(node, ex.Cast) and node.implicit:
        node = replace(node, implicit=False)
    return node if node.type == type_ else ex.Cast(node.at, type_, node, implicit=False)


def _is_large(node: Node) -> bool:
    """Whether a node has more parts than a value should that is computed for each component."""
    return next(islice(descendants(node), _MOST, None), None) is not None


def _vector(node: ex.Expression) -> VectorType:
    if not isinstance(node.type, VectorType):
        raise NoComponents
    return node.type


def _is_vector(node: ex.Expression) -> bool:
    return isinstance(node.type, VectorType)


def _geometry(node: ex.Expression) -> Geometry:
    type_ = node.type
    return Geometry(node.at, type_.element if isinstance(type_, VectorType) else type_)


def _all_bits(truth: ex.Expression, type_: Type) -> ex.Expression:
    """What a comparison of vectors gives: -1 where it holds."""
    if type_ not in (_INT, _LONG):
        raise NoComponents
    return as_number(ex.Unary(truth.at, _INT, "-", truth), type_)
