"""Pointers as numbers of elements: those into one memory that steps alone change, and others."""

import pytest

from ppcl.ir.traverse import variables
from ppcl.rewrite.pointers import in_numbers
from tests.unit.backend.small_kernel import c_of, kernel_of

ID = "int i = get_global_id(0), sum = 0;"
USE = "for (int k = 0; k < n; k++) sum += p[k] * 3 + (p[1] ^ in[i + k]); out[i] = sum;"


@pytest.mark.parametrize(
    ("numbers", "pointer"),
    [
        ("global const int *p = in + i;", "global const volatile int *p = in + i;"),
        ("global const int *p = &in[i * n]; p += n;", "const global int *p = in + i; p = out + i;"),
        ("global const int *p = in + i; p++;", "const global int *p = in + i; sum = *p++;"),
        ("local int *p = s + i; p -= n;", "int own[4] = {i}; int *p = own + (i & 1);"),
        (
            "global const int *q = in + n, *p = q + i;",
            "global const int *p = i & 1 ? in + i : out + i;",
        ),
        ("global const int *p = i + in;", "global const int *p = in + i, **q = &p; sum = **q;"),
        (
            "global int *p = out + in[i];",
            "global int *at = out; if (n) at = out + 1; global int *p = at + i;",
        ),
    ],
)
def test_a_pointer_becomes_numbers(numbers: str, pointer: str) -> None:
    assert _is_a_number(f"{ID} {numbers} {USE}")
    assert not _is_a_number(f"{ID} {pointer} {USE}")


def _is_a_number(statements: str) -> bool:
    kernel, _ = kernel_of(statements)
    assert kernel.body is not None
    found = in_numbers(kernel.body, {v.declaration.key for v in variables(kernel.body)})
    return found is not None and "p_at" in {v.declaration.name for v in variables(found)}


def test_members_behind_a_pointer_are_parts_of_structures() -> None:
    text = c_of(
        f"{ID} global struct s *p = (global struct s *)out + in[i]; "
        "for (int k = 0; k < n; k++) sum += p->a * k + in[i + k]; p->b = sum;",
        "struct s { int a, b; };",
    )
    assert "p_at" in text
    assert "p->b" not in text
