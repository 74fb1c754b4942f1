"""`std::swap`, `std::move`, pairs and tuples; arithmetic of times."""

import re
from dataclasses import replace

from ppcl.analysis.numbers.polynomial import Polynomial
from ppcl.analysis.walk.calls.unknown_call import unknown_result
from ppcl.analysis.walk.core.access import bound_to
from ppcl.analysis.walk.core.arithmetic import convert
from ppcl.analysis.walk.core.machine import Walk
from ppcl.analysis.walk.core.place import Places, address, is_alone, load, places_of, store
from ppcl.analysis.walk.core.state import ANYWHERE, State
from ppcl.analysis.walk.core.value import NOT_SET, Place, StructValue, Unknown, Value
from ppcl.analysis.walk.libc.text_memory import in_array
from ppcl.analysis.walk.std.containers import class_of, is_library, is_scalar, receiver_places
from ppcl.analysis.walk.std.in_place import handed_on
from ppcl.analysis.walk.std.map_entries import hide_held
from ppcl.analysis.walk.std.tuple_parts import divided, part_offset
from ppcl.ir import expression as ex
from ppcl.ir.traverse import Node, descendants
from ppcl.ir.types import PointerType, RecordType, ReferenceType, Type

Arguments = tuple[Value, ...]
_SAME = ("std::move", "std::forward", "std::as_const")
_ONE_OF_TWO = ("std::max", "std::min")
_MAKING = ("std::make_pair", "std::make_tuple")
_COMPARING = ("std::operator==", "std::operator!=")
# What looks at times, and gives another time or a number.
_TIMES = frozenset(
    f"std::chrono::{name}"
    for name in (
        *(
            f"operator{sign}"
            for sign in ("+", "-", "*", "/", "%", "<", ">", "<=", ">=", "==", "!=")
        ),
        *("duration_cast", "time_point_cast", "floor", "ceil", "round", "abs"),
        *("duration::count", "time_point::time_since_epoch"),
    )
)
_NUMBER = re.compile(r"@F@get<#V[a-zA-Z](\d+)")


class Utilities:
    """The model of <utility> and <tuple>, and of what computes in <chrono>."""

    def call(self, walk: Walk, call: ex.Call, arguments: Arguments, state: State) -> Value | None:
        """The effect of one of these functions or constructors, None for others."""
        name = call.callee or ""
        if name in _TIMES:
            return unknown_result(walk, call)
        if name in _SAME and len(arguments) == 1:
            if name != "std::as_const":
                hide_held(walk, arguments[0], state)
            return arguments[0]
        if name in _COMPARING and all(_compares_address(node.type) for node in call.arguments):
            return walk.fresh("load", "compared", id(call))
        if name == "std::swap" and len(call.arguments) == 2:
            _check_once(walk, call)
            left, right = (places_of(walk, node, state) for node in call.arguments)
            exchange(walk, call, left, right, call.arguments[0].type, state)
            return address(left, call.at)
        if call.method == "swap" and call.receiver is not None and len(call.arguments) == 1:
            left = receiver_places(walk, call.receiver, state)
            _check_once(walk, call)
            right = places_of(walk, call.arguments[0], state)
            known = class_of(call.receiver.type)
            if known is None or not known.name.startswith("std::"):
                return None
            exchange(walk, call, left, right, known, state)
            return address(left, call.at)
        if name in _MAKING or name.startswith(("new std::pair<", "new std::tuple<")):
            return _made(walk, call, arguments)
        if name != "std::get":
            return None
        evaluated = replace(call, arguments=handed_on(walk, call, arguments, state))
        places = self.place(walk, evaluated, state)
        return load(walk, call, places, call.type, state) if places is not None else None

    def place(self, walk: Walk, call: ex.Call, state: State) -> Places | None:
        """What `std::move(x)`, `std::max(x, y)` or `std::get<i>(t)` designates."""
        if call.callee in _SAME and len(call.arguments) == 1:
            places = places_of(walk, call.arguments[0], state)
            if call.callee != "std::as_const":
                hide_held(walk, address(places, call.at), state)
            return places
        if call.callee in _ONE_OF_TWO and len(call.arguments) == 2:
            return _either(walk, call.arguments, state) if is_scalar(call.type) else None
        if call.callee != "std::get" or len(call.arguments) != 1 or call.target is None:
            return None
        number = _NUMBER.search(call.target.key)
        type_ = divided(call.arguments[0].type)
        if number is None or type_ is None:
            return None
        offset = part_offset(walk, type_, int(number.group(1)))
        places = places_of(walk, call.arguments[0], state)
        if offset is None:
            return tuple(Place(p.object, p.offset, "unknown") for p in places)
        return tuple(
            Place(p.object, p.offset + Polynomial.constant(offset), p.precision, None, p.certain)
            for p in places
        )


def _either(walk: Walk, nodes: tuple[ex.Expression, ...], state: State) -> Places:
    """What a reference to one of several designates."""
    found = (bound_to(walk, node, places_of(walk, node, state), state) for node in nodes)
    return tuple(place for places in found for place in places)


def _check_once(walk: Walk, call: ex.Call) -> None:
    """What stands for an argument is asked for after its value: a second effect is not followed."""
    nodes = (node for argument in call.arguments for node in descendants(argument))
    if any(_acts(walk, node) for node in nodes):
        walk.not_followed(f"an argument of '{call.callee}' that has an effect", call.at)


def _acts(walk: Walk, node: Node) -> bool:
    if isinstance(node, ex.Call):
        return node.target is None or node.target.key in walk.program.functions
    steps = isinstance(node, ex.Unary) and node.op in ex.STEPS
    return steps or isinstance(node, ex.Assign | ex.New | ex.Delete | ex.OpaqueExpression)


def _compares_address(type_: Type) -> bool:
    """Whether a comparison is of what is pointed to, and not of any element."""
    found = class_of(type_)
    if found is None or isinstance(type_, PointerType):
        return True
    return found.name.startswith(("std::unique_ptr<", "std::shared_ptr<", "std::nullptr_t"))


def _made(walk: Walk, call: ex.Call, arguments: Arguments) -> Value | None:
    type_ = class_of(call.type)
    if type_ is None:
        return None
    if len(arguments) == 1 and class_of(call.arguments[0].type) == type_:
        return arguments[0]
    if len(arguments) == 1 and is_library(call.arguments[0].type, "pair"):
        return _converted(walk, arguments[0], class_of(call.arguments[0].type), type_)
    if len(arguments) != len(type_.arguments):
        return None
    if not all(map(_is_held, type_.arguments, (node.type for node in call.arguments))):
        return None
    cells: list[tuple[int, Value]] = []
    for index, value in enumerate(arguments):
        offset = part_offset(walk, type_, index)
        if offset is None:
            return None
        part = in_array(value, type_.arguments[index])
        inner = part.cells if isinstance(part, StructValue) else ((0, part),)
        cells += [(offset + at, cell) for at, cell in inner]
    return StructValue(tuple(cells))


def _is_held(part: Type, given: Type) -> bool:
    """Whether a part holds the value given: it is no reference, and no class of the program's that
    is made of another type."""
    held = class_of(part)
    own = isinstance(part, RecordType) and not part.name.startswith("std::")
    wraps = held is not None and held.name.startswith("std::reference_wrapper<")
    return not (isinstance(part, ReferenceType) or wraps or (own and class_of(given) != part))


def _converted(
    walk: Walk, given: Value, source: RecordType | None, target: RecordType
) -> Value | None:
    """A pair of scalars as one of other types."""
    if source is None or not all(map(is_scalar, (*source.arguments, *target.arguments))):
        return None
    held = dict(given.cells) if isinstance(given, StructValue) else {}
    cells: list[tuple[int, Value]] = []
    for index, (old, new) in enumerate(zip(source.arguments, target.arguments, strict=True)):
        start, end = part_offset(walk, source, index), part_offset(walk, target, index)
        value = held.get(start) if start is not None else None
        converted = convert(value, new, old) if value is not None else None
        if end is None or converted is None:
            return None
        cells.append((end, converted))
    return StructValue(tuple(cells))


def exchange(
    walk: Walk, call: ex.Call, left: Places, right: Places, type_: Type, state: State
) -> None:
    """Two lvalues swap what they hold."""
    if isinstance(type_, ReferenceType):
        type_ = type_.referent
    if not isinstance(type_, RecordType) or is_library(type_, "_cl"):
        values = [load(walk, call, places, type_, state) for places in (left, right)]
        store(walk, call, left, type_, values[1], state)
        store(walk, call, right, type_, values[0], state)
        return
    one, other = _whole(walk, left, state), _whole(walk, right, state)
    if one is None or other is None or not type_.size:
        _mix(walk, left + right, state)
        return
    cells = [_taken(state, place, type_.size) for place in (one, other)]
    rests = [_rest(state, place) for place in (one, other)]
    for place, given, rest in ((one, cells[1], rests[1]), (other, cells[0], rests[0])):
        for offset in {**cells[0], **cells[1]}:
            value = given.get(offset, rest)
            state.store(place.object, (place.start or 0) + offset, value)


def _whole(walk: Walk, places: Places, state: State) -> Place | None:
    """The one place that is meant, where a store replaces what it holds."""
    place = places[0] if len(places) == 1 else None
    if place is None or place.start is None or place.precision != "exact":
        return None
    alone = place.object.kind != "heap" or is_alone(walk, place.object, state)
    mixed = place.object.serial in walk.memory.mixed
    return place if place.certain and alone and not mixed else None


def _taken(state: State, place: Place, size: int) -> dict[int, Value]:
    start = place.start or 0
    cells = state.cells.get(place.object.serial, {})
    return {o - start: v for o, v in cells.items() if o != ANYWHERE and start <= o < start + size}


def _rest(state: State, place: Place) -> Value:
    """What an object holds where nothing is known of a cell."""
    rest = state.cells.get(place.object.serial, {}).get(ANYWHERE)
    return rest if rest is not None else Unknown(NOT_SET)


def _mix(walk: Walk, places: Places, state: State) -> None:
    """Each of several objects may hold what another held."""
    values = [v for p in places for v in state.cells.get(p.object.serial, {}).values()]
    for place in places:
        for value in values:
            state.store_anywhere(place.object, value, place.region)
