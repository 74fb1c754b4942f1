"""Aliased host and kernel objects (PPOpenCL, section 3.2.1 and Table 2)."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from ppcl.analysis.data.parts import Sharing
from ppcl.analysis.model import HostModel, MemoryObject, TransferEvent
from ppcl.analysis.model.region import MAP_READ, MAP_WRITE, MAP_WRITE_INVALIDATE

# As the transfers see it: "write" is host to device, "read" device to host.
Direction = Literal["write", "read", "readwrite", "none"]

_DIRECTIONS: dict[str, tuple[bool, bool]] = {
    # writes the buffer from the host object, reads it back
    "write": (True, False),
    "create": (True, False),
    "read": (False, True),
}


@dataclass(frozen=True)
class Alias:
    """A host object and a buffer that hold the same data, and a kernel argument that is bound to
    the buffer at some launch."""

    host: MemoryObject
    buffer: MemoryObject
    kernel: str
    argument: int
    direction: Direction


def moves(event: TransferEvent) -> tuple[bool, bool] | None:
    """Whether a transfer writes the buffer from host memory, and whether it reads it back; None
    where it ties no host object. An unmap does what its map's flags allow."""
    if event.kind == "map":
        flags = event.flags if event.flags is not None else MAP_READ | MAP_WRITE
        return bool(flags & (MAP_WRITE | MAP_WRITE_INVALIDATE)), bool(flags & MAP_READ)
    return (False, False) if event.kind == "unmap" else _DIRECTIONS.get(event.kind)


def transfer_pairs(event: TransferEvent) -> Iterator[tuple[MemoryObject, MemoryObject]]:
    """The host objects and buffers that a transfer copies between."""
    if moves(event) is not None:
        yield from ((host, buffer) for host in event.hosts for buffer in event.buffers)


def host_ties(host: HostModel) -> dict[tuple[int, int], Direction]:
    """How data go between each host object and buffer, by their serial numbers.

    What moves to or from a buffer does so for those that share the bytes moved.
    """
    found: dict[tuple[int, int], tuple[bool, bool]] = {}
    sharing = Sharing(host)
    used = {model.object.serial for model in host.buffers if model.may_use_host}
    for event in host.transfers:
        for object_, buffer in transfer_pairs(event):
            writes, reads = moves(event) or (False, False)
            reads = reads or (event.kind == "create" and buffer.serial in used)
            for serial in (buffer.serial, *sharing.others(buffer, event)):
                wrote, read = found.get((object_.serial, serial), (False, False))
                found[object_.serial, serial] = (wrote or writes, read or reads)
    return {key: direction_of(wrote, read) for key, (wrote, read) in found.items()}


def direction_of(writes: bool, reads: bool) -> Direction:
    """The direction of what is written by the host, read by it, or both."""
    if writes and reads:
        return "readwrite"
    if writes or reads:
        return "write" if writes else "read"
    return "none"


def tied_hosts(host: HostModel) -> dict[int, tuple[tuple[MemoryObject, Direction], ...]]:
    """The host objects that hold a buffer's data, and how the data go, by the buffer's serial."""
    objects = {o.serial: o for event in host.transfers for o, _ in transfer_pairs(event)}
    found: dict[int, tuple[tuple[MemoryObject, Direction], ...]] = {}
    for (tied_host, buffer), direction in host_ties(host).items():
        found[buffer] = (*found.get(buffer, ()), (objects[tied_host], direction))
    return found


def aliases(host: HostModel) -> tuple[Alias, ...]:
    """All ties of a host object, a buffer and a kernel argument, in the order of the launches."""
    ties = tied_hosts(host)
    found: dict[tuple[int, int, str, int], Alias] = {}
    for launch in host.launches:
        for argument in launch.arguments:
            for buffer in argument.buffers:
                for object_, direction in ties.get(buffer.serial, ()):
                    key = (object_.serial, buffer.serial, launch.kernel, argument.index)
                    if key not in found:
                        found[key] = Alias(
                            object_, buffer, launch.kernel, argument.index, direction
                        )
    return tuple(found.values())
