"""Calls of functions, methods, overloaded operators and constructors."""

from ppcl.frontend import native
from ppcl.frontend.expressions import is_expression, opaque, operands
from ppcl.frontend.kinds import Kind
from ppcl.frontend.native import Cursor
from ppcl.frontend.reader import ExpressionReader, Reader, is_made_by_compiler
from ppcl.frontend.type_table import REFERENCES
from ppcl.ir import expression as ex
from ppcl.ir.node import Origin
from ppcl.ir.types import PointerType, RecordType, ReferenceType

_METHODS = (Kind.METHOD, Kind.CONVERSION, Kind.DESTRUCTOR)


def _call(reader: Reader, cursor: Cursor, at: Origin) -> ex.Expression:
    target = native.referenced(cursor)
    if target.kind == Kind.CONSTRUCTOR:
        return _construct(reader, cursor, target, at)
    parts = operands(cursor)
    if target.kind in (*_METHODS, Kind.FUNCTION) and _is_operator_syntax(parts, target):
        return _operator(reader, cursor, target, at)
    if _is_result(parts):
        return _through_pointer(reader, cursor, at)
    if target.kind in _METHODS:
        return _method(reader, cursor, target, at)
    if target.kind == Kind.FUNCTION:
        return _function(reader, cursor, target, at)
    return _through_pointer(reader, cursor, at)


def _function(reader: Reader, cursor: Cursor, target: Cursor, at: Origin) -> ex.Expression:
    arguments = _arguments(reader, operands(cursor)[1:], target)
    return _named(reader, cursor, target, at, arguments)


def _named(
    reader: Reader,
    cursor: Cursor,
    target: Cursor,
    at: Origin,
    arguments: tuple[ex.Expression, ...],
    receiver: ex.Expression | None = None,
) -> ex.Call:
    reader.use(target)
    return ex.Call(
        at,
        reader.types.of(cursor),
        reader.names.qualified(target),
        reader.names.declaration(target),
        arguments,
        receiver,
        dynamic=receiver is not None and bool(native.is_dynamic_call(cursor)),
        references=_references(reader, target),
        gives_reference=_is_reference(native.result_type(native.type_of(target))),
    )


def _is_reference(type_: native.Type) -> bool:
    return native.canonical(type_).kind in REFERENCES


def _references(reader: Reader, target: Cursor) -> frozenset[int]:
    """Which parameters of a function or method are references."""
    parameters = (native.argument(target, i) for i in range(native.argument_count(target)))
    return frozenset(
        position
        for position, parameter in enumerate(parameters)
        if isinstance(reader.types.of(parameter), ReferenceType)
    )


def _through_pointer(reader: Reader, cursor: Cursor, at: Origin) -> ex.Expression:
    parts = operands(cursor)
    if not parts:
        return opaque(reader, cursor, at, "call")
    function, *arguments = map(reader.expression, parts)
    if not arguments and isinstance(function.type, RecordType):
        return function  # a lambda, moved to where it is kept
    return ex.Call(
        at,
        reader.types.of(cursor),
        None,
        None,
        tuple(arguments),
        function=function,
        gives_reference=_is_reference(native.result_type(_pointed_to(parts[0]))),
    )


def _pointed_to(function: Cursor) -> native.Type:
    """The type of the function that an expression gives, or points to."""
    type_: native.Type = native.canonical(native.type_of(function))
    pointee: native.Type = native.pointee(type_)
    return pointee if pointee.kind else type_


def _arguments(reader: Reader, found: list[Cursor], target: Cursor) -> tuple[ex.Expression, ...]:
    """The arguments; for one left out, the default that the user's own declaration gives."""
    arguments: list[ex.Expression] = []
    for index, cursor in enumerate(found):
        chosen: Cursor | None = cursor
        if not native.extent(cursor).begin:
            chosen = _default(reader, target, index)
        if chosen is None:
            break
        arguments.append(reader.expression(chosen))
    return tuple(arguments)


def _default(reader: Reader, target: Cursor, index: int) -> Cursor | None:
    if not reader.is_users(target) or index >= native.argument_count(target):
        return None
    found = operands(native.argument(native.canonical_cursor(target), index))
    return found[-1] if found else None


def _method(reader: Reader, cursor: Cursor, target: Cursor, at: Origin) -> ex.Expression:
    callee, *found = operands(cursor)
    arguments = _arguments(reader, found, target)
    while callee.kind in (Kind.UNEXPOSED_EXPRESSION, Kind.PAREN):
        callee = operands(callee)[0]
    if native.is_static_method(target) or callee.kind != Kind.MEMBER:
        return _named(reader, cursor, target, at, arguments)
    return _named(reader, cursor, target, at, arguments, _object(reader, callee, target))


def _object(reader: Reader, member: Cursor, target: Cursor) -> ex.Expression:
    """The object that `object.method` or `pointer->method` names, or the implied `*this`.

    Arguments of a template are below the member, too: behind the object, where there is one.
    """
    inner = native.children(member)
    has_object = native.extent(member).begin != native.location(member).raw
    if has_object and inner and is_expression(inner[0]):
        base = reader.expression(inner[0])
    else:
        base = reader.this(reader.place(member), native.semantic_parent(target))
    if not isinstance(base.type, PointerType):
        return base
    return ex.Unary(base.at, base.type.pointee, "*", base)


def _is_result(parts: list[Cursor]) -> bool:
    """Whether what is called is the result of a call: of `pick(f)(x)` clang says that it calls
    `pick`."""
    callee = parts[0] if parts else None
    while callee is not None and callee.kind in (Kind.UNEXPOSED_EXPRESSION, Kind.PAREN):
        callee = next(iter(operands(callee)), None)
    return callee is not None and callee.kind == Kind.CALL


def _is_operator_syntax(parts: list[Cursor], target: Cursor) -> bool:
    """Clang lists the operands of `a + b` around the operator function's name."""
    if len(parts) < 2 or not native.spelling(target).startswith("operator"):
        return False
    name = parts[1]
    while name.kind == Kind.UNEXPOSED_EXPRESSION and operands(name):
        name = operands(name)[0]
    found = native.referenced(name)
    return name.kind == Kind.NAME and native.identity(found) == native.identity(target)


def _operator(reader: Reader, cursor: Cursor, target: Cursor, at: Origin) -> ex.Expression:
    first, _, *rest = operands(cursor)
    left = reader.expression(first)
    arguments = _arguments(reader, rest, target)
    if target.kind == Kind.FUNCTION:
        return _named(reader, cursor, target, at, (left, *arguments))
    if native.spelling(target) == "operator=" and is_made_by_compiler(target):
        return ex.Assign(at, reader.types.of(cursor), "=", left, arguments[0])
    return _named(reader, cursor, target, at, arguments, left)


def _construct(reader: Reader, cursor: Cursor, target: Cursor, at: Origin) -> ex.Expression:
    reader.use(target)
    arguments = _arguments(reader, operands(cursor), target)
    declaration = reader.names.declaration(target)
    references = _references(reader, target)
    return ex.Construct(at, reader.types.of(cursor), declaration, arguments, references)


CALLS: dict[int, ExpressionReader] = {Kind.CALL: _call}
