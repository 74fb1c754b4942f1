"""What the C library's functions on memory as bytes read and write: memcpy, memset, fread, ..."""

from collections.abc import Mapping

from ppcl.analysis.model import EscapeEvent, MemoryObject
from ppcl.analysis.numbers.polynomial import ZERO
from ppcl.analysis.walk.core.machine import Walk
from ppcl.analysis.walk.core.place import Places, pointees
from ppcl.analysis.walk.core.state import ANYWHERE, State
from ppcl.analysis.walk.core.value import (
    NOT_SET,
    Characters,
    Number,
    Place,
    Unknown,
    Value,
    choices_of,
)
from ppcl.ir.expression import Call
from ppcl.ir.types import FloatType, IntType, PointerType, RecordType, size_of

# Which argument is written and which is read; None for neither.
_USES: Mapping[str, tuple[int | None, int | None]] = {
    "memcpy": (0, 1),
    "memmove": (0, 1),
    "memset": (0, None),
    "bzero": (0, None),
    "fread": (0, None),
    "read": (1, None),
}
BYTEWISE = frozenset(_USES)
# What sets each byte to the same value, and which argument says how many.
_SETTING = {"memset": 2, "bzero": 1}
_LARGEST = 8


def use_bytes(
    walk: Walk, call: Call, name: str, arguments: tuple[Value, ...], state: State
) -> None:
    """Record what a call reads and writes, and what its target holds after it."""
    written, read = _USES[name]
    reason = f"used as a whole by '{name}'"
    target = arguments[written] if written is not None else Unknown("nothing")
    source = arguments[read] if read is not None else Unknown("nothing")
    for place in pointees(source):
        _record(walk, call, place, reason, writes=False)
    exact = read is not None and _copied(walk, call, arguments, state)
    if not exact:
        _let_go_of_pointers(walk, call, source, reason, state)
    uniform = name in _SETTING and _is_all(pointees(target), arguments[_SETTING[name]])
    for place in pointees(target):
        _record(walk, call, place, reason, writes=True, uniform=uniform)
        if not exact:
            state.forget(place.object, reason)


def _record(
    walk: Walk, call: Call, place: Place, reason: str, writes: bool, uniform: bool = False
) -> None:
    order = walk.next_order()
    walk.record(EscapeEvent(order, place.object, reason, call.at, not writes, writes, uniform))


def _is_all(places: Places, count: Value) -> bool:
    """Whether so many bytes from a place on are all of one object."""
    if len(places) != 1 or not isinstance(count, Number) or count.precision != "exact":
        return False
    (place,) = places
    whole = place.certain and place.precision == "exact" and place.offset == ZERO
    return whole and place.object.unique and place.object.size == count.value


def _let_go_of_pointers(walk: Walk, call: Call, source: Value, reason: str, state: State) -> None:
    """Pointers and handles among the bytes are in use elsewhere from here on."""
    for place in pointees(source):
        for held in tuple(state.cells.get(place.object.serial, {}).values()):
            if not isinstance(held, Number | Unknown | Characters):
                walk.escape(held, state, reason, call.at)


def _copied(walk: Walk, call: Call, arguments: tuple[Value, ...], state: State) -> bool:
    """Copy the cells of known bytes from known places; False where that cannot be done.

    Numbers are copied between objects of one type only: their bytes may be another number else.
    """
    target, source = _single(walk, arguments[0]), _single(walk, arguments[1])
    count = arguments[2] if len(arguments) > 2 else Unknown("no size")
    size = count.value.as_int if isinstance(count, Number) else None
    if target is None or source is None or size is None or size < 0:
        return False
    cells = state.cells.get(source.object.serial, {})
    rest = cells.get(ANYWHERE)
    if rest is not None and rest != Unknown(NOT_SET):
        return False
    start, first = source.start or 0, target.start or 0
    old = state.cells.get(target.object.serial, {})
    edges = ((source.object, cells, start), (target.object, old, first))
    if any(_is_cut(walk, o, held, e) for o, held, at in edges for e in (at, at + size)):
        return False
    moved = {first + o - start: held for o, held in cells.items() if start <= o < start + size}
    if any(isinstance(held, Characters) for held in moved.values()):
        return False
    if source.object.element != target.object.element or start != first:
        for offset, held in moved.items():
            if any(isinstance(single, Number) for single in choices_of(held)):
                moved[offset] = walk.fresh("load", target.object.name, id(call), offset)
    kept = {offset: held for offset, held in old.items() if not first <= offset < first + size}
    if any(isinstance(held, Characters) for held in kept.values()):
        return False
    state.cells[target.object.serial] = {**kept, **moved}
    return True


def _is_cut(walk: Walk, target: MemoryObject, cells: Mapping[int, Value], edge: int) -> bool:
    """Whether some scalar of an object may lie across an offset."""
    return any(o < edge < o + _width(walk, target, o) for o in cells if o != ANYWHERE)


def _width(walk: Walk, target: MemoryObject, offset: int) -> int:
    """The size of the scalar at an offset: as it was accessed, or declared; the largest if neither
    is known."""
    piece = walk.memory.pieces.get(target.serial, {}).get(offset)
    if piece is not None:
        return piece[0]
    declared = target.element
    record = walk.program.records.get(declared.name) if isinstance(declared, RecordType) else None
    fields = [f.type for f in record.fields if f.offset == offset] if record is not None else []
    types = fields if record is not None else [declared] if offset == 0 else []
    scalars = [t for t in types if isinstance(t, IntType | FloatType | PointerType)]
    return min((size_of(t) or _LARGEST for t in scalars), default=_LARGEST)


def _single(walk: Walk, value: Value) -> Place | None:
    """The one place that a pointer points to, at a known offset of an object whose cells are kept
    one by one."""
    places = pointees(value)
    if len(places) != 1 or places[0].start is None or places[0].precision != "exact":
        return None
    target = places[0].object
    kept = target.unique and target.kind in ("variable", "heap")
    return places[0] if kept and target.serial not in walk.memory.mixed else None
