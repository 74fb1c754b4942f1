"""What the models of the C++ library's containers share.

A container that owns memory is a pointer to it at DATA and the number of its elements at COUNT,
both as cells of the container object itself.
"""

from dataclasses import replace

from ppcl.analysis.model import EscapeEvent, MemoryObject
from ppcl.analysis.numbers.polynomial import ZERO, Polynomial
from ppcl.analysis.walk.calls.havoc import havoc
from ppcl.analysis.walk.core.machine import Walk
from ppcl.analysis.walk.core.place import Places, places_of, pointees
from ppcl.analysis.walk.core.state import ANYWHERE, State
from ppcl.analysis.walk.core.value import (
    NOT_SET,
    ZEROED,
    Characters,
    Number,
    Place,
    StructValue,
    Unknown,
    Value,
    cells_of,
    one_of,
    weaker,
)
from ppcl.analysis.walk.libc.text_memory import in_array
from ppcl.ir import expression as ex
from ppcl.ir.node import Origin
from ppcl.ir.types import FloatType, IntType, PointerType, RecordType, ReferenceType, Type
from ppcl.ir.unit import Function

DATA, COUNT = 0, 8


def class_of(type_: Type) -> RecordType | None:
    """The class that a type is, refers to or points to."""
    while isinstance(type_, ReferenceType | PointerType):
        type_ = type_.referent if isinstance(type_, ReferenceType) else type_.pointee
    return type_ if isinstance(type_, RecordType) else None


def is_scalar(type_: Type) -> bool:
    """Whether a type is a number or a plain pointer."""
    return isinstance(type_, IntType | FloatType | PointerType)


def is_library(type_: Type, *names: str) -> bool:
    """Whether a type is (a reference or pointer to) one of these templates of the C++ library."""
    found = class_of(type_)
    return found is not None and found.name.startswith(tuple(f"std::{name}<" for name in names))


def receiver_places(walk: Walk, node: ex.Expression, state: State) -> Places:
    """Where the object stands that a member is called on."""
    if isinstance(node.type, PointerType):
        return pointees(walk.evaluate(node, state))
    return places_of(walk, node, state)


def held_at(place: Place, offset: int, state: State) -> Value | None:
    """What a container's own cell holds; None where it holds nothing that is followed."""
    cells = state.cells.get(place.object.serial, {})
    start = place.start if place.precision == "exact" else None
    if start is not None and place.certain:
        return cells.get(start + offset)
    pointers = [cell for cell in cells.values() if not isinstance(cell, Number)]
    return one_of(pointers) if pointers and offset == DATA else None


def is_unmade(places: Places, state: State) -> bool:
    """Whether a container is as its own constructor leaves it: nothing was stored in it."""
    if len(places) != 1 or not places[0].certain or places[0].precision != "exact":
        return False
    cells = state.cells.get(places[0].object.serial, {})
    start = places[0].start
    if start is None or (places[0].object.kind == "heap" and not places[0].object.unique):
        return False
    held = cells.get(start + DATA, cells.get(ANYWHERE))
    return held is None or held in (Number(ZERO), Unknown(NOT_SET), Unknown(ZEROED))


def put_at(place: Place, offset: int, value: Value, state: State) -> None:
    """Change a container's own cell, by itself one of several where the place is not known."""
    start = place.start if place.precision == "exact" else None
    several = place.object.kind == "heap" and not place.object.unique
    if start is None or several or not place.certain:
        state.store_anywhere(place.object, value, place.region)
    else:
        state.store(place.object, start + offset, value)


def element_places(data: Places, index: Value, size: int | None) -> Places:
    """The elements that an index may designate."""
    if not isinstance(index, Number) or size is None:
        return tuple(replace(place, precision="unknown") for place in data)
    distance = index.value * Polynomial.constant(size)
    return tuple(
        replace(p, offset=p.offset + distance, precision=weaker(p.precision, index.precision))
        for p in data
    )


def as_element(element: Type, value: Value) -> Value:
    """A value as an element of a container holds it: a string's text by value."""
    return in_array(value, element)


def note(
    walk: Walk,
    target: MemoryObject,
    reason: str,
    at: Origin,
    reads: bool,
    writes: bool,
    uniform: bool = False,
) -> None:
    """Record that an object is read or written as a whole, in the order of its elements."""
    walk.record(EscapeEvent(walk.next_order(), target, reason, at, reads, writes, uniform))


def stir(
    walk: Walk,
    target: MemoryObject,
    more: tuple[Value, ...],
    at: Origin,
    reason: str,
    state: State,
    uniform: bool = False,
) -> None:
    """Elements change places, or others come in among them: each may be any of all. `uniform`: they
    all get one value."""
    note(walk, target, reason, at, not uniform, True, uniform)
    cells = state.cells.get(target.serial, {})
    values = [*cells.values(), *(cell for value in more for cell in cells_of(value))]
    followed = [_movable(value) for value in values if not isinstance(value, Number)]
    state.cells[target.serial] = {ANYWHERE: one_of([Unknown(NOT_SET), *followed])}


def _movable(value: Value) -> Value:
    lost = isinstance(value, Characters)
    return Unknown("a text at a place that is not known") if lost else value


def contents(value: Value, state: State) -> tuple[Value, ...]:
    """All that a pointer's object holds: what an iterator into it may give."""
    return tuple(
        cell
        for place in pointees(iterated(value))
        for cell in state.cells.get(place.object.serial, {}).values()
    )


def iterated(value: Value) -> Value:
    """The pointer that an iterator is."""
    if isinstance(value, StructValue):
        return dict(value.cells).get(DATA, Unknown("an iterator that is not followed"))
    return value


def is_postfix(call: ex.Call) -> bool:
    """Whether a step of an iterator is `it++`: its operand that has no text is not in the tree."""
    key = call.target.key if call.target is not None else ""
    return key.endswith(("operator++#I#", "operator--#I#"))


def owners(target: MemoryObject, state: State) -> int:
    """How many cells hold a pointer to an object: containers that were copied share it."""
    return len(state.holders(target))


def ended(walk: Walk, type_: Type, values: tuple[Value, ...], state: State, at: Origin) -> None:
    """A library destroys objects: the program's destructors run on them, if they do anything."""
    reach = walk.program.reach
    found = reach.destructors(type_) if walk.program.classes.is_destroyed(type_) else ()
    if found and reach.touched(found).acts:
        name = type_.name if isinstance(type_, RecordType) else "an element"
        havoc(walk, found, values, state, f"the destructors of '{name}'", at)


def copies_run(walk: Walk, type_: Type | None, state: State, at: Origin) -> None:
    """A library copies or moves objects: the program's own constructors for that run unseen."""
    if not isinstance(type_, RecordType):
        return
    own = [f for f in walk.program.classes.methods(type_.name) if copies(f, type_.name)]
    if own and walk.program.reach.touched(own).acts:
        havoc(walk, own, (), state, f"the copies of a '{type_.name}'", at)


def copies(function: Function, name: str) -> bool:
    """Whether a function is a class's copy or move constructor or assignment."""
    taken = function.parameters[0].type if len(function.parameters) == 1 else None
    referent = taken.referent if isinstance(taken, ReferenceType) else None
    return isinstance(referent, RecordType) and referent.name == name


def begun(walk: Walk, type_: Type, target: MemoryObject, state: State, at: Origin) -> None:
    """A library makes elements: the program's constructors run on them unseen."""
    name = type_.name if isinstance(type_, RecordType) else ""
    own = [f for f in walk.program.classes.methods(name) if f.role == "constructor"]
    if own:
        state.forget(target, "made by constructors that are not followed")
    if own and walk.program.reach.touched(own).acts:
        havoc(walk, own, (), state, f"the constructors of '{name}'", at)
