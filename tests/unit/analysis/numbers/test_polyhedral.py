"""isl's answers, and what its refusals mean."""

from itertools import combinations

import pytest

from ppcl.analysis.numbers.polyhedral import IntegerMap, IntegerSet, equal_relations, is_empty


def test_empty_over_the_integers_only() -> None:
    assert is_empty(("x",), ("3 <= 2 * x", "2 * x <= 3"))
    assert not is_empty(("x",), ("3 <= 2 * x", "2 * x <= 4"))
    assert not is_empty(("x",), ())


def test_a_question_that_is_too_hard_has_no_answer() -> None:
    """Ten pigeons in nine holes."""
    pigeons = tuple(f"p{i}" for i in range(10))
    holes = [f"0 <= {p} < 9" for p in pigeons]
    apart = [f"{p} != {q}" for p, q in combinations(pigeons, 2)]
    few = [f"0 <= {p} < 2" for p in pigeons[:3]]
    assert not is_empty(pigeons, (*holes, *apart))
    assert is_empty(pigeons[:3], (*few, *apart[:2], "p1 != p2"))


@pytest.mark.parametrize(
    ("left", "right", "same"),
    [
        (
            "[N] -> { [i] -> n[i] : 0 <= i < N }",
            "[N] -> { [t] -> n[t] : t >= 0 and t <= N - 1 }",
            True,
        ),
        ("[N] -> { [i] -> n[i] : 0 <= i < N }", "[A] -> { [i] -> n[i] : 0 <= i < A }", False),
        ("{ [i] -> n[i] : i >= 0 }", "{ [i] -> m[i] : i >= 0 }", False),
        ("{ [i, j] -> n[j, i] }", "{ [i, j] -> n[i, j] }", False),
        ("{ [i] -> n[i * i] }", "{ [i] -> n[i * i] }", False),
    ],
)
def test_equal_relations(left: str, right: str, same: bool) -> None:
    assert equal_relations(left, right) is same


POINTS = [-7, -4, -1, 0, 1, 2, 3, 5, 8, 12]


def test_sets_are_cut_and_projected() -> None:
    whole = IntegerSet("[n] -> { [i] : 0 <= i < n }")
    inner = IntegerSet("[n] -> { [i] : 2 <= i < n - 2 }")
    border = whole.subtract(inner)
    assert border is not None
    assert border.intersect(inner) == IntegerSet("[n] -> { [i] : false }")
    assert border.is_within(whole)
    assert not whole.is_within(border)
    assert not border.is_empty()
    square = IntegerSet("[n] -> { [i, j] : 0 <= i < n and i <= j <= 2i }")
    rows, columns = square.project("j"), square.project("i")
    assert rows is not None
    assert columns is not None
    assert rows.is_within(whole)
    assert whole.is_within(rows)
    assert columns.is_within(IntegerSet("[n] -> { [j] : 0 <= j <= 2n - 2 }"))
    assert not columns.is_within(whole)
    assert square.project("i", "j") == IntegerSet("[n] -> { [] : n > 0 }")


def test_relations_are_composed_and_have_images() -> None:
    items = IntegerMap("[n] -> { [group, local] -> [64group + local] : 0 <= local < 64 }")
    access = IntegerMap("{ [i] -> a[2i] }")
    composed = items.compose(access)
    assert composed is not None
    wanted = "[n] -> { [group, local] -> a[128group + 2local] : 0 <= local < 64 }"
    assert equal_relations(composed.text, wanted)
    touched = composed.image(IntegerSet("{ [group, local] : 0 <= group < 2 }"))
    assert touched is not None
    assert touched.is_within(IntegerSet("{ a[i] : 0 <= i <= 254 and i mod 2 = 0 }"))
    assert IntegerSet("{ a[i] : 0 <= i <= 254 and i mod 2 = 0 }").is_within(touched)


@pytest.mark.parametrize(
    ("text", "condition"),
    [
        ("[n] -> { [i] : 0 <= i < n }", "i >= 0 && i < n"),
        ("[n] -> { [i] : 3i + 2 <= n }", "n >= 3 * i + 2"),
        ("[n] -> { [i] : i = n - 1 }", "i + 1 == n"),
        ("{ [i] : i < 0 or i > 4 }", "i >= 5 || i < 0"),
        ("{ [i] : i < 0 or 4 < i < 9 }", "i < 0 || (i >= 5 && i <= 8)"),
        ("{ [i] : i mod 4 = 1 }", "(i - 1) % 4 == 0"),
        ("{ [i] : i >= 0 and i mod 3 = 0 }", "i % 3 == 0 && i >= 0"),
        ("[n] -> { [i] : n >= 0 }", "n >= 0"),
        ("{ [i] }", "1"),
        ("{ [i] : false }", "0"),
    ],
)
def test_a_set_is_a_condition(text: str, condition: str) -> None:
    found = IntegerSet(text).condition()
    assert found is not None
    assert found.text == condition
    holds = condition.replace("&&", "and").replace("||", "or")
    for n in POINTS:
        for i in POINTS:
            point = IntegerSet(f"[n] -> {{ [i] : i = {i} and n = {n} }}")
            is_in = point.is_within(IntegerSet(text))
            assert bool(eval(holds, {"i": i, "n": n})) == is_in


def test_what_is_given_is_not_asked_again() -> None:
    inner = IntegerSet("[n] -> { [i] : 0 <= i < n and i >= 4 }")
    found = inner.condition(IntegerSet("[n] -> { [i] : 0 <= i < n }"))
    assert found is not None
    assert found.text == "i >= 4"


@pytest.mark.parametrize(
    "text",
    [
        "{ [i] : i mod 4 <= 2 }",
        "{ [i] : exists a, b : i = 4a + 6b and a >= 0 and b >= 0 and a + b <= 3 and 2a <= b }",
        "{ [i + 1] }",
        "{ [i] : i * i >= 0 }",
    ],
)
def test_no_condition_is_better_than_a_wrong_one(text: str) -> None:
    assert IntegerSet(text).condition() is None


def test_what_isl_cannot_do_has_no_answer() -> None:
    whole, broken = IntegerSet("{ [i] }"), IntegerSet("{ [i] : i * i = 2 }")
    other_space = IntegerSet("{ [i, j] }")
    assert whole.intersect(broken) is None
    assert whole.subtract(other_space) is None
    assert whole.project("j") is None
    assert not whole.is_within(broken)
    assert not broken.is_empty()
    assert IntegerMap("{ [i] -> [i] }").image(other_space) is None
    assert IntegerMap("{ [i] -> [i] }").compose(IntegerMap("{ [i, j] -> [i] }")) is None
