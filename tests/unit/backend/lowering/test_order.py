"""Parts of an expression get their values from left to right, where one changes another."""

import pytest

from tests.unit.backend.small_kernel import c_of

BEFORE = "int f(int a, int b) { return a - b; } int g(int *p, int b) { return (*p)++ - b; }"
ORDERED = [
    "out[0] = f(i++, i);",
    "out[0] = f(i, i = 3);",
    "out[0] = max(i++, i);",
    "out[0] = ((int2)(*p = 2, i)).y;",
    "out[0] = f(g(&i, 1), i);",
    "out[0] = ((int4)((int2)(i, 1), (int2)(i++, 2))).x;",
]
AS_THEY_ARE = [
    "out[0] = f(i++, n);",
    "out[0] = f(in[0], f(n, i));",
    "out[0] = g(&i, n) + g(p, i);",
    "out[0] = ((int4)(vload2(0, out), vload2(1, out))).x;",
    "vstore2((int2)(n, in[0]), i++, out);",
]


def text_of(body: str) -> str:
    return c_of(f"int i = n, *p = &i; {body}", BEFORE)


@pytest.mark.parametrize("body", ORDERED)
def test_what_depends_on_the_order_has_one(body: str) -> None:
    assert "int part = " in text_of(body) or "int2 part = " in text_of(body)


@pytest.mark.parametrize("body", AS_THEY_ARE)
def test_what_does_not_stays_as_it_is(body: str) -> None:
    assert "part" not in text_of(body)
