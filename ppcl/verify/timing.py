"""Times versions of a program against each other on a machine that is not quiet."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import comb
from statistics import median, quantiles
from typing import TypeVar

T = TypeVar("T")

CHANCE = 0.05
RULE = (
    "a verdict needs the whole interquartile range of the paired ratios on one side of 1, and a "
    f"sign test over the pairs below {CHANCE:.0%}"
)


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

    @property
    def chance(self) -> float:
        """The two-sided sign test: how likely so uneven a split of the pairs is between equals."""
        ratios = [ratio for ratio in self.ratios if ratio != 1]
        fewer = min(sum(ratio > 1 for ratio in ratios), sum(ratio < 1 for ratio in ratios))
        ways = sum(comb(len(ratios), k) for k in range(fewer + 1))
        return min(1.0, 2 * ways / (1 << len(ratios)))

    @property
    def verdict(self) -> str:
        """`faster` or `slower` where RULE allows to say so, else `not clear`."""
        low, high = self.spread
        if self.chance >= CHANCE or low <= 1 <= high:
            return "not clear"
        return "faster" if low > 1 else "slower"


def in_turns(versions: Sequence[Callable[[], T]], rounds: int) -> list[list[T]]:
    """What each version measures in each round: A B, B A, A B ...

    A slow minute of the machine meets all of them, and each round begins with the version that the
    last one ended with.
    """
    measured: list[list[T]] = [[] for _ in versions]
    for number in range(rounds):
        order = range(len(versions))
        for version in order if number % 2 == 0 else reversed(order):
            measured[version].append(versions[version]())
    return measured
