"""How vectors are made and grow: their memory, and what is in it."""

from dataclasses import replace

from ppcl.analysis.model import MemoryObject
from ppcl.analysis.numbers.polynomial import ONE, ZERO, Polynomial
from ppcl.analysis.walk.core.machine import Walk
from ppcl.analysis.walk.core.place import Places, address, pointees, returns_reference, store
from ppcl.analysis.walk.core.state import ANYWHERE, State
from ppcl.analysis.walk.core.value import (
    NOT_SET,
    ZEROED,
    Handle,
    Number,
    Pointer,
    StructValue,
    Unknown,
    Value,
    cells_of,
)
from ppcl.analysis.walk.std.containers import (
    COUNT,
    DATA,
    as_element,
    begun,
    class_of,
    contents,
    copies_run,
    ended,
    is_library,
    note,
    owners,
    put_at,
    receiver_places,
    stir,
)
from ppcl.analysis.walk.std.in_place import constructed_of
from ppcl.analysis.walk.std.sequence import STAYING, Sequence, distance, element_of
from ppcl.ir import expression as ex
from ppcl.ir.types import ArrayType, RecordType, Type, size_of

Arguments = tuple[Value, ...]
# Copies of more elements than this are not told apart.
_TOLD_APART = 64


def constructed(walk: Walk, call: ex.Call, arguments: Arguments, state: State) -> Value | None:
    """A new vector."""
    element = element_of(call.type)
    if element is None:
        return None
    if not arguments:
        return _made(walk, call, element, None, ZERO, state)
    first = arguments[0]
    if isinstance(call.arguments[0].type, ArrayType) and isinstance(first, StructValue):
        return _listed(walk, call, element, first, state)
    if isinstance(first, Number):
        return filled(walk, call, element, first.value, arguments[1:2], state)
    if is_library(call.arguments[0].type, "vector", *STAYING):
        return moved_or_copied(walk, call, element, first, state)
    if len(arguments) >= 2:
        return from_range(walk, call, element, arguments[0], arguments[1], state)
    for argument in arguments:
        walk.escape(argument, state, "copied into a vector", call.at)
    return StructValue(())


def _made(
    walk: Walk,
    call: ex.Call,
    element: Type,
    size: Polynomial | None,
    count: Polynomial,
    state: State,
) -> StructValue:
    """A vector with memory for `size` elements (None: as many as it gets), all zero."""
    bytes_ = size_of(element) if not _stays(call) else None
    total = size * Polynomial.constant(bytes_) if size is not None and bytes_ else None
    target = walk.allocate("heap", "vector", total, element, call.at, id(call.arguments), call.at)
    walk.memory.owned.add(target.serial)
    if target.unique or not owners(target, state):
        state.cells.pop(target.serial, None)
    state.forget(target, ZEROED)
    return StructValue(((DATA, Pointer(target, ZERO)), (COUNT, Number(count))))


def _stays(call: ex.Call) -> bool:
    """Whether elements keep their places when others come."""
    whole = call.receiver.type if call.receiver is not None else call.type
    return is_library(whole, *STAYING)


def memory(made: StructValue) -> MemoryObject:
    """The memory of a new vector."""
    return pointees(made.cells[0][1])[0].object


def _listed(
    walk: Walk, call: ex.Call, element: Type, given: StructValue, state: State
) -> StructValue:
    """A vector of the elements of a list."""
    listed = call.arguments[0].type
    length = listed.length if isinstance(listed, ArrayType) else None
    if length is None:
        return StructValue(())
    count = Polynomial.constant(length)
    made = _made(walk, call, element, count, count, state)
    target = memory(made)
    note(walk, target, "initialised by a list of its elements", call.at, False, True)
    cells = dict(given.cells)
    weak = not target.unique and owners(target, state) > 0
    for offset, value in cells.items():
        if weak:
            state.store_anywhere(target, value)
        else:
            state.store(target, offset, as_element(element, value))
    return made


def filled(
    walk: Walk,
    call: ex.Call,
    element: Type,
    count: Polynomial,
    given: Arguments,
    state: State,
) -> StructValue:
    """A vector of so many equal elements: zeros, or copies of a value."""
    made = _made(walk, call, element, count, count, state)
    target, step = memory(made), size_of(element)
    if not given:
        begun(walk, element, target, state, call.at)
    if not given or given[0] == Number(ZERO):
        return made
    value = as_element(element, given[0])
    number = count.as_int
    if isinstance(value, Number) or value == StructValue(()):
        state.forget(target, "filled with copies of a value")
    elif _owns(walk, value):
        for cell in cells_of(value):
            state.store_anywhere(target, cell)
        state.forget(target, "containers in a container")
    elif number is not None and step and number <= _TOLD_APART and target.unique:
        for index in range(number):
            for offset, cell in value.cells if isinstance(value, StructValue) else ((0, value),):
                state.store(target, index * step + offset, cell)
    else:
        for cell in cells_of(value):
            state.store_anywhere(target, cell)
    return made


def _owns(walk: Walk, value: Value) -> bool:
    """Whether copies of a value are not told apart by their cells: it has memory of its own."""
    found = (place.object for cell in cells_of(value) for place in pointees(cell))
    return any(target.serial in walk.memory.owned for target in found)


def copied(walk: Walk, call: ex.Call, element: Type, given: Value, state: State) -> StructValue:
    """A vector with the elements of another one."""
    held = dict(given.cells) if isinstance(given, StructValue) else {}
    count, data = held.get(COUNT), pointees(held.get(DATA, Unknown("not followed")))
    size = count.value if isinstance(count, Number) else None
    made = _made(walk, call, element, size, size if size is not None else ZERO, state)
    if size is None:
        made = StructValue((made.cells[0], (COUNT, walk.fresh("load", "size", id(call)))))
    _take(walk, call, memory(made), data, "copied as a whole", state)
    return made


def moved_or_copied(
    walk: Walk, call: ex.Call, element: Type, given: Value, state: State
) -> StructValue:
    """What a vector gets from another one: its memory, where that is moved from, or a copy."""
    source = call.arguments[0]
    if not isinstance(given, StructValue):
        return copied(walk, call, element, given, state)
    if isinstance(source, ex.Call) and source.callee in ("std::move", "std::forward"):
        empty = StructValue(((DATA, Number(ZERO)), (COUNT, Number(ZERO))))
        put(walk, source.arguments[0], empty, state)
        return given
    if isinstance(source, ex.Construct) or _is_new(walk, source):
        return given  # nobody else holds it
    return copied(walk, call, element, given, state)


def _is_new(walk: Walk, node: ex.Expression) -> bool:
    """Whether a function of the program gives a value of its own, and no reference."""
    target = node.target if isinstance(node, ex.Call) else None
    own = target is not None and target.key in walk.program.functions
    return own and isinstance(node, ex.Call) and not returns_reference(walk, node)


def _take(
    walk: Walk, call: ex.Call, target: MemoryObject, data: Places, reason: str, state: State
) -> None:
    """Put all that is in some memory into new memory, in the same order."""
    note(walk, target, reason, call.at, False, True)
    for place in data:
        note(walk, place.object, reason, call.at, True, False)
    whole = len(data) == 1 and data[0].certain and data[0].offset == ZERO
    if whole and (target.unique or not owners(target, state)) and target != data[0].object:
        state.cells[target.serial] = dict(state.cells.get(data[0].object.serial, {}))
        return
    held = [c for p in data for c in state.cells.get(p.object.serial, {}).values()]
    _any_of(target, held if data else [Unknown("copied from what is not followed")], state)


def _any_of(target: MemoryObject, values: list[Value], state: State) -> None:
    for value in values:
        if not isinstance(value, Number):
            state.store_anywhere(target, value)


def from_range(
    walk: Walk, call: ex.Call, element: Type, first: Value, last: Value, state: State
) -> StructValue:
    """A vector of the elements between two iterators."""
    step = size_of(element)
    size = distance(first, last, step)
    made = _made(walk, call, element, size, size if size is not None else ZERO, state)
    if size is None:
        made = StructValue((made.cells[0], (COUNT, walk.fresh("load", "size", id(call)))))
    target, source = memory(made), pointees(_pointer(first))
    for place in source:
        note(walk, place.object, "copied into a vector", call.at, True, False)
    note(walk, target, "filled from another container", call.at, False, True)
    start = source[0].start if len(source) == 1 and source[0].certain else None
    count = size.as_int if size is not None else None
    if start is not None and count is not None and step and target.unique:
        cells = state.cells.get(source[0].object.serial, {})
        for offset, value in cells.items():
            if offset != ANYWHERE and start <= offset < start + count * step:
                state.store(target, offset - start, value)
        summary = cells.get(ANYWHERE)
        if summary is not None and not isinstance(summary, Number):
            state.store(target, ANYWHERE, summary)
    else:
        _any_of(target, list(contents(first, state)) or [Unknown("not followed")], state)
    return made


def _pointer(value: Value) -> Value:
    return dict(value.cells).get(DATA, value) if isinstance(value, StructValue) else value


def put(walk: Walk, receiver: ex.Expression, value: StructValue, state: State) -> None:
    """Give a vector other memory and another number of elements."""
    for place in receiver_places(walk, receiver, state):
        for offset, cell in value.cells:
            put_at(place, offset, cell, state)


def resized(
    walk: Walk, call: ex.Call, found: Sequence, arguments: Arguments, state: State
) -> Value:
    """`resize(n)`, `resize(n, value)`, `assign(n, value)`: new memory, with what was in the old."""
    assert call.receiver is not None
    name, count = call.method, arguments[0]
    assert isinstance(count, Number)
    if _stays(call) and found.data:
        for place in found.data:
            stir(walk, place.object, arguments[1:2], call.at, f"used by '{call.callee}'", state)
        recount(walk, call, count.value, state)
        return Number(ZERO)
    made = filled(walk, call, found.element, count.value, arguments[1:2], state)
    if found.count != ZERO and found.data:
        _take_over(walk, call, found, memory(made), name == "assign", state)
    put(walk, call.receiver, made, state)
    return made


def _take_over(
    walk: Walk, call: ex.Call, found: Sequence, target: MemoryObject, anew: bool, state: State
) -> None:
    """The old elements stay at the front of new memory, unless all are set anew."""
    rest = dict(state.cells.get(target.serial, {}))
    if target in {place.object for place in found.data}:
        note(walk, target, "resized", call.at, True, True)
        state.forget(target, "resized")
        return
    _take(walk, call, target, found.data, "resized", state)
    mixed = dict(state.cells.get(target.serial, {}))
    if anew:
        state.cells[target.serial] = rest
    elif rest.get(ANYWHERE) != Unknown(ZEROED) or len(rest) > 1:
        everything = [*rest.values(), *mixed.values()]
        state.cells[target.serial] = {}
        state.forget(target, NOT_SET)
        _any_of(target, everything, state)
    elif mixed.get(ANYWHERE) == Unknown(NOT_SET):
        state.cells[target.serial] = {**mixed, ANYWHERE: Unknown(ZEROED)}


def pushed(walk: Walk, call: ex.Call, found: Sequence, arguments: Arguments, state: State) -> Value:
    """`push_back`, `emplace_back`: one more element, behind the last one."""
    found = roomy(walk, call, found, state)
    index: Value = Number(found.count) if found.count is not None else Unknown("the end")
    places = found.at(index)
    for place in places:
        reason = f"filled by 'vector::{call.method}'"
        note(walk, place.object, reason, call.at, False, True)
    value = one_element(walk, call, found.element, arguments, state)
    with walk.recording(None):
        store(walk, call, places, found.element, value, state)
    _name_element(walk, call, found.count, value)
    recount(walk, call, found.count + ONE if found.count is not None else None, state)
    return Number(ZERO)


def roomy(walk: Walk, call: ex.Call, found: Sequence, state: State) -> Sequence:
    """A vector that gets more elements: its memory may be of any size from here on."""
    unmade = not found.data and found.count == ZERO
    if unmade or (len(found.data) == 1 and found.data[0].object.size is not None):
        return _with_room(walk, call, found, state)
    return found


def appended(
    walk: Walk, call: ex.Call, found: Sequence, more: tuple[Value, ...], state: State
) -> None:
    """Any number of elements come in, behind the last one."""
    values = tuple(address((place,), call.at) for place in found.data)
    ended(walk, found.element, values, state, call.at)
    for place in roomy(walk, call, found, state).data:
        stir(walk, place.object, more, call.at, f"filled by '{call.callee}'", state)
    recount(walk, call, None, state)


def _with_room(walk: Walk, call: ex.Call, found: Sequence, state: State) -> Sequence:
    """A vector whose memory is not of a certain size any more."""
    assert call.receiver is not None
    made = _made(walk, call, found.element, None, ZERO, state)
    if found.count != ZERO:
        _take(walk, call, memory(made), found.data, "resized", state)
    for place in receiver_places(walk, call.receiver, state):
        put_at(place, DATA, made.cells[0][1], state)
    return replace(found, data=pointees(made.cells[0][1]))


def recount(walk: Walk, call: ex.Call, count: Polynomial | None, state: State) -> None:
    """Set a vector's number of elements, to one that is not known where it is None."""
    assert call.receiver is not None
    value = Number(count) if count is not None else walk.fresh("load", "size", id(call))
    for place in receiver_places(walk, call.receiver, state):
        put_at(place, COUNT, value, state)


def one_element(
    walk: Walk, call: ex.Call, element: Type, arguments: Arguments, state: State
) -> Value:
    """The new element: the value given, or one that a constructor makes of the arguments."""
    if not isinstance(element, RecordType):
        return as_element(element, arguments[0]) if arguments else Number(ZERO)
    if len(arguments) == 1 and class_of(call.arguments[0].type) == element:
        copies_run(walk, element, state, call.at)
        return arguments[0]
    return constructed_of(walk, call, element, arguments, state)


def _name_element(walk: Walk, call: ex.Call, count: Polynomial | None, value: Value) -> None:
    """Let a buffer be known by the vector that it is put in."""
    receiver, index = call.receiver, count.as_int if count is not None else None
    if not isinstance(receiver, ex.NameRef | ex.Member) or not isinstance(value, Handle):
        return
    name = receiver.name if isinstance(receiver, ex.Member) else receiver.declaration.name
    if value.object.kind == "buffer":
        walk.name_object(value.object, f"{name}[{index}]" if index is not None else name)
