"""OpenCL calls that map buffers and images into the host's memory."""

from collections.abc import Iterator

from ppcl.analysis.model import BufferModel, MemoryObject
from ppcl.analysis.model.region import USE_HOST_PTR, Box
from ppcl.analysis.numbers.polynomial import ZERO, Polynomial
from ppcl.analysis.walk.core.machine import Walk
from ppcl.analysis.walk.core.state import State
from ppcl.analysis.walk.core.value import Pointer, Unknown, Value, one_of
from ppcl.analysis.walk.opencl.objects import (
    OpenClObjects,
    certain_buffers,
    check_followed,
    number_of,
    sides_of,
)
from ppcl.analysis.walk.opencl.outputs import forget_outputs
from ppcl.analysis.walk.opencl.queues import queue_of, signalled
from ppcl.analysis.walk.opencl.transfers import Moved, blocks, record_transfer
from ppcl.ir.expression import Call


def map_buffer(
    api: OpenClObjects, walk: Walk, call: Call, arguments: tuple[Value, ...], state: State
) -> Value:
    """`clEnqueueMapBuffer`: its pointer is the host's own where the buffer uses host memory."""
    queue, buffer, blocking, flags, offset, size = arguments[:6]
    check_followed(walk, call, buffer, "a buffer")
    buffers, start, length = certain_buffers(buffer), number_of(offset), number_of(size)
    pointer = _mapped(api, walk, call, buffers, start, length, state)
    bits = number_of(flags)
    moved = Moved(
        buffers,
        pointer,
        start,
        length,
        blocks(blocking),
        flags=bits.as_int if bits is not None else None,
        queue=queue_of(walk, queue),
        signals=signalled(api, walk, call, arguments[8], state),
    )
    record_transfer(walk, call, state, "map", moved)
    forget_outputs(walk, call, arguments[9:], state)
    return pointer


def map_image(
    api: OpenClObjects, walk: Walk, call: Call, arguments: tuple[Value, ...], state: State
) -> Value:
    """`clEnqueueMapImage`."""
    queue, image, blocking, flags, origin, extent = arguments[:6]
    check_followed(walk, call, image, "an image")
    images, bits = certain_buffers(image), number_of(flags)
    pointer = _mapped(api, walk, call, images, None, None, state)
    moved = Moved(
        images,
        pointer,
        blocking=blocks(blocking),
        region=Box(sides_of(extent, 3, state), sides_of(origin, 3, state), None, None, None),
        flags=bits.as_int if bits is not None else None,
        queue=queue_of(walk, queue),
        signals=signalled(api, walk, call, arguments[10], state),
    )
    record_transfer(walk, call, state, "map", moved)
    forget_outputs(walk, call, (*arguments[6:8], *arguments[11:]), state)
    return pointer


def unmap(
    api: OpenClObjects, walk: Walk, call: Call, arguments: tuple[Value, ...], state: State
) -> Value:
    """`clEnqueueUnmapMemObject`."""
    moved = Moved(
        certain_buffers(arguments[1]),
        arguments[2],
        queue=queue_of(walk, arguments[0]),
        signals=signalled(api, walk, call, arguments[-1], state),
    )
    record_transfer(walk, call, state, "unmap", moved)
    return Unknown("status", call.at)


def _mapped(
    api: OpenClObjects,
    walk: Walk,
    call: Call,
    buffers: tuple[MemoryObject, ...],
    start: Polynomial | None,
    size: Polynomial | None,
    state: State,
) -> Value:
    """What a map returns: memory of its own, whose contents are the device's, or the host's."""
    if not buffers:
        return Unknown("mapped from a buffer that is not followed", call.at)
    target = walk.allocate("heap", "mapped", size, None, call.at, id(call))
    own = Pointer(target, ZERO)
    walk.memory.mixed.add(target.serial)
    state.forget(target, "mapped from a buffer")
    found: list[Value] = []
    for buffer in buffers:
        found += _places(api, api.buffers.get(buffer.serial), start, own)
    return one_of(found)


def _places(
    api: OpenClObjects, model: BufferModel | None, start: Polynomial | None, own: Pointer
) -> Iterator[Value]:
    """Where the bytes of a buffer from `start` on may be found on the host."""
    here = start + model.start if model and model.start is not None and start is not None else None
    if model is not None and model.parents:
        for parent in model.parents:
            yield from _places(api, api.buffers.get(parent.serial), here, own)
        return
    if model is not None and model.may_use_host and model.host is not None:
        known = here is not None
        yield Pointer(model.host, here or ZERO, "exact" if known else "unknown")
        if model.bits is not None and model.bits & USE_HOST_PTR:
            return
    yield own
