"""Lvalues, loads and stores: the only place where accesses are recorded."""

from ppcl.analysis.model import AccessEvent, Factor, IndexTerm, MemoryObject
from ppcl.analysis.polynomial import ZERO, Polynomial
from ppcl.analysis.walk.machine import Walk
from ppcl.analysis.walk.state import ANYWHERE, State
from ppcl.analysis.walk.value import (
    Number,
    OneOf,
    Place,
    Pointer,
    StructValue,
    Unknown,
    Value,
    choices_of,
    one_of,
    weaker,
)
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
    size_of,
)

Places = tuple[Place, ...]


def places_of(walk: Walk, node: ex.Expression, state: State) -> Places:
    """What an lvalue expression may designate; empty where that is not known."""
    match node:
        case ex.NameRef(declaration=declaration):
            frame = walk.frame.places if walk.frames else {}
            return frame.get(declaration.key) or walk.globals.get(declaration.key, ())
        case ex.Index():
            return _element_places(walk, node, state)
        case ex.Member(base=base, name=name, arrow=arrow):
            bases = pointees(walk.evaluate(base, state)) if arrow else places_of(walk, base, state)
            return _field_places(walk, bases, base.type, name, node.at)
        case ex.Unary(op="*", operand=operand):
            return pointees(walk.evaluate(operand, state))
        case ex.This():
            return walk.frame.this
        case ex.Cast(operand=operand) | ex.Swizzle(base=operand):
            return places_of(walk, operand, state)
        case ex.Conditional(then=then, otherwise=otherwise):
            walk.evaluate(node.condition, state)
            return places_of(walk, then, state) + places_of(walk, otherwise, state)
        case ex.Assign(target=target):
            walk.evaluate(node, state)
            return places_of(walk, target, state)
        case ex.Unary(op="++x" | "--x", operand=operand):
            walk.evaluate(node, state)
            return places_of(walk, operand, state)
        case ex.Call():
            modelled = walk.model.place(walk, node, state)
            return modelled if modelled is not None else _rvalue_places(walk, node, state)
        case _:
            return _rvalue_places(walk, node, state)


def pointees(value: Value) -> Places:
    """The places that a pointer value may point to, those left out that are not followed.

    A pointer that is not followed cannot reach an object that has not escaped: whatever loses a
    pointer records an EscapeEvent.
    """
    found = choices_of(value)
    return tuple(Place(p.object, p.offset, p.precision) for p in found if isinstance(p, Pointer))


def address(places: Places, at: Origin) -> Value:
    """The pointer to places."""
    if not places:
        return Unknown("the address of something that is not followed", at)
    return one_of([Pointer(p.object, p.offset, p.precision) for p in places])


def _rvalue_places(walk: Walk, node: ex.Expression, state: State) -> Places:
    """A value used as an lvalue: what it points to (a reference), or a temporary that holds it."""
    value = walk.evaluate(node, state)
    if isinstance(value, Pointer | OneOf) and not isinstance(node.type, PointerType):
        return pointees(value)
    temporary = walk.allocate("variable", "temporary", None, node.type, node.at, id(node))
    place = Place(temporary, ZERO)
    write_cells(state, place, value)
    return (place,)


def _element_places(walk: Walk, node: ex.Index, state: State) -> Places:
    if isinstance(node.base.type, ArrayType):
        bases = places_of(walk, node.base, state)
    else:
        bases = pointees(walk.evaluate(node.base, state))
    index = walk.evaluate(node.index, state)
    size = element_bytes(walk, node)
    if not isinstance(index, Number) or size is None:
        return tuple(Place(p.object, p.offset, "unknown") for p in bases)
    distance = index.value * size
    return tuple(
        Place(p.object, p.offset + distance, weaker(p.precision, index.precision)) for p in bases
    )


def element_bytes(walk: Walk, node: ex.Index) -> Polynomial | None:
    """The size of one element; a row of a variable-length array has a symbolic one."""
    size = size_of(node.type)
    return None if size is None else Polynomial.constant(size)


def _field_places(walk: Walk, bases: Places, type_: Type, name: str, at: Origin) -> Places:
    while isinstance(type_, PointerType | ReferenceType):
        type_ = type_.pointee if isinstance(type_, PointerType) else type_.referent
    record = walk.records.get(type_.name) if isinstance(type_, RecordType) else None
    field = next((f for f in record.fields if f.name == name), None) if record else None
    if field is None or field.offset < 0:
        return ()
    if isinstance(field.type, ReferenceType):
        walk.remark("PPC101", f"the reference '{name}' is not followed", at)
        walk.complete = False
    offset = Polynomial.constant(field.offset)
    return tuple(Place(p.object, p.offset + offset, p.precision) for p in bases)


def load(walk: Walk, node: ex.Expression, places: Places, type_: Type, state: State) -> Value:
    """The value of an lvalue; arrays decay to pointers, references are looked through."""
    if isinstance(type_, ReferenceType):
        type_ = type_.referent
    if not places:
        return Unknown("read through a pointer that is not followed", node.at)
    if isinstance(type_, ArrayType):
        return address(places, node.at)
    for place in places:
        record_access(walk, "load", node, place, type_, state)
        _note_width(walk, place, type_, state)
    if isinstance(type_, RecordType) and not is_handle_record(type_):
        if len(places) > 1 or places[0].offset.as_int is None:
            walk.escape(
                address(places, node.at), state, "copied as a struct", node.at, writes=False
            )
            return Unknown("a struct that is not followed", node.at)
        return StructValue(_struct_cells(places[0], type_, state))
    values = [_load_cell(walk, node, place, type_, state) for place in places]
    if len(set(values)) > 1 and all(isinstance(value, Number) for value in values):
        return _loaded_number(walk, node, places[0])
    return one_of(values)


def _struct_cells(place: Place, type_: RecordType, state: State) -> tuple[tuple[int, Value], ...]:
    start, size = place.offset.as_int, type_.size or 0
    if start is None:
        return ()
    cells = state.cells.get(place.object.serial, {})
    return tuple((o - start, v) for o, v in sorted(cells.items()) if start <= o < start + size)


def _load_cell(walk: Walk, node: ex.Expression, place: Place, type_: Type, state: State) -> Value:
    offset = place.offset.as_int if place.precision == "exact" else None
    cells = state.cells.get(place.object.serial, {})
    if offset is not None and offset in cells:
        return cells[offset]
    if isinstance(type_, IntType | FloatType):
        return _loaded_number(walk, node, place)
    held = [cell for cell in cells.values() if not isinstance(cell, Number)]
    if held and (offset is None or ANYWHERE in cells):
        return one_of(held)
    if isinstance(type_, VectorType):
        return Unknown("a vector", node.at)
    return Unknown(f"read from '{place.object.name}', whose contents are not followed", node.at)


def _loaded_number(walk: Walk, node: ex.Expression, place: Place) -> Number:
    symbol = walk.symbol("load", place.object.name, id(node), place.object.serial)
    walk.loads.add(symbol)
    return Number(Polynomial.atom(symbol))


def store(
    walk: Walk, node: ex.Expression, places: Places, type_: Type, value: Value, state: State
) -> None:
    """Write a value to an lvalue (all of several: each may have changed).

    What is stored in a place that is not followed may be used by anyone who knows the place.
    """
    if not places:
        walk.escape(value, state, "stored where ppcl does not follow", node.at)
    for place in places:
        record_access(walk, "store", node, place, type_, state)
        _note_width(walk, place, type_, state)
        several = place.object.kind == "heap" and not place.object.unique
        if len(places) == 1 and not several and place.object.serial not in walk.mixed:
            write_cells(state, place, value)
        else:
            _write_weakly(state, place, value)


def _write_weakly(state: State, place: Place, value: Value) -> None:
    """A store that may go elsewhere in the object, or to another object of the same place."""
    parts = [cell for _, cell in value.cells] if isinstance(value, StructValue) else [value]
    for part in parts:
        state.store_anywhere(place.object, part)


def _note_width(walk: Walk, place: Place, type_: Type, state: State) -> None:
    """Let go of the cells of an object that is accessed by overlapping pieces."""
    offset, width = place.offset.as_int, size_of(type_)
    if offset is None or width is None or isinstance(type_, RecordType | ArrayType):
        return
    if place.object.serial not in walk.widths:
        walk.widths[place.object.serial] = _declared_widths(walk, place.object.element)
    known = walk.widths[place.object.serial]
    if known.get(offset) == width and place.object.serial not in walk.mixed:
        return
    if any(
        start < offset + width and offset < start + size and (start, size) != (offset, width)
        for start, size in known.items()
    ):
        walk.mixed.add(place.object.serial)
        state.forget(place.object, "accessed by pieces of several sizes")
    known[offset] = width


def _declared_widths(walk: Walk, type_: Type | None) -> dict[int, int]:
    """The sizes of a variable's scalar parts by offset, as its type has them."""
    if isinstance(type_, IntType | FloatType | PointerType):
        return {0: size_of(type_) or 0}
    record = walk.records.get(type_.name) if isinstance(type_, RecordType) else None
    return {
        field.offset: size_of(field.type) or 0
        for field in (record.fields if record is not None and not record.union else ())
        if isinstance(field.type, IntType | FloatType | PointerType)
    }


def write_cells(state: State, place: Place, value: Value) -> None:
    """Update the tracked cells of an object."""
    if place.object.kind in ("parameter", "buffer", "local"):
        return
    offset = place.offset.as_int if place.precision == "exact" else None
    if offset is None:
        parts = [cell for _, cell in value.cells] if isinstance(value, StructValue) else [value]
        for part in parts:
            state.store_anywhere(place.object, part)
    elif isinstance(value, StructValue):
        for position, cell in value.cells:
            state.store(place.object, offset + position, cell)
    else:
        state.store(place.object, offset, value)


def is_data(walk: Walk, target: MemoryObject) -> bool:
    """Whether accesses of an object are recorded: allocations and what holds arrays."""
    return target.kind != "variable" or _holds_array(walk, target.element, 4)


def _holds_array(walk: Walk, type_: Type | None, depth: int) -> bool:
    record = walk.records.get(type_.name) if isinstance(type_, RecordType) else None
    fields = record.fields if record is not None and depth else ()
    return isinstance(type_, ArrayType) or any(
        _holds_array(walk, field.type, depth - 1) for field in fields
    )


def is_handle_record(type_: RecordType) -> bool:
    """Whether a record type is one of OpenCL's opaque handle types."""
    return type_.name.removeprefix("struct ").startswith("_cl_")


def record_access(
    walk: Walk, kind: str, node: ex.Expression, place: Place, type_: Type, state: State
) -> None:
    """Record a load or store of a data object with everything that proofs need."""
    if walk.out is None or not is_data(walk, place.object):
        return
    subscript = _direct_subscript(node, place, walk, state)
    walk.record(
        AccessEvent(
            walk.next_order(),
            "load" if kind == "load" else "store",
            place.object,
            place.offset,
            place.precision,
            size_of(type_) or 0,
            type_,
            node,
            subscript,
            tuple(index_terms(walk, subscript, 1)) if subscript else (),
            scope_of(walk, state, node.at),
            walk.loops,
            state.guards,
            walk.frame.function.declaration if walk.frame.function else None,
        )
    )


def _direct_subscript(
    node: ex.Expression, place: Place, walk: Walk, state: State
) -> ex.Expression | None:
    """The index in brackets, where it alone says which element of the object is meant."""
    if isinstance(node, ex.Index):
        index = walk.last.get(id(node.index))
        size = size_of(node.type)
        if isinstance(index, Number) and size is not None:
            whole = index.value * Polynomial.constant(size) == place.offset
            return node.index if whole else None
    if isinstance(node, ex.Call) and node.callee == "std::vector::operator[]":
        return node.arguments[0] if node.arguments else None
    return None


def index_terms(walk: Walk, node: ex.Expression, sign: int) -> list[IndexTerm]:
    """The written sum of an index as terms and factors with their values."""
    match node:
        case ex.Binary(op="+" | "-" as op, left=left, right=right):
            other = sign if op == "+" else -sign
            return index_terms(walk, left, sign) + index_terms(walk, right, other)
        case ex.Cast(operand=operand, implicit=True):
            return index_terms(walk, operand, sign)
        case _:
            return [IndexTerm(sign, tuple(_factors(walk, node)))]


def _factors(walk: Walk, node: ex.Expression) -> list[Factor]:
    match node:
        case ex.Binary(op="*", left=left, right=right):
            return _factors(walk, left) + _factors(walk, right)
        case ex.Cast(operand=operand, implicit=True):
            return _factors(walk, operand)
        case _:
            value = walk.last.get(id(node))
            known = value.value if isinstance(value, Number) else None
            return [Factor(node, known if known is not None else _opaque(walk, node))]


def _opaque(walk: Walk, node: ex.Expression) -> Polynomial:
    return Polynomial.atom(walk.symbol("load", "?", id(node), "factor"))


def scope_of(walk: Walk, state: State, at: Origin) -> tuple[tuple[str, Polynomial], ...]:
    """Integer variables in scope at a place and their values, by name; inner declarations hide
    outer ones, and globals are in scope behind their declaration in the same file."""
    found: dict[str, Polynomial] = {}
    frame = walk.frame
    for key, (name, type_) in walk.global_types.items():
        if isinstance(type_, IntType) or name in found:
            places = walk.globals.get(key, ())
            if _is_before(places, at):
                _enter(found, name, _integer_in(places, type_, state))
    for key, (name, type_) in frame.types.items():
        if isinstance(type_, IntType) or name in found:
            _enter(found, name, _integer_in(frame.places.get(key, ()), type_, state))
    return tuple(found.items())


def _enter(found: dict[str, Polynomial], name: str, held: Polynomial | None) -> None:
    """A variable comes into scope: it hides what had its name."""
    found.pop(name, None)
    if held is not None:
        found[name] = held


def _is_before(places: Places, at: Origin) -> bool:
    declared = places[0].object.at if places else None
    if declared is None:
        return False
    return declared.span.file == at.span.file and declared.span.end <= at.span.start


def _integer_in(places: Places, type_: Type, state: State) -> Polynomial | None:
    if not isinstance(type_, IntType) or len(places) != 1:
        return None
    value = state.cells.get(places[0].object.serial, {}).get(places[0].offset.as_int or 0)
    return value.value if isinstance(value, Number) and value.precision == "exact" else None
