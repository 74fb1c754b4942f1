"""Which launches count for the kernels' time, and times kernel by kernel."""

import pytest

from ppcl.diag import PpclError
from ppcl.verify.execute import Completed
from ppcl.verify.launch_times import by_kernel, launch_times
from ppcl.verify.log import KernelTime, Launch, Process, Site
from ppcl.verify.observe import Run
from ppcl.verify.race import kernel_milliseconds


def run(*kernels: tuple[str, int]) -> Run:
    """A run of launches, each with its milliseconds."""
    process = Process("", 0, 0, 0)
    for number, (kernel, time) in enumerate(kernels):
        process.launches.append(Launch(number, Site("", 0), kernel, (0,), (1,), None, ()))
        process.times.append(KernelTime(number, 5, 5 + time * 1_000_000))
    return Run(Completed(0, "", "", 1.0), [process])


def test_first_launches_do_not_count() -> None:
    assert kernel_milliseconds(run(("a", 90), ("a", 2), ("b", 80), ("a", 3), ("b", 4)), "") == 9


def test_a_single_launch_counts() -> None:
    assert kernel_milliseconds(run(("a", 90), ("b", 2), ("b", 3)), "") == 93


def test_no_launch_is_no_time() -> None:
    with pytest.raises(PpclError, match="nothing recorded: './x' launched no kernel"):
        kernel_milliseconds(run(), "./x")


def test_times_kernel_by_kernel_and_launch_by_launch() -> None:
    before = [run(("a", 90), ("b", 8), ("a", 4)), run(("a", 80), ("b", 8), ("a", 6))]
    after = [
        run(("a__new", 70), ("b", 4), ("a__new", 2)),
        run(("a__new", 50), ("b", 2), ("a__new", 2)),
    ]
    first, second = by_kernel(*([launch_times(each) for each in runs] for runs in (before, after)))
    assert (first.kernel, first.counted) == ("a", (2,))
    assert first.together.before == pytest.approx([4, 6])
    assert first.together.ratios == pytest.approx([2, 3])
    assert first.launches[1] == pytest.approx((85, 60))
    assert first.launches[2] == pytest.approx((5, 2))
    assert (second.kernel, second.counted) == ("b", (1,))
    assert second.together.ratios == pytest.approx([2, 4])


@pytest.mark.parametrize(
    "other",
    [
        (("a", 3), ("a", 3)),
        (("a", 3), ("a", 3), ("a", 3)),
        (("b", 3), ("a", 3), ("a", 3)),
    ],
    ids=["fewer", "another", "in another order"],
)
def test_runs_that_launch_otherwise_have_no_times_by_kernel(other) -> None:
    times = [launch_times(run(("a", 3), ("a", 3), ("b", 3)))] * 2
    assert len(by_kernel(times, times)) == 2
    assert by_kernel(times, [launch_times(run(*other))] * 2) == ()
    assert by_kernel(times, [times[0], launch_times(run(*other))]) == ()


def test_a_kernel_without_time_is_left_out() -> None:
    times = [launch_times(run(("a", 3), ("b", 0)))] * 2
    assert [each.kernel for each in by_kernel(times, times)] == ["a"]
