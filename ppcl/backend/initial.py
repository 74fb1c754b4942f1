"""Initialisers, with what they leave out where C would take it for something else."""

from collections.abc import Mapping, Sequence
from typing import TypeGuard

from ppcl.backend.refuse import Refused
from ppcl.ir import expression as ex
from ppcl.ir.node import Origin
from ppcl.ir.types import ArrayType, PointerType, RecordType, Type, VectorType
from ppcl.ir.unit import Record

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


def elements_of(node: ex.InitList, records: Mapping[str, Record]) -> Sequence[ex.Expression]:
    """The elements of a list for an array, record or number, those between them too; those behind
    the last one where a record has them."""
    record = records[node.type.name] if isinstance(node.type, RecordType) else None
    if record is not None and record.union:
        return _of_union(node)
    types = [field.type for field in record.fields] if record is not None else []
    found: list[ex.Expression] = []
    for index, element in enumerate(node.elements):
        part = types[index] if record is not None else element_type(node.type)
        found.append(_fitting(element, part) if element is not None else zero(part, node.at))
    return found


def _fitting(element: ex.Expression, type_: Type) -> ex.Expression:
    """An element for a part of a type: a number for a vector is one for each of its lanes."""
    is_number = not isinstance(element.type, VectorType) and not isinstance(element, ex.InitList)
    splat = is_number and isinstance(type_, VectorType)
    return ex.Cast(element.at, type_, element, implicit=True) if splat else element


def _of_union(node: ex.InitList) -> Sequence[ex.Expression]:
    first, *others = (*node.elements, None)
    if any(other is not None for other in others):
        raise Refused("a union that begins with another member than its first", node.at)
    return [first] if first is not None else []


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
