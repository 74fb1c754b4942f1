"""Bounds of numbers, by their `min` and `max`."""

import pytest

from ppcl.analysis.numbers.least import least, outcome, with_least
from ppcl.analysis.numbers.polynomial import Polynomial, Symbol, make_term

N = Polynomial.atom(Symbol("input", "n", 0))
TWO = Polynomial.constant(2)
AT_LEAST = with_least(N, 2)
AT_MOST = make_term("min", (TWO, N))


def test_the_least_of_a_number() -> None:
    assert least(TWO - AT_MOST) == 0
    assert least(AT_LEAST + AT_LEAST - Polynomial.constant(7)) == -3
    assert least(-AT_LEAST) is None
    assert least(N) is None
    assert least(AT_LEAST * AT_LEAST) is None
    assert with_least(AT_LEAST, 1) == AT_LEAST
    assert least(with_least(AT_LEAST, 3)) == 3


@pytest.mark.parametrize(
    ("value", "certain"),
    [
        (TWO - TWO, {"<": False, ">": False, "<=": True, ">=": True, "==": True, "!=": False}),
        (AT_LEAST, {"<": False, ">": True, "<=": False, ">=": True, "==": False, "!=": True}),
        (-AT_LEAST, {"<": True, ">": False, "<=": True, ">=": False, "==": False, "!=": True}),
        (AT_LEAST - TWO, {"<": False, ">=": True}),
        (AT_MOST - TWO, {">": False, "<=": True}),
        (AT_LEAST - TWO - TWO, {}),
        (N, {}),
    ],
    ids=str,
)
def test_the_outcome_of_a_comparison(value: Polynomial, certain: dict[str, bool]) -> None:
    for op in ("<", ">", "<=", ">=", "==", "!="):
        assert outcome(op, value) == certain.get(op), op
