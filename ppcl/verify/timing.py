"""Times two versions of a program against each other on a machine that is not quiet."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import median, quantiles


@dataclass(frozen=True)
class Paired:
    """Times of two versions that ran in turns; all in one unit, usually milliseconds."""

    before: Sequence[float]
    after: Sequence[float]

    @property
    def medians(self) -> tuple[float, float]:
        """The median time of each version."""
        return median(self.before), median(self.after)

    @property
    def ratios(self) -> tuple[float, ...]:
        """How many times faster the second version was, pair by pair."""
        return tuple(b / a for b, a in zip(self.before, self.after, strict=True))

    @property
    def speedup(self) -> float:
        """The median of the paired ratios."""
        return median(self.ratios)

    @property
    def spread(self) -> tuple[float, float]:
        """The interquartile range of the paired ratios (two pairs at least)."""
        low, _, high = quantiles(self.ratios, n=4, method="inclusive")
        return low, high


def in_turns(before: Callable[[], float], after: Callable[[], float], pairs: int) -> Paired:
    """Times both versions alternately, so that a slow minute of the machine meets both.

    Each pair begins with the version that the last one ended with.
    """
    times: tuple[list[float], list[float]] = ([], [])
    for number in range(pairs):
        for version in (0, 1) if number % 2 == 0 else (1, 0):
            times[version].append((before, after)[version]())
    return Paired(*times)
