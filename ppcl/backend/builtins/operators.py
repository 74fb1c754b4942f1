"""How OpenCL C's operators are written in C: what is C's own, and what has a function.

`a` and `b` are operands after the implicit conversions that the language makes, so both of one
type (6.3: a scalar beside a vector has been widened). "C" means: the same text. A function is found
by `operation("+", types)` (or `lanes_read` and its like), and printed like a builtin.

| OpenCL C | scalars | vectors |
|---|---|---|
| `+ - *`, floats or unsigned | C | C |
| `+ - *`, signed | `ppcl_add_int_int`, or C where no overflow is possible | `ppcl_add_int4_int4` |
| `-a`, signed | `ppcl_negate_int` | `ppcl_negate_int4` |
| `/ %`, integers | `ppcl_divide_int_int`; C by a literal, not 0 or -1 | `ppcl_divide_int4_int4` |
| `/`, floats | C | C |
| `<< >>` | `ppcl_shl_int_int`; C by a literal below the width (but a signed `<<`) | as scalars |
| `& \\| ^ ~` | C | C |
| `== != < <= > >=` | C (int, 0 or 1) | `(int4)(a < b)`: signed, of the operands' width |
| `!a` | C | `ppcl_not_float4(a)` |
| `a && b`, `a \\|\\| b` | C | `ppcl_truth_int4(a) & ppcl_truth_int4(b)`, `\\|` |
| `c ? a : b` | C | `ppcl_select_float4_float4_int4(b, a, c)`; C where c is a scalar |
| `a++`, `a += b` | C, or `a = ppcl_add_int_int(a, b)` | `a += b`, or as for scalars |
| `(float4)s`, widening | | `ppcl_splat_float4_float(s)` |
| `(float4)(a, b, c, d)` | | `(float4){a, b, c, d}` |
| `(float4)(ab, c, d)` | | `ppcl_vector_float4_float2_float_float(ab, c, d)` |
| `v.x`, `v.s3`, `v[i]` | | `v[0]`, `v[3]`, `v[i]`; `f(x)[0]` |
| `v.xz`, `v.lo` | | `ppcl_get_xz_float4(v)` |
| `v.x = a` | | `v[0] = a` |
| `v.xz = a` | | `ppcl_set_xz_pfloat4_float2(&v, a)`: no other lane is written |
| `(int)f`, also implicit | `ppcl_convert_int_float(f)` | `convert_T` is a call in the source |
| `(float)i`, integer to integer | C | |

A signed operator that C may do itself: where indices are computed. A function hides from compilers
that an address is consecutive, as `-fwrapv` does, and OpenCL leaves overflow undefined as well.

Lanes that are written one by one, `(*v)[0] = ...`, leave the others as they are in memory: other
work-items may write those.
"""

import re

from ppcl.backend.builtins.builtin import made
from ppcl.backend.builtins.spelling import BITS, INTEGERS, integer, parts, vector
from ppcl.ir.vector import lane_numbers, stored_lanes

FUNCTIONS = {
    ("+", 2): "add",
    ("-", 2): "subtract",
    ("*", 2): "multiply",
    ("/", 2): "divide",
    ("%", 2): "modulo",
    ("<<", 2): "shl",
    (">>", 2): "shr",
    ("-", 1): "negate",
    ("!", 1): "not",
}
_SHIFT = re.compile(r"ppcl_sh([lr])_([a-z]+\d*)_([a-z]+\d*)")
_SPLAT = re.compile(r"ppcl_splat_([a-z]+\d+)_([a-z]+)")
_VECTOR = re.compile(r"ppcl_vector_([a-z]+\d+)((?:_[a-z]+\d*)+)")
_GET = re.compile(r"ppcl_get_(\w+?)_([a-z]+\d+)")
_SET = re.compile(r"ppcl_set_(\w+?)_p([a-z]+\d+)_([a-z]+\d+)")


def text(name: str) -> str | None:
    """The text of a function by its C name."""
    return made(_MAKERS, name)


def _shift(found: re.Match[str]) -> str | None:
    direction, left, right = found.groups()
    kinds = parts(left), parts(right)
    if kinds[0] is None or kinds[1] is None or kinds[0][1] != kinds[1][1]:
        return None
    element, lanes = kinds[0]
    if element not in INTEGERS or kinds[1][0] not in INTEGERS:
        return None
    if lanes > 1 and BITS[kinds[1][0]] != BITS[element]:
        return None
    unsigned = vector(integer(BITS[element], False), lanes)
    count = f"(({unsigned})y & {BITS[element] - 1})" if lanes > 1 else f"(y & {BITS[element] - 1})"
    shifted = f"x >> {count}" if direction == "r" else f"({left})(({unsigned})x << {count})"
    return f"PPCL_INLINE {left} {found[0]}({left} x, {right} y)\n{{\n    return {shifted};\n}}"


def _splat(found: re.Match[str]) -> str | None:
    kind = parts(found[1])
    if kind is None:
        return None
    same = ", ".join(["x"] * stored_lanes(kind[1]))
    return (
        f"PPCL_INLINE {found[1]} {found[0]}({found[2]} x)\n{{\n"
        f"    {found[1]} result = {{{same}}};\n    return result;\n}}"
    )


def _vector(found: re.Match[str]) -> str | None:
    kinds = [(type_, parts(type_)) for type_ in found[2].split("_")[1:]]
    whole = parts(found[1])
    if whole is None or any(kind is None or kind[0] != whole[0] for _, kind in kinds):
        return None
    counts = [kind[1] for _, kind in kinds if kind]
    if sum(counts) != whole[1]:
        return None
    letters = "abcdefghijklmnop"[: len(kinds)]
    lanes = [
        letter if count == 1 else f"{letter}[{lane}]"
        for letter, count in zip(letters, counts, strict=True)
        for lane in range(count)
    ]
    declared = ", ".join(
        f"{type_} {letter}" for letter, (type_, _) in zip(letters, kinds, strict=True)
    )
    return (
        f"PPCL_INLINE {found[1]} {found[0]}({declared})\n{{\n"
        f"    {found[1]} result = {{{', '.join(lanes)}}};\n    return result;\n}}"
    )


def _get(found: re.Match[str]) -> str | None:
    kind = parts(found[2])
    if kind is None:
        return None
    lanes = lane_numbers(found[1], kind[1])
    if not lanes:
        return None
    type_ = vector(kind[0], len(lanes))
    listed = ", ".join(f"v[{lane}]" for lane in lanes)
    return (
        f"PPCL_INLINE {type_} {found[0]}({found[2]} v)\n{{\n"
        f"    {type_} result = {{{listed}}};\n    return result;\n}}"
    )


def _set(found: re.Match[str]) -> str | None:
    kind = parts(found[2])
    if kind is None:
        return None
    lanes = lane_numbers(found[1], kind[1])
    if not lanes:
        return None
    lines = "\n".join(f"    (*v)[{lane}] = x[{place}];" for place, lane in enumerate(lanes))
    return f"PPCL_INLINE void {found[0]}({found[2]} *v, {found[3]} x)\n{{\n{lines}\n}}"


_MAKERS = ((_SHIFT, _shift), (_SPLAT, _splat), (_VECTOR, _vector), (_GET, _get), (_SET, _set))
