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

    times = in_turns(lambda: version("a", 1.0), lambda: version("b", 2.0), pairs=3)
    assert order == ["a", "b", "b", "a", "a", "b"]
    assert times.before == [1.0] * 3
    assert times.speedup == pytest.approx(0.5)
