"""Structs, unions and classes."""

from collections.abc import Iterator

from ppcl.frontend import native
from ppcl.frontend.kinds import Kind
from ppcl.frontend.native import Cursor
from ppcl.frontend.reader import Reader
from ppcl.ir.unit import Field, Record


def record(reader: Reader, name: str, cursor: Cursor) -> Record:
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
    for child in native.children(cursor):
        if child.kind == Kind.FIELD:
            yield from _field(reader, child)
        elif child.kind == Kind.BASE:
            yield from _fields(reader, native.definition(native.referenced(child)))


def _field(reader: Reader, cursor: Cursor) -> Iterator[Field]:
    bits = native.field_offset(cursor)
    known = bits >= 0 and bits % 8 == 0 and not native.is_bit_field(cursor)
    yield Field(native.spelling(cursor), reader.types.of(cursor), bits // 8 if known else -1)
