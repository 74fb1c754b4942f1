"""Statements of C and OpenCL C."""

from collections.abc import Callable

from ppcl.frontend import lexing, native
from ppcl.frontend.declarations import loop_variable, variable
from ppcl.frontend.expressions import is_expression
from ppcl.frontend.kinds import Kind
from ppcl.frontend.native import Cursor
from ppcl.frontend.reader import Reader, StatementReader
from ppcl.ir import statement as st
from ppcl.ir.expression import Expression
from ppcl.ir.node import Origin

StatementBuilder = Callable[[Reader, Origin, list[Cursor]], st.Statement]


def opaque_statement(reader: Reader, cursor: Cursor, at: Origin, reason: str = "") -> st.Statement:
    """A statement that has no kind of its own, or an expression as a statement."""
    if is_expression(cursor):
        return st.Evaluate(with_semicolon(reader, at), reader.expression(cursor))
    parts = tuple(
        reader.expression(child) if is_expression(child) else reader.statement(child)
        for child in native.children(cursor)
        if is_expression(child) or Kind.UNEXPOSED_STATEMENT <= child.kind < Kind.TRANSLATION_UNIT
    )
    return st.OpaqueStatement(at, reason or "statement", parts)


def with_semicolon(reader: Reader, at: Origin) -> Origin:
    """The place of a statement with its semicolon, where that follows in the same file."""
    if at.macro is not None:
        return at
    file, text, start, end = reader.spans.source(at.span)
    token = lexing.next_token(text, end)
    if token is None or token.text != b";":
        return at
    return Origin(reader.spans.span(file, start, token.end))


def _compound(reader: Reader, cursor: Cursor, at: Origin) -> st.Block:
    return st.Block(at, tuple(map(reader.statement, native.children(cursor))))


def _declare(reader: Reader, cursor: Cursor, at: Origin) -> st.Statement:
    parts = native.children(cursor)
    if any(c.kind == Kind.UNEXPOSED_DECLARATION for c in parts):
        return opaque_statement(reader, cursor, at, "structured binding")
    found = [c for c in parts if c.kind == Kind.VARIABLE]
    return st.Declare(at, tuple(variable(reader, c) for c in found))


def _scoped(
    reader: Reader, cursor: Cursor, at: Origin, build: StatementBuilder
) -> st.Statement:
    """A statement with declarations in its head (`if (T x = f())`), these in a block around it."""
    parts = native.children(cursor)
    heads = [c for c in parts if c.kind in (Kind.VARIABLE, Kind.DECLARATION)]
    rest = [c for c in parts if c.kind not in (Kind.VARIABLE, Kind.DECLARATION)]
    if not heads:
        return build(reader, at, rest)
    declared = [_head(reader, c) for c in heads]
    return st.Block(at, (*declared, build(reader, at, rest)))


def _head(reader: Reader, cursor: Cursor) -> st.Statement:
    if cursor.kind == Kind.DECLARATION:
        return reader.statement(cursor)
    return st.Declare(reader.place(cursor), (variable(reader, cursor),))


def _if(reader: Reader, cursor: Cursor, at: Origin) -> st.Statement:
    return _scoped(reader, cursor, at, _plain_if)


def _plain_if(reader: Reader, at: Origin, parts: list[Cursor]) -> st.Statement:
    condition, then, *rest = parts
    otherwise = reader.statement(rest[0]) if rest else None
    return st.If(at, reader.expression(condition), reader.statement(then), otherwise)


def _while(reader: Reader, cursor: Cursor, at: Origin) -> st.Statement:
    parts = native.children(cursor)
    if len(parts) != 2:
        return opaque_statement(reader, cursor, at, "while with a declaration")
    condition, body = parts
    return st.While(at, reader.expression(condition), reader.statement(body))


def _do(reader: Reader, cursor: Cursor, at: Origin) -> st.Statement:
    body, condition = native.children(cursor)
    at = with_semicolon(reader, at)
    return st.DoWhile(at, reader.statement(body), reader.expression(condition))


def _for(reader: Reader, cursor: Cursor, at: Origin) -> st.Statement:
    *head, body = native.children(cursor)
    parts = _for_parts(reader, head, at)
    if parts is None:
        return opaque_statement(reader, cursor, at, "for with missing parts in a macro")
    init, condition, step = parts
    return st.For(
        at,
        reader.statement(init) if init else None,
        reader.expression(condition) if condition else None,
        reader.expression(step) if step else None,
        reader.statement(body),
    )


def _for_parts(
    reader: Reader, head: list[Cursor], at: Origin
) -> tuple[Cursor | None, Cursor | None, Cursor | None] | None:
    """Which of the three parts of a for statement's head are there, by the semicolons."""
    if len(head) == 3:
        return head[0], head[1], head[2]
    if at.macro is not None:
        return None
    _, text, begin, end = reader.spans.source(at.span)
    bracket = next(t for t in lexing.tokens(text, begin, end) if t.text == b"(")
    pieces = lexing.split(text, bracket.end, end, b";")[:3]
    found: list[Cursor | None] = [None, None, None]
    for part in head:
        _, _, start, _ = reader.spans.source(reader.place(part).span)
        number = next((i for i, (begin, end) in enumerate(pieces) if begin <= start < end), 2)
        found[number] = part
    return found[0], found[1], found[2]


def _switch(reader: Reader, cursor: Cursor, at: Origin) -> st.Statement:
    return _scoped(reader, cursor, at, _plain_switch)


def _plain_switch(reader: Reader, at: Origin, parts: list[Cursor]) -> st.Statement:
    subject, body = parts
    return st.Switch(at, reader.expression(subject), reader.statement(body))


def _range_for(reader: Reader, cursor: Cursor, at: Origin) -> st.Statement:
    parts = native.children(cursor)
    if len(parts) != 3:
        return opaque_statement(reader, cursor, at, "range-based for")
    declared, range_, body = parts
    return st.RangeFor(
        at,
        loop_variable(reader, declared),
        reader.expression(range_),
        reader.statement(body),
    )


def _try(reader: Reader, cursor: Cursor, at: Origin) -> st.Statement:
    return opaque_statement(reader, cursor, at, "try")


def _catch(reader: Reader, cursor: Cursor, at: Origin) -> st.Statement:
    return opaque_statement(reader, cursor, at, "catch")


def _case(reader: Reader, cursor: Cursor, at: Origin) -> st.Statement:
    *values, body = native.children(cursor)
    if len(values) != 1:
        return opaque_statement(reader, cursor, at, "case range")
    return st.Case(at, reader.expression(values[0]), reader.statement(body))


def _default(reader: Reader, cursor: Cursor, at: Origin) -> st.Statement:
    return st.Case(at, None, reader.statement(native.children(cursor)[0]))


def _return(reader: Reader, cursor: Cursor, at: Origin) -> st.Statement:
    values: list[Expression] = [reader.expression(c) for c in native.children(cursor)]
    return st.Return(with_semicolon(reader, at), values[0] if values else None)


def _break(reader: Reader, cursor: Cursor, at: Origin) -> st.Statement:
    return st.Break(with_semicolon(reader, at))


def _continue(reader: Reader, cursor: Cursor, at: Origin) -> st.Statement:
    return st.Continue(with_semicolon(reader, at))


def _empty(reader: Reader, cursor: Cursor, at: Origin) -> st.Statement:
    return st.Empty(at)


def _label(reader: Reader, cursor: Cursor, at: Origin) -> st.Statement:
    return opaque_statement(reader, cursor, at, "label")


def _goto(reader: Reader, cursor: Cursor, at: Origin) -> st.Statement:
    return st.OpaqueStatement(with_semicolon(reader, at), "goto", ())


def _asm(reader: Reader, cursor: Cursor, at: Origin) -> st.Statement:
    return opaque_statement(reader, cursor, at, "inline assembly")


STATEMENTS: dict[int, StatementReader] = {
    Kind.COMPOUND: _compound,
    Kind.DECLARATION: _declare,
    Kind.IF: _if,
    Kind.WHILE: _while,
    Kind.DO: _do,
    Kind.FOR: _for,
    Kind.SWITCH: _switch,
    Kind.CASE: _case,
    Kind.DEFAULT: _default,
    Kind.RETURN: _return,
    Kind.BREAK: _break,
    Kind.CONTINUE: _continue,
    Kind.NULL: _empty,
    Kind.LABEL: _label,
    Kind.GOTO: _goto,
    Kind.INDIRECT_GOTO: _goto,
    Kind.RANGE_FOR: _range_for,
    Kind.TRY: _try,
    Kind.CATCH: _catch,
    Kind.ASM: _asm,
    Kind.MS_ASM: _asm,
}
