"""Variables and parameters."""

import re
from collections.abc import Iterator
from typing import Literal

from ppcl.frontend import lexing, native
from ppcl.frontend.attributes import attributes, cleanup_of, is_marked, note_unfamiliar
from ppcl.frontend.kinds import Kind, TypeKind
from ppcl.frontend.native import Cursor
from ppcl.frontend.reader import Reader
from ppcl.frontend.type_table import space_of
from ppcl.ir.expression import Expression, OpaqueExpression
from ppcl.ir.node import Origin
from ppcl.ir.statement import Variable
from ppcl.ir.types import AddressSpace, ArrayType, PointerType, Type
from ppcl.ir.unit import Parameter

Storage = Literal["auto", "static", "extern", "global"]
_EXTERN, _STATIC, _REGISTER = 2, 3, 7
_ARRAYS = (TypeKind.CONSTANT_ARRAY, TypeKind.INCOMPLETE_ARRAY, TypeKind.VARIABLE_ARRAY)
_INITIALISERS = range(Kind.UNEXPOSED_EXPRESSION, Kind.UNEXPOSED_STATEMENT)
_DECLARATOR_HEAD = re.compile(
    rb"(?:[*&(]\s*(?:(?:const|volatile|restrict|__restrict(?:__)?)\b\s*)*)+\Z"
)
_LONGEST_HEAD = 200


def variable(reader: Reader, cursor: Cursor, file_scope: bool = False) -> Variable:
    """A declared variable with its initialiser."""
    init = native.initializer(cursor)
    type_ = native.type_of(cursor)
    element = native.canonical(type_)
    while element.kind in _ARRAYS:
        element = native.array_element(element)
    space = space_of(type_)
    is_const = native.is_const(native.canonical(type_)) or native.is_const(element)
    marks = attributes(native.head(cursor)) if is_marked(native.children(cursor)) else ()
    note_unfamiliar(reader, cursor, marks)
    at = declarator(reader, cursor)
    reader.note_volatile(cursor, at)
    _note_register(reader, cursor, at)
    return Variable(
        at,
        reader.names.declaration(cursor),
        reader.type_of(cursor),
        _init(reader, cursor, init),
        storage_of(cursor, file_scope),
        space,
        bool(is_const) or space is AddressSpace.CONSTANT,
        _lengths(reader, cursor, init),
        cleanup_of(reader, marks),
        any(mark.name == "weak" for mark in marks),
    )


def _lengths(reader: Reader, cursor: Cursor, init: Cursor) -> tuple[Expression, ...]:
    """The lengths of a variable-length array, or of one that is pointed to; none where they do
    not all stand in the declaration (a typedef has some)."""
    type_ = reader.type_of(cursor)
    array = type_.pointee if isinstance(type_, PointerType) else type_
    levels = list(_levels(array))
    if None not in levels:
        return ()
    found = [child for child in native.children(cursor) if child.kind in _INITIALISERS]
    if init.kind in _INITIALISERS:
        found.pop()
    if len(found) != len(levels):
        return ()
    return tuple(reader.expression(child) for child in reversed(found))


def _levels(type_: Type) -> Iterator[int | None]:
    """The lengths of an array's dimensions, outermost first, None for one that is not constant."""
    while isinstance(type_, ArrayType):
        yield type_.length
        type_ = type_.element


def _init(reader: Reader, cursor: Cursor, init: Cursor) -> Expression | None:
    """The initialiser; one that clang did not understand, and drops, is not taken for none."""
    if init.kind in _INITIALISERS:
        return reader.expression(init)
    at = declarator(reader, cursor)
    if not reader.errors or at.macro is not None:
        return None
    _, text, _, end = reader.spans.source(at.span)
    following = lexing.next_token(text, end)
    if following is None or following.text not in (b"=", b"(", b"{"):
        return None
    return OpaqueExpression(at, reader.types.of(cursor), "not understood", ())


def loop_variable(reader: Reader, cursor: Cursor) -> Variable:
    """The variable of a range-based for statement; clang's hidden iterator is left out."""
    at = reader.name_place(cursor)
    reader.note_volatile(cursor, at)
    return Variable(
        at,
        reader.names.declaration(cursor),
        reader.types.of(cursor),
        None,
        "auto",
    )


def parameter(reader: Reader, cursor: Cursor) -> Parameter:
    """A formal parameter."""
    type_ = reader.type_of(cursor)
    if isinstance(type_, ArrayType):
        type_ = reader.types.decayed(cursor)
    at = reader.place(cursor)
    reader.note_volatile(cursor, at)
    _note_register(reader, cursor, at)
    return Parameter(at, reader.names.declaration(cursor), type_)


def _note_register(reader: Reader, cursor: Cursor, at: Origin) -> None:
    if native.storage_class(cursor) == _REGISTER:
        reader.registers.add(at.span)


def storage_of(cursor: Cursor, file_scope: bool) -> Storage:
    """How long a variable lasts, and where it is seen."""
    storage = native.storage_class(cursor)
    if storage == _EXTERN:
        return "extern"
    if storage == _STATIC or (native.thread_storage(cursor) and not file_scope):
        return "static"
    return "global" if file_scope else "auto"


def declarator(reader: Reader, cursor: Cursor) -> Origin:
    """The place of `*name[n] = init`, without the type in front."""
    at = reader.place(cursor)
    name = reader.name_place(cursor)
    if at.macro is not None or name.macro is not None or name.span.file != at.span.file:
        return at
    file, text, _, end = reader.spans.source(at.span)
    _, _, name_start, _ = reader.spans.source(name.span)
    head = _DECLARATOR_HEAD.search(text, max(0, name_start - _LONGEST_HEAD), name_start)
    return Origin(reader.spans.span(file, head.start() if head else name_start, end))
