"""What is read from one place of memory: what its cell holds, or a number that is not known."""

from ppcl.analysis.kernels import text
from ppcl.analysis.model import MemoryObject
from ppcl.analysis.numbers.polynomial import ZERO, Polynomial
from ppcl.analysis.walk.core.machine import Walk
from ppcl.analysis.walk.core.state import ANYWHERE, State
from ppcl.analysis.walk.core.undefined import undefined
from ppcl.analysis.walk.core.value import (
    Characters,
    Number,
    Place,
    StructValue,
    Unknown,
    Value,
    one_of,
)
from ppcl.ir import expression as ex
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
from ppcl.ir.unit import Record

_BITS = 8


def struct_cells(place: Place, type_: RecordType, state: State) -> tuple[tuple[int, Value], ...]:
    """The cells of a struct at a place, by their offsets in it."""
    start, size = place.start, type_.size or 0
    if start is None:
        return ()
    cells = state.cells.get(place.object.serial, {})
    return tuple((o - start, v) for o, v in sorted(cells.items()) if start <= o < start + size)


def forget_rest(state: State, place: Place, type_: Type, value: Value) -> None:
    """What the value of a struct does not tell of is not known where it is stored."""
    start, size = place.start, size_of(type_)
    is_own = isinstance(type_, RecordType) and not type_.name.startswith("std::")
    if not is_own or not isinstance(value, StructValue) or start is None or not size:
        return
    told = {start + offset for offset, _ in value.cells}
    cells = state.cells.get(place.object.serial, {})
    rest = [at for at in cells if start <= at < start + size and at not in told]
    if rest:
        kept = {at: held for at, held in cells.items() if at not in rest}
        lost = (at for at in rest if not isinstance(cells[at], Number) or cells[at] == Number(ZERO))
        kept.update(dict.fromkeys(lost, Unknown("copied from what is not followed")))
        state.cells[place.object.serial] = kept


def load_cell(walk: Walk, node: ex.Expression, place: Place, type_: Type, state: State) -> Value:
    """What an expression reads from a place."""
    offset = place.start if place.precision == "exact" else None
    cells = state.cells.get(place.object.serial, {})
    offset = None if place.object.serial in walk.memory.mixed else offset
    if offset in cells and not isinstance(cells[offset], Characters):
        return cells[offset]
    if isinstance(type_, IntType | FloatType):
        return _character(cells, offset, place, type_) or loaded_number(walk, node, place)
    summary = cells.get(ANYWHERE)
    if offset is not None and summary is not None and not isinstance(summary, Number):
        return summary
    cells = _reachable(walk, node, place.object, cells)
    held = [cell for cell in cells.values() if not isinstance(cell, Number | Characters)]
    if held and (offset is None or ANYWHERE in cells):
        nulls = [cell for cell in cells.values() if isinstance(cell, Number) and cell.value == ZERO]
        return one_of([*nulls, *held])
    if isinstance(type_, VectorType):
        return Unknown("a vector", node.at)
    return Unknown(f"read from '{place.object.name}', whose contents are not followed", node.at)


def _character(
    cells: dict[int, Value], offset: int | None, place: Place, type_: Type
) -> Number | None:
    """A character of a text that is known, the zero that ends it included."""
    if not isinstance(type_, IntType) or type_.bits != _BITS or not place.object.unique:
        return None
    if offset is None or ANYWHERE in cells:
        return None
    starts = [at for at, held in cells.items() if isinstance(held, Characters) and at <= offset]
    held = cells[max(starts)] if starts else None
    if not isinstance(held, Characters):
        return None
    rest = text.from_byte(held.parts, offset - max(starts))
    first = text.known(text.first_bytes(rest, 1) or ()) if rest is not None else None
    if rest is None or first is None or (rest and not first):
        return None
    return Number(Polynomial.constant(int.from_bytes(first, "big", signed=type_.signed)))


def _reachable(
    walk: Walk, node: ex.Expression, target: MemoryObject, cells: dict[int, Value]
) -> dict[int, Value]:
    """The cells of an object that an expression may read: a member of any element of a variable
    that is an array of structs is that member."""
    type_ = target.element.element if isinstance(target.element, ArrayType) else None
    if not isinstance(node, ex.Member) or target.kind != "variable":
        return cells
    record = record_of(walk, node.base.type)
    if record is None or not isinstance(type_, RecordType):
        return cells
    start = next((f.offset for f in record.fields if f.name == node.name), -1)
    if record.name != type_.name or not record.size or start < 0:
        return cells
    return {o: cell for o, cell in cells.items() if o < 0 or o % record.size == start}


def not_followed(walk: Walk, node: ex.Expression, type_: Type) -> Value:
    """What is read through a pointer that is not followed: some number, if it is one."""
    if not isinstance(type_, IntType | FloatType):
        reason = undefined(walk, node) or "read through a pointer that is not followed"
        return Unknown(reason, node.at)
    return _unknown_load(walk, "value", id(node), "not followed")


def loaded_number(walk: Walk, node: ex.Expression, place: Place) -> Number:
    """Some number of its own for each place: one node may stand for several loads, as an array of
    sizes that a call reads does."""
    return _unknown_load(walk, place.object.name, id(node), place.object.serial, place.offset)


def _unknown_load(walk: Walk, name: str, *key: object) -> Number:
    number = walk.fresh("load", name, *key)
    walk.memory.loads |= number.value.symbols
    return number


def record_of(walk: Walk, type_: Type) -> Record | None:
    """The record that a type is, points or refers to."""
    while isinstance(type_, PointerType | ReferenceType):
        type_ = type_.pointee if isinstance(type_, PointerType) else type_.referent
    return walk.program.records.get(type_.name) if isinstance(type_, RecordType) else None
