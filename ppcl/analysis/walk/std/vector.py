"""`std::vector` and `std::array`: members that read, store, grow and let go of elements."""

from dataclasses import dataclass, replace

from ppcl.analysis.numbers.polynomial import ONE, ZERO, Polynomial
from ppcl.analysis.walk.core.machine import Walk
from ppcl.analysis.walk.core.place import Places, address, is_alone, load, store
from ppcl.analysis.walk.core.state import State
from ppcl.analysis.walk.core.value import (
    NOT_SET,
    Number,
    StructValue,
    Unknown,
    Value,
)
from ppcl.analysis.walk.std.containers import class_of, contents, ended, is_library, stir
from ppcl.analysis.walk.std.front import (
    AMONG_LISTS,
    left_of,
    member_name,
    with_room_in_front,
)
from ppcl.analysis.walk.std.sequence import (
    STAYING,
    Sequence,
    element_of,
    is_iterator,
    iterator,
    members,
    sequence_of,
)
from ppcl.analysis.walk.std.vector_growth import (
    appended,
    constructed,
    moved_or_copied,
    one_element,
    pushed,
    put,
    recount,
    resized,
    roomy,
)
from ppcl.ir import expression as ex
from ppcl.ir.types import ArrayType, IntType, Type

Arguments = tuple[Value, ...]
_KEEPING = frozenset({"reserve", "shrink_to_fit", "capacity", "max_size"})
_STIRRING = frozenset({"insert", "erase", "emplace", "assign", "insert_after", "erase_after"})
_DESIGNATING = ("operator[]", "at", "front", "back", "emplace_back", "push_front")


_NEW = tuple(f"new std::{name}<" for name in ("vector", *STAYING))
_FREE = ("std::begin", "std::cbegin", "std::end", "std::cend")


@dataclass
class Vector:
    """The model of the members and constructors of `std::vector` and `std::array`."""

    def call(self, walk: Walk, call: ex.Call, arguments: Arguments, state: State) -> Value | None:
        """The effect of a member function or constructor, None for other functions."""
        if (call.callee or "").startswith(_NEW):
            return constructed(walk, call, arguments, state)
        if (call.callee or "").startswith("new std::initializer_list<") and len(arguments) == 1:
            return arguments[0]  # a copy has the same elements
        if call.callee in _FREE and len(call.arguments) == 1:
            return _of_argument(walk, call, call.arguments[0], state)
        if call.receiver is None or element_of(call.receiver.type) is None:
            return None
        if is_library(call.receiver.type, *STAYING) and call.method in AMONG_LISTS:
            return None
        found = sequence_of(walk, call.receiver, state)
        return _member(walk, call, found, arguments, state) if found is not None else None

    def place(self, walk: Walk, call: ex.Call, state: State) -> Places | None:
        """The element that `v[i]`, `v.at(i)`, `v.front()` or `v.back()` designates."""
        if call.receiver is None or element_of(call.receiver.type) is None:
            return None
        name = member_name(call)
        if name not in _DESIGNATING:
            return None
        arguments = walk.evaluate_all(call.arguments, state)
        if name in ("emplace_back", "push_front"):
            self.call(walk, call, arguments, state)
            name, arguments = "back" if name == "emplace_back" else "front", ()
        found = sequence_of(walk, call.receiver, state)
        return members(found, name, arguments) if found is not None else None


def _of_argument(walk: Walk, call: ex.Call, given: ex.Expression, state: State) -> Value | None:
    """`std::begin(v)` and `std::end(v)` of a vector or an array."""
    if not isinstance(given.type, ArrayType) and element_of(given.type) is None:
        return None
    found = sequence_of(walk, given, state)
    return _start_or_end(walk, call, found, call.method) if found is not None else None


def _member(
    walk: Walk, call: ex.Call, found: Sequence, arguments: Arguments, state: State
) -> Value:
    name = member_name(call)
    if name in ("size", "empty"):
        return _size(walk, call, found, name)
    if name in ("data", "begin", "cbegin", "end", "cend"):
        return _start_or_end(walk, call, found, name)
    places = members(found, name, arguments)
    if places is not None:
        return load(walk, call, places, found.element, state)
    if name in _KEEPING:
        known = isinstance(call.type, IntType)
        return walk.fresh("load", name, id(call)) if known else Number(ZERO)
    if call.receiver is not None and is_library(call.receiver.type, "array"):
        return _of_array(walk, call, found, name, arguments, state)
    return _changing(walk, call, found, name, arguments, state)


def _size(walk: Walk, call: ex.Call, found: Sequence, name: str) -> Value:
    if found.count is None:
        return walk.fresh("load", name, id(call))
    known = found.count.as_int
    if name == "size":
        return Number(found.count)
    return (
        Number(Polynomial.constant(int(known == 0)))
        if known is not None
        else walk.fresh("load", name, id(call))
    )


def _start_or_end(walk: Walk, call: ex.Call, found: Sequence, name: str) -> Value:
    if name == "data":
        return address(found.data, call.at)
    if name.endswith("begin"):
        return iterator(found.data, call.at, call.type)
    last = Number(found.count) if found.count is not None else Unknown("the end")
    return iterator(found.at(last), call.at, call.type)


def _of_array(
    walk: Walk, call: ex.Call, found: Sequence, name: str, arguments: Arguments, state: State
) -> Value:
    for place in found.data if name == "fill" else ():
        stir(walk, place.object, arguments, call.at, "used by 'array::fill'", state)
    for value in (address(found.data, call.at), *arguments) if name != "fill" else ():
        walk.escape(value, state, f"used by 'array::{name}'", call.at)
    return Unknown(f"the result of 'array::{name}'", call.at)


def _changing(
    walk: Walk, call: ex.Call, found: Sequence, name: str, arguments: Arguments, state: State
) -> Value:
    assert call.receiver is not None
    values = tuple(address((place,), call.at) for place in found.data)
    ended(walk, found.element, values, state, call.at)  # those removed, or moved to other memory
    if name in ("push_back", "emplace_back"):
        return pushed(walk, call, found, arguments, state)
    if name == "push_front":
        return _pushed_in_front(walk, call, found, arguments, state)
    if name in ("pop_back", "pop_front"):
        recount(walk, call, left_of(walk, call, found, name, state), state)
        return Number(ZERO)
    if name == "clear":
        return _cleared(walk, call, found, state)
    if name in ("resize", "assign") and arguments and isinstance(arguments[0], Number):
        return resized(walk, call, found, arguments, state)
    if name == "operator=" and arguments and isinstance(arguments[0], StructValue):
        put(walk, call.receiver, _assigned(walk, call, found, arguments[0], state), state)
        return Unknown("a vector", call.at)
    if name in _STIRRING:
        return _stirred(walk, call, found, name, arguments, state)
    for argument in (address(found.data, call.at), *arguments):
        walk.escape(argument, state, f"used by 'vector::{name}'", call.at)
    recount(walk, call, None, state)
    return Unknown(f"the result of 'vector::{name}'", call.at)


def _pushed_in_front(
    walk: Walk, call: ex.Call, found: Sequence, arguments: Arguments, state: State
) -> Value:
    """`push_front`: where no place is known in front, each element may be any of all."""
    if found.count == ZERO:
        return pushed(walk, call, found, arguments, state)
    value = one_element(walk, call, found.element, arguments, state)
    grown = with_room_in_front(walk, call, found, state)
    if grown is None:
        appended(walk, call, found, (value,), state)
        recount(walk, call, found.count + ONE if found.count is not None else None, state)
        return Number(ZERO)
    with walk.recording(None):
        store(walk, call, grown.data, found.element, value, state)
    recount(walk, call, grown.count, state)
    return Number(ZERO)


def _assigned(
    walk: Walk, call: ex.Call, found: Sequence, value: StructValue, state: State
) -> StructValue:
    """What `v = w` puts in `v`: a copy of a variable, or what a call gives as it is."""
    if isinstance(call.arguments[0].type, ArrayType):
        listed = constructed(walk, replace(call, type=_plain(call)), (value,), state)
        return listed if isinstance(listed, StructValue) else value
    return moved_or_copied(walk, call, found.element, value, state)


def _plain(call: ex.Call) -> Type:
    assert call.receiver is not None
    found = class_of(call.receiver.type)
    return found if found is not None else call.type


def _cleared(walk: Walk, call: ex.Call, found: Sequence, state: State) -> Value:
    """`clear`: where no other container holds the memory, nothing is left in it."""
    if len(found.data) == 1 and is_alone(walk, found.data[0].object, state):
        state.cells.pop(found.data[0].object.serial, None)
        state.forget(found.data[0].object, NOT_SET)
    recount(walk, call, ZERO, state)
    return Number(ZERO)


def _stirred(
    walk: Walk, call: ex.Call, found: Sequence, name: str, arguments: Arguments, state: State
) -> Value:
    """Elements come in, go, and move."""
    given = zip(call.arguments, arguments, strict=False)
    more = tuple(value for node, each in given for value in _given(node, each, state))
    found = found if name == "erase" else roomy(walk, call, found, state)
    for place in found.data:
        stir(walk, place.object, more, call.at, f"used by 'vector::{name}'", state)
    recount(walk, call, None, state)
    return iterator(found.at(Unknown("some element")), call.at, call.type)


def _given(node: ex.Expression, argument: Value, state: State) -> Arguments:
    """What an argument may put in: itself, and what the container holds that it points into."""
    return (argument, *(contents(argument, state) if is_iterator(node.type) else ()))
