"""Variables of 64 bits that hold numbers of 32: those that are declared so, and those that stay."""

import re

import pytest

from tests.unit.backend.small_kernel import c_of

ID = "int x = in[get_global_id(0)]; uint u = x;"


@pytest.mark.parametrize(
    ("fewer", "more"),
    [
        ("size_t v = x * 2;", "size_t v = (size_t)x * 2;"),
        ("long v = x;", "long v = x; if (n) v++;"),
        ("long v; if (n) v = x; else v = 7 * n;", "long v; if (n) v = x; else v = u;"),
        ("ulong v = u + 1u;", "ulong v = u + 1ul;"),
        ("long v = x; v = n;", "long v = x; if (n) v += n;"),
        ("size_t v = (size_t)(int)(x + n);", "size_t v = get_global_size(0);"),
        ("long v = x;", "long v = x; long *p = &v; *p = n;"),
        ("long v; v = x;", "long v, w = (v = x) + 1; out[n] = w;"),
        ("long v = x;", "long v = 3000000000l;"),
        ("long v = x;", "long v = (short)x;"),
    ],
)
def test_numbers_of_32_bits_are_held_in_32(fewer: str, more: str) -> None:
    assert not _is_wide(fewer)
    assert _is_wide(more)


def _is_wide(statements: str) -> bool:
    text = c_of(f"{ID} {statements} out[get_global_id(0)] = v * 5 >> 33;")
    return re.search(r"\b(long|ulong|size_t|ppcl_u?longs) v\b", text) is not None


def test_what_asks_for_them_gets_64() -> None:
    text = c_of(f"{ID} long v = x; out[get_global_id(0)] = v * 5 >> 33;")
    assert "(long) v" in text or "ppcl_convert_longs_ints(v)" in text
