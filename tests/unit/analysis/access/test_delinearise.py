"""Pitches found, and offsets split by them."""

import pytest
from hypothesis import event, given
from hypothesis import strategies as st

from ppcl.analysis.access.delinearise import Subscripts, candidates, element_offset, split
from ppcl.analysis.numbers.linear import at_least
from ppcl.analysis.numbers.polynomial import ONE, ZERO, Polynomial
from tests.unit.analysis.builders import access, less, loop, number, only, target, unknown
from tests.unit.analysis.generators import TID, A, H, J, N, W, X, Y, term

Z = unknown("iterator", "z")
INPUT, MERGED, READ = unknown("input", "n"), unknown("merge", "m"), unknown("load", "index")
PADDED = term("/", N + number(31), number(32)) * number(32)


@pytest.mark.parametrize(
    ("offset", "expected"),
    [
        (TID + J * A, [A]),
        (TID * number(9) + J, [number(9)]),
        (X + Y * W + Z * H * W, [H * W, W]),
        (X + Y * number(4) * W, [W * number(4), W]),
        (X + (N - ONE - J) * A, [A]),
        (X + J * (N + ONE), [N + ONE]),
        (X + J * PADDED, [PADDED, term("/", N + number(31), number(32))]),
        (X + J * INPUT, [INPUT]),
        (X + J * MERGED, [MERGED]),
        (X + READ * A, [A]),
        (READ * MERGED, [READ, MERGED]),
        (TID + number(17) * N, [N]),
        (TID + ONE, []),
        (N * A, []),
    ],
    ids=str,
)
def test_candidates(offset: Polynomial, expected: list[Polynomial]) -> None:
    found = candidates([offset])
    assert found[: len(expected)] == tuple(expected)
    assert bool(found) is bool(expected)


def test_the_pitch_of_most_offsets_comes_first() -> None:
    offsets = [X + Y * W + Z * H * W, X + Y * W, X + ONE + Y * W]
    assert candidates(offsets)[:2] == (W, H * W)


ROW, COLUMN, LAYER = loop(Y, H), loop(X, W), loop(Z, N)

SPLITS = [
    ("md", TID + J * A, A, [less(TID, A)], [], (J, TID)),
    ("a literal pitch", TID * number(9) + J, number(9), [], [loop(J, number(9))], (TID, J)),
    ("planes", X + Y * W + Z * H * W, H * W, [], [LAYER, ROW, COLUMN], (Z, X + Y * W)),
    ("rows of planes", X + Y * W + Z * H * W, W, [], [LAYER, ROW, COLUMN], (Z * H + Y, X)),
    ("a sum as pitch", X + J * (W + ONE), W + ONE, [], [COLUMN], (J, X)),
    ("a row up", X + (Y - ONE) * W, W, [], [COLUMN], (Y - ONE, X)),
    ("to the left", X - ONE + Y * W, W, [at_least(X, ONE)], [COLUMN], (Y, X - ONE)),
    ("last of a row", W - ONE + Y * W, W, [at_least(W, ONE)], [], (Y, W - ONE)),
    ("a row's first", Y * W, W, [at_least(W, ONE)], [], (Y, ZERO)),
    ("padded", X + J * PADDED, PADDED, [], [loop(X, N)], (J, X)),
    ("a number", number(23), number(9), [], [], (number(2), number(5))),
]


@pytest.mark.parametrize(
    ("offset", "pitch", "known", "loops", "expected"),
    [s[1:] for s in SPLITS],
    ids=[s[0] for s in SPLITS],
)
def test_split(offset, pitch, known, loops, expected) -> None:
    assert split(offset, pitch, known, loops) == Subscripts(*expected, pitch)


@pytest.mark.parametrize(
    ("offset", "pitch", "known", "loops"),
    [
        (TID + J * A, A, [], []),
        (TID + J * A, A, [less(TID, A + ONE)], []),
        (TID + ONE + J * A, A, [less(TID, A)], []),
        (X + READ + Y * W, W, [], [COLUMN]),
        (X, ZERO, [], [COLUMN]),
        (X + Y * W, W + ONE, [], [COLUMN]),
    ],
    ids=str,
)
def test_a_row_that_may_be_left(offset, pitch, known, loops) -> None:
    assert split(offset, pitch, known, loops) is None


NAMES = (N, A, W, J, X, Y)
factor = st.sampled_from([*NAMES, ONE, number(2)])
summand = st.tuples(factor, factor, st.integers(-2, 3)).map(lambda t: t[0] * t[1] * number(t[2]))
sums = st.lists(summand, min_size=1, max_size=3).map(lambda parts: sum(parts, start=ZERO))
pitches = st.sampled_from([A, W, N, number(9), A * W, A * number(4), A + ONE])
loose = st.sampled_from([0, 0, 0, 1]).map(number)
sizes, counters = st.integers(1, 9), st.integers(-3, 9)
point = st.fixed_dictionaries(
    {only(name): sizes if name in (N, A, W) else counters for name in NAMES}
)


@given(sums, pitches, sums, st.integers(0, 99), loose, loose, point)
def test_a_split_holds_wherever_its_guards_do(slow, pitch, vague, column, below, above, at) -> None:
    """The guards say that `fast` is within a row, or almost, and hold at the point."""
    fast = vague + number(column % pitch.evaluate(at) - vague.evaluate(at))
    known = [at_least(fast, -below), less(fast, pitch + above)]
    offset = slow * pitch + fast
    for candidate in (pitch, *candidates([offset])):
        found = split(offset, candidate, known)
        event("split" if found else "not split")
        if found is not None:
            assert found.slow * candidate + found.fast == offset
            assert 0 <= found.fast.evaluate(at) < candidate.evaluate(at)


def test_element_offset() -> None:
    found = access(target("n"), TID + J * A, width=16)
    assert element_offset(found) == TID + J * A


def test_an_offset_between_elements() -> None:
    whole = target("n")
    assert element_offset(access(whole, TID, precision="unknown")) is None
    assert element_offset(access(whole, TID, width=4, shift=number(2))) is None
