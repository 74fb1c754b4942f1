"""Lambdas: what they capture, by reference or by copy, and their bodies."""

from typing import Literal

from ppcl.frontend import lexing, native
from ppcl.frontend.declarations import variable
from ppcl.frontend.kinds import Kind
from ppcl.frontend.native import Cursor
from ppcl.frontend.reader import ExpressionReader, Reader
from ppcl.ir import expression as ex
from ppcl.ir.node import Origin
from ppcl.ir.statement import Block, OpaqueStatement, Variable
from ppcl.ir.types import OpaqueType, Type


def _lambda(reader: Reader, cursor: Cursor, at: Origin) -> ex.Expression:
    parts = native.children(cursor)
    bodies = [reader.statement(c) for c in parts if c.kind == Kind.COMPOUND]
    captures = [c for c in parts if c.kind == Kind.VARIABLE_REF]
    made = tuple(variable(reader, native.referenced(c)) for c in captures if _makes(c))
    listed = _captures(reader, at)
    shown = all(each.init is not None for each in made) and b"..." not in (listed or ())
    if len(bodies) != 1 or not isinstance(bodies[0], Block) or not shown:
        hidden = OpaqueStatement(at, "a lambda whose captures are not known", ())
        return ex.StatementExpression(at, reader.types.of(cursor), (hidden,), None)
    keys: dict[bool, list[str]] = {True: [], False: []}
    for name in (native.referenced(c) for c in captures if not _makes(c)):
        is_copied = native.encoded(native.spelling(name)) in (listed or ())
        keys[is_copied].append(reader.names.declaration(name).key)
    keys[True] += _bound(reader, parts, listed or set())
    parameters = tuple(variable(reader, c) for c in parts if c.kind == Kind.PARAMETER)
    return ex.Lambda(
        at,
        reader.types.of(cursor),
        parameters,
        tuple(keys[True]),
        tuple(keys[False]),
        b"=" in (listed or ()),
        listed is None or b"&" in listed,
        made,
        bodies[0],
        _result(reader, cursor),
        _form(listed, parameters),
        not all(native.is_const_method(method) for method in _called(cursor)),
    )


def _bound(reader: Reader, parts: list[Cursor], listed: set[bytes]) -> list[str]:
    """The structured bindings that are captured by copy, which clang shows as what is copied."""
    names = [native.referenced(part) for part in parts if part.kind == Kind.NAME]
    return [
        reader.names.declaration(name).key
        for name in names
        if native.identity(name) in reader.bound and native.encoded(native.spelling(name)) in listed
    ]


def _makes(capture: Cursor) -> bool:
    """Whether a capture makes a variable of its own: `[p = table]`."""
    declared = native.location(native.referenced(capture))
    return bool(declared.raw == native.location(capture).raw)


def _form(
    listed: set[bytes] | None, parameters: tuple[Variable, ...]
) -> Literal["plain", "generic", "hidden"]:
    if listed is None:
        return "hidden"
    generic = any(isinstance(parameter.type, OpaqueType) for parameter in parameters)
    return "generic" if generic else "plain"


def _result(reader: Reader, cursor: Cursor) -> Type:
    """What a call of a lambda gives."""
    types = (native.result_type(native.type_of(method)) for method in _called(cursor))
    return next(map(reader.types.convert, types), OpaqueType("not understood"))


def _called(cursor: Cursor) -> list[Cursor]:
    """The methods that a call of a lambda runs."""
    methods = native.children(native.declaration_of(native.type_of(cursor)))
    return [method for method in methods if native.spelling(method) == "operator()"]


def _captures(reader: Reader, at: Origin) -> set[bytes] | None:
    """The names that are captured by copy, `=` or `&` for all others, `...` for a pack; None where
    the text does not show it, or a capture copies the object."""
    if at.macro is not None:
        return None
    _, text, start, end = reader.spans.source(at.span)
    inside = lexing.bracketed(text, start, end, b"[]")
    copied: set[bytes] = set()
    for item in lexing.split(text, *inside, b",") if inside is not None else ():
        words = [token.text for token in lexing.tokens(text, *item)]
        if words[:1] == [b"*"]:
            return None
        copied |= {word for word in words if len(words) == 1 and word != b"this"}
        copied |= {b"..."} & set(words)
    return copied


LAMBDAS: dict[int, ExpressionReader] = {Kind.LAMBDA: _lambda}
