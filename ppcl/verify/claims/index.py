"""The graph's events and buffers by their places, and how often and when each can happen."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from ppcl.analysis.data.residence import residences
from ppcl.analysis.facts import Facts
from ppcl.analysis.model import (
    BranchNode,
    BufferModel,
    EventNode,
    LaunchEvent,
    TransferEvent,
)
from ppcl.verify.claims.open_order import OpenOrder, open_order
from ppcl.verify.claims.places import Placed, Sources
from ppcl.verify.log import Command, Launch

Event = LaunchEvent | TransferEvent
Recorded = Launch | Command
LAUNCH = "launch"
_CREATE = (
    "clCreateBuffer",
    "clCreateSubBuffer",
    "clCreateImage",
    "clCreateImage2D",
    "clCreateImage3D",
)
_CALLS: Mapping[str, tuple[str, ...]] = {
    LAUNCH: ("clEnqueueNDRangeKernel", "clEnqueueTask"),
    "create": _CREATE,
    "write": ("clEnqueueWriteBuffer", "clEnqueueWriteBufferRect", "clEnqueueWriteImage"),
    "read": ("clEnqueueReadBuffer", "clEnqueueReadBufferRect", "clEnqueueReadImage"),
    "map": ("clEnqueueMapBuffer", "clEnqueueMapImage"),
    "unmap": ("clEnqueueUnmapMemObject",),
    "fill": ("clEnqueueFillBuffer", "clEnqueueFillImage"),
    "copy": ("clEnqueueCopyBuffer",),
}


@dataclass(frozen=True)
class Index:
    """What `ppcl graph` has of a program. `once` are the events that happen at most once, `always`
    those of them that nothing leaves out either, by their order, which is that of the program;
    `alone` are the buffers, by serial, that are on the device only; what stands in `open_order` may
    happen in another order than the graph has it."""

    sources: Sources
    events: Mapping[str, Placed[Event]]
    buffers: Placed[BufferModel]
    models: Mapping[int, BufferModel]
    once: frozenset[int]
    always: Mapping[int, Event]
    alone: frozenset[int]
    open_order: OpenOrder


def kind_of(seen: Recorded) -> str:
    """The kind of event that a recorded command is."""
    return LAUNCH if isinstance(seen, Launch) else seen.kind


def index_of(facts: Facts) -> Index:
    """The graph, to be asked by place."""
    sources, host = Sources(facts), facts.host
    events: dict[str, Placed[Event]] = {kind: Placed(sources, c) for kind, c in _CALLS.items()}
    found: list[Event] = [*host.launches, *host.transfers]
    for event in found:
        kind = event.kind if isinstance(event, TransferEvent) else LAUNCH
        if kind in events:
            events[kind].add(event, (event.at, event.seen_at))
    buffers: Placed[BufferModel] = Placed(sources, _CREATE)
    for model in host.buffers:
        buffers.add(model, (model.at, model.object.at))
    return Index(
        sources,
        events,
        buffers,
        {model.object.serial: model for model in host.buffers},
        frozenset(event.order for event in _plain(host.tree, True)),
        {
            event.order: event
            for event in _certain(list(_plain(host.tree, False)))
            if event.order not in host.skippable
        },
        frozenset(r.buffer.object.serial for r in residences(host) if r.device_only),
        open_order(facts.hosts),
    )


def _plain(nodes: Sequence[EventNode], in_branches: bool) -> Iterator[Event]:
    """The launches and transfers that stand in no loop, nor, without `in_branches`, in a branch."""
    for node in nodes:
        if isinstance(node, BranchNode) and in_branches:
            yield from _plain((*node.then, *node.otherwise), in_branches)
        elif isinstance(node, Event):
            yield node


def _certain(events: Sequence[Event]) -> Iterator[Event]:
    """Those that happen for certain: where one call may be of several kernels, or copy from several
    buffers, there is an event for each, one after the other."""
    before = [None, *(event.at for event in events)]
    after = [*(event.at for event in events[1:]), None]
    for event, *near in zip(events, before, after, strict=False):
        if _is_recorded(event) and event.at not in near:
            yield event


def _is_recorded(event: Event) -> bool:
    """Whether the recorder says when such an event happens: not for copies of boxes and images, nor
    for what the C++ bindings do, as the machine's own may do it otherwise."""
    if event.seen_at not in (None, event.at):
        return False
    if isinstance(event, LaunchEvent):
        return True
    return event.kind in _CALLS and (event.kind != "copy" or event.call == "clEnqueueCopyBuffer")
