"""Reuse distances and waits for caches, of cache lines in the order of the WII function.

Statement instances are ordered by [iterations of loops that hold barriers, region, local z,
local y, floor(local x / N), operation and its iterations]; equal images are one vector operation,
which touches each line once, in work-item order (DESIGN.md, "WiiCfg"; PPOpenCL Table 1, Fig. 8).
"""

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import islice
from statistics import median

from ppcl.analysis.locality.caches import waits
from ppcl.analysis.locality.group import Group
from ppcl.analysis.locality.prepare import Address, Node, Prepared, prepare
from ppcl.analysis.locality.unroll import Operation, operation_count, regions
from ppcl.analysis.model import EventNode
from ppcl.analysis.numbers.polynomial import Symbol
from ppcl.targets.target import Cache

# A trace has at most so many touches, of at most so many operations.
_MAX_TOUCHES = 60_000
_MAX_OPERATIONS = 4_000
_MAX_ITEMS = 4_096


@dataclass(frozen=True)
class Locality:
    """The median reuse distance in cache lines, the trace's length, and what misses wait for.

    `touches` counts the lines of each operation, `waits` cycles, both of the whole group of `items`
    work-items; `left_out` counts the accesses whose address depends on data; `ceiling` is the
    number of iterations that loops were cut to, None where none was.
    """

    distance: float
    touches: int
    left_out: int
    ceiling: int | None
    waits: int = 0
    items: int = 1


@dataclass(frozen=True)
class Runs:
    """How a machine runs a work-group: `width` work-items in step (N of the WII function), with
    cache lines of `line` bytes in `caches`, nearest first."""

    width: int
    line: int
    caches: tuple[Cache, ...] = ()


@dataclass(frozen=True)
class Trace:
    """All that a locality depends on: accesses without unknowns, and how the group runs them."""

    prepared: Prepared
    local_size: tuple[int, int, int]
    trip: int
    runs: Runs


def trace_of(
    tree: Sequence[EventNode],
    address: Address,
    runs: Runs,
    sizes: Mapping[Symbol, int],
    local_size: tuple[int, int, int],
    trip: int,
) -> Trace:
    """One work-group's accesses.

    `address` gives an access's byte address, or None where it is not of interest; `sizes` has the
    values of symbols, `trip` the iterations of a loop whose bounds they do not give.
    """
    group = Group(_traceable(local_size), sizes, trip, _MAX_TOUCHES)
    return Trace(prepare(tree, address, group), group.local_size, trip, runs)


@lru_cache(maxsize=2048)  # a program is read again after each rewrite, and most stays the same
def locality(trace: Trace) -> Locality:
    """The median distance over a trace, no reuse at all counting as 0, and the waits."""
    nodes = trace.prepared.nodes
    group = Group(trace.local_size, {}, trace.trip, _MAX_TOUCHES)
    bounded = _bounded(nodes, group)
    lines = list(islice(_lines(nodes, bounded, trace.runs.width, trace.runs.line), _MAX_TOUCHES))
    ceiling = bounded.ceiling if bounded.ceiling < group.ceiling else None
    return Locality(
        median(stack_distances(lines) or [0]),
        len(lines),
        trace.prepared.left_out,
        ceiling,
        waits(lines, trace.runs.caches, trace.runs.line),
        group.items,
    )


def _traceable(local_size: tuple[int, int, int]) -> tuple[int, int, int]:
    """A size that no device has (0, a million) becomes one that can be enumerated."""
    x = min(max(local_size[0], 1), _MAX_ITEMS)
    y = min(max(local_size[1], 1), _MAX_ITEMS // x)
    return x, y, min(max(local_size[2], 1), _MAX_ITEMS // (x * y))


def _bounded(nodes: Sequence[Node], group: Group) -> Group:
    """The group with all loops cut to the same ceiling, so far that the trace is not too long."""
    most = min(_MAX_OPERATIONS, _MAX_TOUCHES // group.items)
    while group.ceiling > 1 and operation_count(nodes, group) > most:
        group = replace(group, ceiling=group.ceiling // 2)
    return group


def _lines(nodes: Sequence[Node], group: Group, width: int, line: int) -> Iterator[int]:
    """The lines that the group touches, in WII order."""
    row = group.local_size[0]
    for operations in regions(nodes, group):
        for start in range(0, group.items, row):
            for first in range(start, start + row, width):
                items = range(first, min(first + width, start + row))
                if len(items) == 1:
                    yield from _touched_by_one(operations, first, line)
                    continue
                for operation in operations:
                    yield from _touched(operation, items, line)


def _touched_by_one(operations: Sequence[Operation], item: int, line: int) -> Iterator[int]:
    """The lines of all operations of one work-item, where they are no vector operations."""
    for operation in operations:
        if operation.active is None or operation.active[item]:
            address = operation.offsets[item] + operation.base
            first, last = address // line, (address + operation.width - 1) // line
            yield first
            if last != first:
                yield from range(first + 1, last + 1)


def _touched(operation: Operation, items: range, line: int) -> Iterable[int]:
    """The lines of one vector operation, each once."""
    offsets, base, active = operation.offsets, operation.base, operation.active
    last = operation.width - 1
    found: dict[int, None] = {}
    for item in items:
        if active is None or active[item]:
            address = offsets[item] + base
            for touched in range(address // line, (address + last) // line + 1):
                found[touched] = None
    return found


def stack_distances(lines: Iterable[int]) -> list[int]:
    """The distinct lines touched between each touch and the one before of the same line, for all
    touches that have one."""
    last: dict[int, int] = {}
    times: list[int] = []  # of each line's last touch, ascending: an LRU stack, top at the end
    distances: list[int] = []
    for now, line in enumerate(lines):
        before = last.get(line)
        if before is not None and before == times[-1]:  # most touches are of the line on top
            distances.append(0)
            times.pop()
        elif before is not None:
            place = bisect_left(times, before)
            distances.append(len(times) - place - 1)
            del times[place]
        times.append(now)
        last[line] = now
    return distances
