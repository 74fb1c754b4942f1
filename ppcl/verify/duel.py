"""A version of a program against the original, for as long as it takes to know who is faster."""

import time
from collections.abc import Callable
from dataclasses import dataclass

from ppcl.verify.timing import Paired

# So many rounds: the times of the original and of the other, each in turn first.
Rounds = Callable[[int], list[tuple[float, float]]]


@dataclass(frozen=True)
class Rule:
    """When a duel ends. After `least` rounds it is looked at every `step`: it ends when the other
    cannot be faster than `threshold` times (as the interval of the ratio says), when the ratio is
    settled, or after `seconds`, but not before `least` rounds."""

    threshold: float = 1.02
    least: int = 6
    step: int = 3
    seconds: float = 30.0

    def is_lost(self, paired: Paired) -> bool:
        """Whether it is known not to be worth it."""
        return paired.interval[1] < self.threshold

    def is_won(self, paired: Paired) -> bool:
        """Whether it is known to be worth it: MEASURING.md's "faster", and by the threshold."""
        return paired.interval[0] > self.threshold and paired.verdict == "faster"


def duel(rounds: Rounds, rule: Rule) -> Paired:
    """Both in turns until the rule ends it."""
    start = time.perf_counter()
    times = rounds(rule.least)
    while True:
        paired = Paired(*map(list, zip(*times, strict=True)))
        over = time.perf_counter() - start > rule.seconds
        if over or rule.is_lost(paired) or paired.settled:
            return paired
        times += rounds(rule.step)
