"""The elements of an initialiser's list, those that it leaves out too, where C would take it for
something else."""

from collections.abc import Mapping, Sequence

from ppcl.backend.refuse import NotCompiled
from ppcl.ir import expression as ex
from ppcl.ir.types import RecordType, Type, VectorType
from ppcl.ir.unit import Record
from ppcl.rewrite.initial import element_type, zero


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
        raise NotCompiled("a union that begins with another member than its first", node.at)
    return [first] if first is not None else []
