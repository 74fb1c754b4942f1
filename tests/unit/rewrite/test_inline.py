"""Helpers with barriers stand where they were called."""

import re

import pytest

from ppcl.backend.c.names import Names, c_identifier
from tests.unit.backend.small_kernel import c_of

HELPER = """
int next(local int *s, int value)
{
    s[get_local_id(0)] = value;
    barrier(CLK_LOCAL_MEM_FENCE);
    return s[0];
}
"""


@pytest.mark.parametrize(
    ("body", "copies"),
    [
        ("next(s, n);", 1),
        ("int x = next(s, n); out[0] = x;", 1),
        ("int x = 1, y = next(s, x); out[0] = y;", 1),
        ("out[get_group_id(0)] = next(s, n) + next(s, next(s, 2));", 3),
        ("if (next(s, n) == 2) out[0] = 1;", 1),
        ("out[0] += next(s, n);", 1),
        ("for (int i = 0; i < n; i++) out[i] = next(s, i);", 1),
    ],
)
def test_copies(body: str, copies: int) -> None:
    text = c_of(body, HELPER)
    assert len(re.findall(r"/\* k.cl:1: barrier \*/", text)) == copies
    assert "next_1(" not in text


def test_a_parameter_hides_nothing_that_its_value_is_made_of() -> None:
    text = c_of("int value = n; out[0] = next(s, value + 1);", HELPER)
    assert re.search(r"int value_2 = value(\[item\])? \+ 1;", text)


def test_names_stay_different() -> None:
    written = ["item", "item_", "item__", "ppcl_x", "ppcl_x_", "class", "class_", "x", "x_"]
    written += ["barrier_1", "barrier_1_"]
    assert len({c_identifier(name) for name in written}) == len(written)
    names = Names(written={"x", "x_2"})
    assert [names.unique("x") for _ in range(3)] == ["x", "x_3", "x_4"]
