"""Which keys a map has: its slots, one for each key that is known, and what marks them.

A slot is a `std::pair` of key and value. Which slot a key has is the same in all states; whether
the key is there, a cell in front of the memory says. Where another one may be there, a mark does.
"""

from dataclasses import dataclass, replace

from ppcl.analysis.kernels import text
from ppcl.analysis.model import MemoryObject
from ppcl.analysis.numbers.polynomial import ONE, ZERO, Polynomial
from ppcl.analysis.walk.core.machine import Walk
from ppcl.analysis.walk.core.place import Places, is_alone, pointees
from ppcl.analysis.walk.core.state import ANYWHERE, State
from ppcl.analysis.walk.core.value import ZEROED, Number, Place, Pointer, Unknown, Value, cells_of
from ppcl.analysis.walk.libc.text_memory import text_of
from ppcl.analysis.walk.std.containers import DATA, class_of, held_at, is_library
from ppcl.analysis.walk.std.tuple_parts import part_offset
from ppcl.ir.types import IntType, PointerType, RecordType, Type, VoidType, size_of
from ppcl.ir.unit import Field

Key = int | bytes
MAPS = ("map", "unordered_map")
# What tells keys apart, and orders them, where it is the library's own.
_ORDER, _EQUALITY = "std::less<", ("std::hash<", "std::equal_to<")
# What the memory of a map is called.
MEMORY = "map"
# Where an iterator points behind the last pair, and the marks in front of the first one.
_END = 1 << 40
_OTHERS, _FIRST = -2, -3
_MARK = Number(ONE)


def know_type(walk: Walk, target: MemoryObject, type_: Type) -> Type:
    """The type of the map that owns memory; it is given where that is made."""
    return walk.synthetic(("map", target.serial), lambda: type_)


def pair_of(type_: Type) -> RecordType:
    """A slot's type, as the library spells it."""
    found = class_of(type_)
    arguments = found.arguments[:2] if found is not None else ()
    return RecordType("std::pair<slot>", None, arguments)


def key_of(type_: Type, value: Value, state: State) -> Key | None:
    """A key that is known: a number or a text. One that is an address is not."""
    arguments = pair_of(type_).arguments
    if not arguments or isinstance(arguments[0], PointerType):
        return None
    if isinstance(value, Number):
        return _number(arguments[0], value)
    return text.known(text_of(value, state))


def _number(type_: Type, value: Number) -> int | None:
    """A number that a key's type holds as it is."""
    number = value.value.as_int if value.precision == "exact" else None
    if number is None or not isinstance(type_, IntType):
        return number
    least = -(1 << (type_.bits - 1)) if type_.signed else 0
    return number if least <= number < least + (1 << type_.bits) else None


def layout_of(walk: Walk, type_: Type) -> tuple[int, int] | None:
    """Where the value stands in a slot, and the size of a slot, in bytes."""
    pair = pair_of(type_)
    made = walk.synthetic(("pair", pair.arguments), lambda: _as_made(walk, pair))
    second = part_offset(walk, made, 1) if len(pair.arguments) == 2 else None
    size = size_of(pair.arguments[1]) if len(pair.arguments) == 2 else None
    return None if second is None or size is None else (second, -(-(second + size) // 16) * 16)


def _as_made(walk: Walk, pair: RecordType) -> RecordType:
    """A slot's type by the name of the class that the program uses, where it uses it."""
    for name, record in walk.program.records.items():
        if name.startswith("std::pair<") and _are(record.fields, pair.arguments):
            return replace(pair, name=name)
    return pair


def _are(fields: tuple[Field, ...], types: tuple[Type, ...]) -> bool:
    return tuple(field.type for field in fields) == types


def slot_of(walk: Walk, target: MemoryObject, key: Key, size: int) -> int:
    """The first byte of a key's slot."""
    slots = _slots(walk, target)
    return size * slots.setdefault(key, len(slots))


def _slots(walk: Walk, target: MemoryObject) -> dict[Key, int]:
    found: dict[Key, int] = walk.synthetic(("slots", target.serial), dict)
    return found


def enters(walk: Walk, type_: Type, memory: Places, key: Key | None, state: State) -> None:
    """A key is there from here on, or a key that is not known."""
    if not _is_plain(type_):
        return  # of such, not all keys are ever known
    for place in memory:
        target = place.object
        if key is not None and is_there(walk, target, key, state):
            continue
        whole = len(memory) == 1 and place.certain and is_alone(walk, target, state)
        if isinstance(key, int) and whole:
            layout = layout_of(walk, type_)
            slot_of(walk, target, key, layout[1] if layout is not None else 1)
            state.store(target, _FIRST - _slots(walk, target)[key], _MARK)
        else:
            hide(state, target)


def hide(state: State, target: MemoryObject) -> None:
    """Other keys may be there, or none: which, is not known any more."""
    state.store(target, _OTHERS, _MARK)


def is_there(walk: Walk, target: MemoryObject, key: Key, state: State) -> bool:
    """Whether a key is known to be in a map."""
    number = _slots(walk, target).get(key)
    return number is not None and state.load(target, _FIRST - number) == _MARK


def known_keys(walk: Walk, type_: Type, memory: Places, state: State) -> tuple[int, ...] | None:
    """All keys of a map, in their order; None where they are not all known."""
    if len(memory) != 1 or memory[0].start != 0 or not memory[0].certain:
        return None
    target = memory[0].object
    cells, layout = state.cells.get(target.serial, {}), layout_of(walk, type_)
    untouched = cells.get(ANYWHERE) == Unknown(ZEROED) and target.serial not in walk.memory.mixed
    if not (untouched and layout and _is_plain(type_) and is_alone(walk, target, state)):
        return None
    marks = {_FIRST - number: key for key, number in _slots(walk, target).items()}
    found = {offset: key for offset, key in marks.items() if cells.get(offset) == _MARK}
    slots = {_FIRST - offset for offset in found}
    others = (o for o in cells if o not in found and o != ANYWHERE)
    if any(o < 0 or o // layout[1] not in slots for o in others):
        return None
    return tuple(sorted(key for key in found.values() if isinstance(key, int)))


def is_ordered(type_: Type, keys: tuple[int, ...]) -> bool:
    """Whether a map goes through its keys from the smallest to the largest."""
    return is_library(type_, "map") or len(keys) < 2


def _is_plain(type_: Type) -> bool:
    """Whether keys are numbers, which the library tells apart, and orders, by their value."""
    found = class_of(type_)
    arguments = found.arguments if found is not None else ()
    key = arguments[0] if len(arguments) > 3 else None
    if not isinstance(key, IntType) or not key.is_built_in:
        return False
    names = [each.name if isinstance(each, RecordType) else "" for each in arguments[2:4]]
    if is_library(type_, "map"):
        return names[0].startswith(_ORDER)
    return all(name.startswith(own) for name, own in zip(names, _EQUALITY, strict=True))


def entries(
    walk: Walk, type_: Type, places: Places, state: State, any_order: bool = False
) -> Places | None:
    """The pairs of a map that stands at `places`, in their order, if that matters; None where that
    is not known."""
    held = held_at(places[0], DATA, state) if len(places) == 1 and places[0].certain else None
    memory = pointees(held) if held is not None else ()
    keys = known_keys(walk, type_, memory, state)
    if keys is None or not (any_order or is_ordered(type_, keys)):
        return None
    values = (at_key(walk, type_, memory[0].object, key, state) for key in keys)
    return tuple(place for value in values for place in pointees(value))


def are_all(walk: Walk, memory: Places, found: Places, state: State) -> bool:
    """Whether these are still the pairs of a map."""
    type_ = know_type(walk, memory[0].object, VoidType())
    keys = known_keys(walk, type_, memory, state)
    if keys is None:
        return False
    now = [at_key(walk, type_, memory[0].object, key, state) for key in keys]
    return now == [Pointer(place.object, place.offset) for place in found]


def at_key(walk: Walk, type_: Type, target: MemoryObject, key: int | None, state: State) -> Pointer:
    """Where the pair of a key is, or, without one, the end is. The pair holds its key."""
    layout = layout_of(walk, type_)
    assert layout is not None
    if key is None:
        return Pointer(target, Polynomial.constant(_END))
    slot = slot_of(walk, target, key, layout[1])
    number = Number(Polynomial.constant(key))
    if state.load(target, slot) != number:
        state.store(target, slot, number)
    return Pointer(target, Polynomial.constant(slot))


@dataclass(frozen=True)
class _Position:
    """A pair of a map whose keys are all known, by its key: None for the end."""

    type: Type
    target: MemoryObject
    keys: tuple[int, ...]
    key: int | None


def _position(walk: Walk, held: Value, state: State) -> _Position | None:
    if not isinstance(held, Pointer) or held.precision != "exact":
        return None
    target, start = held.object, held.start
    type_ = know_type(walk, target, VoidType())
    keys = known_keys(walk, type_, (Place(target, ZERO),), state)
    layout = layout_of(walk, type_)
    if keys is None or layout is None:
        return None
    if start == _END:
        return _Position(type_, target, keys, None)
    slots = {slot_of(walk, target, key, layout[1]): key for key in keys}
    return _Position(type_, target, keys, slots[start]) if start in slots else None


def are_same(walk: Walk, one: Value, other: Value, state: State) -> bool | None:
    """Whether two iterators are the same, None where that is not known."""
    first, second = _position(walk, one, state), _position(walk, other, state)
    if first is None or second is None or first.target != second.target:
        return None
    return first.key == second.key


def steps_between(walk: Walk, one: Value, other: Value, state: State) -> int | None:
    """How many steps lead from one iterator to another; None where that is not known."""
    first, last = _position(walk, one, state), _position(walk, other, state)
    if first is None or last is None or first.target != last.target:
        return None
    ring = (*first.keys, None)
    return ring.index(last.key) - ring.index(first.key)


def moved(walk: Walk, held: Value, by: int, state: State) -> Value | None:
    """An iterator one step on, or back; None where that is not known."""
    at = _position(walk, held, state)
    if at is None or not is_ordered(at.type, at.keys):
        return None
    ring = (*at.keys, None)
    following = ring.index(at.key) + by
    if not 0 <= following < len(ring):
        return None
    return at_key(walk, at.type, at.target, ring[following], state)


def hide_held(walk: Walk, value: Value, state: State) -> None:
    """What maps that a value holds, or points to, have is not known any more: it may have been
    moved away."""
    pending = [place.object for cell in cells_of(value) for place in pointees(cell)]
    seen: set[int] = set()
    while pending:
        target = pending.pop()
        if target.serial in seen:
            continue
        seen.add(target.serial)
        held = state.cells.get(target.serial, {}).values()
        owned = (place.object for cell in held for place in pointees(cell))
        pending += [each for each in owned if each.serial in walk.memory.owned]
        if target.serial in walk.memory.owned and target.name == MEMORY:
            hide(state, target)
