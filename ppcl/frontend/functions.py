"""Functions, methods and constructors."""

import re
from dataclasses import replace

from ppcl.frontend import lexing, native
from ppcl.frontend.attributes import attributes, is_marked, note_unfamiliar
from ppcl.frontend.construction import initialisers
from ppcl.frontend.declarations import parameter
from ppcl.frontend.kinds import Kind
from ppcl.frontend.native import Cursor
from ppcl.frontend.reader import Reader, is_made_by_compiler
from ppcl.ir.node import Origin
from ppcl.ir.statement import Block, OpaqueStatement, Try
from ppcl.ir.unit import Function, Role

FUNCTIONS = frozenset(
    {Kind.FUNCTION, Kind.METHOD, Kind.CONSTRUCTOR, Kind.DESTRUCTOR, Kind.CONVERSION}
)
_ROLES: dict[int, Role] = {
    Kind.METHOD: "method",
    Kind.CONVERSION: "method",
    Kind.CONSTRUCTOR: "constructor",
    Kind.DESTRUCTOR: "destructor",
}
# A handler around the whole body of one of these ends with throwing again.
_RETHROWING = frozenset({Kind.CONSTRUCTOR, Kind.DESTRUCTOR})
_CLASSES = frozenset({Kind.STRUCT, Kind.CLASS, Kind.UNION})
_KERNEL = re.compile(r"\b(?:__)?kernel\b")


def function(
    reader: Reader, cursor: Cursor, opencl: bool = False, instance: Cursor | None = None
) -> Function:
    """A function's definition or prototype; `instance` is the class that a template's method is
    read for."""
    head = native.head(cursor) if opencl or is_marked(native.children(cursor)) else ""
    marks = attributes(head)
    note_unfamiliar(reader, cursor, marks)
    count = native.argument_count(cursor)
    parameters = [native.argument(cursor, index) for index in range(max(count, 0))]
    owner = instance if instance is not None else native.semantic_parent(cursor)
    replaced = native.overridden(cursor)
    reader.owner = owner if owner.kind in _CLASSES else None
    return Function(
        reader.place(cursor),
        reader.name_place(cursor),
        reader.names.declaration(cursor),
        reader.types.convert(native.result_type(native.type_of(cursor))),
        tuple(parameter(reader, c) for c in parameters),
        _with_lengths(reader, parameters, _body(reader, cursor)),
        kernel=_KERNEL.search(head) is not None,
        attributes=marks,
        owner=reader.types.name(owner) if owner.kind in _CLASSES else None,
        template=native.specialized(cursor).kind < Kind.INVALID,
        role=_ROLES.get(cursor.kind, "function"),
        virtual=bool(native.is_virtual(cursor)),
        overrides=_keys(reader, replaced),
        foreign=_keys(reader, [c for c in replaced if not reader.is_users(c)]),
    )


def _keys(reader: Reader, cursors: list[Cursor]) -> tuple[str, ...]:
    return tuple(reader.names.declaration(cursor).key for cursor in cursors)


def _body(reader: Reader, cursor: Cursor) -> Block | None:
    parts = native.children(cursor)
    if is_made_by_compiler(cursor) and not _is_of_generic_lambda(cursor):
        is_default = cursor.kind == Kind.CONSTRUCTOR and native.argument_count(cursor) == 0
        made = Block(reader.place(cursor), tuple(initialisers(reader, cursor, parts)))
        return made if is_default else None
    body = next((c for c in parts if c.kind in (Kind.COMPOUND, Kind.TRY)), None)
    block = reader.statement(body) if body is not None else None
    if isinstance(block, Try) and cursor.kind not in _RETHROWING:
        return Block(block.at, (block,))
    if not isinstance(block, Block):
        return None
    if cursor.kind != Kind.CONSTRUCTOR:
        return block
    return Block(block.at, (*initialisers(reader, cursor, parts), *block.body))


def _with_lengths(reader: Reader, parameters: list[Cursor], body: Block | None) -> Block | None:
    """A body, behind what the lengths in the parameters' types do when the function begins."""
    gaps = tuple(
        OpaqueStatement(at, "parameter's type with a length that may have an effect", ())
        for at in (reader.place(cursor) for cursor in parameters)
        if body is not None and _has_length_that_acts(reader, at)
    )
    return replace(body, body=(*gaps, *body.body)) if body is not None and gaps else body


def _has_length_that_acts(reader: Reader, at: Origin) -> bool:
    if at.macro is not None:
        return False
    _, text, start, end = reader.spans.source(at.span)
    _, end = lexing.split(text, start, end, b"=")[0]  # without a default argument
    while (length := lexing.bracketed(text, start, end, b"[]")) is not None:
        start = length[1] + 1
        if lexing.may_act(text, length[0] - 1, start):
            return True
    return False


def _is_of_generic_lambda(cursor: Cursor) -> bool:
    """Whether a method is an instance of a generic lambda's, which clang places at its class."""
    is_instance = native.specialized(cursor).kind < Kind.INVALID
    return is_instance and native.spelling(cursor) == "operator()"
