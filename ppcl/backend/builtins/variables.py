"""What the variables of the tables in `templates/runtime/c/builtins` stand for.

`T` is a scalar or `V` a vector of `T`; from it follow `T2` to `T16`, `R`, a row of T's (as a part
of a name), `S` and `U`, the signed and the unsigned integer of T's `W`, the integer of twice that
`C8` and `C16`, those of 8 and 16 bits of T's sign, `I` and `UI`, vectors of S and U, and the words
that start with a dollar sign: `$F`, the suffix of T's functions in <math.h>, limits, bit patterns,
`$LANES` and `$WIDTH` (of three lanes, four are stored).
"""

from collections.abc import Mapping

from ppcl.backend.builtins import spelling
from ppcl.backend.builtins.spelling import BITS, FLOATS, INTEGERS, LANES, SIGNED, UNSIGNED, integer
from ppcl.ir.vector import stored_lanes

SETS: Mapping[str, tuple[str, ...]] = {
    "signed": SIGNED,
    "unsigned": UNSIGNED,
    "integers": INTEGERS,
    "narrow": tuple(name for name in INTEGERS if BITS[name] < 64),
    "floats": FLOATS,
    "scalars": spelling.SCALARS,
}
LIMITS = {
    "char": ("SCHAR_MIN", "SCHAR_MAX"),
    "short": ("SHRT_MIN", "SHRT_MAX"),
    "int": ("INT_MIN", "INT_MAX"),
    "long": ("LONG_MIN", "LONG_MAX"),
    "uchar": ("0", "UCHAR_MAX"),
    "ushort": ("0", "USHRT_MAX"),
    "uint": ("0", "UINT_MAX"),
    "ulong": ("0", "ULONG_MAX"),
}
_FLOAT_WORDS = {
    "float": {
        "$F": "f",
        "$EPSILON": "FLT_EPSILON",
        "$GREATEST": "FLT_MAX",
        "$INTEGRAL": "16777216.0f",
        "$BIG": "1.1529215e+18f",
        "$SMALL": "8.271806e-25f",
        "$RISE": "1.2676506e+30f",
        "$NAN_BITS": "0x7fc00000u",
        "$MAX_BITS": "0x7fffffffu",
        "$INFINITY_BITS": "0x7f800000u",
        "$NORMAL_BITS": "0x00800000u",
    },
    "double": {
        "$F": "",
        "$EPSILON": "DBL_EPSILON",
        "$GREATEST": "DBL_MAX",
        "$INTEGRAL": "9007199254740992.0",
        "$BIG": "3.273390607896142e+150",
        "$SMALL": "2.409919865102884e-181",
        "$RISE": "1.0715086071862673e+301",
        "$NAN_BITS": "0x7ff8000000000000ul",
        "$MAX_BITS": "0x7ffffffffffffffful",
        "$INFINITY_BITS": "0x7ff0000000000000ul",
        "$NORMAL_BITS": "0x0010000000000000ul",
    },
}


def domain(written: str) -> tuple[str, ...]:
    """The types of `integers`, `vectors of signed`, `vectors` or `char, uint, float4`."""
    if written.startswith("vectors"):
        elements = domain(written.removeprefix("vectors").removeprefix(" of ") or "scalars")
        return tuple(f"{element}{lanes}" for element in elements for lanes in LANES)
    names = [name.strip() for name in written.split(",")]
    return tuple(type_ for name in names for type_ in SETS.get(name, (name,)))


def values(variable: str, type_: str) -> dict[str, str]:
    """All words and what they stand for, where the variable is this type."""
    found = spelling.parts(type_)
    if found is None:
        raise ValueError(f"{type_} is no type")
    element, lanes = found
    words = _scalar(element)
    if variable == "V":
        integers = {"I": f"{words['S']}{lanes}", "UI": f"{words['U']}{lanes}"}
        words |= {"V": type_, "$LANES": str(lanes), "$WIDTH": str(stored_lanes(lanes))}
        words |= integers
    return words


def _scalar(type_: str) -> dict[str, str]:
    bits = BITS[type_]
    words = {
        "T": type_,
        "R": f"{type_}s",
        "S": integer(bits, True),
        "U": integer(bits, False),
        "$BITS": str(bits),
        **{f"T{lanes}": f"{type_}{lanes}" for lanes in LANES},
    }
    if type_ in INTEGERS:
        words |= {"$MIN": LIMITS[type_][0], "$MAX": LIMITS[type_][1]}
        words |= {"C8": integer(8, type_ in SIGNED), "C16": integer(16, type_ in SIGNED)}
    if type_ in INTEGERS and bits < 64:
        words["W"] = integer(2 * bits, type_ in SIGNED)
    return words | _FLOAT_WORDS.get(type_, {})
