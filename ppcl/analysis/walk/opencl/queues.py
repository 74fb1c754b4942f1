"""Command queues, the events that commands signal, and what the host waits for."""

from ppcl.analysis.model import MemoryObject, QueueModel, TransferEvent
from ppcl.analysis.walk.core.machine import Walk
from ppcl.analysis.walk.core.place import pointees
from ppcl.analysis.walk.core.state import State
from ppcl.analysis.walk.core.value import Handle, Unknown, Value, choices_of
from ppcl.analysis.walk.opencl.objects import (
    OpenClObjects,
    is_null,
    number_of,
)
from ppcl.analysis.walk.opencl.outputs import forget_outputs
from ppcl.ir.expression import Call

_OUT_OF_ORDER = 1 << 0
_PROPERTIES = 0x1093
_MAX_LISTED = 64


def create_queue(
    api: OpenClObjects, walk: Walk, call: Call, arguments: tuple[Value, ...], state: State
) -> Value:
    """`clCreateCommandQueue` and `clCreateCommandQueueWithProperties`."""
    target = walk.allocate("queue", "queue", None, None, call.at, id(call))
    listed = (call.callee or "").endswith("WithProperties")
    value = _listed_properties(arguments[2], state) if listed else _bits(arguments[2])
    in_order = value is not None and not value & _OUT_OF_ORDER
    api.queues[target.serial] = QueueModel(target, in_order, walk.seen(call.at))
    forget_outputs(walk, call, arguments[3:], state)
    return Handle("queue", target)


def _bits(value: Value) -> int | None:
    number = number_of(value)
    return number.as_int if number is not None else None


def _listed_properties(value: Value, state: State) -> int | None:
    """The queue's properties in a list of names and values that ends with 0."""
    if is_null(value):
        return 0
    places = pointees(value)
    start = places[0].start if len(places) == 1 else None
    if start is None:
        return None
    for position in range(start, start + 16 * _MAX_LISTED, 16):
        name = _cell(state, places[0].object, position)
        if name is None or name == 0:
            return name
        if name == _PROPERTIES:
            return _cell(state, places[0].object, position + 8)
    return None


def _cell(state: State, target: MemoryObject, offset: int) -> int | None:
    held = state.load(target, offset)
    return _bits(held) if held is not None else None


def queue_of(walk: Walk, value: Value) -> MemoryObject | None:
    """The queue that a command goes to, None where it is not followed. Nothing runs on a NULL
    one, so that it does not count beside others."""
    if is_null(value):
        return walk.allocate("queue", "NULL", None, None, None, "no queue", per_path=False)
    choices = [single for single in choices_of(value) if not is_null(single)]
    single = choices[0] if len(choices) == 1 else None
    return single.object if isinstance(single, Handle) and single.kind == "queue" else None


def signalled(
    api: OpenClObjects, walk: Walk, call: Call, value: Value, state: State
) -> MemoryObject | None:
    """The event object that a command makes, where it is asked for one; stored through `value`."""
    places = pointees(value)
    if not places:
        return None
    target = walk.allocate("event", "event", None, None, call.at, id(call), "event")
    single = places[0] if len(places) == 1 else None
    offset = single.start if single is not None else None
    older = _holders(state, target)
    if single is not None and offset is not None and older - {(single.object.serial, offset)}:
        api.copied.add(target.serial)
    for place in places:
        if place is single and offset is not None and place.object.unique:
            state.store(place.object, offset, Handle("event", target))
        else:
            state.store_anywhere(place.object, Handle("event", target))
    return target


def _holders(state: State, target: MemoryObject) -> set[tuple[int, int]]:
    """The cells that may hold an event object."""
    if target.unique:
        return set()
    return {
        (serial, offset)
        for serial, cells in state.cells.items()
        for offset, cell in cells.items()
        for single in choices_of(cell)
        if isinstance(single, Handle) and single.object.serial == target.serial
    }


def wait_for_events(
    api: OpenClObjects, walk: Walk, call: Call, arguments: tuple[Value, ...], state: State
) -> Value:
    """`clWaitForEvents`."""
    count, places = _bits(arguments[0]), pointees(arguments[1])
    start = places[0].start if len(places) == 1 else None
    awaited: list[MemoryObject] = []
    for index in range(min(count or 0, _MAX_LISTED) if start is not None else 0):
        held = state.load(places[0].object, (start or 0) + 8 * index)
        if isinstance(held, Handle) and held.kind == "event" and _is_latest(api, state, held):
            awaited.append(held.object)
    record_wait(walk, call, None, tuple(awaited))
    return Unknown("status", call.at)


def _is_latest(api: OpenClObjects, state: State, held: Handle) -> bool:
    """Whether a handle is the event of the last run of the command that makes it, not of one
    before: nobody else keeps one."""
    target = held.object
    return target.serial not in api.copied and len(_holders(state, target)) <= 1


def finish(
    api: OpenClObjects, walk: Walk, call: Call, arguments: tuple[Value, ...], state: State
) -> Value:
    """`clFinish`."""
    record_wait(walk, call, queue_of(walk, arguments[0]), ())
    return Unknown("status", call.at)


def mark(
    api: OpenClObjects, walk: Walk, call: Call, arguments: tuple[Value, ...], state: State
) -> Value:
    """Markers and barriers: commands that move nothing and signal an event."""
    signals = None
    if "Marker" in (call.callee or "") or "List" in (call.callee or ""):
        signals = signalled(api, walk, call, arguments[-1], state)
    record_wait(walk, call, queue_of(walk, arguments[0]), (), False, signals)
    return Unknown("status", call.at)


def record_wait(
    walk: Walk,
    call: Call,
    queue: MemoryObject | None,
    awaited: tuple[MemoryObject, ...],
    blocking: bool = True,
    signals: MemoryObject | None = None,
) -> None:
    """Record that the host, or the device, waits."""
    walk.record(
        TransferEvent(
            walk.next_order(),
            "sync",
            (),
            None,
            None,
            None,
            None,
            blocking,
            None,
            call.at,
            call.callee or "",
            walk.loops,
            queue=queue,
            signals=signals,
            awaited=awaited,
        )
    )
