"""Steps in the middle of expressions: those that stand alone, and those that must not."""

import re

import pytest

from tests.unit.backend.small_kernel import c_of


@pytest.mark.parametrize(
    ("apart", "inside"),
    [
        ("out[k++] = n;", "out[k++] = k;"),
        ("out[--k] += in[n];", "out[n] = n && in[--k];"),
        ("int x = in[k++] * 2; out[n] = x;", "int x = n ? in[k++] : 3; out[n] = x;"),
        ("out[n] = in[k++] + in[j++];", "if (in[k++]) out[n] = in[j++];"),
        ("for (int r = 0; r < n; r++) out[k++] = r;", "int *p = &k; out[k++] = *p;"),
        ("out[n] = in[k++] && in[n];", "out[n] = n || in[k++];"),
    ],
)
def test_a_step_stands_alone(apart: str, inside: str) -> None:
    in_brackets = re.compile(r"[nt]\[(k\+\+|--k)\]")
    assert not in_brackets.search(c_of(f"int k = in[0], j = k; {apart}"))
    assert in_brackets.search(c_of(f"int k = in[0], j = k; {inside}"))
