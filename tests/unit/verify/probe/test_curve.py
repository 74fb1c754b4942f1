"""The caches that a curve of latencies shows."""

from dataclasses import replace

import pytest

from ppcl.diag import PpclError
from ppcl.verify.probe.curve import never_falling, plateaus, rises
from ppcl.verify.probe.samples import Timing, run_of, timing
from tests.unit.verify.probe.made_up import KIB, LEVELS, MEMORY, MIB, curve, steady


@pytest.mark.parametrize("noise", [0.0, 0.05, 0.15])
@pytest.mark.parametrize("seed", range(5))
def test_the_levels_and_their_latencies(noise: float, seed: int) -> None:
    found = curve(noise=noise, seed=seed)
    knees = [rise.knee for rise in rises(found)]
    assert knees == pytest.approx([size for size, _ in LEVELS], rel=0.25)
    times = [each.median for each in plateaus(found)]
    assert times == pytest.approx([*(time for _, time in LEVELS), MEMORY], rel=noise + 0.02)


@pytest.mark.parametrize("levels", [LEVELS[:1], LEVELS[:2], ((48 * KIB, 1.0), (2 * MIB, 4.0))])
def test_as_many_levels_as_there_are(levels) -> None:
    knees = [rise.knee for rise in rises(curve(levels))]
    assert knees == pytest.approx([size for size, _ in levels], rel=0.25)


def test_memory_that_is_all_alike_has_no_levels() -> None:
    found = curve((), noise=0.15)
    assert rises(found) == ()
    assert len(plateaus(found)) == 1


def test_what_the_translation_of_addresses_adds_is_no_level() -> None:
    found = {
        size: steady(time.median * (1.4 if size > 256 * KIB else 1))
        for size, time in curve(LEVELS[:1], 3.5).items()
    }
    assert len(rises(found)) == 1


def test_a_single_slow_size_is_no_level() -> None:
    """Another process was there for a moment: larger buffers were faster."""
    found = curve()
    size = min(size for size in found if size > 128 * KIB)
    found[size] = steady(80.0)
    assert len(rises(found)) == len(LEVELS)


def test_others_on_the_machine_only_make_loads_slower() -> None:
    """What a quarter of the repeats say goes: three quarters were disturbed."""
    disturbed = {
        size: replace(time, median=time.median * 3, high=time.high * 9) if size < MIB else time
        for size, time in curve().items()
    }
    assert rises(disturbed) == rises(curve())


def test_nearest_values_that_never_fall() -> None:
    assert never_falling([1.0, 2.0, 4.0]) == pytest.approx([1.0, 2.0, 4.0])
    assert never_falling([1.0, 4.0, 1.0, 8.0]) == pytest.approx([1.0, 2.0, 2.0, 8.0])
    assert never_falling([8.0, 4.0, 2.0]) == pytest.approx([4.0, 4.0, 4.0])


def test_a_timing_is_the_median_and_the_quartiles() -> None:
    assert timing([5.0, 1.0, 2.0, 3.0, 4.0]) == Timing(3.0, 2.0, 4.0)
    assert timing([1.0, 2.0, 3.0, 4.0, 500.0]).spread == pytest.approx(2 / 3)


def test_a_device_whose_events_tell_no_time() -> None:
    times = {"16": [1.0, 1.0, 1.0]}
    said = {"queried": {}, "timings": {"add": [1.0, 1.0, 1.0], "group": [0.0, 0.0, 0.0]}}
    said |= dict.fromkeys(("chase", "pairs", "ways"), times)
    assert run_of(said).chase == {16: Timing(1.0, 1.0, 1.0)}
    with pytest.raises(PpclError, match="tell no time"):
        run_of({**said, "chase": {"16": [0.0, 0.0, 0.0]}})
