"""Data flow on any graph: the worklist solver."""

from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TypeVar

# A set of facts: of node numbers or the like, or of bits.
Held = TypeVar("Held", int, frozenset[int])


@dataclass(frozen=True)
class FlowGraph:
    """Nodes 0, 1, ... and where control goes from each."""

    successors: tuple[tuple[int, ...], ...]

    def reversed(self) -> "FlowGraph":
        """The graph with every edge turned round, for backward problems."""
        before: list[list[int]] = [[] for _ in self.successors]
        for node, targets in enumerate(self.successors):
            for target in targets:
                before[target].append(node)
        return FlowGraph(tuple(map(tuple, before)))

    def reach(self, starts: tuple[int, ...], stops: Callable[[int], bool]) -> frozenset[int]:
        """The nodes that are come to from `starts`; where `stops` is true, paths end there."""
        found = set(starts)
        pending = list(starts)
        while pending:
            node = pending.pop()
            if stops(node):
                continue
            for target in self.successors[node]:
                if target not in found:
                    found.add(target)
                    pending.append(target)
        return frozenset(found)


def solve(
    graph: FlowGraph,
    transfer: Callable[[int, Held], Held],
    start: Mapping[int, Held],
    nothing: Held,
) -> tuple[Held, ...]:
    """What may hold before each node: the least solution, with union where paths meet.

    `transfer` gives what holds behind a node from what holds before it and must be monotone;
    `start` is what holds at nodes from outside, `nothing` the empty set. For a backward problem
    give the reversed graph: "before" and "behind" then change places.
    """
    before = [start.get(node, nothing) for node in range(len(graph.successors))]
    pending = deque(range(len(before)))
    waiting = set(pending)
    while pending:
        node = pending.popleft()
        waiting.discard(node)
        behind = transfer(node, before[node])
        for target in graph.successors[node]:
            grown = before[target] | behind
            if grown != before[target]:
                before[target] = grown
                if target not in waiting:
                    waiting.add(target)
                    pending.append(target)
    return tuple(before)
