"""Builtins on edge values: which, on what, and how far results may lie apart.

A case is a call `name(a, b, c)` for COUNT work-items. The same calls are written as OpenCL C
kernels and as C functions that call what `ppcl.backend.builtins` has; both read one block of
memory, and write one.
"""

import math
import struct
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from ppcl.backend.builtins import in_order
from ppcl.backend.builtins.find import by_name
from ppcl.backend.builtins.spelling import BITS, FLOATS, INTEGERS, SCALARS, SIGNED, parts
from ppcl.ir.vector import stored_lanes

COUNT = 576
_FORMATS = dict(zip(INTEGERS, "bhiqBHIQ", strict=True)) | {"half": "H", "float": "f", "double": "d"}
_INTEGER_EDGES = (0, 1, -1, 2, -2, 3, 7, 100, 0x55, 0x1234567, -0x7654321)
_SPECIAL = (0, -0.0, 1, -1, 0.5, -0.5, 1.5, 2.5, -2.5, math.inf, -math.inf, math.nan, 3.14159274)
_ORDINARY = (1e10, -1e10, 1e-10, 100.7, -1234.5, 2147483648.0, 16777217.0, 255.5, 0.99999994)


@dataclass(frozen=True)
class Case:
    """A call; `ulps` are the standard's for the result, None where it must be the same bits."""

    name: str
    types: tuple[str, ...]
    result: str
    ulps: float | None = None
    bits: int = 64  # integers are cut to so many bits
    source: str = ""  # the OpenCL C expression of a, b, c, where it is no call

    @property
    def c_name(self) -> str:
        """The C function."""
        return "_".join(("ppcl", self.name, *self.types))

    @property
    def size(self) -> int:
        """Bytes of all results."""
        return COUNT * size_of(self.result)


def size_of(type_: str) -> int:
    """Bytes of a type."""
    element, lanes = parts(type_) or ("", 0)
    return BITS[element] // 8 * stored_lanes(lanes)


def edges(element: str, bits: int) -> Sequence[float]:
    """24 values of a type."""
    if element not in INTEGERS:
        least, greatest = (5e-324, 1.79e308) if element == "double" else (1e-45, 3.4028234e38)
        return (*_SPECIAL, *_ORDINARY, least, -greatest)
    width_ = BITS[element]
    special = [1 << (width_ - 1), (1 << (width_ - 1)) - 1, (1 << (width_ - 1)) + 1, width_ - 1]
    special += [width_, width_ + 1, -width_, 1 << (width_ - 2), (1 << width_) - 2, 40, 0x80, 0x7FFF]
    values = [*_INTEGER_EDGES, *special, 0x0F0F0F0F0F0F0F0F]
    kept = min(bits, width_)
    wrapped = [value % (1 << kept) for value in values]
    signed = [v - (1 << kept) if v >> (kept - 1) else v for v in wrapped]
    return signed if element in SIGNED else wrapped


def column(type_: str, place: int, bits: int) -> bytes:
    """The values of one argument of all work-items: first and second make all pairs."""
    element, lanes = parts(type_) or ("", 0)
    values = edges(element, bits)
    places = (lambda i: i % 24, lambda i: i // 24, lambda i: (i * 7 + i // 24 * 5 + 3) % 24)
    picked = [
        values[(places[place](item) + 5 * lane) % 24]
        for item in range(COUNT)
        for lane in range(stored_lanes(lanes))
    ]
    return struct.pack(_format(element, len(picked)), *picked)


def _format(element: str, count: int) -> str:
    return f"={count}{_FORMATS[element]}"


@dataclass(frozen=True)
class Block:
    """All inputs in one block of bytes, and where each begins."""

    data: bytes
    offsets: dict[tuple[str, int, int], int]


def block(cases: Sequence[Case]) -> Block:
    """What all cases read."""
    offsets: dict[tuple[str, int, int], int] = {}
    data = b""
    for case in cases:
        for place, type_ in enumerate(case.types):
            key = (type_, place, case.bits)
            if key not in offsets:
                offsets[key] = len(data)
                data += column(*key)
    return Block(data, offsets)


def groups(cases: Sequence[Case]) -> list[list[Case]]:
    """Cases of the same arguments, which share a kernel."""
    return [list(found) for _, found in groupby(sorted(cases, key=_inputs), key=_inputs)]


def _inputs(case: Case) -> tuple[tuple[str, ...], int]:
    return case.types, case.bits


def _body(cases: Sequence[Case], inputs: Block, start: int, ours: bool) -> Iterator[str]:
    first, space = cases[0], "" if ours else "__global "
    for place, type_ in enumerate(first.types):
        at = inputs.offsets[type_, place, first.bits]
        yield f"    {type_} {'abc'[place]} = (({space}const {type_} *)(in + {at}))[i];"
    names = ", ".join("abc"[: len(first.types)])
    for case in cases:
        call = f"{case.c_name}({names})" if ours else case.source or f"{case.name}({names})"
        yield f"    (({space}{case.result} *)(out + {start}))[i] = {call};"
        start += case.size


def kernels(cases: Sequence[Case], inputs: Block) -> str:
    """OpenCL C."""
    text, start = "", 0
    for index, group in enumerate(groups(cases)):
        body = "\n".join(_body(group, inputs, start, False))
        start += sum(case.size for case in group)
        text += (
            f"__kernel void k{index}(__global const uchar *in, __global uchar *out)\n"
            f"{{\n    size_t i = get_global_id(0);\n{body}\n}}\n\n"
        )
    return text


def program(cases: Sequence[Case], inputs: Block) -> str:
    """C that does the same with our functions: standard input to standard output."""
    used = [by_name(case.c_name) for case in cases]
    text = '#include "ppcl_compiler.h"\n#include <stdlib.h>\n\n'
    text += "\n\n".join(one.text for one in in_order(one for one in used if one)) + "\n\n"
    start = 0
    for index, group in enumerate(groups(cases)):
        body = "\n".join(f"    {line}" for line in _body(group, inputs, start, True))
        start += sum(case.size for case in group)
        loop = f"    for (int i = 0; i < {COUNT}; i++) {{\n{body}\n    }}"
        text += f"static void k{index}(const uchar *in, uchar *out)\n{{\n{loop}\n}}\n\n"
    calls = "\n".join(f"    k{index}(in, out);" for index in range(len(groups(cases))))
    return text + _MAIN.format(size=len(inputs.data), results=start, calls=calls)


_MAIN = """int main(void)
{{
    uchar *in = (uchar *)aligned_alloc(128, ({size} + 127) / 128 * 128);
    uchar *out = (uchar *)aligned_alloc(128, ({results} + 127) / 128 * 128);
    if (fread(in, 1, {size}, stdin) != {size})
        return 1;
{calls}
    return fwrite(out, 1, {results}, stdout) != {results};
}}
"""


def values(case: Case, data: bytes) -> list[tuple[float, ...]]:
    """The results of a case, lanes of each work-item, without the fourth of three."""
    element, lanes = parts(case.result) or ("", 0)
    stored = stored_lanes(lanes)
    flat = struct.unpack(_format(element, COUNT * stored), data)
    return [flat[item * stored : item * stored + lanes] for item in range(COUNT)]


def apart(case: Case, one: float, other: float) -> bool:
    """Whether two results differ by more than both may be off."""
    element = (parts(case.result) or ("", 0))[0]
    if element in FLOATS and math.isnan(one) and math.isnan(other):
        return False
    if case.ulps is None or one == other:
        return one != other
    if not (math.isfinite(one) and math.isfinite(other)):
        return True
    digits, least = (24, -149) if element == "float" else (53, -1074)
    exponent = math.frexp(max(abs(one), abs(other)))[1]
    return abs(one - other) > 2 * case.ulps * math.ldexp(1, max(exponent - digits, least))


def calls(names: str, types: tuple[str, ...], result: str, ulps: float | None = None) -> list[Case]:
    """Cases of several functions."""
    return [Case(name, types, result, ulps) for name in names.split()]


def integers(element: str, lanes: str) -> Iterator[Case]:
    """6.12.3."""
    t = element + lanes
    unsigned = (element if element not in SIGNED else f"u{element}") + lanes
    yield from calls("abs", (t,), unsigned)
    yield from calls("clz popcount", (t,), t)
    yield from calls("abs_diff", (t, t), unsigned)
    yield from calls("add_sat sub_sat hadd rhadd max min mul_hi rotate", (t, t), t)
    yield from calls("mad_hi mad_sat bitselect", (t, t, t), t)
    yield from calls("select", (t, t, unsigned), t)
    if element in ("int", "uint"):
        yield Case("mul24", (t, t), t, bits=24)
        yield Case("mad24", (t, t, t), t, bits=24)
    if BITS[element] < 64:
        wide = INTEGERS[INTEGERS.index(element) + 1]
        yield Case("upsample", (t, unsigned), wide + lanes)
    if element in SIGNED:
        yield from calls("any all", (t,), "int")


# The standard's bounds (7.4) of float and double.
MATH = {
    0: "fabs ceil floor rint round trunc",
    0.5: "sqrt",
    2: "cbrt rsqrt",
    3: "exp exp2 exp10 expm1 log log2 log10 log1p",
    4: "sin cos sinpi cospi acos asin acosh asinh sinh cosh",
    5: "tan tanh atan atanh acospi asinpi atanpi",
    6: "tanpi",
    16: "erf erfc tgamma lgamma",
}
MATH_2 = {
    0: "fmax fmin fdim copysign fmod remainder nextafter maxmag minmag step",
    4: "hypot",
    6: "atan2 atan2pi",
    16: "pow powr",
}


def floats(element: str, lanes: str) -> Iterator[Case]:
    """6.12.2, 6.12.4, 6.12.6."""
    t = element + lanes
    truth = ("int" if element == "float" or not lanes else "long") + lanes
    for ulps, names in MATH.items():
        yield from calls(names, (t,), t, ulps)
    for ulps, names in MATH_2.items():
        yield from calls(names, (t, t), t, ulps)
    integer = f"int{lanes}"
    yield from calls("ldexp", (t, integer), t, 0)
    yield from calls("pown rootn", (t, integer), t, 16)
    yield from calls("ilogb", (t,), integer)
    yield from calls("logb sign degrees radians", (t,), t, 2)
    yield from calls("fma", (t, t, t), t, 0)
    yield from calls("bitselect", (t, t, t), t)
    yield from calls("isfinite isinf isnan isnormal signbit", (t,), truth)
    yield from calls("isequal isnotequal isgreater isgreaterequal isless", (t, t), truth)
    yield from calls("islessequal islessgreater isordered isunordered", (t, t), truth)


def conversions() -> Iterator[Case]:
    """6.2.3: what is undefined, out of range without saturation, is left out."""
    for to in SCALARS:
        for source in SCALARS:
            modes = ("", "_rte", "_rtz", "_rtp", "_rtn") if {to, source} & {*FLOATS} else ("",)
            for how in modes:
                saturated = "_sat" if to in INTEGERS and source != to else ""
                yield Case(f"convert_{to}{saturated}{how}", (source,), to)
    for to, source in (("int", "float"), ("float", "int"), ("uchar", "float"), ("float", "uchar")):
        saturated = "_sat" if to in INTEGERS else ""
        yield Case(f"convert_{to}4{saturated}", (f"{source}4",), f"{to}4")
        yield Case(f"convert_{to}3{saturated}", (f"{source}3",), f"{to}3")


def shuffles() -> Iterator[Case]:
    """6.12.12 and 6.2.4."""
    yield Case("shuffle", ("float4", "uint4"), "float4")
    yield Case("shuffle", ("int8", "uint2"), "int2")
    yield Case("shuffle2", ("char4", "char4", "uchar16"), "char16")
    yield Case("as_int4", ("float4",), "int4")
    yield Case("as_float3", ("uint3",), "float3")
    yield Case("as_char8", ("double",), "char8")
    for lanes in ("2", "3", "4"):
        yield Case("length", (f"float{lanes}",), "float", 5)
        yield Case("distance", (f"float{lanes}", f"float{lanes}"), "float", 8)
        yield Case("normalize", (f"float{lanes}",), f"float{lanes}", 5)


def operators() -> Iterator[Case]:
    """6.3. Signed overflow wraps, as it does on CPUs though it need not."""
    for t in ("int", "uint", "long", "ulong", "int4", "uchar4", "short2"):
        yield Case("shl", (t, t), t, source="a << b")
        yield Case("shr", (t, t), t, source="a >> b")
    for t in ("int", "long", "char4", "int3"):
        yield Case("add", (t, t), t, source="a + b")
        yield Case("subtract", (t, t), t, source="a - b")
        yield Case("multiply", (t, t), t, source="a * b")
        yield Case("negate", (t,), t, source="-a")
    for t, truth in (("float4", "int4"), ("double2", "long2"), ("uchar8", "char8")):
        yield Case("not", (t,), truth, source="!a")
        yield Case("truth", (t,), truth, source="a && a")
    yield Case("get_zx", ("float4",), "float2", source="a.zx")
    yield Case("get_hi", ("float8",), "float4", source="a.hi")
    yield Case("get_odd", ("char16",), "char8", source="a.odd")
    yield Case("get_s12a", ("int16",), "int3", source="a.s12a")
    yield Case("get_xyz", ("float4",), "float3", source="a.xyz")
    yield Case("splat_float3", ("float",), "float3", source="(float3)(a)")
    yield Case("vector_int4", ("int", "int2", "int"), "int4", source="(int4)(a, b, c)")
    yield Case("vector_float8", ("float3", "float4", "float"), "float8", source="(float8)(a, b, c)")


def all_cases() -> list[Case]:
    """Everything."""
    found = [case for element in INTEGERS for case in integers(element, "")]
    found += [case for element in ("uchar", "int", "ulong") for case in integers(element, "4")]
    found += [*integers("short", "3"), *floats("float", ""), *floats("double", "")]
    found += [*floats("float", "4"), *floats("double", "3")]
    return [*found, *conversions(), *shuffles(), *operators()]
