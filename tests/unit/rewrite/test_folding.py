"""The values that a program's constants begin with."""

import pytest

from ppcl.backend.c.printer import printed
from tests.unit.backend.small_kernel import HEAD, compiled

VALUES = {
    "constant int c = 60 << 4;": "int c_1 = 960",
    "constant int c = 1 << 33;": "int c_1 = 2",
    "constant int c = -7 / 2;": "int c_1 = -3",
    "constant int c = -7 % 3;": "int c_1 = -1",
    "constant int c = -8 >> 1;": "int c_1 = -4",
    "constant uint c = -1;": "uint c_1 = 4294967295U",
    "constant int b[3] = {1, 2, 3}, c = sizeof b / sizeof b[0];": "int c_1 = 3",
    "constant int b = 4, c = b << 1;": "int c_1 = 8",
    "constant float c = 3 / 2 + 0.5f;": "float c_1 = 1.5f",
    "constant float c = 1.0f / 3.0f;": "float c_1 = 1.0f / 3.0f",
    "constant int c = 7 / 2 > 3 ? 1 : 2;": "int c_1 = 2",
    "constant float2 c = (float2)(5.f);": "float2 c_1 = {5.0f, 5.0f}",
    "constant int2 c[2] = {3, (int2)(1, 2)};": "int2 c_1[2] = {{3, 3}, {1, 2}}",
    "constant int4 c = (int4)((int2)(1, 2), 3, 8 / 2);": "int4 c_1 = {1, 2, 3, 4}",
    "constant int2 c = -(int2)(1, 2) * (int2)(3, 6 >> 1);": "int2 c_1 = {-3, -6}",
    "constant int b[2] = {1, 2}; constant int *constant c = &b[1];": "(const int *) (&b_1[1])",
}


@pytest.mark.parametrize("text", VALUES)
def test_it_is_a_constant_expression_of_c(text: str) -> None:
    made = printed(compiled(f"{text}\n{HEAD}{{ out[0] = n; }}").definitions)
    assert f"{VALUES[text]};" in made
