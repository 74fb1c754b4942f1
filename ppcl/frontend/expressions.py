"""Expressions of C and OpenCL C."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Literal

from ppcl.frontend import lexing, native
from ppcl.frontend.kinds import Kind
from ppcl.frontend.names import is_variable_instance
from ppcl.frontend.native import Cursor
from ppcl.frontend.reader import ExpressionReader, Reader
from ppcl.frontend.text import decoded
from ppcl.ir import expression as ex
from ppcl.ir.node import Declaration, Origin
from ppcl.ir.traverse import Node, children
from ppcl.ir.types import ArrayType, IntType, PointerType, VectorType
from ppcl.source import Span

# Texts that are the compiler's or of a path, and types that compilers give several sizes.
_TEXTS = frozenset(b"__FILE__ __BASE_FILE__ __VERSION__ __PRETTY_FUNCTION__ __TIMESTAMP__".split())
_TYPES = frozenset([b"enum", b"wchar_t"])
# clang-c/Index.h, CXBinaryOperatorKind and CXUnaryOperatorKind.
_ASSIGNMENTS = ("=", "*=", "/=", "%=", "+=", "-=", "<<=", ">>=", "&=", "^=", "|=")
_BINARY = (
    *("?", ".*", "->*", "*", "/", "%", "+", "-", "<<", ">>", "<=>", "<", ">", "<=", ">="),
    *("==", "!=", "&", "^", "|", "&&", "||", *_ASSIGNMENTS, ","),
)
_UNARY = ("?", "x++", "x--", "++x", "--x", "&", "*", "+", "-", "~", "!")
_EXTENSION = 13
_NOT_MODELLED = ("?", ".*", "->*", "<=>")


def is_expression(cursor: Cursor) -> bool:
    """Whether a cursor is an expression (and not a reference to a type or a declaration)."""
    return Kind.UNEXPOSED_EXPRESSION <= cursor.kind < Kind.UNEXPOSED_STATEMENT


def operands(cursor: Cursor) -> list[Cursor]:
    """The expressions directly below a cursor."""
    return [child for child in native.children(cursor) if is_expression(child)]


def opaque(reader: Reader, cursor: Cursor, at: Origin, reason: str = "expression") -> ex.Expression:
    """An expression that has no kind of its own: its parts are kept."""
    parts = tuple(reader.expression(child) for child in operands(cursor))
    return ex.OpaqueExpression(at, reader.types.of(cursor), reason, parts)


def _constant(reader: Reader, cursor: Cursor, at: Origin) -> ex.Expression:
    value = native.evaluate(cursor)
    type_ = reader.types.of(cursor)
    if isinstance(value, float):
        return ex.FloatLiteral(at, type_, value)
    if value is None:
        return opaque(reader, cursor, at, "constant")
    return ex.IntLiteral(at, type_, value)


def _string(reader: Reader, cursor: Cursor, at: Origin) -> ex.Expression:
    spelled = native.encoded(native.spelling(cursor))
    body = spelled[spelled.find(b'"') + 1 : spelled.rfind(b'"')]
    return ex.StringLiteral(at, reader.types.of(cursor), decoded(body))


def _name(reader: Reader, cursor: Cursor, at: Origin) -> ex.Expression:
    target = native.referenced(cursor)
    if target.kind == Kind.ENUM_CONSTANT:
        return ex.IntLiteral(at, reader.types.of(cursor), native.enum_value(target))
    is_bound = native.identity(target) in reader.bound or is_variable_instance(target)
    kind = "variable" if is_bound else _NAME_KINDS.get(target.kind)
    if kind is None:
        # The value that stands for a template's parameter is below its name.
        values = operands(cursor) if target.kind != Kind.UNEXPOSED_DECLARATION else []
        return reader.expression(values[0]) if values else opaque(reader, cursor, at, "name")
    is_array = isinstance(reader.types.of(target), ArrayType) and kind == "parameter"
    type_ = reader.types.decayed(cursor) if is_array else reader.types.of(cursor)
    return ex.NameRef(at, type_, reader.names.declaration(target), kind)


_NAME_KINDS: dict[int, Literal["variable", "parameter", "function"]] = {
    Kind.VARIABLE: "variable",
    Kind.PARAMETER: "parameter",
    Kind.FUNCTION: "function",
    Kind.METHOD: "function",
}


def _unary(reader: Reader, cursor: Cursor, at: Origin) -> ex.Expression:
    number = native.unary_operator(cursor)
    parts = operands(cursor)
    if number == _EXTENSION:
        return reader.expression(parts[0])
    if not 0 < number < len(_UNARY) or len(parts) != 1:
        return opaque(reader, cursor, at, "unary operator")
    op = _UNARY[number]
    type_ = reader.types.of(cursor) if op == "*" else reader.types.decayed(cursor)
    return ex.Unary(at, type_, op, reader.expression(parts[0]))


def _binary(reader: Reader, cursor: Cursor, at: Origin) -> ex.Expression:
    op = _BINARY[native.binary_operator(cursor)]
    parts = operands(cursor)
    if len(parts) != 2 or op in _NOT_MODELLED:
        return opaque(reader, cursor, at, "binary operator")
    left, right = map(reader.expression, parts)
    type_ = reader.types.decayed(cursor)
    if op in _ASSIGNMENTS:
        return ex.Assign(at, type_, op, left, right)
    return ex.Binary(at, type_, op, left, right)


def _conditional(reader: Reader, cursor: Cursor, at: Origin) -> ex.Expression:
    parts = operands(cursor)
    if len(parts) != 3:
        return opaque(reader, cursor, at, "conditional")
    condition, then, otherwise = map(reader.expression, parts)
    return ex.Conditional(at, reader.types.of(cursor), condition, then, otherwise)


def _subscript(reader: Reader, cursor: Cursor, at: Origin) -> ex.Expression:
    parts = operands(cursor)
    if len(parts) != 2:
        return opaque(reader, cursor, at, "subscript")
    base, index = map(reader.expression, parts)
    if isinstance(base.type, IntType):
        base, index = index, base
    return ex.Index(at, reader.types.of(cursor), base, index)


def _member(reader: Reader, cursor: Cursor, at: Origin) -> ex.Expression:
    type_, name = reader.types.of(cursor), native.spelling(cursor)
    target = native.referenced(cursor)
    if target.kind == Kind.VARIABLE:
        return ex.NameRef(at, type_, reader.names.declaration(target), "variable")
    inner = _without_anonymous(cursor)
    parts = operands(inner)
    if not parts:
        owner = native.semantic_parent(native.referenced(inner))
        return ex.Member(at, type_, reader.this(at, owner), name, True)
    base = reader.expression(parts[0])
    return ex.Member(at, type_, base, name, isinstance(base.type, PointerType | ArrayType))


def _without_anonymous(cursor: Cursor) -> Cursor:
    """The use of a member, or of the outermost anonymous record that holds it."""
    parts = operands(cursor)
    while parts and parts[0].kind == Kind.MEMBER:
        held = native.declaration_of(native.type_of(parts[0]))
        if not native.is_anonymous_record(held):
            break
        cursor = parts[0]
        parts = operands(cursor)
    return cursor


def _explicit_cast(reader: Reader, cursor: Cursor, at: Origin) -> ex.Expression:
    operand = reader.expression(operands(cursor)[-1])
    type_ = reader.types.of(cursor)
    if isinstance(type_, PointerType) and _has_length_that_acts(reader, at, operand):
        return opaque(reader, cursor, at, "cast to a type with a length that may have an effect")
    if isinstance(type_, VectorType) and not isinstance(operand.type, VectorType):
        return ex.VectorLiteral(at, type_, (_without_splat(operand),))
    if isinstance(operand, ex.Cast) and operand.implicit and operand.type == type_:
        # Clang splits some conversions in two; only the written one counts.
        operand = operand.operand
    return ex.Cast(at, type_, operand, implicit=False)


def _has_length_that_acts(reader: Reader, at: Origin, operand: ex.Expression) -> bool:
    if at.macro is not None or not at.span.contains(operand.at.span):
        return False
    _, text, start, _ = reader.spans.source(at.span)
    end = start + operand.at.span.start - at.span.start
    return b"[" in text[start:end] and lexing.may_act(text, start, end)


def _without_splat(operand: ex.Expression) -> ex.Expression:
    is_splat = isinstance(operand, ex.Cast) and isinstance(operand.type, VectorType)
    return operand.operand if isinstance(operand, ex.Cast) and is_splat else operand


def _compound_literal(reader: Reader, cursor: Cursor, at: Origin) -> ex.Expression:
    inner = reader.expression(operands(cursor)[-1])
    type_ = reader.types.of(cursor)
    if isinstance(inner, ex.InitList) and isinstance(type_, VectorType):
        return ex.VectorLiteral(at, type_, tuple(e for e in inner.elements if e is not None))
    return replace(inner, at=at, type=type_) if isinstance(inner, ex.InitList) else inner


def _size_of(reader: Reader, cursor: Cursor, at: Origin) -> ex.Expression:
    """`sizeof`; of a type with a length that is not constant it evaluates that (C99 6.5.3.4)."""
    value = native.evaluate(cursor)
    if isinstance(value, int):
        type_, varies = reader.types.of(cursor), _size_varies(reader, cursor, at)
        return ex.SizeOf(at, type_, value, varies, tuple(_named(reader, cursor)))
    _, text, start, end = reader.spans.source(at.span)
    if at.macro is not None or lexing.may_act(text, start, end):
        return opaque(reader, cursor, at, "sizeof of what may have an effect")
    return ex.SizeOf(at, reader.types.of(cursor), None)


def _named(reader: Reader, cursor: Cursor) -> Iterator[tuple[Declaration, Origin]]:
    """The variables that stand below an expression, each with its place."""
    for operand in operands(cursor):
        if operand.kind == Kind.NAME and isinstance(ref := reader.expression(operand), ex.NameRef):
            yield ref.declaration, ref.at
        yield from _named(reader, operand)


def _size_varies(reader: Reader, cursor: Cursor, at: Origin) -> bool:
    """Whether `sizeof` names a type that compilers give several sizes, or one of their texts, or an
    array that has its length from one."""
    own = _reached(reader, at.span)
    if any(words.count(b"long") == 1 or not _TYPES.isdisjoint(words) for words in own):
        return True
    texts = (words for span in _declared(reader, cursor) for words in _reached(reader, span))
    return any(not _TEXTS.isdisjoint(words) for words in (*own, *texts))


def _reached(reader: Reader, span: Span) -> list[list[bytes]]:
    """The words of a text and of the macros that it reaches."""
    _, text, start, end = reader.spans.source(span)
    return list(reader.macros.words(text[start:end]))


def _declared(reader: Reader, cursor: Cursor) -> Iterator[Span]:
    """Where the user's variables are declared that an expression names."""
    for operand in operands(cursor):
        target = native.referenced(operand)
        if target.kind == Kind.VARIABLE and reader.is_users(target):
            yield reader.spans.exact(native.extent(target))
        yield from _declared(reader, operand)


def _deferred(reader: Reader, cursor: Cursor, at: Origin) -> ex.Expression:
    """A block (of Clang's C): the expressions in it are its parts."""
    bodies = [c for c in native.children(cursor) if c.kind == Kind.COMPOUND]
    parts = [part for body in bodies for part in outermost(reader.statement(body))]
    return ex.OpaqueExpression(at, reader.types.of(cursor), "block", tuple(parts))


def _statement_expression(reader: Reader, cursor: Cursor, at: Origin) -> ex.Expression:
    inner = [part for body in native.children(cursor) for part in native.children(body)]
    last = inner.pop() if inner and is_expression(inner[-1]) else None
    body = tuple(reader.statement(part) for part in inner)
    value = reader.expression(last) if last is not None else None
    return ex.StatementExpression(at, reader.types.of(cursor), body, value)


def outermost(node: Node) -> Iterator[ex.Expression]:
    """The expressions in a statement that are not in another one."""
    pending = [node]
    while pending:
        current = pending.pop()
        if isinstance(current, ex.Expression):
            yield current
        else:
            pending.extend(reversed(list(children(current))))


EXPRESSIONS: dict[int, ExpressionReader] = {
    Kind.INTEGER: _constant,
    Kind.FLOATING: _constant,
    Kind.CHARACTER: _constant,
    Kind.STRING: _string,
    Kind.NAME: _name,
    Kind.UNARY: _unary,
    Kind.BINARY: _binary,
    Kind.COMPOUND_ASSIGN: _binary,
    Kind.CONDITIONAL: _conditional,
    Kind.SUBSCRIPT: _subscript,
    Kind.MEMBER: _member,
    Kind.C_CAST: _explicit_cast,
    Kind.STATIC_CAST: _explicit_cast,
    Kind.DYNAMIC_CAST: _explicit_cast,
    Kind.REINTERPRET_CAST: _explicit_cast,
    Kind.CONST_CAST: _explicit_cast,
    Kind.ADDRESS_SPACE_CAST: _explicit_cast,
    Kind.COMPOUND_LITERAL: _compound_literal,
    Kind.SIZEOF: _size_of,
    Kind.STATEMENT_EXPRESSION: _statement_expression,
    Kind.BLOCK: _deferred,
    Kind.GNU_NULL: _constant,
    Kind.PACK_SIZE: _constant,
}
