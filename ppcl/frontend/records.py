"""Structs, unions and classes."""

from collections.abc import Iterator

from ppcl.frontend import native
from ppcl.frontend.kinds import Kind
from ppcl.frontend.layout import BasePlace, base_places
from ppcl.frontend.native import Cursor
from ppcl.frontend.reader import Reader
from ppcl.ir.types import RecordType
from ppcl.ir.unit import Base, Field, Record

_PRIVATE = 3
_METHODS = frozenset({Kind.METHOD, Kind.CONVERSION, Kind.FUNCTION_TEMPLATE})


def record_of(reader: Reader, type_: RecordType) -> Record:
    """The record that a type names."""
    found = reader.records.get(type_.name)
    if found is None:
        found = _record(reader, type_.name, reader.types.records[type_.name])
        reader.records[type_.name] = found
    return found


def _record(reader: Reader, name: str, cursor: Cursor) -> Record:
    """A record; the fields of its anonymous members and of its bases are its own too."""
    definition = native.definition(cursor)
    size = native.size_of(native.type_of(cursor))
    type_ = native.type_of(definition)
    own = tuple(_own_fields(reader, type_, type_))
    bases = base_places(definition) if reader.is_users(definition) else []
    names = [reader.types.of(place.definition) for place in bases]
    return Record(
        name,
        (*_inherited(reader, bases), *own),
        cursor.kind == Kind.UNION,
        size if size >= 0 else None,
        tuple(
            Base(type_.name, place.offset)
            for type_, place in zip(names, bases, strict=True)
            if isinstance(type_, RecordType)
        ),
        len(own),
        tuple(_methods_of_template(reader, definition)),
    )


def _methods_of_template(reader: Reader, cursor: Cursor) -> Iterator[str]:
    template = native.specialized(cursor)
    if template.kind < Kind.INVALID and reader.is_users(cursor):
        parts = native.children(template)
        yield from (native.spelling(c) for c in parts if c.kind in _METHODS)


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
    private = native.access_specifier(cursor) == _PRIVATE
    return Field(name, reader.types.of(cursor), bits // 8 if known else -1, private)


def _inherited(reader: Reader, bases: list[BasePlace]) -> Iterator[Field]:
    """The fields of base classes, in an object of the derived one."""
    for place in bases:
        type_ = native.type_of(place.definition)
        inner = base_places(place.definition)
        for field in (*_inherited(reader, inner), *_own_fields(reader, type_, type_)):
            known = place.offset >= 0 and field.offset >= 0
            offset = place.offset + field.offset if known else -1
            yield Field(field.name, field.type, offset)
