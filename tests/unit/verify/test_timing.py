"""Paired times."""

from itertools import islice

import pytest

from ppcl.verify.timing import STEP, Paired, enough, in_turns


def test_ratios_are_taken_pair_by_pair() -> None:
    times = Paired(before=[10, 20, 40], after=[5, 20, 10])
    assert times.ratios == (2, 1, 4)
    assert times.speedup == 2
    assert times.medians == (20, 10)
    assert times.spread == (1.5, 3)


def test_the_versions_run_in_turns_and_change_who_begins() -> None:
    order: list[str] = []

    def version(name: str, time: float) -> float:
        order.append(name)
        return time

    versions = [lambda: version("a", 1.0), lambda: version("b", 2.0)]
    assert list(islice(in_turns(versions), 3)) == [[1.0, 2.0]] * 3
    assert order == ["a", "b", "b", "a", "a", "b"]


def paired(*ratios: float) -> Paired:
    return Paired(ratios, [1.0] * len(ratios))


def test_a_verdict_needs_a_clear_spread() -> None:
    assert paired(*[1.2] * 15, *[0.9] * 5).verdict == "faster"
    assert paired(*[1.2] * 14, *[0.9] * 6).verdict == "not clear"
    assert paired(*[0.8] * 15, *[1.1] * 5).verdict == "slower"
    assert paired(*[1.0] * 20).verdict == "not clear"


def test_few_pairs_allow_no_verdict() -> None:
    assert paired(*[2.0] * 5).verdict == "not clear"
    assert paired(*[2.0] * 6).verdict == "faster"


def test_the_chance_is_that_of_a_sign_test() -> None:
    assert paired(*[2.0] * 3, 0.5).chance == pytest.approx(10 / 16)
    assert paired(1.0, 1.0).chance == 1


def test_the_interval_of_the_median_is_that_of_the_sign_test() -> None:
    """Of 20 pairs, the 6th to the 15th (P = 95.9 %); of 5, all of them are too few."""
    times = paired(*(1 + number / 100 for number in range(20)))
    assert times.interval == pytest.approx((1.05, 1.14))
    assert paired(1.0, 1.1, 1.2, 1.3, 1.4).interval == pytest.approx((1.0, 1.4))


@pytest.mark.parametrize(
    ("ratios", "settled"),
    [
        ([1.0] * 5, False),  # too few to know
        ([1.0] * 6, True),
        ([1.5] * 10 + [1.55] * 10, True),  # 3.3 % from end to end
        ([1.5] * 10 + [1.6] * 10, False),
        ([0.5] * 5 + [1.0] * 10 + [9.0] * 5, True),  # a few that are far off do not count
    ],
)
def test_a_ratio_is_settled_when_its_interval_is_small(ratios: list[float], settled: bool) -> None:
    assert paired(*ratios).settled == settled


def test_when_to_stop() -> None:
    def stops(rounds: int, settled: bool, over: bool) -> bool:
        return enough(rounds, 20, lambda: settled, lambda: over)

    assert not stops(19, True, True)
    assert stops(20, True, False)
    assert not stops(21, True, False)
    assert stops(20 + STEP, True, False)
    assert not stops(20 + STEP, False, False)
    assert stops(21, False, True)


def test_of_very_many_pairs_there_is_an_interval() -> None:
    """Their ways to split are more than a float holds."""
    paired = Paired((2.0,) * 1500, (1.0,) * 1499 + (4.0,))
    assert paired.interval == (2.0, 2.0)
    assert paired.settled
    assert paired.chance < 1e-9
