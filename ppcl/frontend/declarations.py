"""Variables, parameters, functions and records."""

import re
from typing import Literal

from ppcl.frontend import native
from ppcl.frontend.files import IN_MACRO
from ppcl.frontend.kinds import Kind, TypeKind
from ppcl.frontend.native import Cursor
from ppcl.frontend.reader import Reader
from ppcl.frontend.type_table import space_of
from ppcl.ir.node import Origin
from ppcl.ir.statement import Block, Variable
from ppcl.ir.types import AddressSpace
from ppcl.ir.unit import Attribute, Field, Function, Parameter, Record
from ppcl.source import Span

Storage = Literal["auto", "static", "extern", "global"]
_STATIC, _EXTERN = 3, 2
_ARRAYS = (TypeKind.CONSTANT_ARRAY, TypeKind.INCOMPLETE_ARRAY, TypeKind.VARIABLE_ARRAY)
_DECLARATOR_HEAD = re.compile(
    rb"(?:[*&(]\s*(?:(?:const|volatile|restrict|__restrict(?:__)?)\b\s*)*)+\Z"
)
_ATTRIBUTE = re.compile(r"__attribute__\(\((\w+)(?:\(([^()]*)\))?\)\)")


def variable(reader: Reader, cursor: Cursor, file_scope: bool = False) -> Variable:
    """A declared variable."""
    init = native.initializer(cursor)
    type_ = native.type_of(cursor)
    element = native.canonical(type_)
    while element.kind in _ARRAYS:
        element = native.array_element(element)
    space = space_of(type_)
    return Variable(
        _declarator(reader, cursor),
        reader.names.declaration(cursor),
        reader.types.convert(type_),
        reader.expression(init) if init.kind in _INITIALISERS else None,
        _storage(cursor, file_scope, space),
        space,
        bool(native.is_const(type_) or native.is_const(element)),
    )


_INITIALISERS = range(Kind.UNEXPOSED_EXPRESSION, Kind.UNEXPOSED_STATEMENT)


def _storage(cursor: Cursor, file_scope: bool, space: AddressSpace) -> Storage:
    storage = native.storage_class(cursor)
    if storage == _EXTERN:
        return "extern"
    if storage == _STATIC:
        return "static"
    return "global" if file_scope else "auto"


def _declarator(reader: Reader, cursor: Cursor) -> Origin:
    """The place of `*name[n] = init`, without the type in front."""
    at = reader.place(cursor)
    name = native.location(cursor).raw
    if at.macro is not None or name & IN_MACRO:
        return at
    offset = reader.spans.locations.place(name).offset
    if reader.spans.literal is not None:
        return at
    text = reader.spans.files.text(at.span.file)[at.span.start : offset]
    head = _DECLARATOR_HEAD.search(text)
    start = at.span.start + head.start() if head else offset
    return Origin(Span(at.span.file, start, at.span.end))


def parameter(reader: Reader, cursor: Cursor) -> Parameter:
    """A formal parameter."""
    return Parameter(
        reader.place(cursor), reader.names.declaration(cursor), reader.types.of(cursor)
    )


def function(reader: Reader, cursor: Cursor, opencl: bool) -> Function:
    """A function's definition or prototype."""
    parts = native.children(cursor)
    body = next((c for c in parts if c.kind == Kind.COMPOUND), None)
    head = native.head(cursor) if opencl else ""
    count = native.argument_count(cursor)
    parameters = [native.argument(cursor, index) for index in range(max(count, 0))]
    block = reader.statement(body) if body is not None else None
    return Function(
        reader.place(cursor),
        name_place(reader, cursor),
        reader.names.declaration(cursor),
        reader.types.convert(native.result_type(native.type_of(cursor))),
        tuple(parameter(reader, c) for c in parameters),
        block if isinstance(block, Block) else None,
        kernel=head.startswith(("__kernel ", "kernel ")),
        attributes=attributes(head),
    )


def name_place(reader: Reader, cursor: Cursor) -> Origin:
    """Where a declaration's name stands."""
    location = native.location(cursor)
    length = len(native.spelling(cursor).encode())
    return reader.spans.place(native.Range(location.data, location.raw, location.raw + length)).at


def attributes(head: str) -> tuple[Attribute, ...]:
    """The attributes in a function's head as clang prints it, with integer arguments."""
    found = []
    for name, arguments in _ATTRIBUTE.findall(head):
        values = [piece.strip() for piece in arguments.split(",")]
        numbers = tuple(int(value) for value in values if value.lstrip("-").isdigit())
        found.append(Attribute(name, numbers))
    return tuple(found)


def record(reader: Reader, name: str, cursor: Cursor) -> Record:
    """A record with its fields."""
    fields = [c for c in native.children(native.definition(cursor)) if c.kind == Kind.FIELD]
    size = native.size_of(native.type_of(cursor))
    return Record(
        name,
        tuple(_field(reader, field) for field in fields),
        cursor.kind == Kind.UNION,
        size if size >= 0 else None,
    )


def _field(reader: Reader, cursor: Cursor) -> Field:
    bits = native.field_offset(cursor)
    known = bits >= 0 and bits % 8 == 0 and not native.is_bit_field(cursor)
    return Field(native.spelling(cursor), reader.types.of(cursor), bits // 8 if known else -1)
