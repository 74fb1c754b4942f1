"""Loops over work-items are said to be independent only where no private memory is used. (Numbers
of 64 bits have no vectors of ours.)"""

import pytest

from ppcl.backend.c.printer import SIMD
from tests.unit.backend.small_kernel import c_of

START = "int i = get_global_id(0);"
CHOOSE = "void choose(int *a, int *b, int which) { *(which ? a : b) += 1; }"
LOOKUP = "int lookup(int i) { int t[2] = {1, 2}; return t[i & 1]; }"
DEEP = f"{LOOKUP} int deep(int i) {{ return lookup(i) + 1; }}"


@pytest.mark.parametrize(
    ("body", "before"),
    [
        ("out[i] = (int)((long)in[i] >> n);", ""),
        ("long4 v = convert_long4(vload4(i, in)); out[i] = v.x + v.w;", ""),
        ("float whole; float part = fract(in[i] * 0.3f, &whole); out[i] = part + whole;", ""),
        ("long a = in[i]; s[i] = a; out[i] = twice(a);", "int twice(long x) { return 2 * x; }"),
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
