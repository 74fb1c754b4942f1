"""Host code that computes with an array itself, as a sequential version of a kernel does.

A loop that fills an array, checks or prints it comes to each element once. Where a loop of the host
alone goes over the same elements again and again, their order decides how fast that is; and it is
what people compare the device's version with. So its indices stay.
"""

from collections.abc import Iterator

from ppcl.analysis.access.delinearise import element_offset
from ppcl.analysis.data.linked import LinkedSet
from ppcl.analysis.facts import Facts
from ppcl.analysis.model import (
    AccessEvent,
    BranchNode,
    EventNode,
    LaunchEvent,
    LoopNode,
    TransferEvent,
    events_of,
)
from ppcl.analysis.numbers.polynomial import Symbol
from ppcl.transform.obstacles import Obstacle


def computations(facts: Facts, linked: LinkedSet) -> Iterator[Obstacle]:
    """The accesses of a set's host arrays in loops that come to an element more than once."""
    members = set(linked.hosts)
    for access, counters in _in_host_loops(facts.host.tree, ()):
        index = element_offset(access) if access.object in members else None
        moving = index.symbols.intersection(counters) if index is not None else frozenset()
        if moving and not moving.issuperset(counters):
            message = (
                f"the host computes with '{access.object.name}' here, in the order that it has"
            )
            yield Obstacle("PPC228", message, access.node.at)


def _in_host_loops(
    nodes: tuple[EventNode, ...], counters: tuple[Symbol, ...]
) -> Iterator[tuple[AccessEvent, tuple[Symbol, ...]]]:
    """The accesses below nodes, each with the counters of the loops around it that neither launch
    nor transfer."""
    for node in nodes:
        match node:
            case AccessEvent():
                yield node, counters
            case LoopNode(iterator=iterator, body=body):
                known = (iterator.symbol,) if iterator is not None else ()
                yield from _in_host_loops(body, () if _uses_device(node) else (*counters, *known))
            case BranchNode(then=then, otherwise=otherwise):
                yield from _in_host_loops((*then, *otherwise), counters)


def _uses_device(loop: LoopNode) -> bool:
    return any(isinstance(event, LaunchEvent | TransferEvent) for event in events_of(loop.body))
