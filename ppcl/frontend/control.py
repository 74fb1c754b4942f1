"""Branches and loops."""

from dataclasses import replace
from itertools import takewhile

from ppcl.frontend import lexing, native
from ppcl.frontend.constexpr_if import constexpr_if, is_constexpr
from ppcl.frontend.declarations import variable
from ppcl.frontend.kinds import Kind
from ppcl.frontend.native import Cursor
from ppcl.frontend.range_for import range_for
from ppcl.frontend.reader import Reader, StatementReader
from ppcl.frontend.statements import NOT_UNDERSTOOD, opaque_statement, through, with_semicolon
from ppcl.ir import expression as ex
from ppcl.ir import statement as st
from ppcl.ir.node import Origin

_ForHead = tuple[Cursor | None, Cursor | None, Cursor | None]


def _split(cursor: Cursor) -> tuple[list[Cursor], list[Cursor]]:
    """A statement's parts: the declarations in its head (`if (T x = f())`), and the others."""
    parts = native.children(cursor)
    heads = list(takewhile(lambda c: c.kind in (Kind.VARIABLE, Kind.DECLARATION), parts))
    return heads, parts[len(heads) :]


def _scoped(at: Origin, heads: list[st.Statement], inner: st.Statement) -> st.Statement:
    """A statement with the declarations of its head, in a block around it."""
    return st.Block(at, (*heads, inner)) if heads else inner


def _declared(reader: Reader, cursor: Cursor) -> st.Statement:
    if cursor.kind == Kind.DECLARATION:
        return reader.statement(cursor)
    return st.Declare(reader.place(cursor), (variable(reader, cursor),))


def _if(reader: Reader, cursor: Cursor, at: Origin) -> st.Statement:
    heads, parts = _split(cursor)
    if not heads and is_constexpr(reader, at):
        return constexpr_if(reader, cursor, at, parts)
    if not 2 <= len(parts) <= 3 or len(_head(reader, at)) > 1 + len(heads):
        return opaque_statement(reader, cursor, at, NOT_UNDERSTOOD)
    declared = [_declared(reader, head) for head in heads]  # first: they say what names are
    condition, then, *rest = parts
    otherwise = reader.statement(rest[0]) if rest else None
    body = reader.statement(then)
    at = through(at, otherwise or body)
    return _scoped(at, declared, st.If(at, reader.expression(condition), body, otherwise))


def _switch(reader: Reader, cursor: Cursor, at: Origin) -> st.Statement:
    heads, parts = _split(cursor)
    if len(parts) != 2 or _is_divided(reader, at, b"switch"):
        return opaque_statement(reader, cursor, at, NOT_UNDERSTOOD)
    declared = [_declared(reader, head) for head in heads]
    body = reader.statement(parts[1])
    at = through(at, body)
    return _scoped(at, declared, st.Switch(at, reader.expression(parts[0]), body))


def _while(reader: Reader, cursor: Cursor, at: Origin) -> st.Statement:
    parts = native.children(cursor)
    if len(parts) != 2:
        return opaque_statement(reader, cursor, at, "while with a declaration")
    body = reader.statement(parts[1])
    return st.While(through(at, body), reader.expression(parts[0]), body)


def _do(reader: Reader, cursor: Cursor, at: Origin) -> st.Statement:
    parts = native.children(cursor)
    at = with_semicolon(reader, at)
    if len(parts) != 2:
        return opaque_statement(reader, cursor, at, NOT_UNDERSTOOD)
    return st.DoWhile(at, reader.statement(parts[0]), reader.expression(parts[1]))


def _for(reader: Reader, cursor: Cursor, at: Origin) -> st.Statement:
    parts = native.children(cursor)
    head = _for_parts(reader, parts[:-1], at)
    if head is None or not parts:
        return opaque_statement(reader, cursor, at, "for statement with a head that is not seen")
    init, condition, step = head
    declared = reader.statement(init) if init else None
    body = reader.statement(parts[-1])
    return st.For(
        through(at, body),
        declared,
        reader.expression(condition) if condition else None,
        reader.expression(step) if step else None,
        body,
    )


def _for_parts(reader: Reader, found: list[Cursor], at: Origin) -> _ForHead | None:
    """Which of the three parts of a for statement's head are there, by the semicolons."""
    if len(found) == 3:
        return found[0], found[1], found[2]
    pieces = _head(reader, at)
    if len(pieces) != 3 or len(found) > 3:
        return None
    parts: list[Cursor | None] = [None, None, None]
    for cursor in found:
        start = reader.spans.source(reader.place(cursor).span)[2]
        number = next(i for i, (_, end) in enumerate(pieces) if start < end or i == 2)
        parts[number] = cursor
    return parts[0], parts[1], parts[2]


def _head(reader: Reader, at: Origin) -> list[tuple[int, int]]:
    """The pieces between semicolons in a statement's parentheses; none in a macro."""
    if at.macro is not None:
        return []
    _, text, start, end = reader.spans.source(at.span)
    inside = lexing.bracketed(text, start, end)
    return lexing.split(text, *inside, b";") if inside else []


def _is_divided(reader: Reader, at: Origin, keyword: bytes) -> bool:
    """Whether a statement may stand in front of another part of a head; macros may hide it. C has
    none: there, a semicolon is one of a statement in an expression."""
    if not reader.names.cplusplus:
        return False
    file, text, start, end = reader.spans.source(at.span)
    known = reader.spans.invocations.get(file)
    holder = known.at(start) if known is not None else None
    if at.macro is not None or holder is not None:
        end = holder.end if holder is not None else end
        return reader.macros.may_hide(text[start:end], keyword)
    inside = lexing.bracketed(text, start, end)
    return inside is None or reader.macros.may_end(text[slice(*inside)])


def _range_for(reader: Reader, cursor: Cursor, at: Origin) -> st.Statement:
    """A range-based for; what C++20 lets stand in front of its variable is not in clang's tree."""
    if _is_divided(reader, at, b"for"):
        return opaque_statement(reader, cursor, at, "range-based for")
    return range_for(reader, cursor, at)


def _case(reader: Reader, cursor: Cursor, at: Origin) -> st.Statement:
    """A label; GNU's `case 1 ... 5` has a value without a kind of its own."""
    *found, body = native.children(cursor)
    value, *rest = (reader.expression(part) for part in found)
    if rest:
        value = ex.OpaqueExpression(value.at, value.type, "case range", (value, *rest))
    labelled = reader.statement(body)
    return st.Case(through(at, labelled), value, labelled)


def _default(reader: Reader, cursor: Cursor, at: Origin) -> st.Statement:
    labelled = reader.statement(native.children(cursor)[0])
    return st.Case(through(at, labelled), None, labelled)


def _try(reader: Reader, cursor: Cursor, at: Origin) -> st.Statement:
    body, *found = native.children(cursor)
    handlers = tuple(_handler(reader, c) for c in found if c.kind == Kind.CATCH)
    if len(handlers) != len(found):
        return opaque_statement(reader, cursor, at, NOT_UNDERSTOOD)
    return st.Try(at, reader.statement(body), handlers)


def _handler(reader: Reader, cursor: Cursor) -> st.Handler:
    *heads, body = native.children(cursor)
    caught = [variable(reader, head) for head in heads if head.kind == Kind.VARIABLE]
    return st.Handler(
        reader.place(cursor),
        replace(caught[0], init=None) if caught else None,
        reader.statement(body),
        not heads,
    )


CONTROL: dict[int, StatementReader] = {
    Kind.IF: _if,
    Kind.SWITCH: _switch,
    Kind.WHILE: _while,
    Kind.DO: _do,
    Kind.FOR: _for,
    Kind.RANGE_FOR: _range_for,
    Kind.CASE: _case,
    Kind.DEFAULT: _default,
    Kind.TRY: _try,
}
