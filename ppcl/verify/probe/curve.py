"""Finds caches in the latencies of loads from growing buffers.

A load from a buffer that a cache holds takes as long as that cache; from a larger one, longer. So
the curve of latencies has a flat stretch for each level, and rises where a level ends.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import exp, log, log2, sqrt

from ppcl.verify.probe.samples import Timing, together

STEEP = 0.3  # doublings of the latency in a doubling of the size
LEAST = 1.5  # times the latency before a rise: less is no level, but the translation of addresses
FLAT = 1.0  # doublings of the size: a level is flat for so long
_BEYOND = 2.0  # times the latency of a level: what a load takes when the level is too small


@dataclass(frozen=True)
class Rise:
    """Where the curve leaves a level, `begin`, and reaches the next one, `end` (bytes). `knee`: how
    large a buffer makes a load take twice as long as in the level, or half the way up, if that is
    less (bytes)."""

    begin: int
    end: int
    knee: float


def rises(curve: Mapping[int, Timing]) -> tuple[Rise, ...]:
    """The rises of a curve of latencies by size, smallest first. It goes through the lower
    quartiles: where others use the cache, too, a load only takes longer."""
    sizes = sorted(curve)
    values = never_falling([curve[size].low for size in sizes])
    steep = [
        log2(values[i + 1] / values[i]) > STEEP * log2(sizes[i + 1] / sizes[i])
        for i in range(len(sizes) - 1)
    ]
    found: list[tuple[int, int]] = []
    for step, is_steep in enumerate(steep):
        if is_steep and found and log2(sizes[step] / sizes[found[-1][1]]) < FLAT:
            found[-1] = (found[-1][0], step + 1)
        elif is_steep:
            found.append((step, step + 1))
    return tuple(
        Rise(sizes[begin], sizes[end], _knee(sizes, values, begin, end))
        for begin, end in found
        if values[end] >= LEAST * values[begin]
    )


def plateaus(curve: Mapping[int, Timing]) -> tuple[Timing, ...]:
    """The latency of each level, of what lies beyond the last one, too: one more than rises."""
    found = rises(curve)
    begins = [0, *(rise.end for rise in found)]
    ends = [*(rise.begin for rise in found), max(curve)]
    return tuple(
        together([each for size, each in curve.items() if begin <= size <= end])
        for begin, end in zip(begins, ends, strict=True)
    )


def never_falling(values: Sequence[float]) -> list[float]:
    """The nearest values (least squares of logarithms) that never fall: a larger buffer makes no
    load faster, so what falls is noise. Pools adjacent violators."""
    pools: list[tuple[float, int]] = []
    for value in values:
        pools.append((log(value), 1))
        while len(pools) > 1 and pools[-2][0] > pools[-1][0]:
            (one, weight), (other, more) = pools[-2:]
            mean = (one * weight + other * more) / (weight + more)
            pools[-2:] = [(mean, weight + more)]
    return [exp(mean) for mean, weight in pools for _ in range(weight)]


def _knee(sizes: Sequence[int], values: Sequence[float], begin: int, end: int) -> float:
    """Where the rise passes its threshold, between two sizes by their logarithms."""
    before, after = values[begin], values[end]
    threshold = before * min(_BEYOND, sqrt(after / before))
    for one, other in pairwise(range(begin, end + 1)):
        if values[one] <= threshold <= values[other]:
            share = log(threshold / values[one]) / log(values[other] / values[one])
            return exp(log(sizes[one]) + share * log(sizes[other] / sizes[one]))
    return float(sizes[end])
