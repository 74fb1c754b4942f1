"""OpenCL calls that make memory objects: buffers, sub-buffers, and what only has a name here."""

from ppcl.analysis.model import BufferModel, MemoryObject
from ppcl.analysis.model.region import USE_HOST_PTR
from ppcl.analysis.numbers.polynomial import ZERO, Polynomial
from ppcl.analysis.walk.core.machine import Walk
from ppcl.analysis.walk.core.place import pointees
from ppcl.analysis.walk.core.state import State
from ppcl.analysis.walk.core.value import Handle, Pointer, Unknown, Value
from ppcl.analysis.walk.opencl.objects import (
    Handler,
    OpenClObjects,
    buffers_of,
    certain_buffers,
    host_pointer,
    is_null,
    number_of,
    sides_of,
)
from ppcl.analysis.walk.opencl.outputs import forget_outputs
from ppcl.analysis.walk.opencl.transfers import Moved, record_transfer
from ppcl.ir.expression import Call


def create_buffer(
    api: OpenClObjects, walk: Walk, call: Call, arguments: tuple[Value, ...], state: State
) -> Value:
    """`clCreateBuffer`."""
    size = number_of(arguments[2])
    target = walk.allocate("buffer", "buffer", size, None, call.at, id(call))
    return made(api, walk, call, target, arguments, 3, state)


def made(
    api: OpenClObjects,
    walk: Walk,
    call: Call,
    target: MemoryObject,
    arguments: tuple[Value, ...],
    host_at: int,
    state: State,
) -> Value:
    """The handle of a new memory object, made known with its flags and what it is created from."""
    bits = number_of(arguments[1])
    value, host = bits.as_int if bits is not None else None, arguments[host_at]
    pointer = host_pointer(host)
    flags = walk.source(call.arguments[1].at)
    model = BufferModel(
        target,
        flags,
        pointer.object if pointer else None,
        walk.seen(call.at),
        value,
        start=pointer.offset if pointer and pointer.precision == "exact" else None,
    )
    api.buffers[target.serial] = model
    if not is_null(host):
        moved = Moved((target,), host, ZERO, target.size, True)
        record_transfer(walk, call, state, "create", moved)
        if value is None or value & USE_HOST_PTR:
            share_host(walk, call, host, state)
    forget_outputs(walk, call, arguments[host_at + 1 :], state)
    return Handle("mem", target)


def share_host(walk: Walk, call: Call, host: Value, state: State) -> None:
    """Host memory that the device uses may change at any time: its cells are not kept."""
    walk.memory.mixed.update(place.object.serial for place in pointees(host))
    walk.escape(host, state, "shared with the device", call.at)


def create_sub_buffer(
    api: OpenClObjects, walk: Walk, call: Call, arguments: tuple[Value, ...], state: State
) -> Value:
    """`clCreateSubBuffer`: a part of its parent's memory (OpenCL 1.2, 5.2.1)."""
    part = sides_of(arguments[3], 2, state)
    start, size = part if part is not None else (None, None)
    target = walk.allocate("buffer", "sub-buffer", size, None, call.at, id(call))
    parents = _whole(api, certain_buffers(arguments[0]), target)
    bits = number_of(arguments[1])
    api.buffers[target.serial] = BufferModel(
        target,
        walk.source(call.arguments[1].at),
        None,
        walk.seen(call.at),
        bits.as_int if bits is not None else None,
        parents,
        start,
    )
    share(walk, call, parents, target, start, size, state)
    forget_outputs(walk, call, arguments[4:], state)
    return Handle("mem", target)


def _whole(
    api: OpenClObjects, buffers: tuple[MemoryObject, ...], target: MemoryObject
) -> tuple[MemoryObject, ...]:
    """Those that are no parts of others: of a sub-buffer, none can be made (OpenCL 1.2, 5.2.1)."""
    models = ((buffer, api.buffers.get(buffer.serial)) for buffer in buffers if buffer != target)
    return tuple(buffer for buffer, model in models if model is None or not model.parents)


def share(
    walk: Walk,
    call: Call,
    parents: tuple[MemoryObject, ...],
    part: MemoryObject,
    start: Polynomial | None,
    size: Polynomial | None,
    state: State,
) -> None:
    """Record that an object's memory is a part of the parents', of any buffer if there is none."""
    record_transfer(walk, call, state, "share", Moved(parents, None, start, size, peer=part))


def refused_memory(
    api: OpenClObjects, walk: Walk, call: Call, arguments: tuple[Value, ...], state: State
) -> Value:
    """Memory objects that others than this program's commands may use: GL objects, pipes, and
    buffers with properties."""
    target = walk.allocate("buffer", "buffer", None, None, call.at, id(call))
    api.buffers[target.serial] = BufferModel(target, "", None, call.at)
    walk.remark("PPC131", f"the memory that '{call.callee}' makes is not followed", call.at)
    for argument in arguments:
        walk.escape(argument, state, f"given to '{call.callee}'", call.at)
    record_transfer(walk, call, state, "other", Moved((target,)))
    forget_outputs(walk, call, arguments, state)
    return Handle("mem", target)


def use_outside(
    api: OpenClObjects, walk: Walk, call: Call, arguments: tuple[Value, ...], state: State
) -> Value:
    """Commands that hand memory objects to others, or take them back."""
    walk.remark("PPC131", f"what '{call.callee}' lets others do is not followed", call.at)
    touched = {b.serial: b for argument in arguments for b in _within(argument, state)}
    record_transfer(walk, call, state, "other", Moved(tuple(touched.values())))
    forget_outputs(walk, call, arguments[-1:], state)
    return Unknown("status", call.at)


def _within(value: Value, state: State) -> tuple[MemoryObject, ...]:
    """The buffers that a value is, or that the array which it points to holds."""
    cells = [c for p in pointees(value) for c in state.cells.get(p.object.serial, {}).values()]
    return (*buffers_of(value), *(buffer for cell in cells for buffer in buffers_of(cell)))


def allocate_shared(size: int) -> Handler:
    """The handler of `clSVMAlloc` and its like: memory that host and device use by the same
    pointers. `size`: the index of the argument that says how many bytes."""

    def handler(
        api: OpenClObjects, walk: Walk, call: Call, arguments: tuple[Value, ...], state: State
    ) -> Value:
        walk.remark("PPC130", f"the memory that '{call.callee}' makes is not followed", call.at)
        target = walk.allocate("heap", "svm", number_of(arguments[size]), None, call.at, id(call))
        pointer = Pointer(target, ZERO)
        share_host(walk, call, pointer, state)
        forget_outputs(walk, call, arguments[size + 2 :], state)
        return pointer

    return handler


def use_shared(
    api: OpenClObjects, walk: Walk, call: Call, arguments: tuple[Value, ...], state: State
) -> Value:
    """Commands on shared virtual memory: they use what they get, at some time."""
    walk.remark("PPC130", f"'{call.callee}' is not followed", call.at)
    for argument in arguments:
        walk.escape(argument, state, f"used by '{call.callee}'", call.at)
    forget_outputs(walk, call, arguments[-1:], state)
    return Unknown("status", call.at)


def tell_kernel(
    api: OpenClObjects, walk: Walk, call: Call, arguments: tuple[Value, ...], state: State
) -> Value:
    """`clSetKernelExecInfo`: the kernel gets no argument by it, but may use what the list that is
    given points to."""
    walk.remark("PPC130", f"'{call.callee}' is not followed", call.at)
    walk.escape(arguments[3], state, f"used by '{call.callee}'", call.at)
    return Unknown("status", call.at)
