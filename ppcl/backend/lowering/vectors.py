"""Vectors of OpenCL C as the vector types that gcc and clang share.

`ppcl.backend.builtins.operators` says how each operator is written: arithmetic and comparisons are
C's, lanes are read and written by index, and what has no operator is a function.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pycparser import c_ast

from ppcl.backend.c import ctree
from ppcl.backend.c.ctree import Tree, scalar_name
from ppcl.backend.lowering.order import in_order
from ppcl.backend.refuse import NotCompiled, check_repeatable
from ppcl.ir import expression as ex
from ppcl.ir.types import IntType, Type, VectorType
from ppcl.ir.vector import lane_numbers

if TYPE_CHECKING:
    from ppcl.backend.lowering.expressions import Expressions

_COMPARISONS = ("<", ">", "<=", ">=", "==", "!=")
_NO_VALUE = ("/", "%", "<<", ">>")


def is_vector(node: ex.Expression) -> bool:
    """Whether an expression's value is a vector."""
    return isinstance(node.type, VectorType)


def unary(to: Expressions, node: ex.Unary) -> Tree:
    """`-v`, `~v`, `!v`, `v++`, `&v`."""
    operand = to.lower(node.operand)
    if node.op in ex.STEPS:
        return _stepped(to, node, operand)
    if node.op == "!":
        return to.library.operator("!", (node.operand.type,), node.type, operand)
    return ctree.unary(node.op, operand)


def _stepped(to: Expressions, node: ex.Unary, operand: Tree) -> Tree:
    type_ = node.type
    if not isinstance(type_, VectorType):
        raise NotCompiled("this step of a vector", node.at)
    one = to.library.splat(type_, ctree.number(1))
    sign = node.op.replace("x", "")[0]
    stepped = ctree.assign(operand, one, f"{sign}=")
    if node.op.startswith("x"):
        return ctree.binary("-" if sign == "+" else "+", stepped, one)
    return stepped


def binary(to: Expressions, node: ex.Binary) -> Tree:
    """`v op w`; the operands are of one type."""
    left, right = to.lower(node.left), to.lower(node.right)
    if node.op in ("&&", "||"):
        parts = [
            to.types.cast(node.type, to.library.named(f"ppcl_truth_{scalar_name(type_)}", part))
            for type_, part in ((node.left.type, left), (node.right.type, right))
        ]
        return ctree.binary(node.op[0], *parts)
    if node.op == ",":
        return c_ast.ExprList([left, right])
    if node.op in _COMPARISONS:
        return to.types.cast(node.type, ctree.binary(node.op, left, right))
    if isinstance(node.right, ex.IntLiteral):  # of lanes of a row: it divides all
        return ctree.binary(node.op, left, right)
    return _operated(to, node.op, node.type, node.right.type, left, right)


def _operated(to: Expressions, op: str, type_: Type, other: Type, left: Tree, right: Tree) -> Tree:
    if _is_function(op, type_):
        return to.library.operator(op, (type_, other), type_, left, right)
    return ctree.binary(op, left, right)


def _is_function(op: str, type_: Type) -> bool:
    """Whether C's operator has no value for some operands."""
    integers = isinstance(type_, VectorType) and isinstance(type_.element, IntType)
    return integers and op in _NO_VALUE


def assign(to: Expressions, node: ex.Assign) -> Tree:
    """`v op= w`, `v.xy op= w`."""
    value, op, target = to.lower(node.value), node.op.removesuffix("="), node.target
    if isinstance(target, ex.Swizzle):
        return _assign_lanes(to, target, node.value.type, value, op)
    place = to.lower(target)
    if not _is_function(op, target.type):
        return ctree.assign(place, value, node.op)
    check_repeatable(target)
    return ctree.assign(place, _operated(to, op, target.type, node.value.type, place, value))


def _assign_lanes(
    to: Expressions, target: ex.Swizzle, value_type: Type, value: Tree, op: str
) -> Tree:
    if isinstance(target.base, ex.Swizzle):
        raise NotCompiled("an assignment to lanes of lanes", target.at)
    if op:
        check_repeatable(target.base)
        value = _operated(to, op, target.type, value_type, swizzle(to, target), value)
    vector = to.lower(target.base)
    name, source = target.components, target.base.type
    return to.library.set_lanes(source, name, target.type, vector, value)


def swizzle(to: Expressions, node: ex.Swizzle) -> Tree:
    """`v.x`, `v.xy`."""
    base, source = to.lower(node.base), node.base.type
    lanes = lane_numbers(node.components, source.lanes) if isinstance(source, VectorType) else ()
    if not lanes:
        raise NotCompiled("these components of a vector are not understood", node.at)
    if isinstance(node.type, VectorType):
        return to.library.lanes(source, node.components, base)
    return ctree.element(base, ctree.number(lanes[0]))


def literal(to: Expressions, node: ex.VectorLiteral) -> Tree:
    """`(float4)(a, b, c, d)`, of scalars and vectors, or of one scalar for all lanes."""
    type_ = node.type
    if not isinstance(type_, VectorType):
        raise NotCompiled("a vector of no vector type", node.at)
    parts = [to.lower(element) for element in node.elements]
    if len(parts) == 1:
        return parts[0] if is_vector(node.elements[0]) else to.library.splat(type_, parts[0])
    kinds = [each.type if is_vector(each) else type_.element for each in node.elements]
    return in_order(
        to, node.elements, kinds, parts, lambda each: to.library.join(type_, kinds, each)
    )


def cast(to: Expressions, node: ex.Cast) -> Tree:
    """A scalar to a vector of it; between vectors there are no conversions but functions."""
    type_ = node.type
    if not isinstance(type_, VectorType):
        raise NotCompiled("a conversion to no vector type", node.at)
    if is_vector(node.operand):
        return to.lower(node.operand)
    return to.library.splat(type_, to.lower(node.operand))


def conditional(to: Expressions, node: ex.Conditional) -> Tree:
    """`c ? a : b` by lane: the sign of c's lane chooses (6.3.i)."""
    kinds = (node.otherwise.type, node.then.type, node.condition.type)
    name = "_".join(("ppcl_select", *(scalar_name(kind) for kind in kinds)))
    parts = (to.lower(node.otherwise), to.lower(node.then), to.lower(node.condition))
    return to.library.named(name, *parts, at=node.at)
