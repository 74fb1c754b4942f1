"""How types are spelled in the names of C functions: `float4`, `pfloat` for a pointer."""

import re

from ppcl.ir.types import (
    ROW_LANES,
    FloatType,
    IntType,
    OpaqueType,
    PointerType,
    Type,
    VectorType,
    VoidType,
)

SIGNED = ("char", "short", "int", "long")
UNSIGNED = ("uchar", "ushort", "uint", "ulong")
INTEGERS = SIGNED + UNSIGNED
FLOATS = ("float", "double")
SCALARS = INTEGERS + FLOATS
LANES = (2, 3, 4, 8, 16)
BITS = {
    **{name: 8 << index for index, name in enumerate(SIGNED)},
    **{name: 8 << index for index, name in enumerate(UNSIGNED)},
    "float": 32,
    "double": 64,
    "half": 16,
}
# Rows of work-items, with a lane for each.
ROWS = ("floats", "ints", "uints", "doubles", "longs", "ulongs")
_BY_BITS = {
    **{(BITS[name], True): name for name in SIGNED},
    **{(BITS[name], False): name for name in UNSIGNED},
}
_ELEMENTS = "|".join((*SCALARS, "half"))
_TYPE = re.compile(rf"({_ELEMENTS})(2|3|4|8|16)?")
_OPAQUE = re.compile(r"\b(image[123]d(?:_array|_buffer)?_t|sampler_t|event_t)\b")


def spelling(type_: Type) -> str | None:
    """A type in a name; None for one that no builtin takes."""
    match type_:
        case VoidType():
            return "void"
        case IntType(name="bool"):
            return "bool"
        case IntType(bits=bits, signed=signed):
            return _BY_BITS.get((bits, signed))
        case FloatType(name=name):
            return name if name in BITS else None
        case VectorType(element=element, lanes=lanes):
            inner = spelling(element)
            return inner and (f"{inner}s" if lanes == ROW_LANES else f"{inner}{lanes}")
        case PointerType(pointee=pointee):
            inner = spelling(pointee)
            return inner and f"p{inner}"
        case OpaqueType(spelling=written):
            found = _OPAQUE.search(written)
            return found and found[1].removesuffix("_t").replace("_", "")
        case _:
            return None


def parts(type_: str) -> tuple[str, int] | None:
    """The element and the number of lanes (1 for a scalar) of a spelled type."""
    found = _TYPE.fullmatch(type_)
    return None if found is None else (found[1], int(found[2] or 1))


def vector(element: str, lanes: int) -> str:
    """A type of so many lanes, the element itself for one."""
    return element if lanes == 1 else f"{element}{lanes}"


def is_type(word: str) -> bool:
    """Whether a part of a name is a type, or a pointer to one."""
    return parts(word.removeprefix("p")) is not None


def integer(bits: int, signed: bool) -> str:
    """The integer type of a width."""
    return _BY_BITS[bits, signed]
