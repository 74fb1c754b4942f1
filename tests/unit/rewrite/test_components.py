"""OpenCL vectors as their components, and those that stay whole: for each form its twin."""

import pytest

from ppcl.backend.c.printer import printed
from tests.unit.backend.small_kernel import compiled

START = "int i = get_global_id(0); global const float4 *p = (global const float4 *)in;"
START += " float4 own = p[i]; float sum = 0;"
END = "out[i] = (int)sum;"
BEFORE = "float4 turned(float4 v) { for (;; v = v.yzwx) if (v.x > 1.0f) return v; }\n"
BEFORE += "void set(float4 *v) { v->x = 1.0f; }"


def has_vectors(rounds: str) -> bool:
    """Whether packs run a loop with such rounds as vectors of numbers."""
    head = "kernel void k(global int *out, global const int *in, int n)"
    loop = f"for (int k = 0; k < n; k++) {{ {rounds} }}"
    text = printed(compiled(f"{BEFORE}\n{head}\n{{ {START} {loop} {END} }}").definitions)
    found = "ppcl_floats own_x" in text
    assert found == ("ppcl_floats sum" in text)
    assert found == ("float4 own" not in text)
    return found


@pytest.mark.parametrize(
    ("apart", "whole"),
    [
        (
            "float4 d = own - p[k]; sum += d.x;",
            "float4 d = own - p[k]; sum += ((float *)&d)[k & 3];",
        ),
        ("own += 1.0f; sum += own.x;", "float4 old = own += 1.0f; sum += old.x + own.x;"),
        ("own = own.yxwz; sum += own.x;", "own = turned(own); sum += own.x;"),
        ("own.xy = own.zw; set(&own); sum += own.x;", "float4 *q = &own; sum += q->x + own.x;"),
        ("own.x++; sum += own.x;", "sum += own.x++;"),
        ("sum += dot(own, p[k]) + own.x;", "sum += shuffle(own, (uint4)(k)).x;"),
        (
            "own = fmax(sqrt(own), p[k].x); sum += own.x;",
            "own = fract(own, &own); sum += own.x;",
        ),
        (
            "own = i > 3 ? own : own + 1.0f; sum += own.x;",
            "own = select(own, p[k], (int4)(k)); sum += own.x;",
        ),
        (
            "own *= vload4(k, (global const float *)in); sum += own.x;",
            "own *= *(global const volatile float4 *)p; sum += own.x;",
        ),
        (
            "uchar4 d = convert_uchar4_sat(own); d.zw += (uchar2)(3); sum += d.x / d.w;",
            "uchar4 d = convert_uchar4(own); d <<= (uchar4)(k); sum += d.x;",
        ),
        (
            "short4 d = ((global const short4 *)in)[k] * (short)3; sum += own.x + d.y - ~d.z;",
            "short4 d = ((global const short4 *)in)[k] << (short4)(k); sum += d.y;",
        ),
        ("float3 d = own.xyz; sum += own.x * d.z;", "float8 d = (float8)(own, own); sum += d.s7;"),
        (
            "long4 d = convert_long4(own); sum += d.y;",
            "long8 d = convert_long8((float8)(own, own)); sum += d.s3;",
        ),
    ],
)
def test_vectors_are_taken_apart(apart: str, whole: str) -> None:
    """Where they are set and asked for by value, in statements of their own."""
    assert has_vectors(apart)
    assert not has_vectors(whole)
