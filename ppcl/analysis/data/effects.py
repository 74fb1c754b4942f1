"""What each event of the host program does to the contents of buffers and host objects."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Literal

from ppcl.analysis.model import (
    AccessEvent,
    ArgumentBinding,
    EscapeEvent,
    Event,
    HostModel,
    KernelModel,
    LaunchEvent,
    MemoryObject,
    TransferEvent,
    events_of,
)
from ppcl.analysis.numbers.polynomial import ZERO

Write = Literal["no", "part", "whole"]


@dataclass(frozen=True)
class Effect:
    """An event's use and definition of an object's contents; the use comes first.

    `writes` "whole" says that nothing of the old contents stays.
    """

    object: MemoryObject
    reads: bool
    writes: Write


@dataclass(frozen=True)
class Objects:
    """The program's buffers and host objects, and which of them share their memory.

    `shared` maps a serial number to the others (sub-buffers, mapped memory, CL_MEM_USE_HOST_PTR).
    """

    buffers: tuple[MemoryObject, ...]
    hosts: tuple[MemoryObject, ...]
    shared: Mapping[int, tuple[MemoryObject, ...]]


def objects_of(host: HostModel) -> Objects:
    """The objects of a host program."""
    found = _Found()
    for model in host.buffers:
        found.buffers[model.object.serial] = model.object
        if model.host is not None:
            found.hosts[model.host.serial] = model.host
    for event in events_of(host.tree):
        found.add(event)
    for group in _sharing(host, found):
        found.share(group)
    return Objects(tuple(found.buffers.values()), tuple(found.hosts.values()), found.components())


def _sharing(host: HostModel, found: "_Found") -> Iterator[tuple[MemoryObject, ...]]:
    """Groups of objects whose memory may be the same; what is not followed may be any."""
    buffers, hosts = tuple(found.buffers.values()), tuple(found.hosts.values())
    uses = {model.object.serial: model for model in host.buffers if model.may_use_host}
    for model in uses.values():
        if model.host is not None:
            yield model.object, model.host
    for event in host.transfers:
        if event.kind == "share" and event.peer is not None:
            yield event.peer, *(event.buffers or buffers)
        elif event.kind == "map":
            yield *event.buffers, *(event.hosts or hosts)
        elif event.kind == "create" and event.host is None:
            yield from (
                (buffer, *(event.hosts or hosts))
                for buffer in event.buffers
                if buffer.serial in uses
            )


@dataclass
class _Found:
    buffers: dict[int, MemoryObject] = field(default_factory=dict)
    hosts: dict[int, MemoryObject] = field(default_factory=dict)
    groups: dict[int, dict[int, MemoryObject]] = field(default_factory=dict)

    def add(self, event: Event) -> None:
        match event:
            case AccessEvent() | EscapeEvent():
                self.hosts.setdefault(event.object.serial, event.object)
            case TransferEvent():
                peers = (event.peer,) if event.peer is not None else ()
                self.buffers.update({b.serial: b for b in (*event.buffers, *peers)})
                for host in event.hosts:
                    self.hosts.setdefault(host.serial, host)
            case LaunchEvent():
                for argument in event.arguments:
                    self.buffers.update({buffer.serial: buffer for buffer in argument.buffers})

    def share(self, objects: tuple[MemoryObject, ...]) -> None:
        """Put objects, and all that they share memory with already, into one group."""
        group = {one.serial: one for one in objects}
        for one in objects:
            group.update(self.groups.get(one.serial, {}))
        self.groups.update(dict.fromkeys(group, group))

    def components(self) -> dict[int, tuple[MemoryObject, ...]]:
        return {
            serial: tuple(other for other in group.values() if other.serial != serial)
            for serial, group in self.groups.items()
        }


def effects_of(
    event: Event, objects: Objects, kernels: Mapping[str, KernelModel]
) -> tuple[Effect, ...]:
    """What an event does, to each object at most once.

    What is not known counts as anything: a buffer or host object that is not followed may be any,
    a kernel whose text is not there may read and write every buffer that it gets.
    """
    found: list[Effect] = []
    for effect in _effects(event, objects, kernels):
        others = objects.shared.get(effect.object.serial, ())
        found += [effect, *(replace(partial(effect), object=other) for other in others)]
    return merged(found)


def partial(effect: Effect) -> Effect:
    """The effect where what was there before may stay."""
    return replace(effect, writes="part") if effect.writes == "whole" else effect


def merged(effects: Iterable[Effect]) -> tuple[Effect, ...]:
    """All effects together, one for each object."""
    found: dict[int, Effect] = {}
    strength: tuple[Write, ...] = ("no", "part", "whole")
    for new in effects:
        old = found.setdefault(new.object.serial, new)
        writes = max(old.writes, new.writes, key=strength.index)
        found[new.object.serial] = Effect(old.object, old.reads or new.reads, writes)
    return tuple(found.values())


def _effects(
    event: Event, objects: Objects, kernels: Mapping[str, KernelModel]
) -> Iterator[Effect]:
    match event:
        case AccessEvent():
            load = event.kind == "load"
            yield Effect(event.object, load, "no" if load else "part")
        case EscapeEvent():
            yield Effect(event.object, event.reads, "part" if event.writes else "no")
        case TransferEvent():
            yield from _transfer(event, objects)
        case LaunchEvent():
            for argument in event.arguments:
                yield from _argument(argument, objects, kernels.get(event.kernel))


def _transfer(event: TransferEvent, objects: Objects) -> Iterator[Effect]:
    buffers = event.buffers or objects.buffers
    hosts = event.hosts or objects.hosts
    whole: Write = "whole" if _is_whole(event) else "part"
    match event.kind:
        case "write" | "create":
            yield from (Effect(host, True, "no") for host in hosts)
            yield from (Effect(buffer, False, whole) for buffer in buffers)
        case "read":
            yield from (Effect(buffer, True, "no") for buffer in buffers)
            yield from (Effect(host, False, _read_extent(event)) for host in hosts)
        case "copy":
            peers = (event.peer,) if event.peer is not None else objects.buffers
            yield from (Effect(peer, True, "no") for peer in peers)
            yield from (Effect(buffer, False, "part") for buffer in buffers)
        case "fill":
            yield from (Effect(buffer, False, whole) for buffer in buffers)
        case "map" | "unmap" | "other":
            yield from (Effect(buffer, True, "part") for buffer in event.buffers)
            if event.kind != "other" or event.hosts:
                yield from (Effect(host, True, "part") for host in hosts)


def _is_whole(event: TransferEvent) -> bool:
    """Whether every byte of one known buffer is written. A copy may have one of several sources,
    each an event of its own: it does not count."""
    if len(event.buffers) != 1 or event.size is None or event.offset is None:
        return False
    buffer = event.buffers[0]
    return buffer.unique and event.offset == ZERO and event.size == buffer.size


def _read_extent(event: TransferEvent) -> Write:
    """How much of the host object a read fills; a non-blocking one does so at some time later."""
    host = event.host
    if host is None or not host.unique or not event.blocking or event.size is None:
        return "part"
    return "whole" if event.host_offset == ZERO and event.size == host.size else "part"


def _argument(
    argument: ArgumentBinding, objects: Objects, kernel: KernelModel | None
) -> Iterator[Effect]:
    buffers = objects.buffers if argument.kind == "unknown" else argument.buffers
    reads, writes = parameter_use(kernel, argument.index)
    if reads or writes:
        yield from (Effect(buffer, reads, "part" if writes else "no") for buffer in buffers)


def parameter_use(kernel: KernelModel | None, index: int) -> tuple[bool, bool]:
    """Whether a kernel may read and may write what its parameter points to; a kernel that is not
    known, or an image, may be used in any way."""
    if kernel is None or not kernel.complete or index >= len(kernel.parameters):
        return True, True
    parameter = kernel.parameters[index]
    if parameter.object is None:
        return parameter.symbol is None, parameter.symbol is None
    reads = writes = False
    for event in events_of(kernel.tree):
        if isinstance(event, AccessEvent) and event.object.serial == parameter.object.serial:
            reads = reads or event.kind == "load"
            writes = writes or event.kind == "store"
        elif isinstance(event, EscapeEvent) and event.object.serial == parameter.object.serial:
            reads, writes = reads or event.reads, writes or event.writes
    return reads, writes
