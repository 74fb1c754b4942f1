"""Initialisers: what gives a variable its parts, or all of it."""

from typing import TypeGuard

from ppcl.ir import expression as ex
from ppcl.ir.node import Origin
from ppcl.ir.types import ArrayType, PointerType, RecordType, Type, VectorType

_AGGREGATE = ArrayType | RecordType | VectorType


def is_list_for(init: ex.Expression | None, type_: Type) -> TypeGuard[ex.InitList]:
    """Whether an initialiser is a list of a variable's parts; one for a pointer is an array's."""
    is_array = init is not None and isinstance(init.type, ArrayType)
    return isinstance(init, ex.InitList) and not (is_array and isinstance(type_, PointerType))


def as_list(init: ex.Expression, type_: Type) -> ex.InitList | None:
    """The list that a variable's parts are given from; None where it gets one value."""
    if isinstance(init, ex.StringLiteral) and isinstance(type_, ArrayType):
        inner = type_.element
        letters = tuple(ex.IntLiteral(init.at, inner, byte) for byte in init.value)
        return ex.InitList(init.at, type_, letters)
    return init if is_list_for(init, type_) else None


def zero(type_: Type, at: Origin) -> ex.Expression:
    """What a variable that is left out begins with."""
    is_aggregate = isinstance(type_, _AGGREGATE)
    return ex.InitList(at, type_, ()) if is_aggregate else ex.IntLiteral(at, type_, 0)


def as_vector(node: ex.InitList, type_: VectorType) -> ex.VectorLiteral:
    """A list as a vector of all of its lanes."""
    elements = [each for each in node.elements if each is not None]
    counts = [each.type.lanes if isinstance(each.type, VectorType) else 1 for each in elements]
    missing = type_.lanes - sum(counts)
    rest = [zero(type_.element, node.at)] * missing
    return ex.VectorLiteral(node.at, type_, (*elements, *rest))


def element_type(type_: Type) -> Type:
    """The type of what a list for an array, a vector or a number holds."""
    return type_.element if isinstance(type_, ArrayType | VectorType) else type_
