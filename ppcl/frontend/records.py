"""Structs, unions and classes."""

from collections.abc import Iterator

from ppcl.frontend import native
from ppcl.frontend.kinds import Kind
from ppcl.frontend.native import Cursor
from ppcl.frontend.reader import Reader
from ppcl.ir.types import RecordType
from ppcl.ir.unit import Field, Record


def record_of(reader: Reader, type_: RecordType) -> Record:
    """The record that a type names."""
    found = reader.records.get(type_.name)
    if found is None:
        found = _record(reader, type_.name, reader.types.records[type_.name])
        reader.records[type_.name] = found
    return found


def _record(reader: Reader, name: str, cursor: Cursor) -> Record:
    """A record; the fields of its anonymous members and of its first base are its own too."""
    definition = native.definition(cursor)
    size = native.size_of(native.type_of(cursor))
    return Record(
        name,
        tuple(_fields(reader, definition)),
        cursor.kind == Kind.UNION,
        size if size >= 0 else None,
    )


def _fields(reader: Reader, cursor: Cursor) -> Iterator[Field]:
    bases = [c for c in native.children(cursor) if c.kind == Kind.BASE]
    for number, base in enumerate(bases):
        yield from _inherited(reader, cursor, base, is_first=number == 0)
    type_ = native.type_of(cursor)
    yield from _own_fields(reader, type_, type_)


def _own_fields(reader: Reader, outer: native.Type, type_: native.Type) -> Iterator[Field]:
    """The fields of `type_`, an anonymous record in `outer` or `outer` itself."""
    for cursor in native.fields(type_):
        inner = native.type_of(cursor)
        if native.is_anonymous_record(native.declaration_of(inner)):
            yield from _own_fields(reader, outer, inner)
        elif native.spelling(cursor):
            yield _field(reader, outer, cursor)


def _field(reader: Reader, outer: native.Type, cursor: Cursor) -> Field:
    name = native.spelling(cursor)
    bits = native.offset_of(outer, native.encoded(name))
    known = bits >= 0 and not native.is_bit_field(cursor)
    return Field(name, reader.types.of(cursor), bits // 8 if known else -1)


def _inherited(reader: Reader, derived: Cursor, base: Cursor, is_first: bool) -> Iterator[Field]:
    """A base's fields. The first base begins the object, unless a table pointer does."""
    definition = native.definition(native.referenced(base))
    starts = is_first and not native.is_virtual_base(base)
    starts = starts and _is_polymorphic(definition) >= _is_polymorphic(derived)
    for field in _fields(reader, definition):
        yield field if starts else Field(field.name, field.type, -1)


def _is_polymorphic(cursor: Cursor) -> bool:
    parts = native.children(cursor)
    return any(native.is_virtual(part) for part in parts) or any(
        _is_polymorphic(native.definition(native.referenced(part)))
        for part in parts
        if part.kind == Kind.BASE
    )
