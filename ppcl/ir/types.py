"""Types of C, C++ and OpenCL C, as far as ppcl tells them apart."""

import re
from enum import Enum

from ppcl.ir.vector import stored_lanes
from ppcl.source.value_class import value_class

_IMAGE = re.compile(r"\bimage[123]d")


class AddressSpace(Enum):
    """Where a pointer points (OpenCL 2.0, 6.5). A host pointer is PRIVATE."""

    PRIVATE = "private"
    GLOBAL = "global"
    LOCAL = "local"
    CONSTANT = "constant"
    GENERIC = "generic"


@value_class(slots=True)
class VoidType:
    """`void`."""


# What the names of the language's own integer types are made of.
_BUILT_IN = frozenset(
    [
        "bool",
        "signed",
        "unsigned",
        "char",
        "char16_t",
        "char32_t",
        "wchar_t",
        "short",
        "int",
        "long",
        "__int128",
    ]
)


@value_class(slots=True)
class IntType:
    """An integer, boolean, character or enumeration type, by its canonical name."""

    name: str
    bits: int
    signed: bool

    @property
    def is_built_in(self) -> bool:
        """Whether it is one of the language's own, no enumeration."""
        return _BUILT_IN.issuperset(self.name.split())


@value_class(slots=True)
class FloatType:
    """`half`, `float`, `double` or `long double`."""

    name: str
    bits: int


# Of a vector with a lane for each of some neighbouring work-items (`ppcl.rewrite.lanes`): as many
# as a register of the machine has, which only its compiler knows.
ROW_LANES = 0


@value_class(slots=True)
class VectorType:
    """An OpenCL vector: 2, 3, 4, 8 or 16 lanes; 3 lanes take the room of 4. Or `ROW_LANES`."""

    element: "IntType | FloatType"
    lanes: int


@value_class(slots=True)
class PointerType:
    """A pointer; `const` is the pointee's qualifier."""

    pointee: "Type"
    space: AddressSpace = AddressSpace.PRIVATE
    const: bool = False
    restrict: bool = False
    volatile: bool = False


@value_class(slots=True)
class ReferenceType:
    """A C++ reference."""

    referent: "Type"


@value_class(slots=True)
class ArrayType:
    """An array; `length` is None where it is not a constant (VLA, `[]`)."""

    element: "Type"
    length: int | None


@value_class(slots=True)
class RecordType:
    """A struct, union or class by name; fields stand in `TranslationUnit.records`.

    `size` is in bytes, None where the type is incomplete. `name` is the qualified spelling
    (`std::vector<float>`); template arguments are in `arguments`.
    """

    name: str
    size: int | None
    arguments: "tuple[Type, ...]" = ()


@value_class(slots=True)
class FunctionType:
    """A function's type."""

    result: "Type"
    parameters: "tuple[Type, ...]"


@value_class(slots=True)
class OpaqueType:
    """A type that ppcl does not look into (images, samplers, dependent types)."""

    spelling: str


Type = (
    VoidType
    | IntType
    | FloatType
    | VectorType
    | PointerType
    | ReferenceType
    | ArrayType
    | RecordType
    | FunctionType
    | OpaqueType
)


def size_of(type_: Type) -> int | None:
    """The size in bytes (LP64), or None where it is not known."""
    match type_:
        case IntType(bits=bits) | FloatType(bits=bits):
            return max(bits, 8) // 8
        case VectorType(element=element, lanes=lanes):
            return (size_of(element) or 0) * stored_lanes(lanes)
        case PointerType() | ReferenceType():
            return 8
        case ArrayType(element=element, length=length):
            size = size_of(element)
            return None if size is None or length is None else size * length
        case RecordType(size=size):
            return size
        case _:
            return None


def is_image(type_: Type) -> bool:
    """Whether a type is an image's, which only builtin functions look into."""
    return isinstance(type_, OpaqueType) and _IMAGE.search(type_.spelling) is not None
