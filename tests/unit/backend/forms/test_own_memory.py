"""Loops over work-items are said to be independent only where no private memory is used. (`fract`
has no vectors of ours.)"""

import pytest

from ppcl.backend.c.printer import SIMD
from tests.unit.backend.small_kernel import c_of

START = "int i = get_global_id(0);"
CHOOSE = "void choose(int *a, int *b, int which) { *(which ? a : b) += 1; }"
TWICE = "int twice(float x) { return 2 * x; }"
LOOKUP = "int lookup(int i) { int t[2] = {1, 2}; return t[i & 1]; }"
DEEP = f"{LOOKUP} int deep(int i) {{ return lookup(i) + 1; }}"


@pytest.mark.parametrize(
    ("body", "before"),
    [
        ("int whole; float part = frexp(in[i] * 0.3f, &whole); out[i] = part + whole;", ""),
        ("long8 v = convert_long8(vload8(i, in)); out[i] = v.s0 + v.s7;", ""),
        ("float whole; float part = fract(in[i] * 0.3f, &whole); out[i] = part + whole;", ""),
        ("float w, a = fract(in[i] * 0.3f, &w); s[i] = a; out[i] = twice(a);", TWICE),
    ],
)
def test_what_stays_in_registers_is_independent(body: str, before: str) -> None:
    assert SIMD in c_of(START + body, before)


@pytest.mark.parametrize(
    ("body", "before"),
    [
        ("int t[4] = {1, 2, 3, 4}; t[in[i] & 3] = i; out[i] = t[i & 3];", ""),
        ("struct s v = {{1, 2}}; v.t[i & 1] = 3; out[i] = v.t[0];", "struct s { int t[2]; };"),
        ("int a = 1, b = 2; choose(&a, &b, i & 1); out[i] = a + b;", CHOOSE),
        ("int a = 1, b = 2; int *p = (i & 1) ? &a : &b; *p = 3; out[i] = a + b;", ""),
        ("out[i] = lookup(i);", LOOKUP),
        ("out[i] = deep(i);", DEEP),
    ],
)
def test_private_memory_makes_no_promise(body: str, before: str) -> None:
    assert SIMD not in c_of(START + body, before)
