"""Loops that work-items begin at different numbers: counted from zero, and as they are."""

import pytest

from tests.unit.backend.small_kernel import c_of

START = "int i = get_global_id(0), sum = 0;"


@pytest.mark.parametrize(
    ("alike", "apart"),
    [
        ("for (int j = i; j < i + n; j++) sum += j;", "for (int j = i; j < i * n; j++) sum += j;"),
        (
            "for (int j = i - 1; j <= n + (i - 1); ++j) sum += in[j];",
            "for (int j = i; j < n; j++) sum++;",
        ),
        (
            "for (int j = i; j != i + 6; j += 2) sum += j;",
            "for (int j = i; j < i + n; j += in[i]) sum += j;",
        ),
        (
            "for (int j = i; j < i + n; j++) { if (in[j]) continue; sum += j; }",
            "for (int j = i; j < i + n; j++) { sum += j; if (sum & 1) j++; }",
        ),
        (
            "int a = i; for (int j = a; j < a + n; j++) sum += j;",
            "int a = i; for (int j = a; j < a + n; j++) sum += a++;",
        ),
        (
            "for (int j = i; j < i + n; j++) sum += j;",
            "for (uint j = i; j < i + (uint)n; j++) sum += j;",
        ),
        (
            "for (int j = i; j < i + n; j++) sum += j;",
            "for (int j = i; j < i + in[3]; j++) { sum += j; out[3] = j; }",
        ),
    ],
)
def test_loops_that_run_equally_often(alike: str, apart: str) -> None:
    assert "j_0" in c_of(f"{START} {alike} out[i] = sum;")
    assert "j_0" not in c_of(f"{START} {apart} out[i] = sum;")
