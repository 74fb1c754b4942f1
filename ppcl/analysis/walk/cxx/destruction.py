"""What runs when an object ends: its destructor, then its members' and its bases'."""

from dataclasses import replace

from ppcl.analysis.model import BranchNode, EventNode
from ppcl.analysis.numbers.polynomial import Polynomial
from ppcl.analysis.walk.calls.call import Bound, run_function
from ppcl.analysis.walk.calls.havoc import havoc
from ppcl.analysis.walk.core.frame import Ending
from ppcl.analysis.walk.core.join import merger
from ppcl.analysis.walk.core.machine import Walk
from ppcl.analysis.walk.core.place import address, pointees
from ppcl.analysis.walk.core.state import State, merge
from ppcl.analysis.walk.core.value import Number, Place, Value
from ppcl.analysis.walk.cxx.dispatch import dynamic_class
from ppcl.analysis.walk.cxx.lifetime import end_object, origin_of
from ppcl.analysis.walk.cxx.subobject import shifted
from ppcl.ir import expression as ex
from ppcl.ir.node import Declaration, Origin
from ppcl.ir.types import ArrayType, PointerType, RecordType, Type, size_of

_FEW = 64


def end(walk: Walk, node: Ending, state: State) -> State | None:
    """Destroy an object, with all that is in it; what may not have begun, perhaps."""
    if node.optional > walk.found.passing.optional:
        _perhaps(walk, node, state)
    elif node.cleanup is not None:
        _clean_up(walk, node, node.cleanup, state)
    else:
        _destroy(walk, node.place, node.type, origin_of(walk, node.at), state)
    return state


def _perhaps(walk: Walk, node: Ending, state: State) -> None:
    taken, events = state.copy(), list[EventNode]()
    into = events if walk.found.out is not None else None
    with walk.recording(into), walk.found.passing.perhaps():
        comes_back = end_object(walk, replace(node, optional=0), taken)
    if events:
        walk.record(BranchNode((), tuple(events), (), origin_of(walk, node.at)))
    if comes_back:
        key = ("perhaps ended", node.place.object.serial)
        state.cells = merge(state, taken, merger(walk, key)).cells


def _clean_up(walk: Walk, node: Ending, declaration: Declaration, state: State) -> None:
    """A variable's `cleanup` gets its address."""
    at = origin_of(walk, node.at)
    function, value = walk.program.functions.get(declaration.key), address((node.place,), at)
    if function is None or len(function.parameters) != 1:
        walk.remark("PPC102", f"'{declaration.name}' is not known and gets a pointer", at)
        walk.escape(value, state, f"passed to '{declaration.name}'", at)
    elif any(frame.function is function for frame in walk.frames):
        reason = f"recursion in '{declaration.name}'"
        walk.remark("PPC106", f"{reason} is not followed", at)
        havoc(walk, [function], [value], state, reason, at)
    else:
        site = walk.synthetic(("cleanup", node.place.object.serial), lambda: [function])
        bound: Bound = [(function.parameters[0], None, value)]
        run_function(walk, id(site), function, (), bound, state)


def _destroy(walk: Walk, place: Place, type_: Type, at: Origin, state: State) -> None:
    if not walk.program.classes.is_destroyed(type_):
        return
    if isinstance(type_, ArrayType):
        _destroy_elements(walk, place, type_, at, state)
    elif isinstance(type_, RecordType) and type_.name.startswith("std::"):
        _let_run(walk, place, type_, at, state)
    elif isinstance(type_, RecordType):
        _destroy_record(walk, place, type_, at, state)


def _destroy_elements(walk: Walk, place: Place, type_: ArrayType, at: Origin, state: State) -> None:
    size = size_of(type_.element)
    if type_.length is None or size is None or type_.length > _FEW:
        _let_run(walk, place, type_, at, state)
        return
    for index in reversed(range(type_.length)):
        _destroy(walk, _moved(place, index * size), type_.element, at, state)


def _destroy_record(walk: Walk, place: Place, type_: RecordType, at: Origin, state: State) -> None:
    own = walk.program.classes.destructor(type_.name)
    own = own if own is not None and walk.program.reach.acts(own) else None
    if own is not None and any(frame.function is own for frame in walk.frames):
        _let_run(walk, place, type_, at, state)
        return
    if own is not None:
        site = walk.synthetic(("end", place.object.serial, str(place.offset)), lambda: [own])
        run_function(walk, id(site), own, (place,), [], state)
    record = walk.program.records.get(type_.name)
    for field in reversed(record.own_fields if record is not None else ()):
        if walk.program.classes.is_destroyed(field.type):
            _destroy(walk, _moved(place, field.offset), field.type, at, state)
    for base in reversed(record.bases if record is not None else ()):
        _destroy(walk, _moved(place, base.offset), RecordType(base.name, None), at, state)


def _moved(place: Place, distance: int) -> Place:
    return shifted(place, distance) if distance >= 0 else replace(place, precision="unknown")


def _let_run(walk: Walk, place: Place, type_: Type, at: Origin, state: State) -> None:
    """Destructors that run on objects that are not followed, any number of times."""
    element = type_.element if isinstance(type_, ArrayType) else type_
    found = walk.program.reach.destructors(element)
    if walk.program.reach.touched(found).acts:
        name = type_.name if isinstance(type_, RecordType) else "an array"
        havoc(walk, found, [address((place,), at)], state, f"the destructors of '{name}'", at)


def delete(walk: Walk, node: ex.Delete, state: State) -> Value:
    """`delete p`: the destructor of the class that the object was made as."""
    value = walk.evaluate(node.operand, state)
    type_ = node.operand.type
    pointee = type_.pointee if isinstance(type_, PointerType) else None
    check_allocation(walk, pointee, node.at)
    if not isinstance(pointee, RecordType) or not walk.program.reach.destructors(pointee):
        return Number(Polynomial())
    places = pointees(value)
    for place in places:
        _delete(walk, place, pointee, len(places) == 1, node.at, state)
    if not places or not all(place.certain for place in places):
        found = walk.program.reach.destructors(pointee)
        if walk.program.reach.touched(found).acts:
            havoc(walk, found, [], state, f"'delete' of a '{pointee.name}'", node.at)
    return Number(Polynomial())


def check_allocation(walk: Walk, type_: Type | None, at: Origin) -> None:
    """Say that it is not followed where a class allocates its objects in its own way."""
    names = walk.program.classes.derived_from(type_.name) if isinstance(type_, RecordType) else ()
    own = next((f for f in map(walk.program.classes.allocates, names) if f is not None), None)
    if own is not None:
        walk.not_followed(f"'{own.declaration.name}'", at)


def _delete(
    walk: Walk, place: Place, type_: RecordType, certain: bool, at: Origin, state: State
) -> None:
    whole = dynamic_class(walk, place, type_)
    offset = whole.place.start if whole is not None else None
    if whole is None or offset is None or not certain or not place.object.unique:
        _let_run(walk, place, type_, at, state)
        return
    _destroy(walk, whole.place, RecordType(whole.name, None), at, state)
