"""What one run of the probe brings back: what the device says of itself, and times."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import median, quantiles
from typing import Any

from ppcl.diag import ExitCode, PpclError

WIDTHS = (1, 4, 8, 16)  # elements of a vector
BLOCKS = (1, 2, 4, 8, 16, 32, 64)  # work-items in a row that go the same way
APART = (16, 32, 64, 128)  # bytes between two loads
DIFFERENCES = ("group", "launch")  # times that are differences of two, and may come to nothing


@dataclass(frozen=True)
class Timing:
    """The median of what was measured again and again, and its quartiles; mostly nanoseconds."""

    median: float
    low: float
    high: float

    @property
    def spread(self) -> float:
        """The interquartile range, as a share of the median."""
        return (self.high - self.low) / self.median


def timing(measured: Sequence[float]) -> Timing:
    """Of two measurements at least."""
    low, middle, high = quantiles(measured, n=4, method="inclusive")
    return Timing(middle, low, high)


def together(timings: Sequence[Timing]) -> Timing:
    """One of several that should be the same."""
    return Timing(
        median(each.median for each in timings),
        median(each.low for each in timings),
        median(each.high for each in timings),
    )


@dataclass(frozen=True)
class Run:
    """`queried`: what the device says, by the names of `queries`. `timings` by the names of
    `measures`. `chase`: a load from a buffer of so many bytes; `pairs`: two loads, so many bytes
    apart; `ways`: work-items that take two ways in blocks of so many."""

    queried: Mapping[str, Any]
    timings: Mapping[str, Timing]
    chase: Mapping[int, Timing]
    pairs: Mapping[int, Timing]
    ways: Mapping[int, Timing]


def run_of(said: Mapping[str, Any]) -> Run:
    """A run as the worker's last line says it. Raises PpclError (build or run failed) where the
    events of the device tell no time."""

    def by_number(name: str) -> dict[int, Timing]:
        return {int(number): Timing(*each) for number, each in said[name].items()}

    timings = {name: Timing(*each) for name, each in said["timings"].items()}
    found = Run(said["queried"], timings, *map(by_number, ("chase", "pairs", "ways")))
    certain = [time for name, time in timings.items() if name not in DIFFERENCES]
    for times in (certain, found.chase.values(), found.pairs.values(), found.ways.values()):
        if any(time.low <= 0 for time in times):
            message = "the profiling events of the device tell no time: it cannot be probed"
            raise PpclError(message, exit_code=ExitCode.BUILD_OR_RUN)
    return found
