"""What libclang gives no kind of its own: conversions, swizzles, initialisers, builtins."""

from ppcl.frontend import expanded, native
from ppcl.frontend.expressions import opaque, operands
from ppcl.frontend.files import IN_MACRO
from ppcl.frontend.kinds import Kind, TypeKind
from ppcl.frontend.native import Cursor
from ppcl.frontend.reader import ExpressionReader, Reader
from ppcl.frontend.text import opencl_name
from ppcl.ir import expression as ex
from ppcl.ir.node import Origin
from ppcl.ir.types import ArrayType, FloatType, IntType, PointerType, RecordType, Type, VectorType

_ELVIS = 4
_NOT_KNOWN = "part of a vector in a macro's body"
_LIBRARY = "std::"
_INDEX = IntType("int", 32, True)


def _unexposed(reader: Reader, cursor: Cursor, at: Origin) -> ex.Expression:
    inner = operands(cursor)
    if len(inner) == _ELVIS and native.extent(inner[0]).begin == native.extent(inner[1]).begin:
        return _elvis(reader, cursor, inner, at)
    if len(inner) != 1:
        return _constant_or_opaque(reader, cursor, at)
    match _form(reader, cursor, inner[0]):
        case None:
            return opaque(reader, cursor, at, _NOT_KNOWN)
        case expanded.CONVERSION:
            return converted(reader, cursor, at, reader.expression(inner[0]))
        case expanded.REINTERPRETATION:
            return _reinterpreted(reader, cursor, inner[0], at)
        case components:
            return _swizzle(reader, cursor, inner[0], at, components)


def _form(reader: Reader, cursor: Cursor, inner: Cursor) -> str | None:
    """What a node is, as `Expanded.form`: by its own extent where no macro's body made it."""
    outer, below = native.extent(cursor), native.extent(inner)
    if (outer.begin, outer.end) == (below.begin, below.end):
        is_clear = not outer.begin & IN_MACRO or not _has_components(inner)
        return expanded.CONVERSION if is_clear else reader.form(cursor)
    if outer.begin != below.begin:
        return _otherwise_begun(reader, cursor)
    return reader.spans.word_before(outer.end) or reader.form(cursor)


def _otherwise_begun(reader: Reader, cursor: Cursor) -> str | None:
    """The form of a node that begins before its operand: `as_int4(v)` does."""
    macro = reader.place(cursor).macro
    if macro is None or macro.startswith("as_"):
        return expanded.REINTERPRETATION
    return reader.form(cursor)


def _has_components(operand: Cursor) -> bool:
    type_ = native.canonical(native.type_of(operand))
    if type_.kind == TypeKind.POINTER:
        type_ = native.canonical(native.pointee(type_))
    return bool(type_.kind == TypeKind.EXT_VECTOR)


def converted(reader: Reader, cursor: Cursor, at: Origin, operand: ex.Expression) -> ex.Expression:
    """An implicit conversion, where it changes a value's representation."""
    type_ = reader.types.of(cursor)
    if isinstance(operand, ex.InitList) and isinstance(operand.type, ArrayType):
        return _first_of(operand, type_)
    if not _changes(operand.type, type_):
        return operand
    if isinstance(operand.type, VectorType) and not isinstance(type_, VectorType):
        return ex.OpaqueExpression(at, type_, _NOT_KNOWN, (operand,))
    return ex.Cast(operand.at, type_, operand, implicit=True)


def _first_of(listed: ex.InitList, type_: Type) -> ex.Expression:
    """What an array without a name converts to: the address of its first element."""
    if not isinstance(listed.type, ArrayType) or not isinstance(type_, PointerType):
        return listed
    first = ex.IntLiteral(listed.at, _INDEX, 0)
    element = ex.Index(listed.at, listed.type.element, listed, first)
    return ex.Unary(listed.at, type_, "&", element)


def _changes(source: Type, target: Type) -> bool:
    """Pointers convert among themselves, and arrays to pointers, without a change, unless they
    go to a base class, which may lie elsewhere in the object. Among themselves, the library's
    classes are one object to the models of its functions."""
    if source == target:
        return False
    if isinstance(target, PointerType):
        return isinstance(source, IntType) or _is_other_class(source, target)
    if isinstance(target, RecordType) and isinstance(source, RecordType):
        return source.name != target.name and not source.name.startswith(_LIBRARY)
    return isinstance(target, IntType | FloatType | VectorType) and isinstance(
        source, IntType | FloatType | VectorType | PointerType
    )


def _is_other_class(source: Type, target: PointerType) -> bool:
    pointee = source.pointee if isinstance(source, PointerType) else None
    both = isinstance(pointee, RecordType) and isinstance(target.pointee, RecordType)
    library = isinstance(pointee, RecordType) and pointee.name.startswith(_LIBRARY)
    return both and pointee != target.pointee and not library


def _elvis(reader: Reader, cursor: Cursor, inner: list[Cursor], at: Origin) -> ex.Expression:
    """GNU's `a ?: b`, which clang lists as `a`, `a`, `a`, `b`."""
    condition, _, then, otherwise = map(reader.expression, inner)
    return ex.Conditional(at, reader.types.of(cursor), condition, then, otherwise)


def _swizzle(
    reader: Reader, cursor: Cursor, inner: Cursor, at: Origin, components: str
) -> ex.Expression:
    base = reader.expression(inner)
    if isinstance(base.type, PointerType):
        base = ex.Unary(base.at, base.type.pointee, "*", base)
    if isinstance(base.type, PointerType) and isinstance(base.type.pointee, VectorType):
        base = ex.Unary(base.at, base.type.pointee, "*", base)  # `p->xy`
    if not isinstance(base.type, VectorType):
        return opaque(reader, cursor, at)
    return ex.Swizzle(at, reader.types.of(cursor), base, components)


def _reinterpreted(reader: Reader, cursor: Cursor, inner: Cursor, at: Origin) -> ex.Expression:
    if at.macro is None:
        return _constant_or_opaque(reader, cursor, at)
    type_ = reader.types.of(cursor)
    return ex.Call(at, type_, f"as_{opencl_name(type_)}", None, (reader.expression(inner),))


def _constant_or_opaque(reader: Reader, cursor: Cursor, at: Origin) -> ex.Expression:
    """`offsetof`, `__builtin_types_compatible_p` and their like are constants."""
    value = native.evaluate(cursor)
    type_ = reader.types.of(cursor)
    if isinstance(value, int) and isinstance(type_, IntType):
        return ex.IntLiteral(at, type_, value)
    return opaque(reader, cursor, at)


UNEXPOSED: dict[int, ExpressionReader] = {
    Kind.UNEXPOSED_EXPRESSION: _unexposed,
}
