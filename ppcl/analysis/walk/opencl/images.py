"""OpenCL calls on images: objects that kernels reach through builtins only."""

from dataclasses import replace

from ppcl.analysis.model import TransferKind
from ppcl.analysis.model.region import Box
from ppcl.analysis.numbers.polynomial import ZERO
from ppcl.analysis.walk.core.machine import Walk
from ppcl.analysis.walk.core.place import pointees
from ppcl.analysis.walk.core.state import State
from ppcl.analysis.walk.core.value import Unknown, Value
from ppcl.analysis.walk.opencl.memory import made, share
from ppcl.analysis.walk.opencl.objects import (
    Handler,
    OpenClObjects,
    certain_buffers,
    check_followed,
    is_null,
    number_of,
    sides_of,
)
from ppcl.analysis.walk.opencl.queues import queue_of, signalled
from ppcl.analysis.walk.opencl.reads import let_see
from ppcl.analysis.walk.opencl.transfers import (
    Moved,
    blocks,
    fill_host,
    record_copy,
    record_transfer,
)
from ppcl.ir.expression import Call

# The offset of `buffer` in cl_image_desc (CL/cl.h), for images that are made of one.
_BUFFER_FIELD = 64
_HOST_POINTER = {"clCreateImage": 4, "clCreateImage2D": 6, "clCreateImage3D": 8}


def create_image(
    api: OpenClObjects, walk: Walk, call: Call, arguments: tuple[Value, ...], state: State
) -> Value:
    """`clCreateImage`, `clCreateImage2D` and `clCreateImage3D`."""
    target = walk.allocate("image", "image", None, None, call.at, id(call))
    handle = made(api, walk, call, target, arguments, _HOST_POINTER[call.callee or ""], state)
    if call.callee == "clCreateImage":
        held = _described_buffer(arguments[3], state)
        if not is_null(held):
            parents = certain_buffers(held)
            model = replace(api.buffers[target.serial], parents=parents, start=ZERO)
            api.buffers[target.serial] = model
            share(walk, call, parents, target, ZERO if parents else None, None, state)
    return handle


def _described_buffer(value: Value, state: State) -> Value:
    """The buffer that an image description names."""
    places = pointees(value)
    start = places[0].start if len(places) == 1 else None
    held = state.load(places[0].object, start + _BUFFER_FIELD) if start is not None else None
    return held if held is not None else Unknown("not known to have no buffer")


def read_or_write_image(kind: TransferKind) -> Handler:
    """The handler of `clEnqueueReadImage` or `clEnqueueWriteImage`."""

    def handler(
        api: OpenClObjects, walk: Walk, call: Call, arguments: tuple[Value, ...], state: State
    ) -> Value:
        queue, image, blocking, origin, extent, row, slice_, host = arguments[:8]
        check_followed(walk, call, image, "an image")
        check_followed(walk, call, host, "host memory")
        pitches = (number_of(row), number_of(slice_))
        known = tuple(pitch for pitch in pitches if pitch is not None)
        sides = sides_of(extent, 3, state), sides_of(origin, 3, state)
        region = Box(*sides, None, None, known if len(known) == len(pitches) else None)
        moved = Moved(
            certain_buffers(image),
            host,
            blocking=blocks(blocking),
            region=region,
            queue=queue_of(walk, queue),
            signals=signalled(api, walk, call, arguments[-1], state),
        )
        record_transfer(walk, call, state, kind, moved)
        if kind == "read":
            fill_host(walk, host, state)
        return Unknown("status", call.at)

    return handler


def copy_image(
    api: OpenClObjects, walk: Walk, call: Call, arguments: tuple[Value, ...], state: State
) -> Value:
    """Copies from image to image, from image to buffer and from buffer to image."""
    queue, source, target, origin, other, extent = arguments[:6]
    boxes: dict[str, tuple[Value, Value | None, Value | None]] = {
        "clEnqueueCopyImage": (extent, other, origin),
        "clEnqueueCopyImageToBuffer": (other, None, origin),
        "clEnqueueCopyBufferToImage": (extent, other, None),
    }
    sides = [
        sides_of(value, 3, state) if value is not None else None
        for value in boxes[call.callee or ""]
    ]
    moved = Moved(
        certain_buffers(target),
        region=Box(sides[0], sides[1], sides[2], None, None),
        queue=queue_of(walk, queue),
        signals=signalled(api, walk, call, arguments[-1], state),
    )
    record_copy(walk, call, state, source, moved)
    return Unknown("status", call.at)


def fill_image(
    api: OpenClObjects, walk: Walk, call: Call, arguments: tuple[Value, ...], state: State
) -> Value:
    """`clEnqueueFillImage`."""
    let_see(walk, call, pointees(arguments[2]))
    sides = sides_of(arguments[4], 3, state), sides_of(arguments[3], 3, state)
    moved = Moved(
        certain_buffers(arguments[1]),
        region=Box(*sides, None, None, None),
        queue=queue_of(walk, arguments[0]),
        signals=signalled(api, walk, call, arguments[-1], state),
    )
    record_transfer(walk, call, state, "fill", moved)
    return Unknown("status", call.at)
