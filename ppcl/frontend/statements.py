"""Blocks, declarations, jumps, and what has no kind of its own."""

import re
from collections.abc import Iterator

from ppcl.frontend import lexing, native
from ppcl.frontend.assembly import register_assembly
from ppcl.frontend.declarations import variable
from ppcl.frontend.expressions import is_expression
from ppcl.frontend.kinds import Kind
from ppcl.frontend.native import Cursor
from ppcl.frontend.reader import Reader, StatementReader
from ppcl.frontend.structured import structured
from ppcl.ir import statement as st
from ppcl.ir.node import Origin
from ppcl.source import Span

NOT_UNDERSTOOD = "not understood"
_ATTRIBUTES = re.compile(rb"(?:\s*\[\[.*?\]\])+", re.DOTALL)


def opaque_statement(reader: Reader, cursor: Cursor, at: Origin, reason: str = "") -> st.Statement:
    """A statement that has no kind of its own, or an expression as a statement."""
    if is_expression(cursor):
        return st.Evaluate(with_semicolon(reader, at), reader.expression(cursor))
    parts = tuple(
        reader.expression(child) if is_expression(child) else reader.statement(child)
        for child in native.children(cursor)
        if is_expression(child) or is_statement(child)
    )
    last = parts[-1] if parts else None
    at = through(at, last) if isinstance(last, st.Statement) else at
    return st.OpaqueStatement(at, reason or "statement", parts)


def is_statement(cursor: Cursor) -> bool:
    """Whether a cursor is a statement that is not an expression."""
    return Kind.UNEXPOSED_STATEMENT <= cursor.kind < Kind.TRANSLATION_UNIT


def with_semicolon(reader: Reader, at: Origin) -> Origin:
    """The place of a statement with its semicolon, where that follows in the same file."""
    if at.macro is not None:
        return at
    file, text, start, end = reader.spans.source(at.span)
    token = lexing.next_token(text, end)
    if token is None or token.text != b";":
        return at
    return Origin(reader.spans.span(file, start, token.end))


def through(at: Origin, last: st.Statement) -> Origin:
    """The place of a statement up to the end, semicolon included, of the last one in it."""
    end = last.at.span.end
    if at.macro is not None or last.at.span.file != at.span.file or end <= at.span.end:
        return at
    return Origin(Span(at.span.file, at.span.start, end))


def _compound(reader: Reader, cursor: Cursor, at: Origin) -> st.Statement:
    body = tuple(reader.statement(child) for child in native.children(cursor))
    if at.macro is None and reader.has_error(at.span):
        body = tuple(_with_lost(reader, at, body))
    return st.Block(at, body)


def _with_lost(
    reader: Reader, at: Origin, body: tuple[st.Statement, ...]
) -> Iterator[st.Statement]:
    """Clang drops statements that it does not understand: what stands there is marked."""
    file, text, start, end = reader.spans.source(at.span)
    position = start + 1
    for statement in (*body, None):
        begin = reader.spans.source(statement.at.span)[2] if statement is not None else end - 1
        lost = [t for t in lexing.tokens(text, position, begin) if t.text != b";"]
        if lost and reader.has_error(reader.spans.span(file, lost[0].start, begin)):
            span = reader.spans.span(file, lost[0].start, lost[-1].end)
            yield st.OpaqueStatement(with_semicolon(reader, Origin(span)), NOT_UNDERSTOOD, ())
        if statement is not None:
            yield statement
            position = max(position, reader.spans.source(statement.at.span)[3])


def _declare(reader: Reader, cursor: Cursor, at: Origin) -> st.Statement:
    parts = native.children(cursor)
    if any(c.kind == Kind.UNEXPOSED_DECLARATION for c in parts):
        names = structured(reader, parts[0]) if len(parts) == 1 else ()
        if not names:
            return opaque_statement(reader, cursor, at, "structured binding")
        return st.Declare(at, names)
    found = tuple(variable(reader, c) for c in parts if c.kind == Kind.VARIABLE)
    # Lengths in the parameters of what only declares functions are not evaluated (C99 6.7.5.3).
    is_quiet = all(c.kind in (Kind.FUNCTION, Kind.STATIC_ASSERT) for c in parts)
    if not is_quiet and _has_length_that_acts(reader, at, found):
        return opaque_statement(reader, cursor, at, "type with a length that may have an effect")
    return st.Declare(at, found)


def _has_length_that_acts(reader: Reader, at: Origin, found: tuple[st.Variable, ...]) -> bool:
    """Whether a type in front of the declarators, or a typedef, evaluates more than values."""
    if at.macro is not None:
        return False
    _, text, start, end = reader.spans.source(at.span)
    if found and at.span.contains(found[0].at.span):
        end = start + found[0].at.span.start - at.span.start
    attributes = _ATTRIBUTES.match(text, start, end)
    start = attributes.end() if attributes is not None else start
    return b"[" in text[start:end] and lexing.may_act(text, start, end)


def _attributed(reader: Reader, cursor: Cursor, at: Origin) -> st.Statement:
    """A statement behind `#pragma unroll` or an attribute."""
    inner = [c for c in native.children(cursor) if is_expression(c) or is_statement(c)]
    if len(inner) != 1:
        return opaque_statement(reader, cursor, at)
    return reader.statement(inner[0])


def _return(reader: Reader, cursor: Cursor, at: Origin) -> st.Statement:
    values = [reader.expression(c) for c in native.children(cursor)]
    return st.Return(with_semicolon(reader, at), values[0] if values else None)


def _break(reader: Reader, cursor: Cursor, at: Origin) -> st.Statement:
    return st.Break(with_semicolon(reader, at))


def _continue(reader: Reader, cursor: Cursor, at: Origin) -> st.Statement:
    return st.Continue(with_semicolon(reader, at))


def _empty(reader: Reader, cursor: Cursor, at: Origin) -> st.Statement:
    return st.Empty(at)


def _label(reader: Reader, cursor: Cursor, at: Origin) -> st.Statement:
    body = reader.statement(native.children(cursor)[-1])
    return st.Label(through(at, body), native.spelling(cursor), body)


def _goto(reader: Reader, cursor: Cursor, at: Origin) -> st.Statement:
    labels = [c for c in native.children(cursor) if c.kind == Kind.LABEL_REF]
    return st.Goto(with_semicolon(reader, at), native.spelling(labels[0]) if labels else None)


def _asm(reader: Reader, cursor: Cursor, at: Origin) -> st.Statement:
    at = with_semicolon(reader, at)
    plain = register_assembly(reader, cursor, at)
    return plain or opaque_statement(reader, cursor, at, "inline assembly")


STATEMENTS: dict[int, StatementReader] = {
    Kind.COMPOUND: _compound,
    Kind.DECLARATION: _declare,
    Kind.UNEXPOSED_STATEMENT: _attributed,
    Kind.RETURN: _return,
    Kind.BREAK: _break,
    Kind.CONTINUE: _continue,
    Kind.NULL: _empty,
    Kind.LABEL: _label,
    Kind.GOTO: _goto,
    Kind.INDIRECT_GOTO: _goto,
    Kind.ASM: _asm,
    Kind.MS_ASM: _asm,
}
