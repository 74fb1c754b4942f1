"""Expressions of OpenCL C in C.

OpenCL C's scalar operators are C's, with the same conversions, so that they are written as the
user wrote them; what differs (shifts take their amount modulo the width, a division by zero has a
value) is a function of `ppcl.backend.builtins`.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeGuard

from pycparser import c_ast

from ppcl.analysis.workgroup.uniformity import ANY
from ppcl.analysis.workgroup.work_items import ITEM_FUNCTIONS, constant
from ppcl.backend.c import ctree, literals
from ppcl.backend.c.ctree import CTypes, Tree
from ppcl.backend.c.names import LANE, PACK, Names, c_identifier
from ppcl.backend.lowering import rows, vectors, workitem
from ppcl.backend.lowering.elements import elements_of
from ppcl.backend.lowering.inner import check_inner
from ppcl.backend.lowering.library import Library
from ppcl.backend.lowering.order import in_order
from ppcl.backend.refuse import (
    NotCompiled,
    check_is_value,
    check_lanes_are_named,
    check_repeatable,
    without_form,
)
from ppcl.ir import expression as ex
from ppcl.ir import statement as st
from ppcl.ir.traverse import children
from ppcl.ir.types import (
    FloatType,
    IntType,
    PointerType,
    RecordType,
    Type,
    VectorType,
    VoidType,
)
from ppcl.ir.unit import Function, Record
from ppcl.rewrite.initial import as_vector, is_list_for

_FENCES = ("mem_fence", "read_mem_fence", "write_mem_fence")
# What the macros INFINITY, NAN and the like stand for: compilers have them under these names.
CONSTANTS = ("__builtin_inf", "__builtin_nan", "__builtin_huge_val")
_POSTFIX = {"x++": "p++", "x--": "p--", "++x": "++", "--x": "--"}


@dataclass(frozen=True)
class Expressions:
    """Lowers expressions. `functions` are the program's own by key; `needs_item` the keys of those
    that are given the work-item; `inner` lowers the statements in an expression."""

    names: Names
    types: CTypes
    library: Library
    functions: Mapping[str, Function]
    needs_item: frozenset[str]
    records: Mapping[str, Record]
    inner: Callable[["Expressions", Sequence[st.Statement]], list[Tree]]

    def lower(self, node: ex.Expression) -> Tree:
        """The C form of an expression. Raises NotCompiled where it has none."""
        form = _FORMS.get(type(node))
        if form is None:
            raise without_form(node)
        check_lanes_are_named(node)
        if _computes_halves(node):
            raise NotCompiled(
                "a value of type half: only vload_half and vstore_half know it", node.at
            )
        return form(self, node)

    def as_type(self, node: ex.Expression, wanted: Type) -> Tree:
        """An expression's value where it is converted to `wanted`."""
        check_is_value(node, wanted)
        if isinstance(node, ex.Call) and node.callee in ITEM_FUNCTIONS:
            return workitem.lowered(node, wanted, self.lower)
        tree = self.lower(node)
        return self.types.cast(wanted, tree) if _gets_a_type(node.type, wanted) else tree

    def initial(self, init: ex.Expression, type_: Type) -> Tree:
        """What stands in an initialiser for a variable of a type, or for a part of one."""
        if not is_list_for(init, type_):
            return self.as_type(init, type_)
        if isinstance(type_, VectorType) and _joins(init):
            return self.lower(as_vector(init, type_))
        parts = [self.initial(each, each.type) for each in elements_of(init, self.records)]
        return c_ast.InitList(parts or [ctree.number(0)])


def _gets_a_type(given: Type, wanted: Type) -> bool:
    """Whether a `void *` becomes a pointer to something, which C++ does not do by itself."""
    if not isinstance(given, PointerType) or not isinstance(wanted, PointerType):
        return False
    return isinstance(given.pointee, VoidType) and not isinstance(wanted.pointee, VoidType)


def _joins(init: ex.InitList) -> bool:
    """Whether a list for a vector has vectors in it."""
    return any(each is not None and vectors.is_vector(each) for each in init.elements)


def _computes_halves(node: ex.Expression) -> bool:
    """Whether a value of type half is used (an address of one may be)."""
    if isinstance(node, ex.NameRef | ex.Index) or (isinstance(node, ex.Unary) and node.op in "&*"):
        return False
    below = [child for child in children(node) if isinstance(child, ex.Expression)]
    return any(_is_half(each.type) for each in (node, *below))


def _is_half(type_: Type) -> bool:
    inner = type_.element if isinstance(type_, VectorType) else type_
    return isinstance(inner, FloatType) and inner.bits == 16


def _integer(to: Expressions, node: ex.IntLiteral) -> Tree:
    return literals.integer(node.value, node.type)


def _floating(to: Expressions, node: ex.FloatLiteral) -> Tree:
    return literals.floating(node.value, node.type)


def _string(to: Expressions, node: ex.StringLiteral) -> Tree:
    return literals.string(node.value)


def _name(to: Expressions, node: ex.NameRef) -> Tree:
    return to.names.use(node.declaration.key, node.declaration.name)


def _unary(to: Expressions, node: ex.Unary) -> Tree:
    if vectors.is_vector(node.operand):
        return vectors.unary(to, node)
    if node.op == "&" and isinstance(node.operand, ex.InitList):
        raise NotCompiled("the address of what has no name: declare a variable", node.at)
    operand = to.lower(node.operand)
    return ctree.unary(_POSTFIX.get(node.op, node.op), operand)


def _binary(to: Expressions, node: ex.Binary) -> Tree:
    if vectors.is_vector(node.left) or vectors.is_vector(node.right):
        return vectors.binary(to, node)
    left, right = to.lower(node.left), to.lower(node.right)
    if node.op == ",":
        return c_ast.ExprList([left, right])
    return _operated(to, node.op, node.type, node.right, (left, right))


def _operated(
    to: Expressions, op: str, type_: Type, divisor: ex.Expression, parts: tuple[Tree, Tree]
) -> Tree:
    """`left op right` of scalars."""
    if op in ("/", "%", "<<", ">>") and isinstance(type_, IntType):
        amount = constant(divisor)
        if not _is_plain(op, type_, amount):
            return to.library.operator(op, (type_, _amount_type(op, type_, divisor)), type_, *parts)
    return ctree.binary(op, *parts)


def _amount_type(op: str, type_: Type, right: ex.Expression) -> Type:
    """The type of a right operand: that of a shift is its own."""
    return right.type if op in ("<<", ">>") else type_


def _is_plain(op: str, type_: IntType, amount: int | None) -> bool:
    """Whether C's operator has a value for all values of the left operand."""
    if amount is None:
        return False
    if op in ("/", "%"):
        return amount > 0
    return 0 <= amount < max(type_.bits, 32) and (op == ">>" or not type_.signed)


def _assign(to: Expressions, node: ex.Assign) -> Tree:
    if vectors.is_vector(node.target):
        return vectors.assign(to, node)
    target = to.lower(node.target)
    value = to.as_type(node.value, node.target.type)
    op = node.op.removesuffix("=")
    if op and isinstance(node.target, ex.Swizzle):
        check_repeatable(node.target)  # gcc 12 does evaluate `v[i++][0] += 1` twice
    if op in ("/", "%", "<<", ">>") and isinstance(node.target.type, IntType):
        wide = _promoted(node)
        if isinstance(wide, IntType) and not _is_plain(op, wide, constant(node.value)):
            check_repeatable(node.target)
            result = _operated(to, op, wide, node.value, (target, value))
            return ctree.assign(target, result)
    return ctree.assign(target, value, node.op)


def _promoted(node: ex.Assign) -> Type:
    """The type that a compound assignment computes in."""
    left, right = node.target.type, node.value.type
    if not (isinstance(left, IntType) and isinstance(right, IntType)):
        return right
    if node.op in ("<<=", ">>="):
        right = left
    wide = max((left, right), key=lambda type_: (type_.bits, not type_.signed))
    return wide if wide.bits >= 32 else IntType("int", 32, True)


def _conditional(to: Expressions, node: ex.Conditional) -> Tree:
    if vectors.is_vector(node.condition):
        return vectors.conditional(to, node)
    sides = (to.as_type(part, node.type) for part in (node.then, node.otherwise))
    return c_ast.TernaryOp(to.lower(node.condition), *sides)


def _call(to: Expressions, node: ex.Call) -> Tree:
    if node.callee is None:
        raise NotCompiled("a call through a pointer", node.at)
    if node.callee in ITEM_FUNCTIONS:
        return workitem.lowered(node, node.type, to.lower)
    if node.callee == ANY:
        first = ctree.unary("&", to.lower(node.arguments[0]))
        return ctree.call(ANY, first, ctree.name(PACK))
    if node.callee in rows.FUNCTIONS:
        return rows.lowered(node, to.lower)
    own = to.functions.get(node.target.key) if node.target is not None else None
    if own is None:
        return _builtin(to, node)
    pairs = zip(node.arguments, own.parameters, strict=True)
    arguments = [to.as_type(argument, parameter.type) for argument, parameter in pairs]
    items = ITEM_PARAMETERS if own.declaration.key in to.needs_item else ()
    first = [ctree.name(each) for each in items]
    spelled, types = to.names.spelled[own.declaration.key], [p.type for p in own.parameters]
    return in_order(
        to, node.arguments, types, arguments, lambda each: ctree.call(spelled, *first, *each)
    )


# What a helper that asks for its work-item is given.
ITEM_PARAMETERS = ("range", "group", "local_x", "local_y", "local_z")


def _builtin(to: Expressions, node: ex.Call) -> Tree:
    name = node.callee or ""
    if name in _FENCES:
        return ctree.call("ppcl_fence")
    arguments = [to.lower(argument) for argument in node.arguments]
    if name.startswith(CONSTANTS) or _is_plain_printf(node):
        return ctree.call(name, *arguments)
    types = [argument.type for argument in node.arguments]
    return in_order(
        to, node.arguments, types, arguments, lambda each: to.library.call(name, node, each)
    )


def _is_plain_printf(node: ex.Call) -> bool:
    """Whether C's printf does what OpenCL's does: it has no vectors."""
    scalars = not any(vectors.is_vector(argument) for argument in node.arguments)
    return node.callee == "printf" and scalars


def _index(to: Expressions, node: ex.Index) -> Tree:
    index = to.as_type(node.index, IntType("unsigned long", 64, False))
    row = to.names.by_lane.get(node.base.declaration.key) if _is_name(node.base) else None
    if row is not None:
        return ctree.element(ctree.element(ctree.name(row), index), ctree.name(LANE))
    return ctree.element(to.lower(node.base), index)


def _is_name(node: ex.Expression) -> TypeGuard[ex.NameRef]:
    return isinstance(node, ex.NameRef)


def _member(to: Expressions, node: ex.Member) -> Tree:
    return ctree.member(to.lower(node.base), c_identifier(node.name), node.arrow)


def _cast(to: Expressions, node: ex.Cast) -> Tree:
    if isinstance(node.type, VectorType):
        return vectors.cast(to, node)
    operand = to.as_type(node.operand, node.type)
    if node.implicit and not isinstance(node.type, PointerType):
        return operand
    if _is_item_int(node):
        return operand
    return to.types.cast(node.type, operand)


def _is_item_int(node: ex.Cast) -> bool:
    """Whether a work-item function's value is of the type already."""
    inner = node.operand
    called = isinstance(inner, ex.Call) and inner.callee in ITEM_FUNCTIONS
    return called and node.type == IntType("int", 32, True)


def _size_of(to: Expressions, node: ex.SizeOf) -> Tree:
    if node.value is None:
        raise NotCompiled("a size that is not constant", node.at)
    return literals.integer(node.value, node.type)


def _init_list(to: Expressions, node: ex.InitList) -> Tree:
    """A record without a name, as a value. What is pointed to needs a variable, which may have to
    outlive a barrier."""
    if isinstance(node.type, VectorType):
        return vectors.literal(to, as_vector(node, node.type))
    if not isinstance(node.type, RecordType):
        raise NotCompiled("an array without a name: declare a variable", node.at)
    type_ = to.types.typename(node.type)
    return c_ast.CompoundLiteral(type_, to.initial(node, node.type), [])


def _statements(to: Expressions, node: ex.StatementExpression) -> Tree:
    check_inner(node)
    last = [ctree.value(to.lower(node.value))] if node.value is not None else []
    return ctree.block([*to.inner(to, node.body), *last])


_FORMS: Mapping[type, Callable[..., Tree]] = {
    ex.IntLiteral: _integer,
    ex.FloatLiteral: _floating,
    ex.StringLiteral: _string,
    ex.NameRef: _name,
    ex.Unary: _unary,
    ex.Binary: _binary,
    ex.Assign: _assign,
    ex.Conditional: _conditional,
    ex.Call: _call,
    ex.Index: _index,
    ex.Member: _member,
    ex.Swizzle: vectors.swizzle,
    ex.VectorLiteral: vectors.literal,
    ex.Cast: _cast,
    ex.SizeOf: _size_of,
    ex.StatementExpression: _statements,
    ex.InitList: _init_list,
}
