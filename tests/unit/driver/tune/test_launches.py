"""Which launches stand for all launches of a program."""

import pytest

from ppcl.driver.tune.launches import Representative, representatives
from ppcl.verify.execute import Completed
from ppcl.verify.log import Argument, KernelTime, Launch, Process, Site
from ppcl.verify.observe import Run


def run(*launches: tuple[str, int, int]) -> Run:
    """A run of launches: kernel, its work-items, and how long it took."""
    process = Process("", 0, 0, 0)
    for number, (kernel, size, time) in enumerate(launches):
        scalar = Argument(0, "s", 4, size.to_bytes(4, "little"))
        launch = Launch(number, Site("", 0), kernel, (0,), (size,), None, (scalar,))
        process.launches.append(launch)
        process.times.append(KernelTime(number, 7, 7 + time))
    return Run(Completed(0, "", "", 1.0), [process])


def test_a_single_launch_stands_for_itself() -> None:
    assert representatives(run(("a", 64, 5))) == [Representative("a", 1, 1.0)]


def test_the_first_launch_stands_for_others_and_its_time_does_not_count() -> None:
    found = representatives(run(("a", 64, 99), ("a", 64, 3), ("a", 64, 5), ("a", 64, 4)))
    assert found == [Representative("a", 1, 3.0)]


def test_of_launches_that_take_long_and_short_one_in_the_middle_stands_for_all() -> None:
    found = representatives(run(("a", 64, 99), ("a", 64, 1), ("a", 64, 9), ("a", 64, 4)))
    assert found == [Representative("a", 4, 3.0)]


def test_each_size_counts_by_its_time() -> None:
    sizes = [("a", 64, 9), ("a", 64, 50), ("a", 128, 40), ("a", 256, 1), ("b", 8, 2)]
    assert representatives(run(*sizes)) == [
        Representative("a", 1, 1.0),
        Representative("a", 3, 1.0),
        Representative("b", 1, 1.0),  # and what takes a hundredth of the time is left out
    ]


def test_no_times_no_launches() -> None:
    empty = run(("a", 64, 5))
    empty.processes[0].times.clear()
    assert representatives(empty) == []


@pytest.mark.parametrize("count", [3, 9])
def test_as_many_launches_weigh_as_there_are(count: int) -> None:
    (found,) = representatives(run(*[("a", 64, 5)] * count))
    assert found.weight == count - 1
