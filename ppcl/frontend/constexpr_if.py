"""`if constexpr`: what is not taken is not made of a template, and no part of the statement."""

from ppcl.frontend import lexing, native
from ppcl.frontend.native import Cursor
from ppcl.frontend.reader import Reader
from ppcl.frontend.statements import NOT_UNDERSTOOD, opaque_statement
from ppcl.ir import statement as st
from ppcl.ir.node import Origin


def is_constexpr(reader: Reader, at: Origin) -> bool:
    """Whether the compiler decides; none in a macro."""
    if at.macro is not None or not reader.names.cplusplus:
        return False
    _, text, start, _ = reader.spans.source(at.span)
    word = lexing.next_token(text, start + len(b"if"))
    return word is not None and word.text == b"constexpr"


def constexpr_if(reader: Reader, cursor: Cursor, at: Origin, parts: list[Cursor]) -> st.Statement:
    """The part that is taken: nothing, where there is none."""
    value = native.evaluate(parts[0]) if parts else None
    if value is None or len(parts) > 3:
        return opaque_statement(reader, cursor, at, NOT_UNDERSTOOD)
    _, text, _, end = reader.spans.source(reader.place(parts[0]).span)
    bodies = parts[1:]
    is_else = [_follows_else(reader, text, end, body) for body in bodies]
    chosen = [b for b, behind in zip(bodies, is_else, strict=True) if behind != bool(value)]
    return reader.statement(chosen[0]) if chosen else st.Block(at, ())


def _follows_else(reader: Reader, text: bytes, end: int, body: Cursor) -> bool:
    """Whether the word `else` stands right in front of a statement."""
    begin = reader.spans.source(reader.place(body).span)[2]
    last = None
    for token in lexing.tokens(text, end, begin):
        last = token.text
    return last == b"else"
