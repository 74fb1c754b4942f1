"""OpenCL calls that set kernels' arguments and launch them."""

from dataclasses import dataclass, replace

from ppcl.analysis.model import ArgumentBinding, LaunchEvent, LostLaunch, MemoryObject
from ppcl.analysis.model.region import Sides
from ppcl.analysis.model.setting import Setting
from ppcl.analysis.numbers.polynomial import ONE, ZERO, Polynomial
from ppcl.analysis.walk.core.join import merger
from ppcl.analysis.walk.core.machine import Walk
from ppcl.analysis.walk.core.place import Places, load, pointees
from ppcl.analysis.walk.core.scope import scope_of
from ppcl.analysis.walk.core.state import ANYWHERE, State, merge_values
from ppcl.analysis.walk.core.value import (
    Characters,
    Handle,
    LocalMemory,
    Number,
    Place,
    Pointer,
    Unknown,
    Value,
    choices_of,
    one_of,
)
from ppcl.analysis.walk.opencl.objects import (
    OpenClObjects,
    buffers_of,
    check_followed,
    is_null,
    known_int,
    label_of,
    number_of,
)
from ppcl.analysis.walk.opencl.outside import calls_to
from ppcl.analysis.walk.opencl.queues import queue_of, signalled
from ppcl.analysis.walk.opencl.reads import let_see
from ppcl.ir.expression import Call, Cast, Expression, Unary
from ppcl.ir.types import ArrayType, FloatType, IntType, PointerType, RecordType, VoidType, size_of

SIZE_T = IntType("unsigned long", 64, False)
_HANDLE_SIZE = 8
_INT_SIZE = 4
_ANY_HANDLE = PointerType(IntType("char", 8, True))
_MAX_DIMENSIONS = 3
# No device takes more: a larger index is a mistake, which must not cost time and memory here.
_MAX_ARGUMENTS = 1024
_SHARED = "shared"


def set_argument(
    api: OpenClObjects, walk: Walk, call: Call, arguments: tuple[Value, ...], state: State
) -> Value:
    """`clSetKernelArg`."""
    kernel, index, size, pointer = arguments[:4]
    kernels = [k.object for k in choices_of(kernel) if isinstance(k, Handle) and k.kind == "kernel"]
    check_followed(walk, call, kernel, "the kernel")
    position = _within(index, range(_MAX_ARGUMENTS))
    let_see(walk, call, pointees(pointer))
    for target in kernels:
        if position is None:
            walk.remark("PPC104", f"which argument of '{target.name}' is set is not known", call.at)
            state.forget(target, "an argument whose index is not known was set")
            continue
        value = _argument_value(walk, call, size, pointer, state)
        _note_size(api, (target.serial, position), size)
        api.written[target.serial, position] = (
            _written(walk, call.arguments[3], pointer),
            call.arguments[3],
        )
        if isinstance(value, Number):
            scope = scope_of(walk, state, call.at)
            made = Setting(call.arguments[3], value.value, scope)
            settings = api.settings.setdefault((target.serial, position), {})
            settings[id(made.node), made.value] = made
        if len(kernels) > 1 or target.serial in walk.memory.summaries:
            value = _either(walk, call, target, position, value, state)
        state.store(target, position, value)
    return Unknown("status", call.at)


def _note_size(api: OpenClObjects, key: tuple[int, int], size: Value) -> None:
    known = known_int(size)
    api.sizes[key] = api.sizes.get(key, frozenset()) | ({known} if known is not None else set())


def _within(value: Value, numbers: range) -> int | None:
    """A number that is known, and is one of those that make sense."""
    known = known_int(value)
    return known if known in numbers else None


def _either(
    walk: Walk, call: Call, target: MemoryObject, position: int, value: Value, state: State
) -> Value:
    """An argument after a call that may have set it on another kernel."""
    cells = state.cells.get(target.serial, {})
    held = cells.get(position, cells.get(ANYWHERE))
    if held is None or held == value:
        return value
    return merge_values(target.serial, position, held, value, merger(walk, call))


def _argument_value(walk: Walk, call: Call, size: Value, pointer: Value, state: State) -> Value:
    if isinstance(pointer, Number) and pointer.value == ZERO:
        return LocalMemory(number_of(size))
    places = pointees(pointer)
    if not places:
        return Unknown("the argument's address is not followed", call.at)
    width = known_int(size)
    held = [state.load(p.object, p.start) if p.start is not None else None for p in places]
    node = call.arguments[3]
    if width is not None and (width > _HANDLE_SIZE or _is_part(node, places, width)):
        return walk.fresh("load", "value", id(call), "argument")
    plain = _is_plain(node, width) or not _hold_handles(places, state)
    if len(held) == 1 and held[0] is not None and not (plain and isinstance(held[0], Unknown)):
        return held[0]
    if plain and any(value is not None and not isinstance(value, Number) for value in held):
        return walk.fresh("load", "value", id(call), "argument")
    type_ = IntType("int", 8 * (width or 1), True) if plain else _ANY_HANDLE
    with walk.recording(None):
        return load(walk, node, places, type_, state)


def _is_part(node: Expression, places: Places, width: int) -> bool:
    """Whether an argument is not all of a number, or more: the bytes in front are another one. The
    lower half of a size is trusted to be all of it (docs/adr/0001)."""
    while isinstance(node, Cast):
        node = node.operand
    type_ = node.type.pointee if isinstance(node.type, PointerType) else node.type
    if isinstance(type_, VoidType) and len(places) == 1 and places[0].offset == ZERO:
        type_ = places[0].object.element or type_
    type_ = type_.element if isinstance(type_, ArrayType) else type_
    if isinstance(type_, RecordType):
        return width < _INT_SIZE  # of its first member, most likely
    size = size_of(type_) if isinstance(type_, IntType | FloatType) else None
    return size is not None and size != width and (width, size) != (_INT_SIZE, _HANDLE_SIZE)


def _is_plain(node: Expression, width: int | None) -> bool:
    """Whether an argument is a number for sure, by its size or by the type pointed to."""
    while isinstance(node, Cast):
        node = node.operand
    pointed = node.type.pointee if isinstance(node.type, PointerType) else None
    return width not in (None, _HANDLE_SIZE) or isinstance(pointed, FloatType)


def _hold_handles(places: Places, state: State) -> bool:
    """Whether some cell of the objects there may be what is set: a buffer, not a number."""
    cells = (cell for p in places for cell in state.cells.get(p.object.serial, {}).values())
    return any(not isinstance(cell, Number | Characters) for cell in cells)


def _written(walk: Walk, node: Expression, pointer: Value) -> str:
    """The argument in the host's words: what `&` stands before, or the variable pointed to."""
    while isinstance(node, Cast):
        node = node.operand
    if isinstance(node, Unary) and node.op == "&":
        return " ".join(walk.source(node.operand.at).split())
    places = pointees(pointer)
    if len(places) == 1 and places[0].object.kind == "variable" and places[0].offset == ZERO:
        return places[0].object.name
    return " ".join(walk.source(node.at).split())


def set_shared_argument(
    api: OpenClObjects, walk: Walk, call: Call, arguments: tuple[Value, ...], state: State
) -> Value:
    """`clSetKernelArgSVMPointer`."""
    kernel, index, pointer = arguments[:3]
    walk.remark("PPC130", "an argument is shared virtual memory", call.at)
    kernels = [k.object for k in choices_of(kernel) if isinstance(k, Handle) and k.kind == "kernel"]
    check_followed(walk, call, kernel, "the kernel")
    position = _within(index, range(_MAX_ARGUMENTS))
    for target in kernels:
        if position is None:
            state.forget(target, "an argument whose index is not known was set")
        elif len(kernels) == 1 and target.unique:
            state.store(target, position, _shared(pointer))
        else:
            state.store(target, position, Unknown("one of two kernels"))
        walk.escape(pointer, state, f"given to kernel '{target.name}'", call.at)
    return Unknown("status", call.at)


def _shared(pointer: Value) -> Value:
    """Shared virtual memory as an argument, which no other pointer is."""
    choices = choices_of(pointer)
    found = [Handle(_SHARED, p.object) for p in choices if isinstance(p, Pointer)]
    followed = found and len(found) == len(choices)
    return one_of(found) if followed else Unknown("shared virtual memory that is not followed")


def launch(
    api: OpenClObjects, walk: Walk, call: Call, arguments: tuple[Value, ...], state: State
) -> Value:
    """`clEnqueueNDRangeKernel`."""
    queue, kernel, dimensions, offset, global_, local = arguments[:6]
    rank = _within(dimensions, range(1, _MAX_DIMENSIONS + 1))
    offsets = _choices(walk, call, 3, offset, rank, state)
    ways = _Ways(
        rank,
        _choices(walk, call, 4, global_, rank, state),
        _choices(walk, call, 5, local, rank, state),
        (ZERO,) * (rank or 1) if is_null(offset) else _single(offsets),
        queue_of(walk, queue),
        signalled(api, walk, call, arguments[-1], state),
    )
    _record_launches(api, walk, call, kernel, ways, state)
    return Unknown("status", call.at)


def task(
    api: OpenClObjects, walk: Walk, call: Call, arguments: tuple[Value, ...], state: State
) -> Value:
    """`clEnqueueTask`."""
    queue, signals = arguments[0], arguments[-1]
    ways = _Ways(
        1,
        ((ONE,),),
        ((ONE,),),
        (ZERO,),
        queue_of(walk, queue),
        signalled(api, walk, call, signals, state),
    )
    _record_launches(api, walk, call, arguments[1], ways, state)
    return Unknown("status", call.at)


@dataclass(frozen=True)
class _Ways:
    """The index space of a launch: all that its sizes may be; where it runs and what it signals."""

    rank: int | None
    global_choices: tuple[Sides | None, ...]
    local_choices: tuple[Sides | None, ...]
    offset: Sides | None
    queue: MemoryObject | None
    signals: MemoryObject | None


def _single(choices: tuple[Sides | None, ...]) -> Sides | None:
    return choices[0] if len(choices) == 1 else None


def _choices(
    walk: Walk, call: Call, position: int, value: Value, rank: int | None, state: State
) -> tuple[Sides | None, ...]:
    """All that a size may be, None for NULL; nothing where one of them is not followed."""
    found: list[Sides | None] = []
    for single in choices_of(value):
        if is_null(single):
            found.append(None)
            continue
        sides = _sides(walk, call.arguments[position], single, rank, state)
        if sides is None:
            return ()
        found.append(sides)
    return tuple(dict.fromkeys(found))


def _sides(
    walk: Walk, node: Expression, value: Value, rank: int | None, state: State
) -> Sides | None:
    places = pointees(value)
    if rank is None or len(places) != 1:
        return None
    found: list[Polynomial] = []
    for dimension in range(rank):
        offset = places[0].offset + Polynomial.constant(8 * dimension)
        place = Place(places[0].object, offset, places[0].precision)
        with walk.recording(None):
            held = load(walk, node, (place,), SIZE_T, state)
        if not isinstance(held, Number):
            return None
        found.append(held.value)
    return tuple(found)


def _record_launches(
    api: OpenClObjects,
    walk: Walk,
    call: Call,
    kernel: Value,
    ways: _Ways,
    state: State,
) -> None:
    handles = [k.object for k in choices_of(kernel) if isinstance(k, Handle) and k.kind == "kernel"]
    if not handles:
        walk.gap("PPC101", "the kernel that is launched here is not followed", call.at)
        lost = next(
            (v for v in choices_of(kernel) if isinstance(v, Unknown)), Unknown("it is not followed")
        )
        api.lost.append(LostLaunch(walk.seen(call.at), lost.reason, lost.at))
    for target in handles:
        walk.record(
            LaunchEvent(
                walk.next_order(),
                target.name,
                label_of(api.kernel_programs.get(target.serial, frozenset())),
                ways.rank,
                _single(ways.global_choices),
                _single(ways.local_choices),
                ways.offset,
                _bindings(api, target, state),
                call.at,
                walk.loops,
                state.guards,
                ways.global_choices,
                ways.local_choices,
                ways.queue,
                ways.signals,
                walk.seen(call.at),
                calls_to(walk.path, walk.nodes.sites, call.at),
            )
        )


def _bindings(
    api: OpenClObjects, target: MemoryObject, state: State
) -> tuple[ArgumentBinding, ...]:
    """All arguments; where some were set at unknown positions, one more stands for those."""
    cells = state.cells.get(target.serial, {})
    last = max((index for index in cells if index >= 0), default=-1)
    if ANYWHERE in cells:
        cells = {**cells, last + 1: cells[ANYWHERE]}
        last += 1
    return tuple(
        replace(
            _binding(api, target, index, cells.get(index, Unknown("never set"))),
            sizes=api.sizes.get((target.serial, index), frozenset()),
        )
        for index in range(last + 1)
    )


def _binding(api: OpenClObjects, target: MemoryObject, index: int, value: Value) -> ArgumentBinding:
    written, node = api.written.get((target.serial, index), ("", None))
    at = node.at if node is not None else None
    if isinstance(value, Number):
        settings = tuple(api.settings.get((target.serial, index), {}).values())
        return ArgumentBinding(index, "scalar", (), value.value, written, "", at, settings)
    local = [single for single in choices_of(value) if isinstance(single, LocalMemory)]
    if local and all(is_null(s) for s in choices_of(value) if not isinstance(s, LocalMemory)):
        size = local[0].size if local[0] == value else None
        return ArgumentBinding(index, "local", (), size, written, "", at)
    buffers = buffers_of(value)
    others = [single for single in choices_of(value) if not buffers_of(single)]
    kinds = {single.kind if isinstance(single, Handle) else "" for single in choices_of(value)}
    if buffers and all(is_null(single) for single in others):
        return ArgumentBinding(index, "buffer", buffers, None, written, "", at)
    if kinds == {"sampler"}:
        return ArgumentBinding(index, "sampler", (), None, written, "", at)
    if kinds == {_SHARED}:
        shared = tuple(single.object for single in others if isinstance(single, Handle))
        return ArgumentBinding(index, "svm", shared, None, written, "", at)
    unknown = [single for single in choices_of(value) if isinstance(single, Unknown)]
    first = unknown[0] if unknown else Unknown("neither a buffer nor a number")
    return ArgumentBinding(index, "unknown", (), None, written, first.reason, at, cause=first.at)
