"""Where the data of each buffer come from and go to: host objects, or the device alone."""

from dataclasses import dataclass

from ppcl.analysis.data.aliases import Direction, direction_of, moves, tied_hosts
from ppcl.analysis.data.parts import Sharing
from ppcl.analysis.model import BufferModel, HostModel, MemoryObject, TransferEvent


@dataclass(frozen=True)
class Residence:
    """A buffer, the host objects that its data are in too, and how the data go there.

    `elsewhere` is how they go between it and memory that is not followed; `known` says that there
    is no such memory, and no command that may touch the buffer in a way that is not followed.
    """

    buffer: BufferModel
    hosts: tuple[tuple[MemoryObject, Direction], ...]
    elsewhere: Direction
    known: bool

    @property
    def device_only(self) -> bool:
        """Whether the host is shown never to see the buffer's data."""
        return self.known and not self.hosts


def residences(host: HostModel) -> tuple[Residence, ...]:
    """All buffers and images of a host program, in the order of their creation."""
    ties, sharing = tied_hosts(host), Sharing(host)
    return tuple(
        _residence(host, sharing, model, ties.get(model.object.serial, ()))
        for model in host.buffers
    )


def _residence(
    host: HostModel,
    sharing: Sharing,
    model: BufferModel,
    hosts: tuple[tuple[MemoryObject, Direction], ...],
) -> Residence:
    writes = reads = False
    known = host.complete
    for event in host.transfers:
        if not _is_followed(event) and _touches(event, model, sharing):
            known = False
            forth, back = (moves(event) if event.buffers else None) or (False, False)
            writes, reads = writes or forth, reads or back
    return Residence(model, hosts, direction_of(writes, reads), known)


def _is_followed(event: TransferEvent) -> bool:
    """Whether it is known which buffers an event gives to which host objects."""
    if event.kind in ("fill", "copy", "sync"):
        return True
    return bool(event.buffers) and (event.kind == "share" or bool(event.hosts))


def _touches(event: TransferEvent, model: BufferModel, sharing: Sharing) -> bool:
    """Whether a transfer may be of a buffer, or of one that shares the bytes moved."""
    serial = model.object.serial
    return not event.buffers or any(
        serial == buffer.serial or serial in sharing.others(buffer, event)
        for buffer in event.buffers
    )
