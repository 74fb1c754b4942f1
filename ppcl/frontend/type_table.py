"""Clang's types as ppcl's."""

from collections.abc import Callable
from dataclasses import dataclass, field

from ppcl.frontend import native
from ppcl.frontend.kinds import TypeKind
from ppcl.ir.types import (
    AddressSpace,
    ArrayType,
    FloatType,
    FunctionType,
    IntType,
    OpaqueType,
    PointerType,
    RecordType,
    ReferenceType,
    Type,
    VectorType,
    VoidType,
)

_SPACES = {
    1: AddressSpace.GLOBAL,
    2: AddressSpace.LOCAL,
    3: AddressSpace.CONSTANT,
    4: AddressSpace.PRIVATE,
    5: AddressSpace.GENERIC,
}
REFERENCES = (TypeKind.LVALUE_REFERENCE, TypeKind.RVALUE_REFERENCE)
_MAX_DEPTH = 50
# By clang's kind: char, short, int, ... in their signed and unsigned forms.
_INTEGERS = {
    3: IntType("bool", 8, False),
    4: IntType("char", 8, False),
    5: IntType("unsigned char", 8, False),
    6: IntType("char16_t", 16, False),
    7: IntType("char32_t", 32, False),
    8: IntType("unsigned short", 16, False),
    9: IntType("unsigned int", 32, False),
    10: IntType("unsigned long", 64, False),
    11: IntType("unsigned long long", 64, False),
    12: IntType("unsigned __int128", 128, False),
    13: IntType("char", 8, True),
    14: IntType("signed char", 8, True),
    15: IntType("wchar_t", 32, True),
    16: IntType("short", 16, True),
    17: IntType("int", 32, True),
    18: IntType("long", 64, True),
    19: IntType("long long", 64, True),
    20: IntType("__int128", 128, True),
}
_FLOATS = {
    21: FloatType("float", 32),
    22: FloatType("double", 64),
    23: FloatType("long double", 128),
    30: FloatType("__float128", 128),
    31: FloatType("half", 16),
}
_SIMPLE: dict[int, Type] = {TypeKind.VOID: VoidType(), **_INTEGERS, **_FLOATS}
_SIMPLE[TypeKind.NULLPTR] = PointerType(VoidType())


def space_of(type_: native.Type) -> AddressSpace:
    """The address space that a type is qualified with; on a host always PRIVATE."""
    return _SPACES.get(native.address_space(type_), AddressSpace.PRIVATE)


@dataclass(frozen=True)
class Types:
    """Converts types, each once; `name` names records and enumerations."""

    name: Callable[[native.Cursor], str]
    records: dict[str, native.Cursor] = field(default_factory=dict)
    _known: dict[tuple[int, int], Type] = field(default_factory=dict)
    _volatile: dict[tuple[int, int], bool] = field(default_factory=dict)
    _open: list[int] = field(default_factory=list)

    def of(self, cursor: native.Cursor) -> Type:
        """The type of a declaration or expression."""
        return self.convert(native.type_of(cursor))

    def decayed(self, cursor: native.Cursor) -> Type:
        """The type of a parameter or a value: an array is a pointer (C11 6.7.6.3, paragraph 7).

        clang's interface shows the array even where the language has adjusted it. The qualifiers of
        a canonical array's elements stand at the array.
        """
        type_ = native.canonical(native.type_of(cursor))
        if _BUILDERS.get(type_.kind) is not _array:
            return self.convert(type_)
        element = self.convert(native.array_element(type_))
        const, volatile = bool(native.is_const(type_)), bool(native.is_volatile(type_))
        return PointerType(element, space_of(type_), const, False, volatile)

    def convert(self, type_: native.Type) -> Type:
        """A type of clang's as one of ppcl's; qualifiers of the type itself are dropped."""
        key = (type_.kind, type_.data[0] or 0)
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = self._build(native.canonical(type_))
        return found

    def is_volatile(self, type_: native.Type) -> bool:
        """Whether what has a type, or what it refers to, is volatile or atomic."""
        key = (type_.kind, type_.data[0] or 0)
        if key not in self._volatile:
            self._volatile[key] = _is_volatile(native.canonical(type_))
        return self._volatile[key]

    @property
    def lacks_instances(self) -> bool:
        """Whether a class that a template makes has not been made."""
        classes = (known for known in self._known.values() if isinstance(known, RecordType))
        return any(known.arguments and known.size is None for known in classes)

    def _build(self, type_: native.Type) -> Type:
        builder = _BUILDERS.get(type_.kind)
        if builder is None:
            return _SIMPLE.get(type_.kind) or _opaque(type_)
        if len(self._open) >= _MAX_DEPTH:
            return OpaqueType("nested too deeply")
        self._open.append(type_.kind)
        try:
            return builder(self, type_)
        finally:
            self._open.pop()


def _is_volatile(type_: native.Type) -> bool:
    if type_.kind in REFERENCES:
        type_ = native.canonical(native.pointee(type_))
    return bool(native.is_volatile(type_)) or type_.kind == TypeKind.ATOMIC


def _opaque(type_: native.Type) -> OpaqueType:
    if not type_.data[0]:  # no type at all, which libclang does not spell: it crashes
        return OpaqueType("not understood")
    return OpaqueType(native.type_spelling(native.unqualified(type_)))


def _pointer(types: Types, type_: native.Type) -> Type:
    target = native.pointee(type_)
    return PointerType(
        types.convert(target),
        space_of(target),
        bool(native.is_const(target)),
        bool(native.is_restrict(type_)),
        bool(native.is_volatile(target)),
    )


def _reference(types: Types, type_: native.Type) -> Type:
    return ReferenceType(types.convert(native.pointee(type_)))


def _record(types: Types, type_: native.Type) -> Type:
    declaration = native.declaration_of(type_)
    name = types.name(declaration)
    types.records.setdefault(name, declaration)
    size = native.size_of(type_)
    count = native.template_argument_count(type_)
    arguments = (native.template_argument(type_, index) for index in range(max(count, 0)))
    return RecordType(
        name, size if size >= 0 else None, tuple(types.convert(a) for a in arguments if a.kind)
    )


def _enumeration(types: Types, type_: native.Type) -> Type:
    declaration = native.declaration_of(type_)
    underlying = types.convert(native.enum_integer_type(declaration))
    name = types.name(declaration)
    if not isinstance(underlying, IntType):
        return IntType(name, 32, True)
    return IntType(name, underlying.bits, underlying.signed)


def _function(types: Types, type_: native.Type) -> Type:
    parameters = (
        native.parameter_type(type_, index) for index in range(native.parameter_count(type_))
    )
    return FunctionType(
        types.convert(native.result_type(type_)), tuple(map(types.convert, parameters))
    )


def _array(types: Types, type_: native.Type) -> Type:
    length = native.array_size(type_) if type_.kind == TypeKind.CONSTANT_ARRAY else None
    return ArrayType(types.convert(native.array_element(type_)), length)


def _vector(types: Types, type_: native.Type) -> Type:
    element = types.convert(native.element_type(type_))
    if not isinstance(element, IntType | FloatType):
        return _opaque(type_)
    return VectorType(element, native.element_count(type_))


def _atomic(types: Types, type_: native.Type) -> Type:
    return types.convert(native.value_type(type_))


_BUILDERS: dict[int, Callable[[Types, native.Type], Type]] = {
    TypeKind.POINTER: _pointer,
    TypeKind.BLOCK_POINTER: _pointer,
    TypeKind.LVALUE_REFERENCE: _reference,
    TypeKind.RVALUE_REFERENCE: _reference,
    TypeKind.RECORD: _record,
    TypeKind.ENUM: _enumeration,
    TypeKind.FUNCTION: _function,
    TypeKind.FUNCTION_NO_PROTOTYPE: _function,
    TypeKind.CONSTANT_ARRAY: _array,
    TypeKind.INCOMPLETE_ARRAY: _array,
    TypeKind.VARIABLE_ARRAY: _array,
    TypeKind.DEPENDENT_ARRAY: _array,
    TypeKind.VECTOR: _vector,
    TypeKind.EXT_VECTOR: _vector,
    TypeKind.ATOMIC: _atomic,
}
