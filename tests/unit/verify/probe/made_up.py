"""Runs of the probe on machines that there are not."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from random import Random
from typing import Any

from ppcl.verify.probe.samples import Run, Timing

KIB, MIB = 1 << 10, 1 << 20
LEVELS = ((32 * KIB, 1.25), (1 * MIB, 3.5), (32 * MIB, 12.5))  # bytes, nanoseconds
MEMORY = 100.0
SAID: Mapping[str, Any] = {
    "device": "Toy",
    "platform": "Toys",
    "driver": "1",
    "compute_units": 4,
    "line": 64,
    "group": 1024,
    "multiple": 8,
    "vector": 256,
    "clock": 2600,
    "local_memory": 65536,
    "step": {},
    "caches": {},
}


def curve(
    levels: Sequence[tuple[int, float]] = LEVELS,
    memory: float = MEMORY,
    noise: float = 0.0,
    seed: int = 1,
) -> dict[int, Timing]:
    """Latencies by size: of what does not fit into a level, more and more is missed."""
    random = Random(seed)
    sizes = [int(4 * KIB * 2 ** (step / 3)) // 64 * 64 for step in range(46)]
    found = {}
    for size in sizes:
        time, beyond = memory, [*(each for _, each in levels), memory][1:]
        for (capacity, hit), miss in zip(levels, beyond, strict=True):
            if size <= capacity:
                time = hit
                break
            held = (capacity / size) ** 4
            if held > 0.05:
                time = held * hit + (1 - held) * miss
                break
        time *= 1 + noise * random.random()
        found[size] = steady(time)
    return found


def steady(time: float) -> Timing:
    """A time that was measured again and again with little difference."""
    return Timing(time, time * 0.99, time * 1.01)


def run(**others: Any) -> Run:
    """A run on a machine of 4 GHz that is as `others` say, and else as a CPU without vectors."""
    timings = {
        "integer": 0.25,
        "add": 0.75,
        "multiply": 1.0,
        "divide": 2.75,
        "loop1": 1.0,
        "loop4": 0.25,
        "loop8": 0.125,
        "loop16": 0.0625,
        "atomic": 2.0,
        "group": 5.0,
        "launch": 3000.0,
        "byte": 0.1,
        **others.pop("timings", {}),
    }
    ways = {0: 100.0, **dict.fromkeys((1, 2, 4, 8, 16, 32, 64), 101.0)}
    made = Run(
        {**SAID, **others.pop("queried", {})},
        {name: steady(time) for name, time in timings.items()},
        curve(),
        {apart: steady(6.0 if apart < 64 else 9.0) for apart in (16, 32, 64, 128)},
        {block: steady(time) for block, time in ways.items()},
    )
    return replace(made, **others)


def in_step(width: int) -> dict[int, Timing]:
    """Times of two ways in turns where so many work-items wait for each other."""
    return {0: steady(100.0)} | {
        block: steady(190.0 if block < width else 103.0) for block in (1, 2, 4, 8, 16, 32, 64)
    }
