"""Powers with constant exponents: products, and what stays a power."""

import pytest

from tests.unit.backend.small_kernel import c_of

FLOATS = "int i = get_global_id(0); float x = in[i] * 0.5f; double d = x; float4 v = (float4)(x);"


@pytest.mark.parametrize(
    ("product", "power"),
    [
        ("x = pow(x, 2.0f);", "x = pow(x, 2.5f);"),
        ("x = pown(x, 3);", "x = pown(x, n);"),
        ("x = pow(x, (float)4);", "x = pow(x, 5.0f);"),
        ("d = pow(d, 2.0);", "d = pow(2.0, d);"),
        ("v = pow(v, (float4)(2.0f));", "v = pow(v, (float4)(2.0f, 3.0f, 2.0f, 2.0f));"),
        ("x = pow(x, (float)3);", "x = pow(x, (float)(bool)3);"),
        ("x = pow(x - 1.0f, 2);", "x = powr(x - 1.0f, 2.0f);"),
    ],
)
def test_products(product: str, power: str) -> None:
    end = "out[i] = (int)(x + d + v.x + v.w);"
    assert "ppcl_power_" in c_of(f"{FLOATS} {product} {end}")
    assert "ppcl_power_" not in c_of(f"{FLOATS} {power} {end}")


def test_a_function_of_the_program_is_none() -> None:
    own = "float pown_(float x, int n) { return x + n; }\n#define pown pown_"
    assert "ppcl_power_" not in c_of(f"{FLOATS} out[i] = (int)pown(x, 2);", own)
