"""Default member initialisers, which hold for what a list of initialisers leaves out.

Source: C++17 [dcl.init.aggr], 8.
"""

from collections.abc import Iterator

from ppcl.frontend import native
from ppcl.frontend.expressions import is_expression
from ppcl.frontend.layout import base_places
from ppcl.frontend.native import Cursor
from ppcl.frontend.reader import Reader
from ppcl.ir.types import ArrayType, RecordType, Type


def default_of(field: Cursor) -> Cursor | None:
    """What a class writes behind a field of its own, None where it writes nothing."""
    found = [c for c in native.children(field) if is_expression(c)]
    is_array = native.array_size(native.type_of(field)) >= 0
    has_width = native.is_bit_field(field) or is_array
    return found[-1] if len(found) > has_width else None


def member_defaults(reader: Reader, type_: RecordType) -> dict[str, Cursor]:
    """A class's default member initialisers by field, those of its bases among them."""
    found = reader.defaults.get(type_.name)
    if found is None:
        cursor = reader.types.records.get(type_.name)
        found = dict(_defaults(reader, native.definition(cursor))) if cursor is not None else {}
        reader.defaults[type_.name] = found
    return found


def has_defaults(reader: Reader, type_: Type | None) -> bool:
    """Whether some part of a value has a default member initialiser."""
    if isinstance(type_, ArrayType):
        return has_defaults(reader, type_.element)
    if not isinstance(type_, RecordType) or type_.name not in reader.types.records:
        return False
    if member_defaults(reader, type_):
        return True
    fields = native.fields(native.type_of(native.definition(reader.types.records[type_.name])))
    return any(has_defaults(reader, reader.types.of(field)) for field in fields)


def _defaults(reader: Reader, definition: Cursor) -> Iterator[tuple[str, Cursor]]:
    for base in base_places(definition) if reader.is_users(definition) else ():
        yield from _defaults(reader, base.definition)
    yield from _own(native.type_of(definition))


def _own(type_: native.Type) -> Iterator[tuple[str, Cursor]]:
    for field in native.fields(type_):
        inner = native.type_of(field)
        value = default_of(field)
        if native.is_anonymous_record(native.declaration_of(inner)):
            yield from _own(inner)
        elif value is not None:
            yield native.spelling(field), value
