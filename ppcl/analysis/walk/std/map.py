"""`std::map` and `std::unordered_map`: memory with a slot for each key that is known.

A key that is not known may be any of them.
"""

from ppcl.analysis.model import MemoryObject
from ppcl.analysis.numbers.polynomial import ZERO, Polynomial
from ppcl.analysis.walk.calls.referring import holds_values, let_go_of_referred
from ppcl.analysis.walk.core.machine import Walk
from ppcl.analysis.walk.core.place import (
    Places,
    address,
    is_alone,
    is_map_iterator,
    load,
    pointees,
    write_cells,
)
from ppcl.analysis.walk.core.state import ANYWHERE, State
from ppcl.analysis.walk.core.value import (
    ZEROED,
    Number,
    Place,
    Pointer,
    StructValue,
    Unknown,
    Value,
)
from ppcl.analysis.walk.libc.text_memory import in_array
from ppcl.analysis.walk.std.containers import (
    DATA,
    begun,
    class_of,
    copies_run,
    ended,
    held_at,
    is_library,
    is_postfix,
    is_unmade,
    iterated,
    owners,
    put_at,
    receiver_places,
    stir,
)
from ppcl.analysis.walk.std.map_entries import (
    MAPS,
    MEMORY,
    Key,
    are_same,
    at_key,
    enters,
    hide_held,
    is_ordered,
    is_there,
    key_of,
    know_type,
    known_keys,
    layout_of,
    moved,
    pair_of,
    slot_of,
)
from ppcl.ir import expression as ex
from ppcl.ir.types import ArrayType, IntType, Type

Arguments = tuple[Value, ...]
_INSERTING = ("insert", "emplace", "insert_or_assign", "try_emplace")
_CHANGING = frozenset({"clear", "operator=", *_INSERTING})
_FLAG = 8
_ASKING = frozenset({"size", "empty", "count", "contains"})


class Maps:
    """The model of maps from numbers or texts."""

    def call(self, walk: Walk, call: ex.Call, arguments: Arguments, state: State) -> Value | None:
        """The effect of a member or constructor, None for other functions."""
        name = call.callee or ""
        if name.startswith("new ") and is_library(call.type, *MAPS):
            return _constructed(walk, call, arguments, state)
        if _is_comparison(call):
            return _compared(walk, call, arguments, state)
        if call.receiver is None:
            return None
        if _is_iterator(call.receiver.type):
            return _of_iterator(walk, call, state)
        if not is_library(call.receiver.type, *MAPS):
            return None
        return _member(walk, call, arguments, state)

    def place(self, walk: Walk, call: ex.Call, state: State) -> Places | None:
        """The value that `m[key]` or `m.at(key)` designates, or the pair that `*it` does."""
        if call.receiver is None:
            return None
        if _is_iterator(call.receiver.type) and call.method == "operator*":
            return pointees(_held(walk, call, state))
        if not is_library(call.receiver.type, *MAPS) or call.method not in ("operator[]", "at"):
            return None
        given = walk.evaluate_all(call.arguments, state)[0]
        return _designated(walk, call, key_of(call.receiver.type, given, state), state)


def _is_iterator(type_: Type) -> bool:
    return is_map_iterator(class_of(type_))


def _is_comparison(call: ex.Call) -> bool:
    """Whether two iterators are compared, which may be by a member or by a function."""
    operands = (*((call.receiver,) if call.receiver is not None else ()), *call.arguments)
    compared = call.method in ("operator==", "operator!=")
    return compared and len(operands) == 2 and all(_is_iterator(o.type) for o in operands)


def _compared(walk: Walk, call: ex.Call, arguments: Arguments, state: State) -> Value:
    """Whether two iterators are the same."""
    first = [_held(walk, call, state)] if call.receiver is not None else []
    one, other = [*first, *map(iterated, arguments)]
    same = are_same(walk, one, other, state)
    if same is None:
        return walk.fresh("load", "compared", id(call))
    return Number(Polynomial.constant(int(same == (call.method == "operator=="))))


def _constructed(walk: Walk, call: ex.Call, arguments: Arguments, state: State) -> Value | None:
    type_ = class_of(call.type)
    if arguments and class_of(call.arguments[0].type) == type_:
        if isinstance(call.arguments[0], ex.Cast):
            hide_held(walk, arguments[0], state)  # which may be empty now
        return arguments[0]  # two maps with one memory: a store to it may be to either
    made = _made(walk, call, state)
    if not arguments:
        return made
    layout = layout_of(walk, call.type)
    if isinstance(call.arguments[0].type, ArrayType) and layout is not None:
        _enter_list(walk, call, made, layout, state)
        return made
    for argument in arguments:
        walk.escape(argument, state, "copied into a map", call.at)
    return StructValue(((DATA, Unknown("a map that is made of others", call.at)),))


def _made(walk: Walk, call: ex.Call, state: State) -> StructValue:
    target = walk.allocate("heap", MEMORY, None, None, call.at, id(call.arguments), MEMORY)
    walk.memory.owned.add(target.serial)
    own = call.receiver.type if call.receiver is not None else call.type
    know_type(walk, target, own)
    if target.unique or not owners(target, state):
        state.cells.pop(target.serial, None)
    state.forget(target, ZEROED)
    types = pair_of(own).arguments
    if len(types) == 2:
        begun(walk, types[1], target, state, call.at)
    return StructValue(((DATA, Pointer(target, ZERO)),))


def _enter_list(
    walk: Walk, call: ex.Call, made: StructValue, layout: tuple[int, int], state: State
) -> None:
    """`{{key, value}, ...}`."""
    target = pointees(made.cells[0][1])[0].object
    listed, types = call.arguments[0], pair_of(call.type).arguments
    for element in listed.elements if isinstance(listed, ex.InitList) else (None,):
        pair = _listed_pair(walk, element, types, layout[0])
        if pair is None:
            state.forget(target, "initialised by a list that is not followed")
        else:
            _enter(walk, call, target, pair, call.type, state)


def _listed_pair(
    walk: Walk, element: ex.Expression | None, types: tuple[Type, ...], second: int
) -> StructValue | None:
    """A pair of a list: its parts in braces, or a pair that something gives."""
    held = walk.nodes.last.get(id(element))
    if not isinstance(element, ex.InitList):
        return held if isinstance(held, StructValue) else None
    parts = [walk.nodes.last.get(id(part)) for part in element.elements]
    values = tuple(part for part in parts if part is not None)
    return _as_pair(values, types, second) if len(values) == len(types) == len(parts) else None


def _enter(
    walk: Walk, call: ex.Call, target: MemoryObject, pair: StructValue, type_: Type, state: State
) -> None:
    """Put in a pair: a key that is there keeps its value."""
    layout = layout_of(walk, type_)
    second, size = layout if layout is not None else (0, 1)
    value, given = _part(pair, second, None), _part(pair, 0, second)
    key = key_of(type_, given, state) if layout is not None else None
    if key is None:
        enters(walk, type_, (Place(target, ZERO),), None, state)
        for _, cell in pair.cells:
            state.store_anywhere(target, cell)
        return
    slot = slot_of(walk, target, key, size)
    if is_there(walk, target, key, state):
        return
    present = state.load(target, slot + second) is not None
    summary = state.cells.get(target.serial, {}).get(ANYWHERE)
    if not present and summary == Unknown(ZEROED) and is_alone(walk, target, state):
        write_cells(state, Place(target, Polynomial.constant(slot)), given)
        write_cells(state, Place(target, Polynomial.constant(slot + second)), value)
        enters(walk, type_, (Place(target, ZERO),), key, state)
        return
    enters(walk, type_, (Place(target, ZERO),), key, state)
    for offset, cell in value.cells if isinstance(value, StructValue) else ((0, value),):
        if isinstance(cell, Number):
            other = walk.fresh("merge", "entry", id(call), target.serial, slot + offset)
            state.store(target, slot + second + offset, other)
        else:
            state.store_perhaps(target, slot + second + offset, cell)


def _part(pair: StructValue, start: int, end: int | None) -> Value:
    """The key or the value of a pair."""
    cells = tuple((o - start, c) for o, c in pair.cells if start <= o < (end or o + 1))
    return cells[0][1] if len(cells) == 1 and cells[0][0] == 0 else StructValue(cells)


def _memory(walk: Walk, call: ex.Call, state: State) -> Places:
    """The memory of the map that a member is called on; made when it is first needed."""
    assert call.receiver is not None
    found: list[Place] = []
    for place in receiver_places(walk, call.receiver, state):
        held = held_at(place, DATA, state)
        if is_unmade((place,), state):
            held = _made(walk, call, state).cells[0][1]
            put_at(place, DATA, held, state)
        found += pointees(held) if held is not None else ()
    return tuple(found)


def _values(walk: Walk, call: ex.Call, key: Key | None, state: State) -> Places:
    assert call.receiver is not None
    layout = layout_of(walk, call.receiver.type)
    return tuple(
        Place(p.object, ZERO, "unknown", None, p.certain)
        if key is None or layout is None
        else Place(
            p.object,
            Polynomial.constant(slot_of(walk, p.object, key, layout[1]) + layout[0]),
            p.precision,
            None,
            p.certain,
        )
        for p in _memory(walk, call, state)
    )


def _designated(walk: Walk, call: ex.Call, key: Key | None, state: State) -> Places:
    """What `m[key]`, which is there from then on, or `m.at(key)` designates."""
    found = _values(walk, call, key, state)
    if call.method == "operator[]" and call.receiver is not None:
        enters(walk, call.receiver.type, _memory(walk, call, state), key, state)
    return found


def _member(walk: Walk, call: ex.Call, arguments: Arguments, state: State) -> Value | None:
    assert call.receiver is not None
    name, type_ = call.method, call.receiver.type
    if name in ("operator[]", "at"):
        places = _designated(walk, call, key_of(type_, arguments[0], state), state)
        return load(walk, call, places, call.type, state)
    if name in _ASKING:
        known = isinstance(call.type, IntType)
        return walk.fresh("load", name, id(call)) if known else Unknown(name, call.at)
    if name == "find":
        return _found(walk, call, key_of(type_, arguments[0], state), state)
    if name in ("begin", "end", "cbegin", "cend"):
        return _at_end_of(walk, call, state) or _some(walk, call, state)
    if name in _INSERTING:
        return _inserted(walk, call, name, arguments, state)
    return _changed(walk, call, name, arguments, state)


def _some(walk: Walk, call: ex.Call, state: State) -> StructValue:
    """An iterator to any pair."""
    some = tuple(Place(p.object, ZERO, "unknown") for p in _memory(walk, call, state))
    return StructValue(((DATA, address(some, call.at)),))


def _at_end_of(walk: Walk, call: ex.Call, state: State) -> StructValue | None:
    """What `begin()` or `end()` gives, None where not all keys are known."""
    assert call.receiver is not None
    type_, memory = call.receiver.type, _memory(walk, call, state)
    keys = known_keys(walk, type_, memory, state)
    is_first = "begin" in call.method
    if keys is None or (is_first and not is_ordered(type_, keys)):
        return None
    key = keys[0] if keys and is_first else None
    return StructValue(((DATA, at_key(walk, type_, memory[0].object, key, state)),))


def _found(walk: Walk, call: ex.Call, key: Key | None, state: State) -> Value:
    """An iterator to a key's pair; where not all keys are known, the end is not told from it."""
    assert call.receiver is not None
    type_, memory = call.receiver.type, _memory(walk, call, state)
    keys = known_keys(walk, type_, memory, state)
    if keys is not None and isinstance(key, int):
        there = key if key in keys else None
        return StructValue(((DATA, at_key(walk, type_, memory[0].object, there, state)),))
    layout = layout_of(walk, type_)
    back = Polynomial.constant(layout[0] if layout is not None and key is not None else 0)
    places = tuple(
        Place(p.object, p.offset - back, p.precision, None, p.certain)
        for p in _values(walk, call, key, state)
    )
    return StructValue(((DATA, address(places, call.at)),))


def _inserted(walk: Walk, call: ex.Call, name: str, arguments: Arguments, state: State) -> Value:
    assert call.receiver is not None
    layout = layout_of(walk, call.receiver.type)
    memory = _memory(walk, call, state)
    types = pair_of(call.receiver.type).arguments
    pair = arguments[0] if len(arguments) == 1 else None
    if layout is not None and len(arguments) == 2 and name != "insert":
        pair = _as_pair(arguments, types, layout[0])
    copies_run(walk, types[1] if len(types) == 2 else call.type, state, call.at)
    if not holds_values(walk, call.receiver.type):
        let_go_of_referred(walk, call, f"put in a map by '{name}'", state)
    if isinstance(pair, StructValue) and layout is not None and len(memory) == 1:
        if name == "insert_or_assign":
            _changed(walk, call, name, arguments, state)
        _enter(walk, call, memory[0].object, pair, call.receiver.type, state)
    else:
        _changed(walk, call, name, arguments, state)
    where = _some(walk, call, state)  # with whether it was put in, where the library says so
    return StructValue((*where.cells, (_FLAG, walk.fresh("load", name, id(call)))))


def _as_pair(arguments: Arguments, types: tuple[Type, ...], second: int) -> StructValue:
    cells: list[tuple[int, Value]] = []
    for offset, value, type_ in zip((0, second), arguments, types, strict=True):
        part = in_array(value, type_)
        inner = part.cells if isinstance(part, StructValue) else ((0, part),)
        cells += [(offset + at, cell) for at, cell in inner]
    return StructValue(tuple(cells))


def _changed(walk: Walk, call: ex.Call, name: str, arguments: Arguments, state: State) -> Value:
    """Any other member: each value may be any of those there, or given."""
    assert call.receiver is not None
    types = pair_of(call.receiver.type).arguments
    memory = _memory(walk, call, state)
    for place in memory:
        if len(types) == 2:
            ended(walk, types[1], (address((place,), call.at),), state, call.at)
        if name in _CHANGING:
            stir(walk, place.object, arguments, call.at, f"used by 'map::{name}'", state)
    for value in (address(memory, call.at), *arguments) if name not in _CHANGING else ():
        walk.escape(value, state, f"used by 'map::{name}'", call.at)
    if name == "operator=":
        for place in receiver_places(walk, call.receiver, state):
            put_at(place, DATA, Unknown("another map's memory", call.at), state)
        for value in arguments:
            walk.escape(value, state, "copied into a map", call.at)
    return Unknown(f"the result of 'map::{name}'", call.at)


def _held(walk: Walk, call: ex.Call, state: State) -> Value:
    assert call.receiver is not None
    places = receiver_places(walk, call.receiver, state)
    held = held_at(places[0], DATA, state) if len(places) == 1 else None
    return held if held is not None else Unknown("an iterator that is not followed", call.at)


def _of_iterator(walk: Walk, call: ex.Call, state: State) -> Value | None:
    """`it->second` and `++it`: where not all keys are known, the next one may be any."""
    assert call.receiver is not None
    name, held = call.method, _held(walk, call, state)
    if name == "operator->":
        return held
    if name == "operator*":
        return load(walk, call, pointees(held), call.type, state)
    if name not in ("operator++", "operator--"):
        return None
    some = moved(walk, held, 1 if name == "operator++" else -1, state)
    if some is None:
        some = address(tuple(Place(p.object, ZERO, "unknown") for p in pointees(held)), call.at)
    for place in receiver_places(walk, call.receiver, state):
        put_at(place, DATA, some, state)
    return StructValue(((DATA, held if is_postfix(call) else some),))
