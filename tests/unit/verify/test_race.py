"""Which launches count for the kernels' time."""

import pytest

from ppcl.diag import PpclError
from ppcl.verify.execute import Completed
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
