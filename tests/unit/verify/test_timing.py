"""Paired times."""

import pytest

from ppcl.verify.timing import Paired, in_turns


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
    assert in_turns(versions, 3) == [[1.0] * 3, [2.0] * 3]
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
