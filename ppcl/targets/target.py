"""A platform that programs are compiled for: facts, each with its source."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal


@dataclass(frozen=True)
class Fact:
    """A figure or word about a machine and where it is known from ("assumed" is a source)."""

    value: int | float | str | bool
    source: str


@dataclass(frozen=True)
class Cache:
    """A level of a compute unit's caches: `size` in bytes, `ways` lines in each set.

    `beyond` is what a miss waits for, in cycles: the latency of the next level, or of memory.
    """

    size: int
    ways: int
    beyond: int


@dataclass(frozen=True)
class Target:
    """A platform: its kind, how it runs work-items, its caches and the nominal sizes.

    `mode` "serial" runs work-items one after another (WII width 1); "data-parallel" runs `width`
    of them in step (PPOpenCL Table 1). `line` is the cache line in bytes, `caches` are the levels,
    nearest first. `nominal` stands in for
    sizes that are not known at compile time: two sets, which must agree on a choice. `threshold` is
    the least share of a kernel's time that a rewrite must be expected to save. `latencies` are in
    cycles, by name; `loop_lanes` iterations of a kernel's innermost loop run in step where the
    runtime does not vectorise by itself.
    """

    name: str
    description: str
    kind: Literal["cpu", "gpu"]
    mode: Literal["serial", "data-parallel"]
    widths: Mapping[str, int]
    line: int
    caches: tuple[Cache, ...]
    nominal: tuple[Mapping[str, int], ...]
    facts: Mapping[str, Fact]
    threshold: float = 0.01
    latencies: Mapping[str, int] = field(default_factory=dict)
    loop_lanes: int = 1

    def width(self, element: str) -> int:
        """How many work-items of the element type (C name) run in step: N of the WII function."""
        return 1 if self.mode == "serial" else self.widths.get(element, self.widths["float"])
