"""isl's answers, and what its refusals mean."""

from itertools import combinations

import pytest

from ppcl.analysis.polyhedral import equal_relations, is_empty


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
