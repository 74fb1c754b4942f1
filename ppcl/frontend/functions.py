"""Functions, methods and constructors."""

import re
from collections.abc import Iterator
from itertools import pairwise

from ppcl.frontend import lexing, native
from ppcl.frontend.declarations import parameter
from ppcl.frontend.expressions import is_expression
from ppcl.frontend.kinds import Kind
from ppcl.frontend.native import Cursor
from ppcl.frontend.reader import Reader, is_made_by_compiler
from ppcl.ir import expression as ex
from ppcl.ir.node import Origin
from ppcl.ir.statement import Block, Evaluate, Statement
from ppcl.ir.types import PointerType
from ppcl.ir.unit import Attribute, Function

FUNCTIONS = frozenset(
    {Kind.FUNCTION, Kind.METHOD, Kind.CONSTRUCTOR, Kind.DESTRUCTOR, Kind.CONVERSION}
)
_CLASSES = frozenset({Kind.STRUCT, Kind.CLASS, Kind.UNION})
_KERNEL = re.compile(r"\b(?:__)?kernel\b")
_ATTRIBUTE = re.compile(r"__attribute__\(\((\w+)(?:\(([^()]*)\))?\)\)")


def function(reader: Reader, cursor: Cursor, opencl: bool = False) -> Function:
    """A function's definition or prototype."""
    head = native.head(cursor) if opencl else ""
    count = native.argument_count(cursor)
    parameters = [native.argument(cursor, index) for index in range(max(count, 0))]
    owner = native.semantic_parent(cursor)
    return Function(
        reader.place(cursor),
        reader.name_place(cursor),
        reader.names.declaration(cursor),
        reader.types.convert(native.result_type(native.type_of(cursor))),
        tuple(parameter(reader, c) for c in parameters),
        _body(reader, cursor),
        kernel=_KERNEL.search(head) is not None,
        attributes=_attributes(head),
        owner=reader.types.name(owner) if owner.kind in _CLASSES else None,
        template=native.specialized(cursor).kind < Kind.INVALID,
    )


def _body(reader: Reader, cursor: Cursor) -> Block | None:
    parts = native.children(cursor)
    if is_made_by_compiler(cursor):
        is_default = cursor.kind == Kind.CONSTRUCTOR and native.argument_count(cursor) == 0
        made = Block(reader.place(cursor), tuple(_initialisers(reader, cursor, parts)))
        return made if is_default else None
    body = next((c for c in parts if c.kind == Kind.COMPOUND), None)
    block = reader.statement(body) if body is not None else None
    if not isinstance(block, Block):
        return None
    if cursor.kind != Kind.CONSTRUCTOR:
        return block
    return Block(block.at, (*_initialisers(reader, cursor, parts), *block.body))


def _initialisers(reader: Reader, cursor: Cursor, parts: list[Cursor]) -> Iterator[Statement]:
    """What a constructor does before its body, in the order of the fields."""
    owner = native.semantic_parent(cursor)
    yield from _bases(reader, owner, parts)
    written = {
        native.spelling(part): (part, value)
        for part, value in pairwise(parts)
        if part.kind == Kind.MEMBER_REF and is_expression(value)
    }
    for field in native.fields(native.type_of(owner)):
        place, cursor_of_value = written.get(native.spelling(field), (field, _default_of(field)))
        at = reader.place(place)
        if cursor_of_value is not None:
            yield _assigned(reader, owner, field, at, reader.expression(cursor_of_value))
        elif _is_object(field):
            constructed = ex.Construct(at, reader.types.of(field), None, ())
            yield _assigned(reader, owner, field, at, constructed)


def _is_object(field: Cursor) -> bool:
    declaration = native.declaration_of(native.type_of(field))
    return declaration.kind in _CLASSES and not native.is_anonymous_record(declaration)


def _default_of(field: Cursor) -> Cursor | None:
    found = [c for c in native.children(field) if is_expression(c)]
    has_width = native.is_bit_field(field)
    return found[-1] if len(found) > has_width else None


def _assigned(
    reader: Reader, owner: Cursor, field: Cursor, at: Origin, value: ex.Expression
) -> Evaluate:
    type_ = reader.types.of(field)
    this = ex.This(at, PointerType(reader.types.of(owner)))
    target = ex.Member(at, type_, this, native.spelling(field), arrow=True)
    whole = at if at.span.contains(value.at.span) else _joined(reader, at, value.at)
    return Evaluate(whole, ex.Assign(whole, type_, "=", target, value))


def _joined(reader: Reader, first: Origin, last: Origin) -> Origin:
    """The place of `field(value)`."""
    if first.macro is not None or last.macro is not None:
        return last
    file, text, start, _ = reader.spans.source(first.span)
    end = reader.spans.source(last.span)[3]
    bracket = lexing.next_token(text, end)
    closes = bracket is not None and bracket.text in (b")", b"}")
    return Origin(reader.spans.span(file, start, bracket.end if bracket and closes else end))


def _bases(reader: Reader, owner: Cursor, parts: list[Cursor]) -> Iterator[Evaluate]:
    """Calls of the base classes' constructors, on the same object."""
    for part in parts:
        target = native.referenced(part) if part.kind == Kind.CALL else part
        if target.kind != Kind.CONSTRUCTOR:
            continue
        made = reader.expression(part)
        if isinstance(made, ex.Construct):
            object_type = reader.types.of(owner)
            this = ex.This(made.at, PointerType(object_type))
            receiver = ex.Unary(made.at, object_type, "*", this)
            name = reader.names.qualified(target)
            call = ex.Call(made.at, made.type, name, made.target, made.arguments, receiver)
            yield Evaluate(made.at, call)


def _attributes(head: str) -> tuple[Attribute, ...]:
    """The attributes in a function's head as clang prints it, with integer arguments."""
    found = []
    for name, arguments in _ATTRIBUTE.findall(head):
        values = [piece.strip() for piece in arguments.split(",")]
        numbers = tuple(int(value) for value in values if value.lstrip("-").isdigit())
        found.append(Attribute(name, numbers))
    return tuple(found)
