"""The OpenCL host API: buffers, kernel arguments, transfers and launches."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Literal

from ppcl.analysis.model import (
    ArgumentBinding,
    BufferModel,
    KernelName,
    LaunchEvent,
    MemoryObject,
    TransferEvent,
)
from ppcl.analysis.polynomial import ONE, ZERO, Polynomial
from ppcl.analysis.walk.machine import Walk
from ppcl.analysis.walk.place import load, pointees, scope_of
from ppcl.analysis.walk.state import State
from ppcl.analysis.walk.value import (
    Handle,
    LocalMemory,
    Number,
    Place,
    Pointer,
    Text,
    Unknown,
    Value,
    choices_of,
)
from ppcl.ir.expression import Call, Cast, Expression, Unary
from ppcl.ir.types import IntType, PointerType

SIZE_T = IntType("unsigned long", 64, False)
_ANY_HANDLE = PointerType(IntType("char", 8, True))
TransferKind = Literal["write", "read", "copy", "fill", "map", "unmap", "create", "other"]


# ppcl's own transfers (templates/runtime/ppcl_transpose.h): the API's, after pitch, extent, width.
RUNTIME = frozenset({"ppcl_write_transposed", "ppcl_read_transposed"})
_RUNTIME_EXTRA = 3


@dataclass
class OpenCl:
    """The model of the API, and what it found besides events."""

    buffers: dict[int, BufferModel] = field(default_factory=dict)
    kernel_names: list[KernelName] = field(default_factory=list)
    program_texts: dict[int, Text] = field(default_factory=dict)
    written: dict[tuple[int, int], tuple[str, Expression]] = field(default_factory=dict)

    def call(
        self, walk: Walk, call: Call, arguments: tuple[Value, ...], state: State
    ) -> Value | None:
        """The effect of an API call, None for a function that is not of the API."""
        name = call.callee or ""
        if name in RUNTIME:
            call = replace(call, arguments=call.arguments[_RUNTIME_EXTRA:])
            arguments = arguments[_RUNTIME_EXTRA:]
        elif not (name.startswith("cl") and name[2:3].isupper()):
            return None
        handler = _HANDLERS.get(name)
        if handler is not None and len(arguments) >= _ARITY.get(name, 0):
            result = handler(self, walk, call, arguments, state)
        else:
            result = _other(self, walk, call, arguments, state)
        if isinstance(call.type, IntType):
            return walk.fresh("input", "status", call.at)
        return result


def _forget_outputs(walk: Walk, arguments: tuple[Value, ...], state: State) -> None:
    for argument in arguments:
        for place in pointees(argument):
            state.forget(place.object, "set by an OpenCL call")


def _buffers(value: Value) -> tuple[MemoryObject, ...]:
    found = choices_of(value)
    return tuple(v.object for v in found if isinstance(v, Handle) and v.kind == "mem")


def _number(value: Value) -> Polynomial | None:
    return value.value if isinstance(value, Number) else None


def _host_pointer(value: Value) -> Pointer | None:
    return value if isinstance(value, Pointer) else None


def _handle(walk: Walk, call: Call, kind: str) -> Value:
    target = walk.allocate("variable", kind, None, None, call.at, id(call), kind)
    return Handle(kind, target)


def _create_buffer(
    api: OpenCl, walk: Walk, call: Call, arguments: tuple[Value, ...], state: State
) -> Value:
    size = _number(arguments[2])
    target = walk.allocate("buffer", "buffer", size, None, call.at, id(call))
    host = _host_pointer(arguments[3])
    flags = walk.source(call.arguments[1].at)
    api.buffers[target.serial] = BufferModel(target, flags, host.object if host else None, call.at)
    if not (isinstance(arguments[3], Number) and arguments[3].value == ZERO):
        _transfer(walk, call, state, "create", (target,), arguments[3], ZERO, size, True)
    _forget_outputs(walk, arguments[4:], state)
    return Handle("mem", target)


def _transfer(
    walk: Walk,
    call: Call,
    state: State,
    kind: TransferKind,
    buffers: tuple[MemoryObject, ...],
    host: Value | None,
    offset: Polynomial | None,
    size: Polynomial | None,
    blocking: bool,
    peer: MemoryObject | None = None,
) -> None:
    pointer = _host_pointer(host) if host is not None else None
    walk.record(
        TransferEvent(
            walk.next_order(),
            kind,
            buffers,
            pointer.object if pointer else None,
            pointer.offset if pointer else None,
            offset,
            size,
            blocking,
            peer,
            call.at,
            call.callee or "",
            walk.loops,
            scope_of(walk, state),
            (call.callee or "") in RUNTIME,
        )
    )


def _read_or_write(kind: TransferKind) -> "Handler":
    def handler(
        api: OpenCl, walk: Walk, call: Call, arguments: tuple[Value, ...], state: State
    ) -> Value:
        _, buffer, blocking, offset, size, host = arguments[:6]
        is_blocking = _number(blocking) != ZERO
        _check_followed(walk, call, buffer, "a buffer")
        _check_followed(walk, call, host, "host memory")
        _transfer(
            walk,
            call,
            state,
            kind,
            _buffers(buffer),
            host,
            _number(offset),
            _number(size),
            is_blocking,
        )
        if kind == "read":
            for place in pointees(host):
                state.forget(place.object, "read from a buffer")
        return Unknown("status", call.at)

    return handler


def _check_followed(walk: Walk, call: Call, value: Value, what: str) -> None:
    for single in choices_of(value):
        if isinstance(single, Unknown):
            walk.remark(
                "PPC101", f"{what} of '{call.callee}' is not followed: {single.reason}", call.at
            )


def _copy(api: OpenCl, walk: Walk, call: Call, arguments: tuple[Value, ...], state: State) -> Value:
    _, source, target, source_offset, offset, size = arguments[:6]
    for peer in _buffers(source):
        whole = _number(source_offset) == ZERO
        start = _number(offset) if whole else None
        _transfer(
            walk, call, state, "copy", _buffers(target), None, start, _number(size), False, peer
        )
    return Unknown("status", call.at)


def _fill(api: OpenCl, walk: Walk, call: Call, arguments: tuple[Value, ...], state: State) -> Value:
    offset, size = _number(arguments[4]), _number(arguments[5])
    _transfer(walk, call, state, "fill", _buffers(arguments[1]), None, offset, size, False)
    return Unknown("status", call.at)


def _map(api: OpenCl, walk: Walk, call: Call, arguments: tuple[Value, ...], state: State) -> Value:
    buffers = _buffers(arguments[1])
    blocking = _number(arguments[2]) != ZERO
    mapped = walk.allocate("heap", "mapped", _number(arguments[5]), None, call.at, id(call))
    pointer = Pointer(mapped, ZERO)
    _transfer(
        walk,
        call,
        state,
        "map",
        buffers,
        pointer,
        _number(arguments[4]),
        _number(arguments[5]),
        blocking,
    )
    _forget_outputs(walk, arguments[8:], state)
    return pointer


def _unmap(
    api: OpenCl, walk: Walk, call: Call, arguments: tuple[Value, ...], state: State
) -> Value:
    _transfer(walk, call, state, "unmap", _buffers(arguments[1]), arguments[2], None, None, False)
    return Unknown("status", call.at)


def _create_kernel(
    api: OpenCl, walk: Walk, call: Call, arguments: tuple[Value, ...], state: State
) -> Value:
    name = arguments[1]
    _forget_outputs(walk, arguments[2:], state)
    if not isinstance(name, Text):
        walk.remark("PPC101", "the name of a kernel is not followed", call.at)
        return Unknown("a kernel whose name is not followed", call.at)
    text = name.value.decode("utf-8", "replace")
    target = walk.allocate("variable", text, None, None, call.at, id(call))
    found = KernelName(text, name.literal, call.at)
    if found not in api.kernel_names:
        api.kernel_names.append(found)
    return Handle("kernel", target)


def _create_program(
    api: OpenCl, walk: Walk, call: Call, arguments: tuple[Value, ...], state: State
) -> Value:
    handle = _handle(walk, call, "program")
    for place in pointees(arguments[2]):
        held = state.load(place.object, place.offset.as_int or 0)
        if isinstance(held, Text) and isinstance(handle, Handle):
            api.program_texts[handle.object.serial] = held
    _forget_outputs(walk, arguments[4:], state)
    return handle


def _set_argument(
    api: OpenCl, walk: Walk, call: Call, arguments: tuple[Value, ...], state: State
) -> Value:
    kernel, index, size, pointer = arguments[:4]
    kernels = [k.object for k in choices_of(kernel) if isinstance(k, Handle) and k.kind == "kernel"]
    _check_followed(walk, call, kernel, "the kernel")
    number = _number(index)
    position = number.as_int if number is not None else None
    for target in kernels:
        if position is None:
            walk.remark("PPC104", f"which argument of '{target.name}' is set is not known", call.at)
            state.forget(target, "an argument whose index is not known was set")
            continue
        value = _argument_value(walk, call, size, pointer, state)
        api.written[target.serial, position] = (
            _written(walk, call.arguments[3]),
            call.arguments[3],
        )
        if len(kernels) == 1:
            state.store(target, position, value)
        else:
            held = state.load(target, position)
            state.store(target, position, value if held is None else Unknown("one of two kernels"))
    return Unknown("status", call.at)


def _argument_value(walk: Walk, call: Call, size: Value, pointer: Value, state: State) -> Value:
    if isinstance(pointer, Number) and pointer.value == ZERO:
        return LocalMemory(_number(size))
    places = pointees(pointer)
    if not places:
        return Unknown("the argument's address is not followed", call.at)
    bytes_ = _number(size)
    width = bytes_.as_int if bytes_ is not None else None
    held = [
        state.load(p.object, p.offset.as_int) if p.offset.as_int is not None else None
        for p in places
    ]
    if len(held) == 1 and held[0] is not None:
        return held[0]
    if any(isinstance(value, Handle) for value in held):
        return Unknown("one of several places", call.at)
    node = call.arguments[3]
    type_ = IntType("int", 8 * width, True) if width in (1, 2, 4, 8) else _ANY_HANDLE
    with walk.recording(None):
        return load(walk, node, places, type_, state)


def _written(walk: Walk, node: Expression) -> str:
    while isinstance(node, Cast):
        node = node.operand
    if isinstance(node, Unary) and node.op == "&":
        node = node.operand
    return " ".join(walk.source(node.at).split())


def _launch(
    api: OpenCl, walk: Walk, call: Call, arguments: tuple[Value, ...], state: State
) -> Value:
    _, kernel, dimensions, offset, global_, local = arguments[:6]
    count = _number(dimensions)
    rank = count.as_int if count is not None else None
    _record_launches(
        api,
        walk,
        call,
        kernel,
        rank,
        (
            _sizes(walk, call, global_, rank, state),
            None if _is_null(local) else _sizes(walk, call, local, rank, state),
            (ZERO,) * (rank or 1) if _is_null(offset) else _sizes(walk, call, offset, rank, state),
        ),
        state,
    )
    return Unknown("status", call.at)


def _task(api: OpenCl, walk: Walk, call: Call, arguments: tuple[Value, ...], state: State) -> Value:
    _record_launches(api, walk, call, arguments[1], 1, ((ONE,), (ONE,), (ZERO,)), state)
    return Unknown("status", call.at)


def _is_null(value: Value) -> bool:
    return isinstance(value, Number) and value.value == ZERO


Sizes = tuple[Polynomial, ...] | None


def _sizes(walk: Walk, call: Call, value: Value, rank: int | None, state: State) -> Sizes:
    places = pointees(value)
    if rank is None or len(places) != 1:
        return None
    found: list[Polynomial] = []
    for dimension in range(rank):
        offset = places[0].offset + Polynomial.constant(8 * dimension)
        place = Place(places[0].object, offset)
        with walk.recording(None):
            held = load(walk, call.arguments[4], (place,), SIZE_T, state)
        if not isinstance(held, Number):
            return None
        found.append(held.value)
    return tuple(found)


def _record_launches(
    api: OpenCl,
    walk: Walk,
    call: Call,
    kernel: Value,
    rank: int | None,
    sizes: tuple[Sizes, Sizes, Sizes],
    state: State,
) -> None:
    handles = [k.object for k in choices_of(kernel) if isinstance(k, Handle) and k.kind == "kernel"]
    if not handles:
        walk.remark("PPC101", "the kernel that is launched here is not followed", call.at)
        walk.complete = False
    for target in handles:
        walk.record(
            LaunchEvent(
                walk.next_order(),
                target.name,
                None,
                rank,
                *sizes,
                _bindings(api, target, state),
                call.at,
                walk.loops,
                state.guards,
            )
        )


def _bindings(api: OpenCl, target: MemoryObject, state: State) -> tuple[ArgumentBinding, ...]:
    cells = state.cells.get(target.serial, {})
    last = max((index for index in cells if index >= 0), default=-1)
    return tuple(
        _binding(api, target, index, cells.get(index, Unknown("never set")))
        for index in range(last + 1)
    )


def _binding(api: OpenCl, target: MemoryObject, index: int, value: Value) -> ArgumentBinding:
    written, node = api.written.get((target.serial, index), ("", None))
    at = node.at if node is not None else None
    if isinstance(value, Number):
        return ArgumentBinding(index, "scalar", (), value.value, written, "", at)
    if isinstance(value, LocalMemory):
        return ArgumentBinding(index, "local", (), value.size, written, "", at)
    buffers = _buffers(value)
    if buffers and len(buffers) == len(choices_of(value)):
        return ArgumentBinding(index, "buffer", buffers, None, written, "", at)
    unknown = [single for single in choices_of(value) if isinstance(single, Unknown)]
    reason = unknown[0].reason if unknown else "neither a buffer nor a number"
    return ArgumentBinding(index, "unknown", (), None, written, reason, at)


def _sub_buffer(
    api: OpenCl, walk: Walk, call: Call, arguments: tuple[Value, ...], state: State
) -> Value:
    _transfer(walk, call, state, "other", _buffers(arguments[0]), None, None, None, True)
    _forget_outputs(walk, arguments[4:], state)
    target = walk.allocate("buffer", "sub-buffer", None, None, call.at, id(call))
    api.buffers[target.serial] = BufferModel(target, "sub-buffer", None, call.at)
    return Handle("mem", target)


_HARMLESS = (
    "clRelease",
    "clRetain",
    "clFinish",
    "clFlush",
    "clWait",
    "clGet",
    "clBuild",
    "clCreate",
)


def _other(
    api: OpenCl, walk: Walk, call: Call, arguments: tuple[Value, ...], state: State
) -> Value:
    """An API call with no effect that matters here; its outputs are forgotten."""
    name = call.callee or ""
    if not name.startswith(_HARMLESS):
        touched = tuple(b for argument in arguments for b in _buffers(argument))
        host = next(
            (a for a in arguments if isinstance(a, Pointer) and a.object.kind == "heap"), None
        )
        if touched:
            _transfer(walk, call, state, "other", touched, host, None, None, False)
        for argument in arguments:
            walk.escape(argument, state, f"passed to '{name}'", call.at)
    _forget_outputs(walk, arguments, state)
    kind = name.removeprefix("clCreate").lower() or "handle"
    return _handle(walk, call, kind)


Handler = Callable[[OpenCl, Walk, Call, tuple[Value, ...], State], Value]

_HANDLERS: dict[str, Handler] = {
    "clCreateBuffer": _create_buffer,
    "clEnqueueWriteBuffer": _read_or_write("write"),
    "clEnqueueReadBuffer": _read_or_write("read"),
    "ppcl_write_transposed": _read_or_write("write"),
    "ppcl_read_transposed": _read_or_write("read"),
    "clEnqueueCopyBuffer": _copy,
    "clEnqueueFillBuffer": _fill,
    "clEnqueueMapBuffer": _map,
    "clEnqueueUnmapMemObject": _unmap,
    "clCreateKernel": _create_kernel,
    "clCreateProgramWithSource": _create_program,
    "clSetKernelArg": _set_argument,
    "clEnqueueNDRangeKernel": _launch,
    "clEnqueueTask": _task,
    "clCreateSubBuffer": _sub_buffer,
}
_ARITY = {
    "clCreateBuffer": 5,
    "clEnqueueWriteBuffer": 9,
    "clEnqueueReadBuffer": 9,
    "clEnqueueCopyBuffer": 9,
    "clEnqueueFillBuffer": 9,
    "clEnqueueMapBuffer": 10,
    "clEnqueueUnmapMemObject": 6,
    "clCreateKernel": 3,
    "clCreateProgramWithSource": 5,
    "clSetKernelArg": 4,
    "clEnqueueNDRangeKernel": 9,
    "clEnqueueTask": 5,
    "clCreateSubBuffer": 5,
}
