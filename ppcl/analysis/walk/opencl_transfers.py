"""OpenCL calls that make buffers and move their data."""

from dataclasses import dataclass

from ppcl.analysis.model import BufferModel, MemoryObject, TransferEvent
from ppcl.analysis.polynomial import ZERO, Polynomial
from ppcl.analysis.walk.access import scope_of
from ppcl.analysis.walk.machine import Walk
from ppcl.analysis.walk.opencl_objects import (
    Handler,
    OpenClObjects,
    TransferKind,
    certain_buffers,
    check_followed,
    forget_outputs,
    host_pointer,
    is_null,
    number_of,
)
from ppcl.analysis.walk.place import pointees
from ppcl.analysis.walk.state import State
from ppcl.analysis.walk.value import Handle, Pointer, Unknown, Value
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


def create_buffer(
    api: OpenClObjects, walk: Walk, call: Call, arguments: tuple[Value, ...], state: State
) -> Value:
    """`clCreateBuffer`."""
    size = number_of(arguments[2])
    target = walk.allocate("buffer", "buffer", size, None, call.at, id(call))
    host = host_pointer(arguments[3])
    flags = walk.source(call.arguments[1].at)
    api.buffers[target.serial] = BufferModel(target, flags, host.object if host else None, call.at)
    if not is_null(arguments[3]):
        moved = Moved((target,), arguments[3], ZERO, size, True)
        record_transfer(walk, call, state, "create", moved)
    forget_outputs(walk, arguments[4:], state)
    return Handle("mem", target)


def record_transfer(walk: Walk, call: Call, state: State, kind: TransferKind, moved: Moved) -> None:
    """Record a host command that moves, or gives another way to, buffers' data."""
    pointer = host_pointer(moved.host) if moved.host is not None else None
    walk.record(
        TransferEvent(
            walk.next_order(),
            kind,
            moved.buffers,
            pointer.object if pointer else None,
            pointer.offset if pointer else None,
            moved.offset,
            moved.size,
            moved.blocking,
            moved.peer,
            call.at,
            call.callee or "",
            walk.loops,
            scope_of(walk, state, call.at),
            moved.transposed,
        )
    )


def _blocks(value: Value) -> bool:
    """Whether a `blocking` argument is known to say yes."""
    number = number_of(value)
    return number is not None and number.as_int not in (None, 0)


def read_or_write(kind: TransferKind) -> "Handler":
    """The handler of `clEnqueueReadBuffer` or `clEnqueueWriteBuffer`."""

    def handler(
        api: OpenClObjects, walk: Walk, call: Call, arguments: tuple[Value, ...], state: State
    ) -> Value:
        extra = RUNTIME_EXTRA if call.callee in RUNTIME else 0
        sides = tuple(number_of(argument) for argument in arguments[:extra])
        _, buffer, blocking, offset, size, host = arguments[extra : extra + 6]
        check_followed(walk, call, buffer, "a buffer")
        check_followed(walk, call, host, "host memory")
        moved = Moved(
            certain_buffers(buffer),
            host,
            number_of(offset),
            number_of(size),
            _blocks(blocking),
            transposed=sides,
        )
        record_transfer(walk, call, state, kind, moved)
        if kind == "read":
            for place in pointees(host):
                state.forget(place.object, "read from a buffer")
        return Unknown("status", call.at)

    return handler


def copy_buffer(
    api: OpenClObjects, walk: Walk, call: Call, arguments: tuple[Value, ...], state: State
) -> Value:
    """`clEnqueueCopyBuffer`."""
    _, source, target, source_offset, offset, size = arguments[:6]
    for peer in certain_buffers(source) or (None,):
        whole = number_of(source_offset) == ZERO
        start = number_of(offset) if whole else None
        moved = Moved(certain_buffers(target), None, start, number_of(size), False, peer)
        record_transfer(walk, call, state, "copy", moved)
    return Unknown("status", call.at)


def fill_buffer(
    api: OpenClObjects, walk: Walk, call: Call, arguments: tuple[Value, ...], state: State
) -> Value:
    """`clEnqueueFillBuffer`."""
    offset, size = number_of(arguments[4]), number_of(arguments[5])
    moved = Moved(certain_buffers(arguments[1]), None, offset, size)
    record_transfer(walk, call, state, "fill", moved)
    return Unknown("status", call.at)


def map_buffer(
    api: OpenClObjects, walk: Walk, call: Call, arguments: tuple[Value, ...], state: State
) -> Value:
    """`clEnqueueMapBuffer`."""
    size = number_of(arguments[5])
    pointer = Pointer(walk.allocate("heap", "mapped", size, None, call.at, id(call)), ZERO)
    offset, blocking = number_of(arguments[4]), _blocks(arguments[2])
    moved = Moved(certain_buffers(arguments[1]), pointer, offset, size, blocking)
    record_transfer(walk, call, state, "map", moved)
    forget_outputs(walk, arguments[8:], state)
    return pointer


def unmap_buffer(
    api: OpenClObjects, walk: Walk, call: Call, arguments: tuple[Value, ...], state: State
) -> Value:
    """`clEnqueueUnmapMemObject`."""
    record_transfer(walk, call, state, "unmap", Moved(certain_buffers(arguments[1]), arguments[2]))
    return Unknown("status", call.at)


def create_sub_buffer(
    api: OpenClObjects, walk: Walk, call: Call, arguments: tuple[Value, ...], state: State
) -> Value:
    """`clCreateSubBuffer`."""
    record_transfer(walk, call, state, "other", Moved(certain_buffers(arguments[0])))
    forget_outputs(walk, arguments[4:], state)
    target = walk.allocate("buffer", "sub-buffer", None, None, call.at, id(call))
    api.buffers[target.serial] = BufferModel(target, "sub-buffer", None, call.at)
    return Handle("mem", target)
