"""Lvalues: the places that they designate, loads from and stores to these."""

from contextlib import suppress
from dataclasses import replace

from ppcl.analysis.model import MemoryObject
from ppcl.analysis.numbers.polynomial import ZERO, Polynomial
from ppcl.analysis.walk.calls.referring import let_go_of_referred
from ppcl.analysis.walk.core.access import record_accesses
from ppcl.analysis.walk.core.cells import (
    forget_rest,
    load_cell,
    loaded_number,
    not_followed,
    record_of,
    struct_cells,
)
from ppcl.analysis.walk.core.characters import ends_text
from ppcl.analysis.walk.core.condition import known_truth
from ppcl.analysis.walk.core.elements import note_elements
from ppcl.analysis.walk.core.frame import Ended, Ending, Referred
from ppcl.analysis.walk.core.join import join_all
from ppcl.analysis.walk.core.lanes import lanes_of
from ppcl.analysis.walk.core.lengths import bytes_of
from ppcl.analysis.walk.core.machine import Walk
from ppcl.analysis.walk.core.pieces import note_piece
from ppcl.analysis.walk.core.state import ANYWHERE, State
from ppcl.analysis.walk.core.value import (
    Characters,
    Number,
    OneOf,
    Place,
    Pointer,
    StructValue,
    Unknown,
    Value,
    cells_of,
    choices_of,
    one_of,
    weaker,
)
from ppcl.analysis.walk.cxx.subobject import as_class
from ppcl.ir import expression as ex
from ppcl.ir.node import Origin
from ppcl.ir.types import (
    ArrayType,
    FloatType,
    IntType,
    PointerType,
    RecordType,
    ReferenceType,
    Type,
    VectorType,
    VoidType,
    size_of,
)

Places = tuple[Place, ...]
TEMPORARY = "temporary"
# Other work-items and launches write them, too.
_NOT_TRACKED = ("parameter", "buffer", "local")
_MAP_ITERATORS = (
    *("std::_Rb_tree_iterator<", "std::_Rb_tree_const_iterator<"),
    "std::__detail::_Node_",
)
# Functions that give the stream that they got, and keep nothing.
_GIVING_STREAM = ("std::getline", "std::operator>>", "std::operator<<")


def places_of(walk: Walk, node: ex.Expression, state: State) -> Places:
    """What an lvalue expression may designate; empty where that is not known."""
    match node:
        case ex.NameRef(declaration=declaration):
            frame = walk.frame.places if walk.frames else {}
            return frame.get(declaration.key) or walk.memory.globals.get(declaration.key, ())
        case ex.Index():
            return _element_places(walk, node, state)
        case ex.Member():
            return _member_places(walk, node, state)
        case ex.Unary(op="*", operand=operand):
            return pointees(walk.evaluate(operand, state))
        case ex.This():
            return walk.frame.this
        case ex.Cast(operand=operand):
            return _converted_places(walk, node, places_of(walk, operand, state))
        case ex.Swizzle(base=base):
            return lanes_of(node, places_of(walk, base, state))
        case ex.Conditional():
            return _chosen_places(walk, node, state)
        case ex.Assign(target=behind) | ex.Unary(op="++x" | "--x", operand=behind):
            walk.evaluate(node, state)
            return places_of(walk, behind, state)
        case ex.Binary(op=",", left=left, right=right):
            walk.evaluate(left, state)
            return places_of(walk, right, state)
        case ex.Call():
            return _returned_places(walk, node, state)
        case _:
            return _rvalue_places(walk, node, state)


def returns_reference(walk: Walk, node: ex.Call) -> bool:
    """Whether a function of the program returns a reference here; what the library's functions
    give, their models say."""
    if node.target is None or node.dynamic or node.method == "operator()":
        return node.gives_reference
    return node.gives_reference and node.target.key in walk.program.functions


def pointees(value: Value) -> Places:
    """The places that a pointer value may point to, those left out that are not followed.

    A pointer that is not followed cannot reach an object that has not escaped: whatever loses a
    pointer records an EscapeEvent.
    """
    found = choices_of(value)
    certain = not any(isinstance(single, Unknown) for single in found)
    return tuple(
        Place(p.object, p.offset, p.precision, None, certain)
        for p in found
        if isinstance(p, Pointer)
    )


def given_places(walk: Walk, node: ex.Call, value: Value) -> Places:
    """What a reference designates that a call returned, with how the element is written there."""
    found = pointees(value)
    written = walk.nodes.given.get(id(node)) if len(found) == 1 and found[0].certain else None
    return (replace(found[0], written=written),) if written is not None else found


def address(places: Places, at: Origin) -> Value:
    """The pointer to places."""
    if not places:
        return Unknown("the address of something that is not followed", at)
    found: list[Value] = [Pointer(p.object, p.offset, p.precision) for p in places]
    if not places[0].certain:
        found.append(Unknown("a pointer that may not be followed", at))
    return one_of(found)


def _chosen_places(walk: Walk, node: ex.Conditional, state: State) -> Places:
    """What either side designates; the other one is not evaluated."""
    walk.evaluate(node.condition, state)
    truth = known_truth(walk, node.condition)
    if truth is not None:
        return places_of(walk, node.then if truth else node.otherwise, state)
    found: Places = ()
    ends: list[State] = []
    with walk.found.passing.perhaps():
        for side in (node.then, node.otherwise):
            taken = state.copy()
            with suppress(Ended):
                found += places_of(walk, side, taken)
                ends.append(taken)
    joined = join_all(walk, ends, node)
    if joined is None:
        raise Ended
    state.cells = joined.cells
    return found


def _converted_places(walk: Walk, node: ex.Cast, places: Places) -> Places:
    """An object seen as a base class, or the reverse."""
    source, target = node.operand.type, node.type
    if isinstance(source, RecordType) and isinstance(target, RecordType):
        return as_class(walk, places, source.name, target.name)
    return places


def _returned_places(walk: Walk, node: ex.Call, state: State) -> Places:
    modelled = walk.model.place(walk, node, state)
    if modelled is not None:
        return modelled
    if returns_reference(walk, node):
        walk.nodes.given.pop(id(node), None)
        value = walk.evaluators[Referred](walk, Referred(node), state)
        return given_places(walk, node, value)
    found = _rvalue_places(walk, node, state)
    if node.gives_reference and node.callee not in _GIVING_STREAM:
        reason = f"what '{node.callee}' gives may refer to it"
        let_go_of_referred(walk, node, reason, state)
    return found


def _rvalue_places(walk: Walk, node: ex.Expression, state: State) -> Places:
    """A value used as an lvalue: what it points to (a reference), or a temporary that holds it.
    What is not followed has let go of what it may designate."""
    value = walk.evaluate(node, state)
    if isinstance(node, ex.OpaqueExpression):
        return ()
    if isinstance(value, Pointer | OneOf) and not isinstance(node.type, PointerType):
        return pointees(value)
    place = temporary(walk, node)
    write_cells(state, place, value)
    note_elements(walk, place, node.type, node.at)
    if walk.program.cplusplus and walk.program.classes.is_destroyed(node.type):
        ending = Ending(place, node.type, node.at, optional=walk.found.passing.optional)
        known = [one for one in walk.frame.temporaries if one.place == place]
        walk.frame.temporaries += [] if known else [ending]
    return (place,)


def temporary(walk: Walk, node: ex.Expression) -> Place:
    """The temporary object that holds an expression's value; it ends with the activation."""
    target = walk.allocate("variable", TEMPORARY, None, node.type, node.at, id(node))
    walk.frame.variables.append(target.serial)
    return Place(target, ZERO)


def _element_places(walk: Walk, node: ex.Index, state: State) -> Places:
    if isinstance(node.base.type, ArrayType | VectorType):
        bases = places_of(walk, node.base, state)
    else:
        bases = pointees(walk.evaluate(node.base, state))
    index = walk.evaluate(node.index, state)
    size = bytes_of(walk, node.type, node)
    if not isinstance(index, Number) or size is None:
        return tuple(
            replace(p, precision="unknown", region=_region(walk, p, node.base)) for p in bases
        )
    distance = index.value * size
    return tuple(
        Place(
            p.object,
            p.offset + distance,
            weaker(p.precision, index.precision),
            _region(walk, p, node.base),
            p.certain,
        )
        for p in bases
    )


def _region(walk: Walk, array: Place, node: ex.Expression) -> tuple[int, int] | None:
    """The bytes of a member array: an index stays inside it, unless it is the last member, which
    may be allocated longer than it is declared."""
    start, size = array.start, size_of(node.type)
    if not isinstance(node, ex.Member) or start is None or not size:
        return array.region
    record = record_of(walk, node.base.type)
    last = record is None or record.fields[-1].name == node.name
    return None if last else (start, start + size)


def _member_places(walk: Walk, node: ex.Member, state: State) -> Places:
    """A member; one that is a reference designates what it refers to, save where it is bound."""
    base = node.base
    bases = pointees(walk.evaluate(base, state)) if node.arrow else places_of(walk, base, state)
    record = record_of(walk, base.type)
    field = next((f for f in record.fields if f.name == node.name), None) if record else None
    if field is None:
        return ()
    if field.offset < 0:
        return tuple(replace(p, precision="unknown") for p in bases)
    offset = Polynomial.constant(field.offset)
    places = tuple(
        Place(p.object, p.offset + offset, p.precision, p.region, p.certain) for p in bases
    )
    if isinstance(field.type, ReferenceType) and not isinstance(node.type, ReferenceType):
        held = [load_cell(walk, node, place, _ADDRESS, state) for place in places]
        return pointees(one_of(held)) if held else ()
    return places


_ADDRESS = PointerType(VoidType())


def load(walk: Walk, node: ex.Expression, places: Places, type_: Type, state: State) -> Value:
    """The value of an lvalue; arrays decay to pointers, references are looked through."""
    walk.nodes.designated[id(node)] = places
    if isinstance(type_, ReferenceType):
        type_ = type_.referent
    if not places:
        return not_followed(walk, node, type_)
    if isinstance(type_, ArrayType):
        return address(places, node.at)
    record_accesses(walk, "load", node, places, type_, state)
    for place in places:
        note_piece(walk, place, type_, state)
    if isinstance(type_, RecordType) and not is_handle_record(type_):
        if len(places) > 1 or places[0].start is None or not places[0].certain:
            walk.escape(
                address(places, node.at), state, "copied as a struct", node.at, writes=False
            )
            return Unknown("a struct that is not followed", node.at)
        return StructValue(struct_cells(places[0], type_, state))
    values = [load_cell(walk, node, place, type_, state) for place in places]
    if not places[0].certain:
        values.append(Unknown("read through a pointer that is not followed", node.at))
        if isinstance(type_, IntType | FloatType):
            return loaded_number(walk, node, places[0])
    found = one_of(values)
    several = isinstance(found, OneOf) and all(isinstance(value, Number) for value in values)
    return loaded_number(walk, node, places[0]) if several else found


def store(
    walk: Walk, node: ex.Expression, places: Places, type_: Type, value: Value, state: State
) -> None:
    """Write a value to an lvalue (all of several: each may have changed).

    What is stored in a place that is not followed may be used by anyone who knows the place.
    """
    walk.nodes.designated[id(node)] = places
    if not places:
        walk.escape(value, state, "stored where ppcl does not follow", node.at)
    if any(place.object.kind in _NOT_TRACKED for place in places):
        walk.escape(value, state, "stored in memory whose contents are not followed", node.at)
    if not (len(places) == 1 and _is_integer(walk, places[0])):
        escape_addresses(walk, value, type_, state, node.at)
    record_accesses(walk, "store", node, places, type_, state)
    for place in places:
        note_piece(walk, place, type_, state)
        several = place.object.kind == "heap" and not is_alone(walk, place.object, state)
        only = len(places) == 1 and place.certain
        if only and not several and place.object.serial not in walk.memory.mixed:
            forget_rest(state, place, type_, value)
            write_cells(state, place, value)
        elif place.object.serial in walk.memory.mixed:
            write_weakly(state, replace(place, precision="unknown"), value)
        elif not ends_text(state.cells.get(place.object.serial, {}), place, value):
            write_weakly(state, place, value)


def _is_integer(walk: Walk, place: Place) -> bool:
    """Whether a place is all of a variable that is an integer: what is stored there is read again
    as it is."""
    target = place.object
    whole = place.certain and place.start == 0 and target.serial not in walk.memory.mixed
    return whole and target.kind == "variable" and isinstance(target.element, IntType)


def escape_addresses(walk: Walk, value: Value, type_: Type, state: State, at: Origin) -> None:
    """Let go of what an integer in an array or a struct is the address of: what is read there may
    be taken for any number."""
    for single in choices_of(value) if isinstance(type_, IntType) else ():
        if isinstance(single, Pointer):
            walk.escape(single, state, "its address is kept among numbers", at)


def is_alone(walk: Walk, target: MemoryObject, state: State) -> bool:
    """Whether an object stands for one piece of memory only, so that a store replaces what it held.

    The memory of a container is its own: where one container holds it, others of the same place
    are gone; where several do, they were copied, and each has its own. Iterators own nothing.
    """
    if target.serial not in walk.memory.owned:
        return target.unique
    objects = walk.identities.by_serial
    found = ((objects[serial], offset) for serial, offset in state.holders(target))
    holders = [each for each in found if not is_map_iterator(each[0].element)]
    return len(holders) <= 1 and all(
        offset != ANYWHERE and (holder.kind != "heap" or holder.unique)
        for holder, offset in holders
    )


def is_map_iterator(type_: Type | None) -> bool:
    """Whether a type is an iterator of a map."""
    return isinstance(type_, RecordType) and type_.name.startswith(_MAP_ITERATORS)


def write_weakly(state: State, place: Place, value: Value) -> None:
    """A store that may go elsewhere in the object, or to another object of the same place."""
    cells = value.cells if isinstance(value, StructValue) else ((0, value),)
    start = place.start if place.precision == "exact" else None
    for offset, cell in cells:
        if start is None or isinstance(cell, Number | Characters):
            state.store_anywhere(place.object, cell, place.region)
        else:
            state.store_perhaps(place.object, start + offset, cell)


def write_cells(state: State, place: Place, value: Value) -> None:
    """Update the tracked cells of an object."""
    if place.object.kind in _NOT_TRACKED:
        return
    offset = place.start if place.precision == "exact" else None
    if offset is None and ends_text(state.cells.get(place.object.serial, {}), place, value):
        return
    if offset is None:
        parts = cells_of(value)
        for part in parts:
            state.store_anywhere(place.object, part, place.region)
    elif isinstance(value, StructValue):
        written = ((offset + position, cell) for position, cell in value.cells)
        state.store_all(place.object, written)
    else:
        state.store(place.object, offset, value)


def is_handle_record(type_: RecordType) -> bool:
    """Whether a record type is one of OpenCL's opaque handle types."""
    return type_.name.removeprefix("struct ").startswith("_cl_")
