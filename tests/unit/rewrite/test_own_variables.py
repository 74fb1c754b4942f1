"""Variables that are declared where they are set, and those whose value may come from elsewhere."""

import re

import pytest

from tests.unit.backend.small_kernel import c_of


@pytest.mark.parametrize(
    ("own", "shared"),
    [
        ("int x; x = in[i]; out[i] = x;", "int x; if (n) x = in[i]; out[i] = x;"),
        (
            "int x; for (int k = 0; k < n; k++) { x = in[k]; out[i] += x; }",
            "int x; for (int k = 0; k < n; k++) { if (k) out[i] = x; x = in[k]; }",
        ),
        (
            "int x; if (n) { x = in[i]; out[i] = x; } else { x = in[0]; out[i] = 2 * x; }",
            "int x; if (n) { x = in[i]; } else { x = in[0]; out[i] = 2 * x; } out[i] += x;",
        ),
        (
            "int x; x = in[i]; int *p = 0; out[i] = x;",
            "int x; x = in[i]; int *p = &x; out[i] = *p;",
        ),
        ("int x; x = in[i]; x += 2; out[i] = x;", "int x; x += 2; x = in[i]; out[i] = x;"),
        (
            "int x; while (n--) { x = in[n]; out[i] += x; }",
            "int x; do { x = in[n]; out[i] += x; } while (x > n);",
        ),
        (
            "int x; { x = in[i]; switch (n) { case 1: out[i] = x; } }",
            "int x; switch (n) { case 1: x = in[i]; out[i] = x; }",
        ),
    ],
)
def test_a_variable_is_declared_where_it_is_set(own: str, shared: str) -> None:
    start = "int i = get_global_id(0); barrier(CLK_LOCAL_MEM_FENCE); "
    without_value = re.compile(r"ints? x( = ppcl_splat_ints\(0\))?(;|\[)")
    assert not without_value.search(c_of(start + own))
    assert without_value.search(c_of(start + shared))
