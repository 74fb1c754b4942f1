"""Guards of packs: which are told by the first and the last work-item."""

import pytest

from tests.unit.backend.small_kernel import c_of

LOOP = "int sum = 0; for (int k = 0; k < n; k++) sum += in[k + i]; out[i] = sum;"
HEAD = "int i = get_global_id(0), y = get_global_id(1);"


def guards_in(condition: str, head: str = HEAD) -> list[str]:
    """The loops that ask, in order: "end" or "lane"."""
    text = c_of(f"{head} if ({condition}) {{ {LOOP} }}").partition("sum[PPCL_")[0]
    return [
        word
        for line in text.splitlines()
        for word in ("end", "lane")
        if line.strip().startswith(f"for (int {word} = 0;")
    ]


@pytest.mark.parametrize(
    "condition",
    ["i < n", "!(n <= i)", "2 * i - y > 7 - n", "y % 3 == 1", "i == n", "get_global_id(0) < n"],
)
def test_the_ends_tell(condition: str) -> None:
    assert guards_in(condition) == ["end"]


@pytest.mark.parametrize(
    "condition",
    [
        "i != n",
        "i % 3 == 1",
        "i * i < n",
        "(i & 7) < n",
        "get_global_id(0) + n < 9",  # of unsigned numbers, a sum may wrap around
        "(uint) i < 9u",
        "(short) i < n",
        "(i < n) == (y < n)",
        "i < n || y < n",
    ],
)
def test_the_ends_do_not_tell(condition: str) -> None:
    assert guards_in(condition) == ["lane"]


@pytest.mark.parametrize("type_", ["uint", "short", "uchar"])
def test_an_id_may_wrap_in_a_narrow_or_unsigned_variable(type_: str) -> None:
    assert guards_in("i < 200", f"{type_} i = get_global_id(0);") == ["lane"]


def test_what_stands_behind_is_asked_where_the_first_holds() -> None:
    assert guards_in("i > 0 && i % 3 != 1 && y < n") == ["end", "lane", "end"]


@pytest.mark.parametrize(
    ("condition", "asked"),
    [
        ("i < n", "whole &= i < n;"),
        ("!(i < n)", "whole &= !(i < n);"),
        ("!(!(i < n))", "whole &= i < n;"),
        ("i & 1", "whole &= (i & 1) != 0;"),
    ],
)
def test_a_guard_is_asked_in_plain_words(condition: str, asked: str) -> None:
    assert asked in c_of(f"{HEAD} if ({condition}) {{ {LOOP} }}")
