"""The figures of one run of the probe, of its times: in the units of a target's facts."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from ppcl.verify.probe.curve import plateaus, rises
from ppcl.verify.probe.samples import APART, BLOCKS, WIDTHS, Run, Timing

LEVELS = ("l1", "l2", "l3")
IN_STEP = 1.5  # times as long as all the same way: who goes two ways in turns waits for the other
ONE_BY_ONE = 1.25  # times as long, at most: nobody waits
_MISSED = 1.25  # times as long as two loads from one line: they were from two


@dataclass(frozen=True)
class Figure:
    """A figure and its spread, a share of it."""

    value: float
    spread: float = 0.0


def figures(run: Run, kind: str) -> Mapping[str, Figure]:
    """By the names of facts. Sizes in bytes, latencies in cycles, costs in ns. `ways`: how many
    times longer work-items take that go two ways in turns."""
    found = dict(_plain(run.timings)) | dict(_stepwise(run.ways)) | dict(_sizes(run))
    clock = _clock(run, kind)
    if clock is not None:
        found |= {"clock": clock} if kind == "cpu" else {}
        found |= {
            name: Figure(time.median * clock.value / 1e3, time.spread + clock.spread)
            for name, time in _latencies(run)
        }
    return found


def _clock(run: Run, kind: str) -> Figure | None:
    """In MHz. A CPU needs one cycle for an integer operation, and what it says of its clock is not
    what it runs at; of others it must be believed."""
    if kind == "cpu":
        time = run.timings["integer"]
        return Figure(1e3 / time.median, time.spread)
    said = run.queried.get("clock")
    return Figure(float(said)) if said else None


def _plain(timings: Mapping[str, Timing]) -> Iterator[tuple[str, Figure]]:
    for name, timed in (("launch", "launch"), ("group", "group"), ("local_atomic", "atomic")):
        if timings[timed].median > 0:
            yield f"cost.{name}", Figure(timings[timed].median, timings[timed].spread)
    byte, scalar = timings["byte"], timings["loop1"]
    yield "bandwidth.memory", Figure(1 / byte.median, byte.spread)
    for width in WIDTHS[1:]:
        wide = timings[f"loop{width}"]
        yield f"gain.float{width}", Figure(scalar.median / wide.median, scalar.spread + wide.spread)


def _latencies(run: Run) -> Iterator[tuple[str, Timing]]:
    for name in ("add", "multiply", "divide"):
        yield f"latency.{name}", run.timings[name]
    nearest, *others = plateaus(run.chase)
    yield "latency.load", nearest
    if others:
        yield "latency.memory", others[-1]
    for level, time in zip(LEVELS[1:], others[:-1], strict=False):
        yield f"latency.{level}", time


def _sizes(run: Run) -> Iterator[tuple[str, Figure]]:
    for level, rise in zip(LEVELS, rises(run.chase), strict=False):
        yield f"cache.{level}", Figure(rise.knee)
    near = run.pairs[APART[0]].low
    larger = (apart for apart in APART if run.pairs[apart].low > _MISSED * near)
    line = next(larger, None)
    if line is not None:
        yield "cache.line", Figure(line)


def _stepwise(ways: Mapping[int, Timing]) -> Iterator[tuple[str, Figure]]:
    same, turns = ways[0], ways[1]
    ratio = turns.median / same.median
    yield "cost.divergence", Figure(ratio, same.spread + turns.spread)
    whole = (block for block in BLOCKS if ways[block].median <= ONE_BY_ONE * same.median)
    if ratio >= IN_STEP and (width := next(whole, None)):
        yield "width.float", Figure(width)
