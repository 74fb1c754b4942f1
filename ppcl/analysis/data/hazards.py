"""What makes the order of a host's commands uncertain."""

from collections.abc import Iterator
from dataclasses import dataclass

from ppcl.analysis.model import HostModel, LaunchEvent, QueueModel, TransferEvent, events_of
from ppcl.ir.expression import Call
from ppcl.ir.node import Origin
from ppcl.ir.traverse import Node

_CALLS_BACK = ("clSetEventCallback", "clEnqueueNativeKernel")
_COMMANDS = ("write", "read", "copy", "fill", "map", "unmap")


@dataclass(frozen=True)
class Hazard:
    """A reason for caution, its remark's code, and the place that gives it."""

    code: str
    message: str
    at: Origin


def order_hazards(host: HostModel) -> tuple[Hazard, ...]:
    """Why commands may not run in the order in which they are enqueued."""
    found = [*_queue_hazards(host), *_callbacks(host)]
    return tuple(dict.fromkeys(found))


def commands_of(host: HostModel) -> Iterator[LaunchEvent | TransferEvent]:
    """The events that are commands of a queue and move or compute data."""
    for event in events_of(host.tree):
        if isinstance(event, LaunchEvent) or (
            isinstance(event, TransferEvent) and event.kind in _COMMANDS
        ):
            yield event


def _queue_hazards(host: HostModel) -> Iterator[Hazard]:
    """Commands are in order where all go to one queue that keeps their order.

    A queue that is not followed is the program's only one, where there is one.
    """
    models = {queue.object.serial: queue for queue in host.queues}
    single = host.queues[0] if len(host.queues) == 1 else None
    used: dict[int, QueueModel] = {}
    for command in commands_of(host):
        serial = command.queue.serial if command.queue is not None else None
        model = models.get(serial) if serial is not None else single
        if model is not None:
            used[model.object.serial] = model
        elif serial is None:
            message = "the queue of this command is not followed: the order is not relied on"
            yield Hazard("PPC108", message, command.place)
    for model in used.values():
        if not model.in_order:
            message = "commands of this queue may run out of order: their order is not relied on"
            yield Hazard("PPC108", message, model.at)
    several = list(used.values())[1:] or [m for m in used.values() if not m.object.unique]
    if several:
        message = "there is more than one command queue: the order of commands is not relied on"
        yield Hazard("PPC108", message, several[0].at)


def _callbacks(host: HostModel) -> Iterator[Hazard]:
    for node in _nodes(host):
        if isinstance(node, Call) and node.callee in _CALLS_BACK:
            message = f"'{node.callee}' calls a function back at a time that is not known"
            yield Hazard("PPC108", message, node.at)


def _nodes(host: HostModel) -> Iterator[Node]:
    for function in host.functions.values():
        yield from function.nodes


def transfer_hazards(host: HostModel) -> tuple[Hazard, ...]:
    """The non-blocking transfers whose host memory is in use for longer than their call."""
    message = "not blocking: taken to run at any time until the host waits for it"
    return tuple(
        Hazard("PPC109", f"{event.call} is {message}", event.place)
        for event in host.transfers
        if event.kind in ("write", "read", "map") and not event.blocking
    )
