"""Which commands may still run where: what the host waited for, and what it did not.

OpenCL 1.2, 5.9 to 5.13: where a command of a queue that keeps order is done, so are all before it;
`clFinish` and blocking commands wait for a queue, `clWaitForEvents` for the commands of events.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ppcl.analysis.graph.flow import FlowGraph, solve
from ppcl.analysis.model import Event, HostModel, LaunchEvent, TransferEvent

Command = LaunchEvent | TransferEvent

_COMMANDS = ("write", "read", "copy", "fill", "map", "unmap")
_BLOCKING = ("write", "read", "map")


def running(
    host: HostModel, graph: FlowGraph, events: Sequence[Event | None]
) -> tuple[frozenset[int], ...]:
    """Per node, the commands (by their `order`) that may not be done before it."""
    waits = _Waits(host, graph, graph.reversed(), events)
    done = {
        node: frozenset(waits.completed(node, event))
        for node, event in enumerate(events)
        if isinstance(event, TransferEvent)
    }

    def transfer(node: int, held: frozenset[int]) -> frozenset[int]:
        event = events[node]
        left = held - done.get(node, frozenset())
        return left | {event.order} if event is not None and _runs_on(event) else left

    return solve(graph, transfer, {}, frozenset())


def _runs_on(event: Event) -> bool:
    """Whether a command may run on behind its call."""
    if isinstance(event, TransferEvent):
        return not event.blocking and event.kind in (*_COMMANDS, "other")
    return isinstance(event, LaunchEvent)


@dataclass(frozen=True)
class _Waits:
    """What each wait of a program is for; `backward` is the flow graph reversed."""

    host: HostModel
    graph: FlowGraph
    backward: FlowGraph
    events: Sequence[Event | None]

    def completed(self, node: int, event: TransferEvent) -> Iterator[int]:
        """The commands that are done behind an event, by their order."""
        lane, in_order = self._lane(event)
        blocks = event.blocking and event.kind in _BLOCKING and in_order
        if blocks or (event.blocking and event.kind == "sync" and not event.awaited):
            yield from (c.order for _, c in self._commands() if lane in {self._lane(c)[0]} - {None})
        for awaited in event.awaited:
            for at, command in self._commands():
                if command.signals is not None and command.signals.serial == awaited.serial:
                    yield command.order
                    yield from self._before(at, command, node)

    def _before(self, at: int, command: Command, wait: int) -> Iterator[int]:
        """The commands of the same queue that are not enqueued between a command and its wait."""
        lane, in_order = self._lane(command)
        if lane is None or not in_order:
            return
        behind = self.graph.reach(self.graph.successors[at], at.__eq__)
        ahead = self.backward.reach(self.backward.successors[wait], at.__eq__)
        for other, found in self._commands():
            if self._lane(found)[0] == lane and not (other in behind and other in ahead):
                yield found.order

    def _commands(self) -> Iterator[tuple[int, Command]]:
        for node, event in enumerate(self.events):
            if isinstance(event, Command):
                yield node, event

    def _lane(self, command: Command) -> tuple[int | None, bool]:
        """The queue of a command (None where it is not followed, or one of several of a place)
        and whether it keeps order. Where the program has one queue only, it is that."""
        single = self.host.queues[0].object if len(self.host.queues) == 1 else None
        known = isinstance(command, LaunchEvent) or command.kind in _COMMANDS
        queue = command.queue or (single if known else None)
        if queue is None or not queue.unique:
            return None, False
        in_order = any(q.object.serial == queue.serial and q.in_order for q in self.host.queues)
        return queue.serial, in_order
