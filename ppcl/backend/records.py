"""Structs and unions in C, with the layout that OpenCL C gives them."""

from collections.abc import Iterator

from pycparser import c_ast

from ppcl.backend.ctree import CTypes, Tree
from ppcl.backend.names import c_identifier
from ppcl.ir.types import ArrayType, RecordType, Type
from ppcl.ir.unit import Record, TranslationUnit


def record_trees(unit: TranslationUnit, types: CTypes) -> Iterator[Tree]:
    """The definitions of a unit's records, each behind those of its fields, and a check of its
    size: a packed or aligned one fails to compile rather than to compute."""
    done: set[str] = set()
    for name in unit.records:
        yield from _record(name, unit, types, done)


def _record(name: str, unit: TranslationUnit, types: CTypes, done: set[str]) -> Iterator[Tree]:
    if name in done:
        return
    done.add(name)
    record = unit.records[name]
    for field in record.fields:
        inner = _inner(field.type)
        if inner is not None and inner in unit.records:
            yield from _record(inner, unit, types, done)
    yield from _definition(record, types)


def _definition(record: Record, types: CTypes) -> Iterator[Tree]:
    fields = [types.declare(c_identifier(f.name), f.type) for f in record.fields]
    kind = c_ast.Union if record.union else c_ast.Struct
    tag = kind(types.records[record.name], fields)
    yield c_ast.Decl(None, [], [], [], [], tag, None, None)


def _inner(type_: Type) -> str | None:
    while isinstance(type_, ArrayType):
        type_ = type_.element
    return type_.name if isinstance(type_, RecordType) else None


def size_check(record: Record, types: CTypes) -> str:
    """`sizeof(struct S) == 32`, as C text."""
    kind = "union" if record.union else "struct"
    return f"sizeof({kind} {types.records[record.name]}) == {record.size}"
