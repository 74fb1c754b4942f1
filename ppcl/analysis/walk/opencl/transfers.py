"""OpenCL calls that move the data of buffers."""

from dataclasses import dataclass, replace

from ppcl.analysis.model import MemoryObject, TransferEvent, TransferKind
from ppcl.analysis.model.region import Box, Sides
from ppcl.analysis.numbers.polynomial import ONE, ZERO, Polynomial
from ppcl.analysis.walk.core.machine import Walk
from ppcl.analysis.walk.core.place import pointees
from ppcl.analysis.walk.core.scope import scope_of
from ppcl.analysis.walk.core.state import State
from ppcl.analysis.walk.core.value import Pointer, Unknown, Value
from ppcl.analysis.walk.opencl.objects import (
    Handler,
    OpenClObjects,
    certain_buffers,
    check_followed,
    host_pointer,
    not_null,
    number_of,
    sides_of,
)
from ppcl.analysis.walk.opencl.queues import queue_of, signalled
from ppcl.analysis.walk.opencl.reads import let_see
from ppcl.ir.expression import Call

# ppcl's own transfers (templates/runtime/ppcl_transpose.h): the API's, after pitch, extent, width.
RUNTIME = frozenset({"ppcl_write_transposed", "ppcl_read_transposed"})
RUNTIME_EXTRA = 3


@dataclass(frozen=True)
class Moved:
    """What a transfer moves: `offset` and `size` in bytes; the host's pointer, the other buffer."""

    buffers: tuple[MemoryObject, ...]
    host: Value | None = None
    offset: Polynomial | None = None
    size: Polynomial | None = None
    blocking: bool = False
    peer: MemoryObject | None = None
    transposed: tuple[Polynomial | None, ...] = ()
    peer_offset: Polynomial | None = None
    region: Box | None = None
    flags: int | None = None
    queue: MemoryObject | None = None
    signals: MemoryObject | None = None
    pattern: int | None = None


def record_transfer(walk: Walk, call: Call, state: State, kind: TransferKind, moved: Moved) -> None:
    """Record a host command that moves, or gives another way to, buffers' data."""
    pointer = host_pointer(moved.host) if moved.host is not None else None
    walk.record(
        TransferEvent(
            walk.next_order(),
            kind,
            moved.buffers,
            pointer.object if pointer else None,
            pointer.offset if pointer and pointer.precision == "exact" else None,
            moved.offset,
            moved.size,
            moved.blocking,
            moved.peer,
            call.at,
            call.callee or "",
            walk.loops,
            scope_of(walk, state, call.at),
            moved.transposed,
            moved.peer_offset,
            moved.region,
            moved.flags,
            moved.queue,
            moved.signals,
            host_choices=_choices(moved.host) if pointer is None else (),
            seen_at=walk.seen(call.at),
            pattern=moved.pattern,
        )
    )


def _choices(host: Value | None) -> tuple[MemoryObject, ...]:
    """The objects that host memory is in, where all of several are followed; a command on NULL
    fails."""
    choices = not_null(host) if host is not None else ()
    found = {p.object.serial: p.object for p in choices if isinstance(p, Pointer)}
    followed = all(isinstance(choice, Pointer) for choice in choices)
    return tuple(found.values()) if followed else ()


def blocks(value: Value) -> bool:
    """Whether a `blocking` argument is known to say yes."""
    number = number_of(value)
    return number is not None and number.as_int not in (None, 0)


def fill_host(walk: Walk, host: Value, state: State) -> None:
    """Host memory that a command writes is no longer known."""
    for place in pointees(host):
        state.forget(place.object, "read from a buffer")


def read_or_write(kind: TransferKind) -> Handler:
    """The handler of `clEnqueueReadBuffer` or `clEnqueueWriteBuffer`."""

    def handler(
        api: OpenClObjects, walk: Walk, call: Call, arguments: tuple[Value, ...], state: State
    ) -> Value:
        extra = RUNTIME_EXTRA if call.callee in RUNTIME else 0
        sides = tuple(number_of(argument) for argument in arguments[:extra])
        queue, buffer, blocking, offset, size, host = arguments[extra : extra + 6]
        check_followed(walk, call, buffer, "a buffer")
        check_followed(walk, call, host, "host memory")
        moved = Moved(
            certain_buffers(buffer),
            host,
            number_of(offset),
            number_of(size),
            blocks(blocking),
            transposed=sides,
            queue=queue_of(walk, queue),
            signals=signalled(api, walk, call, arguments[-1], state),
        )
        record_transfer(walk, call, state, kind, moved)
        if kind == "read":
            fill_host(walk, host, state)
        return Unknown("status", call.at)

    return handler


def read_or_write_rectangle(kind: TransferKind) -> Handler:
    """The handler of `clEnqueueReadBufferRect` or `clEnqueueWriteBufferRect`."""

    def handler(
        api: OpenClObjects, walk: Walk, call: Call, arguments: tuple[Value, ...], state: State
    ) -> Value:
        queue, buffer, blocking, origin, host_origin, extent, *pitches, host = arguments[:11]
        check_followed(walk, call, buffer, "a buffer")
        check_followed(walk, call, host, "host memory")
        region = _rectangle(state, extent, (origin, host_origin), pitches)
        offset, size = _run(region.extent, region.origin, region.pitches)
        start, _ = _run(region.extent, region.other_origin, region.other_pitches)
        moved = Moved(
            certain_buffers(buffer),
            _moved_pointer(host, start),
            offset,
            size if start is not None else None,
            blocks(blocking),
            region=region,
            queue=queue_of(walk, queue),
            signals=signalled(api, walk, call, arguments[-1], state),
        )
        record_transfer(walk, call, state, kind, moved)
        if kind == "read":
            fill_host(walk, host, state)
        return Unknown("status", call.at)

    return handler


def _moved_pointer(host: Value, start: Polynomial | None) -> Value:
    """Where in its object the host's data start; "unknown" where they are not one run."""
    if not isinstance(host, Pointer):
        return host
    if start is None:
        return replace(host, precision="unknown")
    return replace(host, offset=host.offset + start)


def _rectangle(
    state: State, extent: Value, origins: tuple[Value, Value], pitches: list[Value]
) -> Box:
    """A box in two buffers, with the pitches that 0 stands for (OpenCL 1.2, 5.2.2)."""
    sides = sides_of(extent, 3, state)
    numbers = [number_of(pitch) for pitch in pitches]
    first, second = sides_of(origins[0], 3, state), sides_of(origins[1], 3, state)
    own, other = _pitches(sides, *numbers[:2]), _pitches(sides, *numbers[2:])
    return Box(sides, first, second, own, other)


def _pitches(
    extent: Sides | None, row: Polynomial | None, slice_: Polynomial | None
) -> Sides | None:
    if extent is None or row is None or slice_ is None:
        return None
    row = extent[0] if row == ZERO else row
    return (row, extent[1] * row if slice_ == ZERO else slice_)


def _run(
    extent: Sides | None, origin: Sides | None, pitches: Sides | None
) -> tuple[Polynomial | None, Polynomial | None]:
    """Offset and size in bytes where a box is one run of bytes: of one row, or of whole rows."""
    if extent is None or origin is None or pitches is None:
        return None, None
    rows_are_whole = extent[1] == ONE or extent[0] == pitches[0]
    slices_are_whole = extent[2] == ONE or (rows_are_whole and extent[1] * pitches[0] == pitches[1])
    if not (rows_are_whole and slices_are_whole):
        return None, None
    packed = (extent[0], extent[1] * pitches[0])
    for side, pitch, default in zip(origin[1:], pitches, packed, strict=True):
        if side != ZERO and pitch.as_int is None and pitch != default:
            return None, None  # a pitch that turns out to be 0 stands for the packed one
    start = origin[2] * pitches[1] + origin[1] * pitches[0] + origin[0]
    return start, extent[0] * extent[1] * extent[2]


def copy_buffer(
    api: OpenClObjects, walk: Walk, call: Call, arguments: tuple[Value, ...], state: State
) -> Value:
    """`clEnqueueCopyBuffer`."""
    queue, source, target, source_offset, offset, size = arguments[:6]
    moved = Moved(
        certain_buffers(target),
        None,
        number_of(offset),
        number_of(size),
        peer_offset=number_of(source_offset),
        queue=queue_of(walk, queue),
        signals=signalled(api, walk, call, arguments[-1], state),
    )
    record_copy(walk, call, state, source, moved)
    return Unknown("status", call.at)


def record_copy(walk: Walk, call: Call, state: State, source: Value, moved: Moved) -> None:
    """Record a copy from each buffer that the source may be."""
    for peer in certain_buffers(source) or (None,):
        record_transfer(walk, call, state, "copy", replace(moved, peer=peer))


def copy_rectangle(
    api: OpenClObjects, walk: Walk, call: Call, arguments: tuple[Value, ...], state: State
) -> Value:
    """`clEnqueueCopyBufferRect`."""
    queue, source, target, source_origin, origin, extent, *pitches = arguments[:10]
    region = _rectangle(state, extent, (origin, source_origin), [*pitches[2:], *pitches[:2]])
    offset, size = _run(region.extent, region.origin, region.pitches)
    start, _ = _run(region.extent, region.other_origin, region.other_pitches)
    moved = Moved(
        certain_buffers(target),
        None,
        offset,
        size if start is not None else None,
        peer_offset=start,
        region=region,
        queue=queue_of(walk, queue),
        signals=signalled(api, walk, call, arguments[-1], state),
    )
    record_copy(walk, call, state, source, moved)
    return Unknown("status", call.at)


def fill_buffer(
    api: OpenClObjects, walk: Walk, call: Call, arguments: tuple[Value, ...], state: State
) -> Value:
    """`clEnqueueFillBuffer`."""
    let_see(walk, call, pointees(arguments[2]))
    pattern = number_of(arguments[3])
    moved = Moved(
        certain_buffers(arguments[1]),
        None,
        number_of(arguments[4]),
        number_of(arguments[5]),
        queue=queue_of(walk, arguments[0]),
        signals=signalled(api, walk, call, arguments[-1], state),
        pattern=pattern.as_int if pattern is not None else None,
    )
    record_transfer(walk, call, state, "fill", moved)
    return Unknown("status", call.at)


def migrate(
    api: OpenClObjects, walk: Walk, call: Call, arguments: tuple[Value, ...], state: State
) -> Value:
    """`clEnqueueMigrateMemObjects`: contents stay as they are, unless the flags say undefined."""
    flags = number_of(arguments[3])
    keeps = flags is not None and flags.as_int is not None and not flags.as_int & _UNDEFINED
    moved = Moved((), queue=queue_of(walk, arguments[0]))
    signals = signalled(api, walk, call, arguments[-1], state)
    kind: TransferKind = "sync" if keeps else "other"
    record_transfer(walk, call, state, kind, replace(moved, signals=signals))
    return Unknown("status", call.at)


# CL_MIGRATE_MEM_OBJECT_CONTENT_UNDEFINED
_UNDEFINED = 1 << 1
