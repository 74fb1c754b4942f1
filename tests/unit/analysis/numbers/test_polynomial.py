"""Polynomials agree with the arithmetic of integers."""

from hypothesis import given
from hypothesis import strategies as st

from ppcl.analysis.numbers.polynomial import ONE, ZERO, Polynomial, Symbol, make_term

SYMBOLS = [Symbol("input", name, serial) for serial, name in enumerate("abc")]
VALUES = st.fixed_dictionaries({symbol: st.integers(-50, 50) for symbol in SYMBOLS})


def _leaf() -> st.SearchStrategy[Polynomial]:
    constants = st.integers(-9, 9).map(Polynomial.constant)
    return constants | st.sampled_from(SYMBOLS).map(Polynomial.atom)


POLYNOMIALS = st.recursive(
    _leaf(),
    lambda inner: st.tuples(inner, inner, st.sampled_from("+-*")).map(
        lambda t: t[0] + t[1] if t[2] == "+" else t[0] - t[1] if t[2] == "-" else t[0] * t[1]
    ),
    max_leaves=6,
)


@given(POLYNOMIALS, POLYNOMIALS, VALUES)
def test_operations_agree_with_integers(
    left: Polynomial, right: Polynomial, values: dict[Symbol, int]
) -> None:
    a, b = left.evaluate(values), right.evaluate(values)
    assert (left + right).evaluate(values) == a + b
    assert (left - right).evaluate(values) == a - b
    assert (left * right).evaluate(values) == a * b


@given(POLYNOMIALS, POLYNOMIALS)
def test_an_exact_quotient_multiplies_back(left: Polynomial, right: Polynomial) -> None:
    quotient = (left * right).divide_exactly(right)
    if quotient is not None:
        assert quotient * right == left * right


@given(POLYNOMIALS, st.integers(1, 12))
def test_division_by_a_number_leaves_a_small_constant(value: Polynomial, divisor: int) -> None:
    quotient, remainder = value.divide(Polynomial.constant(divisor))
    assert quotient * Polynomial.constant(divisor) + remainder == value
    constant = dict(remainder.terms).get((), 0)
    assert 0 <= constant < divisor


def test_equal_sums_are_equal_whatever_their_order() -> None:
    a, b, c = (Polynomial.atom(symbol) for symbol in SYMBOLS)
    assert a * b + c == c + b * a
    assert (a + b) - b == a
    assert a - a == ZERO


def test_c_division_truncates_towards_zero() -> None:
    minus_seven, two = Polynomial.constant(-7), Polynomial.constant(2)
    assert make_term("/", (minus_seven, two)).as_int == -3
    assert make_term("%", (minus_seven, two)).as_int == -1
    assert make_term("/", (ONE, ZERO)).as_int is None


def test_text_reads_as_arithmetic() -> None:
    a, b, _ = (Polynomial.atom(symbol) for symbol in SYMBOLS)
    assert str(a * b + a - ONE) == "a * b + a - 1"
    assert str(make_term("/", (a + ONE, Polynomial.constant(2)))) == "((a + 1) / 2)"
