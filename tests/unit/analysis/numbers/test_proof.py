"""Proofs of bounds: what must be proved, and that nothing false ever is."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ppcl.analysis.numbers.guard import Guard, LoopIterator
from ppcl.analysis.numbers.linear import at_least
from ppcl.analysis.numbers.polynomial import ONE, ZERO, Polynomial
from ppcl.analysis.numbers.proof import proves_nonnegative, proves_within
from tests.unit.analysis.builders import less, loop, number, only, unknown
from tests.unit.analysis.generators import (
    GROUP,
    GROUPS,
    LOCAL,
    OFFSET,
    SIZE,
    START,
    TID,
    TOTAL,
    A,
    H,
    J,
    N,
    W,
    X,
    Y,
    evaluate,
    term,
    values,
    work_items,
)

PROVED: list[tuple[str, Polynomial, list[Guard], list[LoopIterator]]] = [
    ("a number", number(0), [], []),
    ("a local id", LOCAL, [], []),
    ("local id below local size", SIZE - LOCAL - ONE, [], []),
    ("global id below global size", TOTAL + START - TID - ONE, [], []),
    ("written out", TOTAL - GROUP * SIZE - LOCAL - ONE, [], []),
    ("offset of a group", OFFSET - GROUP * SIZE, [], []),
    ("whole groups", GROUPS * SIZE - TOTAL, [], []),
    ("a size", SIZE - ONE, [], []),
    ("a guard", A - TID - ONE, [less(TID, A)], []),
    ("a loop", N - J - ONE, [], [loop(J, N)]),
    ("a loop's start", J - N, [], [loop(J, A, lower=N)]),
    ("a stride", N - J - number(4), [Guard(N - X * number(4), "==")], [loop(J, N, step=4)]),
    ("downwards", J - number(3), [], [loop(J, N, lower=number(3), step=-1)]),
    ("not zero", J - ONE, [Guard(J, "!=")], [loop(J, N)]),
    ("equal", A - N, [Guard(A - N, "==")], []),
    ("an opaque product", N * A - J - ONE, [less(J, N * A)], []),
    ("rows of rows", H * W - Y * W - X - ONE, [], [loop(Y, H), loop(X, W)]),
    ("remainder", W - term("%", TID, W) - ONE, [less(ZERO, W)], []),
    ("remainder by a number", term("%", TID, number(8)), [], []),
    ("rounded up", term("/", N + SIZE - ONE, SIZE) * SIZE - N, [at_least(N)], []),
    ("rounded up by a number", term("/", N + number(31), number(32)) * number(32) - N, [], []),
    ("mask", number(31) - term("&", J, number(31)), [], []),
    ("shift", J - term(">>", J, number(2)), [], [loop(J, N)]),
    ("minimum", N - term("min", N, A), [], []),
    ("maximum", term("max", N, A) - A, [], []),
    ("minimum as a bound", N - J - ONE, [], [loop(J, term("min", N, A))]),
    ("a truth value", ONE - term("<", N, A), [], []),
]


@pytest.mark.parametrize(
    ("value", "known", "loops"), [p[1:] for p in PROVED], ids=[p[0] for p in PROVED]
)
def test_proved(value: Polynomial, known: list[Guard], loops: list[LoopIterator]) -> None:
    assert proves_nonnegative(value, known, loops)
    assert not proves_nonnegative(value - number(1_000_000), known, loops)


OTHER_LOCAL = unknown("local_id", "l0")
LOCAL_Y = unknown("local_id", "l1")

NOT_PROVED: list[tuple[str, Polynomial, list[Guard], list[LoopIterator]]] = [
    ("a parameter may be negative", N, [], []),
    ("a counter has no bound", N - J, [], [loop(J, None)]),
    ("another dimension", SIZE - LOCAL_Y - ONE, [], []),
    ("another kernel", SIZE - OTHER_LOCAL - ONE, [at_least(LOCAL)], []),
    ("the offset is not known", TOTAL - TID - ONE, [], []),
    ("a negative numerator", term("%", N, number(8)), [], []),
    ("not zero may be negative", N - ONE, [Guard(N, "!=")], []),
    ("a negative row length", H * W - Y * W - ONE, [], [loop(Y, H)]),
    ("an unknown operation", term("^", LOCAL, number(1)), [], []),
]


@pytest.mark.parametrize(
    ("value", "known", "loops"), [p[1:] for p in NOT_PROVED], ids=[p[0] for p in NOT_PROVED]
)
def test_not_proved(value: Polynomial, known: list[Guard], loops: list[LoopIterator]) -> None:
    assert not proves_nonnegative(value, known, loops)


def test_within_is_half_open() -> None:
    known = [at_least(J), less(J, N)]
    assert proves_within(J, ZERO, N, known)
    assert not proves_within(J, ZERO, N - ONE, known)
    assert not proves_within(J, ONE, N, known)


@given(
    work_items(),
    values,
    st.integers(1, 4),
    st.lists(st.tuples(values, st.integers(0, 3), st.sampled_from([">=", "==", "!="])), max_size=3),
    st.integers(1, 3),
    st.sampled_from([1, -1, 2, 3, -2]),
)
def test_no_proof_of_what_is_false_somewhere(at, goal, short, facts, room, step):
    """The guards and the loop hold at `at`, where the value is negative."""
    goal_value, *fact_values = evaluate([goal, *(f[0] for f in facts)], at)
    pairs = zip(facts, fact_values, strict=True)
    known = [as_guard(p, here, slack, relation) for (p, slack, relation), here in pairs]
    counter = at[only(J)]
    if step > 0:
        around = loop(J, number(counter + room), lower=number(counter - 2 * step), step=step)
    else:
        around = loop(J, number(counter - 2 * step + 1), lower=number(counter - room), step=step)
    false = goal - number(goal_value) - number(short)
    assert not proves_nonnegative(false, known, [around])


def as_guard(value: Polynomial, here: int, slack: int, relation: str) -> Guard:
    """A guard on `value` that holds where it has the value `here`."""
    if relation == "==":
        return Guard(value - number(here), "==")
    shift = slack + 1 if relation == "!=" else slack
    return Guard(value - number(here) + number(shift), "!=" if relation == "!=" else ">=")
