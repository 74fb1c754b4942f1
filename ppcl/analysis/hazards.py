"""What makes the order of a host's commands uncertain."""

from collections.abc import Iterator
from dataclasses import dataclass

from ppcl.analysis.model import HostModel
from ppcl.ir.expression import Call
from ppcl.ir.node import Origin
from ppcl.ir.traverse import Node, descendants

_OUT_OF_ORDER = "CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE"
_CREATES_QUEUE = ("clCreateCommandQueue", "clCreateCommandQueueWithProperties")
_CALLS_BACK = ("clSetEventCallback", "clEnqueueNativeKernel")


@dataclass(frozen=True)
class Hazard:
    """A reason for caution, its remark's code, and the place that gives it."""

    code: str
    message: str
    at: Origin


def order_hazards(host: HostModel) -> tuple[Hazard, ...]:
    """Why commands may not run in the order in which they are enqueued."""
    found: dict[Hazard, None] = {}
    queues: list[Origin] = []
    for node in _nodes(host):
        if node.at.macro == _OUT_OF_ORDER:
            message = "commands of this queue may run out of order: their order is not relied on"
            found[Hazard("PPC108", message, node.at)] = None
        if isinstance(node, Call) and node.callee in _CREATES_QUEUE:
            queues.append(node.at)
        if isinstance(node, Call) and node.callee in _CALLS_BACK:
            message = f"'{node.callee}' calls a function back at a time that is not known"
            found[Hazard("PPC108", message, node.at)] = None
    if len(queues) > 1:
        message = "there is more than one command queue: the order of commands is not relied on"
        found[Hazard("PPC108", message, queues[1])] = None
    return tuple(found)


def _nodes(host: HostModel) -> Iterator[Node]:
    for function in host.functions.values():
        if function.body is not None:
            yield from descendants(function.body)


def transfer_hazards(host: HostModel) -> tuple[Hazard, ...]:
    """The non-blocking transfers whose host memory is in use for longer than their call."""
    message = "not blocking: taken to run at any time until the next blocking command"
    return tuple(
        Hazard("PPC109", f"{event.call} is {message}", event.at)
        for event in host.transfers
        if event.kind in ("write", "read", "map") and not event.blocking
    )
