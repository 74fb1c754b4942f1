"""Vectors whose lanes are merged work-items, read as loops over these (PPOpenCL §3.3.3).

A statement on such vectors is done for all work-items at once. Here it is the loop that does it for
one after the other, and a vector `float4 v` is the array `float v[4]` of what each has: `one_of`
reads on from there. What computes a vector is on the lists here, or refused.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from ppcl.analysis.terms.expression import is_value
from ppcl.analysis.workgroup.uniformity import changed_place
from ppcl.ir import expression as ex
from ppcl.ir import statement as st
from ppcl.ir.node import Declaration, Origin
from ppcl.ir.traverse import Node, descendants
from ppcl.ir.types import ArrayType, FloatType, IntType, PointerType, Type, VectorType
from ppcl.ir.unit import Function
from ppcl.rewrite.merging.merge import Merge, NotMerged
from ppcl.rewrite.rebuild import rebuilt, with_parts
from ppcl.source import Span

_INT = IntType("int", 32, True)
_SIZE = IntType("unsigned long", 64, False)
_SHORT = {"unsigned int": "uint"}
_ARITHMETIC = frozenset({"+", "-", "*", "/", "%", "&", "|", "^", "<<", ">>"})
_SIGNS = frozenset({"+", "-", "~"})
# Builtins that compute each component by itself (OpenCL C 1.2, 6.12.2 to 6.12.4), in both forms.
_NAMES = """
    acos acosh asin asinh atan atan2 atanh cbrt ceil copysign cos cosh erf erfc exp exp2 exp10 expm1
    fabs fdim floor fma fmax fmin fmod hypot log log2 log10 log1p mad pow powr rint round rsqrt sin
    sinh sqrt tan tanh trunc max min abs clamp mix
    native_cos native_divide native_exp native_exp2 native_log native_log2 native_powr native_recip
    native_rsqrt native_sin native_sqrt native_tan
    half_cos half_divide half_exp half_exp2 half_log half_log2 half_powr half_recip half_rsqrt
    half_sin half_sqrt half_tan
    """
LANEWISE = frozenset(_NAMES.split())


def over_lanes(function: Function, merge: Merge) -> Function:
    """A kernel with a loop over work-items for each statement on vectors of as many lanes as are
    merged. Raises NotMerged where it has other uses of such vectors."""
    assert function.body is not None
    return replace(function, body=_Lanes(merge).block(function.body))


@dataclass(frozen=True)
class _Lanes:
    merge: Merge

    def block(self, block: st.Block) -> st.Block:
        body = (each for statement in block.body for each in self._statements(statement))
        return replace(block, body=tuple(body))

    def _statements(self, node: st.Statement) -> tuple[st.Statement, ...]:
        if not any(map(self._is_vector, descendants(node))):
            return (node,)
        match node:
            case st.Block():
                return (self.block(node),)
            case st.If() | st.For() | st.While() | st.DoWhile():
                return (with_parts(node, self._statements, self._scalar),)
            case st.Declare(variables=variables):
                return self._declared(node, variables)
            case st.Evaluate(expression=ex.Assign(op=op, target=target, value=value)):
                return (self._loop(node.at, self._written(node.at, op, target, value)),)
            case st.Evaluate(expression=ex.Call() as call):
                return (self._loop(node.at, self._stored(call)),)
            case _:
                raise NotMerged("a statement on vectors that is not read so", node.at)

    def _declared(
        self, node: st.Declare, variables: Sequence[st.Variable]
    ) -> tuple[st.Statement, ...]:
        """Arrays, and the loops that begin them."""
        if not all(isinstance(v.type, VectorType) and v.storage == "auto" for v in variables):
            raise NotMerged("vectors and others are declared together", node.at)
        arrays = tuple(replace(v, type=self._array(v.type), init=None) for v in variables)
        loops = []
        for variable in variables:
            if variable.init is not None:
                name = ex.NameRef(variable.at, variable.type, variable.declaration, "variable")
                begun = self._written(variable.at, "=", name, variable.init)
                loops.append(self._loop(variable.at, begun))
        return (replace(node, variables=arrays), *loops)

    def _array(self, type_: Type) -> ArrayType:
        if not self._is_wide(type_) or not isinstance(type_, VectorType):
            raise NotMerged("a vector of another width", Origin(Span("", 0, 0)))
        return ArrayType(type_.element, type_.lanes)

    def _is_wide(self, type_: Type) -> bool:
        return isinstance(type_, VectorType) and type_.lanes == self.merge.factor

    def _is_vector(self, node: Node) -> bool:
        return isinstance(getattr(node, "type", None), VectorType)

    def _scalar(self, node: ex.Expression) -> ex.Expression:
        """An expression that is the same for all work-items."""
        for each in descendants(node):
            if self._is_vector(each):
                raise NotMerged("a vector in what is asked once for all", each.at)
        return node

    def _loop(self, at: Origin, expression: ex.Expression) -> st.For:
        """The loop that does something for each work-item."""
        counter = self._counter(at)
        name = ex.NameRef(at, _INT, counter, "variable")
        first = st.Variable(at, counter, _INT, ex.IntLiteral(at, _INT, 0), "auto")
        end = ex.Binary(at, _INT, "<", name, ex.IntLiteral(at, _INT, self.merge.factor))
        step = ex.Unary(at, _INT, "++x", name)
        return st.For(at, st.Declare(at, (first,)), end, step, st.Evaluate(at, expression))

    def _counter(self, at: Origin) -> Declaration:
        return Declaration(self.merge.item, f"#lane {self.merge.item}")

    def _item(self, at: Origin) -> ex.NameRef:
        return ex.NameRef(at, _INT, self._counter(at), "variable")

    def _number(self, at: Origin, type_: Type) -> ex.Expression:
        """The work-item's number, by way of the type that ids have in the old kernel."""
        return _converted(_converted(self._item(at), _SIZE), type_)

    def _written(
        self, at: Origin, op: str, target: ex.Expression, value: ex.Expression
    ) -> ex.Assign:
        """What a work-item gives its own of a vector."""
        if not isinstance(target, ex.NameRef) or not self._is_wide(target.type):
            raise NotMerged("a part of a vector is set", target.at)
        lane = self.lane(target)
        return ex.Assign(at, lane.type, op, lane, self._as(lane.type, value))

    def _as(self, type_: Type, value: ex.Expression) -> ex.Expression:
        lane = self.lane(value)
        if lane.type != type_:
            raise NotMerged("a value of another type", value.at)
        return lane

    def _stored(self, call: ex.Call) -> ex.Expression:
        """`vstoreN(value, 0, pointer)` for one work-item."""
        if call.callee != f"vstore{self.merge.factor}" or len(call.arguments) != 3:
            raise NotMerged(f"a call of '{call.callee}' with a vector", call.at)
        value, offset, pointer = call.arguments
        place = self._element(pointer, offset)
        return ex.Assign(call.at, place.type, "=", place, self._as(place.type, value))

    def _element(self, pointer: ex.Expression, offset: ex.Expression) -> ex.Index:
        """The element behind a pointer that is a work-item's own."""
        if not _is_zero(offset):
            raise NotMerged("a vector that does not begin at the pointer", offset.at)
        self._pure(pointer)
        item: ex.Expression = self._item(pointer.at)
        match _plain(pointer):
            case ex.Unary(op="&", operand=ex.Index() as place) if isinstance(
                place.base.type, PointerType | ArrayType
            ):
                at, type_ = place.at, place.index.type
                index = ex.Binary(at, type_, "+", place.index, self._number(at, type_))
                return replace(place, index=index)
            case ex.NameRef(type=PointerType(pointee=pointee)) as name:
                return ex.Index(pointer.at, pointee, name, item)
            case _:
                raise NotMerged("a pointer that is not read so", pointer.at)

    def _pure(self, node: ex.Expression) -> None:
        """Refuse what has an effect: it is done once, and not for each."""
        for each in descendants(node):
            if isinstance(each, ex.Call) and not is_value(each):
                raise NotMerged(f"a call of '{each.callee}' among vectors", each.at)
            if changed_place(each) is not None or isinstance(each, ex.StatementExpression):
                raise NotMerged("an effect in what is done once for all", each.at)
            if self._is_vector(each):
                raise NotMerged("a vector in what is the same for all", each.at)

    def lane(self, node: ex.Expression) -> ex.Expression:
        """What a work-item has of a value. Raises NotMerged."""
        if not isinstance(node.type, VectorType):
            self._pure(node)
            return node
        if not self._is_wide(node.type):
            raise NotMerged("a vector of another width", node.at)
        element = node.type.element
        match node:
            case ex.NameRef(kind="variable"):
                array = replace(node, type=self._array(node.type))
                return ex.Index(node.at, element, array, self._item(node.at))
            case ex.Cast(operand=operand) if not isinstance(operand.type, VectorType):
                return replace(node, type=element, operand=self.lane(operand))
            case ex.Cast(operand=operand) if operand.type == node.type:
                return self.lane(operand)
            case ex.Binary(op=op, left=left, right=right) if op in _ARITHMETIC:
                both = self._as(element, left), self._as(element, right)
                return replace(node, type=element, left=both[0], right=both[1])
            case ex.Unary(op=op, operand=operand) if op in _SIGNS:
                return replace(node, type=element, operand=self._as(element, operand))
            case ex.VectorLiteral(elements=elements):
                return self._of_elements(node, element, elements)
            case ex.Call(callee=callee, arguments=arguments):
                return self._called(node, element, callee or "", arguments)
            case _:
                raise NotMerged("an expression on vectors that is not read so", node.at)

    def _called(
        self,
        node: ex.Call,
        element: IntType | FloatType,
        callee: str,
        arguments: Sequence[ex.Expression],
    ) -> ex.Expression:
        if callee == f"vload{self.merge.factor}":
            offset, pointer = arguments
            return self._element(pointer, offset)
        if callee == f"convert_{_SHORT.get(element.name, element.name)}{self.merge.factor}":
            return ex.Cast(node.at, element, self.lane(arguments[0]), False)
        if callee in LANEWISE:
            lanes = tuple(self._as(element, each) for each in arguments)
            return replace(node, type=element, arguments=lanes)
        raise NotMerged(f"a call of '{callee}' that gives a vector", node.at)

    def _of_elements(
        self,
        node: ex.VectorLiteral,
        element: IntType | FloatType,
        elements: Sequence[ex.Expression],
    ) -> ex.Expression:
        """`(int4)(0, 1, 2, 3)`, the numbers of work-items; a value for all; or what each gets by
        its own component of other vectors."""
        if len(elements) == 1:
            return _converted(self.lane(elements[0]), element)
        numbers = [_number(each) for each in elements]
        if numbers == list(range(self.merge.factor)):
            return self._number(node.at, element)
        found = [self._by_component(each, number) for number, each in enumerate(elements)]
        if len(found) != self.merge.factor or any(each != found[0] for each in found):
            raise NotMerged("the components of a vector are computed otherwise", node.at)
        lane = self._by_component(elements[0], 0, placed=True)
        return _converted(lane, element)

    def _by_component(
        self, node: ex.Expression, number: int, placed: bool = False
    ) -> ex.Expression:
        """A component of what is computed by that component of vectors; places are all one, unless
        they are asked for."""
        nowhere = Origin(Span("", 0, 0))

        def change(each: Node) -> Node:
            match each:
                case ex.Swizzle(base=ex.NameRef() as base, components=said):
                    if _component(said) == number and self._is_wide(base.type):
                        lane = self.lane(base)
                        return lane if placed else rebuilt(lane, without)
                    raise NotMerged("another component of a vector", each.at)
                case ex.Call() if not is_value(each):
                    raise NotMerged(f"a call of '{each.callee}' among vectors", each.at)
            if changed_place(each) is not None:
                raise NotMerged("an effect among vectors", each.at)
            return each if placed else without(each)

        def without(each: Node) -> Node:
            return replace(each, at=nowhere)

        return rebuilt(node, change)


def _component(said: str) -> int | None:
    """The number of a component: `x`, `s3`."""
    if len(said) == 1 and said in "xyzw":
        return "xyzw".index(said)
    is_numbered = len(said) == 2 and said[0] in "sS"
    return int(said[1], 16) if is_numbered else None


def _converted(node: ex.Expression, type_: Type) -> ex.Expression:
    return node if node.type == type_ else ex.Cast(node.at, type_, node, True)


def _plain(node: ex.Expression) -> ex.Expression:
    while isinstance(node, ex.Cast) and node.implicit:
        node = node.operand
    return node


def _number(node: ex.Expression) -> int | None:
    found = _plain(node)
    return found.value if isinstance(found, ex.IntLiteral) else None


def _is_zero(node: ex.Expression) -> bool:
    return _number(node) == 0
