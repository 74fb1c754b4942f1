"""`std::vector`: a pointer to its elements at offset 0 and their number at offset 8."""

from dataclasses import dataclass

from ppcl.analysis.model import MemoryObject
from ppcl.analysis.polynomial import ZERO, Polynomial
from ppcl.analysis.walk.machine import Walk
from ppcl.analysis.walk.place import Places, address, load, places_of
from ppcl.analysis.walk.state import State
from ppcl.analysis.walk.value import Number, Place, Pointer, StructValue, Unknown, Value, weaker
from ppcl.ir import expression as ex
from ppcl.ir.types import IntType, PointerType, RecordType, ReferenceType, Type, size_of

_DATA, _COUNT = 0, 8
_KEEPING = frozenset({"reserve", "shrink_to_fit", "capacity", "empty", "max_size"})


@dataclass
class Vector:
    """The model of `std::vector`'s members."""

    def call(
        self, walk: Walk, call: ex.Call, arguments: tuple[Value, ...], state: State
    ) -> Value | None:
        """The effect of a member function or constructor, None for other functions."""
        if (call.callee or "").startswith("new std::vector<"):
            return _constructed(walk, call, arguments, state)
        element = _element_of(call.receiver.type) if call.receiver is not None else None
        if call.receiver is None or element is None:
            return None
        return _member(walk, call, element, arguments, state)

    def place(self, walk: Walk, call: ex.Call, state: State) -> Places | None:
        """The element that `v[i]`, `v.at(i)` or `v.front()` designates."""
        element = _element_of(call.receiver.type) if call.receiver is not None else None
        name = _method(call)
        if call.receiver is None or element is None or name not in ("operator[]", "at", "front"):
            return None
        bases = _data(walk, call.receiver, state)
        index: Value = Number(ZERO)
        if call.arguments:
            index = walk.evaluate(call.arguments[0], state)
        size = size_of(element)
        if not isinstance(index, Number) or size is None:
            return tuple(Place(p.object, p.offset, "unknown") for p in bases)
        distance = index.value * Polynomial.constant(size)
        return tuple(
            Place(p.object, p.offset + distance, weaker(p.precision, index.precision))
            for p in bases
        )


def _method(call: ex.Call) -> str:
    return (call.callee or "").rsplit("::", 1)[-1]


def _element_of(type_: Type) -> Type | None:
    """The element type where `type_` is a vector, a reference or a pointer to one."""
    while isinstance(type_, ReferenceType | PointerType):
        type_ = type_.referent if isinstance(type_, ReferenceType) else type_.pointee
    if not isinstance(type_, RecordType) or not type_.name.startswith("std::vector<"):
        return None
    element = type_.arguments[0] if type_.arguments else None
    return None if isinstance(element, IntType) and element.name == "bool" else element


def _receiver_places(walk: Walk, node: ex.Expression, state: State) -> Places:
    if isinstance(node.type, PointerType):
        value = walk.evaluate(node, state)
        return (Place(value.object, value.offset),) if isinstance(value, Pointer) else ()
    return places_of(walk, node, state)


def _data(walk: Walk, receiver: ex.Expression, state: State) -> Places:
    found: list[Place] = []
    for place in _receiver_places(walk, receiver, state):
        held = state.load(place.object, (place.offset.as_int or 0) + _DATA)
        if isinstance(held, Pointer):
            found.append(Place(held.object, held.offset, held.precision))
    return tuple(found)


def _count(walk: Walk, call: ex.Call, state: State) -> Value:
    assert call.receiver is not None
    for place in _receiver_places(walk, call.receiver, state):
        held = state.load(place.object, (place.offset.as_int or 0) + _COUNT)
        if isinstance(held, Number):
            return held
    return walk.fresh("load", "size", id(call))


def _member(
    walk: Walk, call: ex.Call, element: Type, arguments: tuple[Value, ...], state: State
) -> Value | None:
    assert call.receiver is not None
    name = _method(call)
    if name == "size":
        return _count(walk, call, state)
    if name == "data":
        data = _data(walk, call.receiver, state)
        return address(data, call.at)
    if name in ("operator[]", "at", "front"):
        places = Vector().place(walk, call, state)
        return load(walk, call, places or (), element, state)
    if name in ("resize", "assign") and arguments and isinstance(arguments[0], Number):
        value = _allocated(walk, call, element, arguments[0].value, state)
        old = _data(walk, call.receiver, state)
        if old and not _is_empty(walk, call, state):
            walk.escape(address(old, call.at), state, "resized", call.at)
            walk.escape(value, state, "resized", call.at)
        _put(walk, call.receiver, value, state)
        return value
    if name in _KEEPING:
        return (
            walk.fresh("load", name, id(call)) if isinstance(call.type, IntType) else Number(ZERO)
        )
    return _other(walk, call, name, arguments, state)


def _is_empty(walk: Walk, call: ex.Call, state: State) -> bool:
    count = _count(walk, call, state)
    return isinstance(count, Number) and count.value == ZERO


def _other(
    walk: Walk, call: ex.Call, name: str, arguments: tuple[Value, ...], state: State
) -> Value:
    """Any other member: the elements are let go of, the number of them is no longer known."""
    assert call.receiver is not None
    data = _data(walk, call.receiver, state)
    walk.escape(address(data, call.at), state, f"used by 'vector::{name}'", call.at)
    for argument in arguments:
        walk.escape(argument, state, f"passed to 'vector::{name}'", call.at)
    if name == "operator=" and arguments and isinstance(arguments[0], StructValue):
        _put(walk, call.receiver, arguments[0], state)
        _escape_struct(walk, call, arguments[0], state)
        return Unknown("a vector", call.at)
    for place in _receiver_places(walk, call.receiver, state):
        start = place.offset.as_int or 0
        state.store(place.object, start + _COUNT, walk.fresh("load", "size", id(call)))
    return Unknown(f"the result of 'vector::{name}'", call.at)


def _escape_struct(walk: Walk, call: ex.Call, value: StructValue, state: State) -> None:
    for _, cell in value.cells:
        walk.escape(cell, state, "copied as a whole", call.at)


def _put(walk: Walk, receiver: ex.Expression, value: StructValue, state: State) -> None:
    for place in _receiver_places(walk, receiver, state):
        start = place.offset.as_int or 0
        for offset, cell in value.cells:
            state.store(place.object, start + offset, cell)


def _allocated(
    walk: Walk, call: ex.Call, element: Type, count: Polynomial, state: State
) -> StructValue:
    size = size_of(element)
    total = count * Polynomial.constant(size) if size is not None else None
    target: MemoryObject = walk.allocate(
        "heap", "vector", total, element, call.at, id(call.arguments), call.at
    )
    state.cells.pop(target.serial, None)
    return StructValue(((_DATA, Pointer(target, ZERO)), (_COUNT, Number(count))))


def _constructed(
    walk: Walk, call: ex.Call, arguments: tuple[Value, ...], state: State
) -> Value | None:
    element = _element_of(call.type)
    if element is None:
        return None
    if not arguments:
        return _allocated(walk, call, element, ZERO, state)
    first = arguments[0]
    if isinstance(first, Number) and len(arguments) <= 2:
        return _allocated(walk, call, element, first.value, state)
    if isinstance(first, StructValue) and len(arguments) == 1:
        if isinstance(call.arguments[0], ex.NameRef | ex.Member | ex.Index):
            _escape_struct(walk, call, first, state)
            counts = [c.value for o, c in first.cells if o == _COUNT and isinstance(c, Number)]
            return _filled(walk, call, element, counts[0] if counts else ZERO, state)
        return first
    for argument in arguments:
        walk.escape(argument, state, "copied into a vector", call.at)
    return _filled(walk, call, element, walk.fresh("load", "size", id(call)).value, state)


def _filled(
    walk: Walk, call: ex.Call, element: Type, count: Polynomial, state: State
) -> StructValue:
    """A vector whose elements come from elsewhere, in their order there."""
    made = _allocated(walk, call, element, count, state)
    walk.escape(made, state, "filled from another container", call.at)
    return made
