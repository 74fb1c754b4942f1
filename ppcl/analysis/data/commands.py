"""The command graph: what the host's events do to buffers and host objects, in OpenCL's order.

PPOpenCL, section 3.2.2, on the tree of host events. Buffers, the kernel parameters bound to them
and host objects are told apart: a transfer uses one and defines another. Commands of one queue
that keeps order run in the order in which they are enqueued; where there may be others, `ordered`
is False, and every question is answered as if any event might come after any other.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property

from ppcl.analysis.data.completion import running
from ppcl.analysis.data.effects import Effect, effects_of, merged, objects_of, partial
from ppcl.analysis.data.hazards import Hazard, order_hazards, transfer_hazards
from ppcl.analysis.graph.flow import FlowGraph
from ppcl.analysis.graph.skipping import Skipping
from ppcl.analysis.model import (
    BranchNode,
    EscapeEvent,
    Event,
    EventNode,
    HostModel,
    KernelModel,
    LoopNode,
    MemoryObject,
    TransferEvent,
    events_of,
)


@dataclass(frozen=True)
class CommandGraph:
    """The events of a host program in program order, and the order in which they may run.

    Node i of `flow` is `events[i]`, None where paths only meet; node 0 is the program's start.
    `effects` are by the events' `order`; those of a non-blocking transfer on host memory are
    found at every event that may come before the transfer is done, too.
    """

    host: HostModel
    events: tuple[Event | None, ...]
    flow: FlowGraph
    effects: Mapping[int, tuple[Effect, ...]]
    ordered: bool
    hazards: tuple[Hazard, ...]

    @cached_property
    def nodes(self) -> Mapping[int, int]:
        """Node numbers by the events' `order`."""
        return {event.order: node for node, event in enumerate(self.events) if event is not None}

    @cached_property
    def backward(self) -> FlowGraph:
        """The flow graph reversed."""
        return self.flow.reversed()

    def effect(self, event: Event | None, target: MemoryObject) -> Effect | None:
        """What an event does to an object."""
        found = self.effects[event.order] if event is not None else ()
        return next((e for e in found if e.object.serial == target.serial), None)

    def select(
        self, nodes: frozenset[int], target: MemoryObject, wanted: Callable[[Effect], bool]
    ) -> tuple[Event, ...]:
        """The events among `nodes` whose effect on an object is wanted, in program order.

        An object that was let go of may be used at any time after: those events always count.
        """
        found: list[Event] = []
        for node, event in enumerate(self.events):
            effect = self.effect(event, target)
            if event is None or effect is None or not wanted(effect):
                continue
            if node in nodes or not self.ordered or isinstance(event, EscapeEvent):
                found.append(event)
        return tuple(found)


def command_graph(host: HostModel, kernels: Mapping[str, KernelModel]) -> CommandGraph:
    """The command graph of a host program and the kernels that it launches."""
    flow = _Flow([None], [[]])
    flow.sequence(host.tree, 0)
    graph = FlowGraph(tuple(map(tuple, flow.successors)))
    disorder = order_hazards(host)
    return CommandGraph(
        host,
        tuple(flow.events),
        graph,
        _all_effects(host, kernels, flow.events, graph),
        host.complete and not disorder,
        (*disorder, *transfer_hazards(host)),
    )


@dataclass
class _Flow:
    """Events and joins as they are numbered."""

    events: list[Event | None]
    successors: list[list[int]]

    def node(self, event: Event | None, before: int) -> int:
        self.events.append(event)
        self.successors.append([])
        number = len(self.events) - 1
        self.successors[before].append(number)
        return number

    def sequence(self, nodes: tuple[EventNode, ...], current: int) -> int:
        """Number a list of nodes that starts behind `current`; the node that ends it."""
        for node in nodes:
            if isinstance(node, LoopNode):
                head = self.node(None, current)
                self.successors[self.sequence(node.body, head)].append(head)
                current = self.node(None, head)
            elif isinstance(node, BranchNode):
                then = self.sequence(node.then, current)
                otherwise = self.sequence(node.otherwise, current)
                current = self.node(None, then)
                self.successors[otherwise].append(current)
            else:
                current = self.node(node, current)
        return current


def _all_effects(
    host: HostModel,
    kernels: Mapping[str, KernelModel],
    events: list[Event | None],
    graph: FlowGraph,
) -> dict[int, tuple[Effect, ...]]:
    objects, skipping = objects_of(host), Skipping(host.functions)
    own = {
        event.order: tuple(
            _certain(effect, event, skipping) for effect in effects_of(event, objects, kernels)
        )
        for event in events
        if event is not None
    }
    hosts = {target.serial for target in objects.hosts}
    found = dict(own)
    for event, unfinished in zip(events, running(host, graph, events), strict=True):
        late = (effect for command in sorted(unfinished) for effect in own[command])
        if event is not None:
            on_host = (partial(effect) for effect in late if effect.object.serial in hosts)
            found[event.order] = merged((*own[event.order], *on_host))
    return found


def _certain(effect: Effect, event: Event, skipping: Skipping) -> Effect:
    """A definition that control may pass by leaves what was there before."""
    if effect.writes == "whole" and isinstance(event, TransferEvent):
        return partial(effect) if skipping.may_skip(event.at) else effect
    return effect


def read_after(graph: CommandGraph, event: Event, target: MemoryObject) -> tuple[Event, ...]:
    """Who may read the contents that an object has behind `event`."""
    found = graph.flow.reach(_next(graph.flow, graph, event), _ends(graph, target))
    return graph.select(found, target, lambda effect: effect.reads)


def definitions_of(graph: CommandGraph, event: Event, target: MemoryObject) -> tuple[Event, ...]:
    """Who may have written the contents that an object has before `event`."""
    found = graph.backward.reach(_next(graph.backward, graph, event), _ends(graph, target))
    return graph.select(found, target, lambda effect: effect.writes != "no")


def changes_between(
    graph: CommandGraph, first: Event, second: Event, target: MemoryObject
) -> tuple[Event, ...]:
    """Who may write an object after `first` and before the next `second`, both left out."""
    ends = {graph.nodes[first.order], graph.nodes[second.order]}
    behind = graph.flow.reach(_next(graph.flow, graph, first), ends.__contains__)
    before = graph.backward.reach(_next(graph.backward, graph, second), ends.__contains__)
    return graph.select((behind & before) - ends, target, lambda effect: effect.writes != "no")


def changes_in(graph: CommandGraph, loop: LoopNode, target: MemoryObject) -> tuple[Event, ...]:
    """Who may write an object inside a loop."""
    inside = frozenset(graph.nodes[event.order] for event in events_of(loop.body))
    return graph.select(inside, target, lambda effect: effect.writes != "no")


def loops_around(nodes: tuple[EventNode, ...], event: Event) -> tuple[LoopNode, ...]:
    """The loops that hold an event, outermost first."""
    for node in nodes:
        if isinstance(node, LoopNode):
            inner = loops_around(node.body, event)
            if inner or any(found.order == event.order for found in events_of(node.body)):
                return (node, *inner)
        elif isinstance(node, BranchNode):
            found = loops_around(node.then + node.otherwise, event)
            if found:
                return found
    return ()


def _next(flow: FlowGraph, graph: CommandGraph, event: Event) -> tuple[int, ...]:
    return flow.successors[graph.nodes[event.order]]


def _ends(graph: CommandGraph, target: MemoryObject) -> Callable[[int], bool]:
    """Where nothing stays of an object's contents."""

    def ends(node: int) -> bool:
        effect = graph.effect(graph.events[node], target)
        return effect is not None and effect.writes == "whole"

    return ends
