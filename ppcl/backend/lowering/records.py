"""Structs and unions in C, with the layout that OpenCL C gives them.

C lays out the fields of a record in one way. One that is packed, has fields of bits or unnamed
members, or fields that are aligned more than their types, has another layout, and no form in C;
one that is aligned as a whole has bytes behind its fields.
"""

from collections.abc import Iterable, Iterator, Mapping

from pycparser import c_ast

from ppcl.backend.c.ctree import CTypes, Tree
from ppcl.backend.c.names import c_identifier
from ppcl.backend.refuse import NotCompiled
from ppcl.ir import statement as st
from ppcl.ir.node import Origin
from ppcl.ir.traverse import descendants
from ppcl.ir.types import ArrayType, IntType, PointerType, RecordType, Type, size_of
from ppcl.ir.unit import Function, Record, TranslationUnit

_PADDING = "ppcl_padding"
_CHAR = IntType("char", 8, True)


def record_trees(unit: TranslationUnit, types: CTypes) -> Iterator[Tree]:
    """The definitions of a unit's records, each behind those of its fields, but for those that have
    no form in C."""
    done: set[str] = set()
    for name in unit.records:
        yield from _record(name, unit, types, done)


def check_records(unit: TranslationUnit, functions: Iterable[Function]) -> None:
    """Raises NotCompiled where one of some functions, or a constant, uses a record that has no form
    in C."""
    unfit = {name for name in unit.records if not _is_fit(name, unit.records)}
    for type_, at in _types_used(unit, functions):
        name = _pointed(type_)
        if name in unfit:
            raise NotCompiled(f"'{name}' is packed, or has bit-fields or unnamed members", at)


def _types_used(
    unit: TranslationUnit, functions: Iterable[Function]
) -> Iterator[tuple[Type, Origin]]:
    for variable in unit.globals:
        yield variable.type, variable.at
    for function in functions:
        yield from _types_in(function)


def _types_in(function: Function) -> Iterator[tuple[Type, Origin]]:
    for parameter in function.parameters:
        yield parameter.type, parameter.at
    for node in descendants(function.body) if function.body is not None else ():
        if not isinstance(node, st.Statement):
            yield node.type, node.at


def _record(name: str, unit: TranslationUnit, types: CTypes, done: set[str]) -> Iterator[Tree]:
    if name in done:
        return
    done.add(name)
    record = unit.records[name]
    for field in record.fields:
        inner = _inner(field.type)
        if inner is not None and inner in unit.records:
            yield from _record(inner, unit, types, done)
    if _is_fit(name, unit.records):
        yield _definition(record, types, unit.records)


def _definition(record: Record, types: CTypes, records: Mapping[str, Record]) -> Tree:
    fields = [types.declare(c_identifier(f.name), f.type) for f in record.fields]
    size = _rounded(*_natural(record, records))
    if record.size is not None and record.size > size:
        fields.append(types.declare(_PADDING, ArrayType(_CHAR, record.size - size)))
    kind = c_ast.Union if record.union else c_ast.Struct
    tag = kind(types.records[record.name], fields)
    return c_ast.Decl(None, [], [], [], [], tag, None, None)


def _is_fit(name: str, records: Mapping[str, Record]) -> bool:
    """Whether C gives a record the layout that it has, with bytes behind its fields at most."""
    record = records[name]
    inner = [_inner(field.type) for field in record.fields]
    if any(each in records and not _is_fit(each, records) for each in inner if each is not None):
        return False
    offsets = list(_offsets(record, records))
    size, alignment = _natural(record, records)
    if offsets != [field.offset for field in record.fields] or record.size is None:
        return False
    more = record.size - _rounded(size, alignment)
    return more == 0 or (more > 0 and not record.union)


def _offsets(record: Record, records: Mapping[str, Record]) -> Iterator[int]:
    end = 0
    for field in record.fields:
        start = 0 if record.union else _rounded(end, _alignment(field.type, records))
        yield start
        end = start + (size_of(field.type) or 0)


def _natural(record: Record, records: Mapping[str, Record]) -> tuple[int, int]:
    """Where the last of a record's fields ends, and the alignment that C gives the record."""
    offsets = _offsets(record, records)
    ends = [at + (size_of(f.type) or 0) for at, f in zip(offsets, record.fields, strict=True)]
    return max(ends, default=0), _largest(_alignment(f.type, records) for f in record.fields)


def _alignment(type_: Type, records: Mapping[str, Record]) -> int:
    match type_:
        case ArrayType(element=element):
            return _alignment(element, records)
        case RecordType(name=name) if name in records:
            return _largest(_alignment(f.type, records) for f in records[name].fields)
        case _:
            return size_of(type_) or 1


def _largest(numbers: Iterable[int]) -> int:
    return max(numbers, default=1)


def _rounded(value: int, unit: int) -> int:
    return -(-value // unit) * unit


def _pointed(type_: Type) -> str | None:
    """The record that a type is, holds or points to."""
    return _pointed(type_.pointee) if isinstance(type_, PointerType) else _inner(type_)


def _inner(type_: Type) -> str | None:
    while isinstance(type_, ArrayType):
        type_ = type_.element
    return type_.name if isinstance(type_, RecordType) else None
