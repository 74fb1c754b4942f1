"""Expressions that only C++ has."""

from dataclasses import replace

from ppcl.frontend import lexing, native
from ppcl.frontend.expressions import opaque, operands
from ppcl.frontend.kinds import Kind
from ppcl.frontend.native import Cursor
from ppcl.frontend.reader import ExpressionReader, Reader
from ppcl.ir import expression as ex
from ppcl.ir.node import Origin
from ppcl.ir.types import ArrayType, OpaqueType, PointerType, RecordType


def _this(reader: Reader, cursor: Cursor, at: Origin) -> ex.Expression:
    return ex.This(at, reader.types.of(cursor))


def _bool(reader: Reader, cursor: Cursor, at: Origin) -> ex.Expression:
    return ex.IntLiteral(at, reader.types.of(cursor), int(native.evaluate(cursor) or 0))


def _nullptr(reader: Reader, cursor: Cursor, at: Origin) -> ex.Expression:
    return ex.IntLiteral(at, reader.types.of(cursor), 0)


def _functional_cast(reader: Reader, cursor: Cursor, at: Origin) -> ex.Expression:
    """`T(x)`: a constructor call for a class, else a cast."""
    type_ = reader.types.of(cursor)
    operand = reader.expression(operands(cursor)[-1])
    if isinstance(operand, ex.Construct | ex.InitList) and isinstance(type_, RecordType):
        return replace(operand, at=at)
    if isinstance(operand, ex.InitList) and len(operand.elements) == 1 and operand.elements[0]:
        operand = operand.elements[0]
    if isinstance(operand, ex.Cast) and operand.implicit and operand.type == type_:
        operand = operand.operand
    return ex.Cast(at, type_, operand, implicit=False)


def _new(reader: Reader, cursor: Cursor, at: Origin) -> ex.Expression:
    type_ = reader.types.of(cursor)
    found = operands(cursor)
    placed = _placement(reader, at, found)
    if any(native.spelling(child) != "nothrow" for child in placed):
        return opaque(reader, cursor, at, "placement new")
    parts = [reader.expression(child) for child in found if child not in placed]
    allocated = type_.pointee if isinstance(type_, PointerType) else OpaqueType("?")
    count = parts.pop(0) if parts and _is_array_new(reader, at) else None
    made = parts[-1] if parts else None
    if isinstance(made, ex.Construct):
        return ex.New(at, type_, allocated, count, made.arguments, made.target)
    return ex.New(at, type_, allocated, count, tuple(parts))


def _placement(reader: Reader, at: Origin, found: list[Cursor]) -> list[Cursor]:
    """The operands in parentheses in front of the type: `new (place) T`, and no `new (T)(x)`. In a
    macro, where that cannot be seen, pointers."""
    if at.macro is not None:
        return [c for c in found if isinstance(reader.types.of(c), PointerType | ArrayType)]
    file, text, start, end = reader.spans.source(at.span)
    begin = text.find(b"new", start, end) + len(b"new")
    first, inside = lexing.next_token(text, begin), lexing.bracketed(text, begin, end)
    if first is None or first.text != b"(" or inside is None:
        return []
    following = lexing.next_token(text, inside[1] + 1)
    if following is None or following.end > end:
        return []
    if following.kind != "word" and following.text not in (b"::", b"("):
        return []
    whole = reader.spans.span(file, *inside)
    return [child for child in found if whole.contains(reader.place(child).span)]


def _is_array_new(reader: Reader, at: Origin) -> bool:
    """Whether brackets follow the type: `new T[n]`."""
    _, text, start, end = reader.spans.source(at.span)
    depth = 0
    for token in lexing.tokens(text, start + len(b"new"), end):
        if token.text == b"[" and depth == 0:
            return True
        if token.text in (b"(", b"{") and depth == 0:
            return False
        depth += {b"<": 1, b">": -1, b">>": -2}.get(token.text, 0)
    return False


def _delete(reader: Reader, cursor: Cursor, at: Origin) -> ex.Expression:
    operand = reader.expression(operands(cursor)[0])
    return ex.Delete(at, reader.types.of(cursor), operand)


def _throw(reader: Reader, cursor: Cursor, at: Origin) -> ex.Expression:
    values = operands(cursor)
    return ex.Throw(at, reader.types.of(cursor), reader.expression(values[0]) if values else None)


def _typeid(reader: Reader, cursor: Cursor, at: Origin) -> ex.Expression:
    return opaque(reader, cursor, at, "typeid")


CPLUSPLUS: dict[int, ExpressionReader] = {
    Kind.THIS: _this,
    Kind.BOOL: _bool,
    Kind.NULLPTR: _nullptr,
    Kind.FUNCTIONAL_CAST: _functional_cast,
    Kind.NEW: _new,
    Kind.DELETE: _delete,
    Kind.THROW: _throw,
    Kind.TYPEID: _typeid,
}
