"""Times versions of a program against each other on a machine that is not quiet."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import comb
from statistics import median, quantiles
from typing import TypeVar

T = TypeVar("T")

CHANCE = 0.05
PRECISION = 0.02  # of the median ratio, either way
STEP = 10  # rounds between two looks at what was measured
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
    def interval(self) -> tuple[float, float]:
        """Where the true median ratio lies but for the chance CHANCE: the interval between order
        statistics that the sign test gives, whatever the ratios' distribution is; all of them
        where the pairs are too few for that."""
        ordered, count, below, left = sorted(self.ratios), len(self.ratios), 0, 0
        while 2 * (below + comb(count, left)) / (1 << count) < CHANCE:
            below += comb(count, left)
            left += 1
        first = max(left - 1, 0)
        return ordered[first], ordered[count - 1 - first]

    @property
    def settled(self) -> bool:
        """Whether the median ratio is known to PRECISION either way (but for the chance CHANCE)."""
        low, high = self.interval
        enough = 2 / (1 << len(self.ratios)) < CHANCE
        return enough and high - low <= 2 * PRECISION * self.speedup

    @property
    def verdict(self) -> str:
        """`faster` or `slower` where RULE allows to say so, else `not clear`."""
        low, high = self.spread
        if self.chance >= CHANCE or low <= 1 <= high:
            return "not clear"
        return "faster" if low > 1 else "slower"


def in_turns(versions: Sequence[Callable[[], T]]) -> Iterator[list[T]]:
    """What each version measures, round by round without an end: A B, B A, A B ...

    A slow minute of the machine meets all of them, and each round begins with the version that the
    last one ended with.
    """
    order = range(len(versions))
    while True:
        measured = {version: versions[version]() for version in order}
        yield [measured[version] for version in sorted(measured)]
        order = order[::-1]


def enough(rounds: int, least: int, settled: Callable[[], bool], over: Callable[[], bool]) -> bool:
    """Whether to stop after so many rounds: not before `least`; then, at each STEP, when all is
    settled, or at any time when it is over."""
    if rounds < least:
        return False
    return over() or ((rounds - least) % STEP == 0 and settled())
