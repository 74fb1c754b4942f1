"""Lambdas: what they capture, by reference or by copy, and their bodies."""

from ppcl.frontend import lexing, native
from ppcl.frontend.declarations import variable
from ppcl.frontend.expressions import outermost
from ppcl.frontend.kinds import Kind
from ppcl.frontend.native import Cursor
from ppcl.frontend.reader import ExpressionReader, Reader
from ppcl.ir import expression as ex
from ppcl.ir.node import Origin
from ppcl.ir.statement import Block, OpaqueStatement
from ppcl.ir.types import OpaqueType, Type


def _lambda(reader: Reader, cursor: Cursor, at: Origin) -> ex.Expression:
    parts = native.children(cursor)
    bodies = [reader.statement(c) for c in parts if c.kind == Kind.COMPOUND]
    parameters = tuple(variable(reader, c) for c in parts if c.kind == Kind.PARAMETER)
    listed = _captures(reader, at)
    generic = any(isinstance(parameter.type, OpaqueType) for parameter in parameters)
    if generic or listed is None or len(bodies) != 1 or not isinstance(bodies[0], Block):
        if _captures_act(reader, at):  # clang does not show all of what they evaluate
            hidden = OpaqueStatement(at, "captures of a lambda that may have an effect", ())
            return ex.StatementExpression(at, reader.types.of(cursor), (hidden,), None)
        found = [part for body in bodies for part in outermost(body)]
        return ex.OpaqueExpression(at, reader.types.of(cursor), "lambda", tuple(found))
    names = [native.referenced(c) for c in parts if c.kind == Kind.VARIABLE_REF]
    keys: dict[bool, list[str]] = {True: [], False: []}
    for name in names:
        is_copied = native.encoded(native.spelling(name)) in listed
        keys[is_copied].append(reader.names.declaration(name).key)
    type_, rest = reader.types.of(cursor), (b"=" in listed, b"&" in listed)
    captured = tuple(keys[True]), tuple(keys[False])
    return ex.Lambda(at, type_, parameters, *captured, *rest, bodies[0], _result(reader, cursor))


def _result(reader: Reader, cursor: Cursor) -> Type:
    """What a call of a lambda gives."""
    methods = native.children(native.declaration_of(native.type_of(cursor)))
    found = (m for m in methods if native.spelling(m) == "operator()")
    types = (native.result_type(native.type_of(method)) for method in found)
    return next(map(reader.types.convert, types), OpaqueType("not understood"))


def _captures_act(reader: Reader, at: Origin) -> bool:
    """Whether a variable that a lambda's capture makes begins with more than a value."""
    if at.macro is not None:
        return False
    _, text, start, end = reader.spans.source(at.span)
    depth, last = 0, start
    for token in lexing.tokens(text, start, end):
        depth += (token.text == b"[") - (token.text == b"]")
        last = token.start
        if depth == 0:
            break
    items = lexing.split(text, start + 1, last, b",")
    values = [lexing.split(text, *item, b"=")[1:] for item in items]
    return any(lexing.may_act(text, *value) for found in values for value in found)


def _captures(reader: Reader, at: Origin) -> set[bytes] | None:
    """The names that are captured by copy, `=` or `&` for all others; None where a capture makes a
    variable of its own, or copies the object."""
    if at.macro is not None:
        return None
    _, text, start, end = reader.spans.source(at.span)
    copied: set[bytes] = set()
    item: list[bytes] = []
    for token in lexing.tokens(text, start + 1, end):
        if token.text not in (b",", b"]"):
            item.append(token.text)
            continue
        if len(item) > 2 or item[:1] == [b"*"]:
            return None
        copied |= {word for word in item if len(item) == 1 and word != b"this"}
        item = []
        if token.text == b"]":
            return copied
    return None


LAMBDAS: dict[int, ExpressionReader] = {Kind.LAMBDA: _lambda}
