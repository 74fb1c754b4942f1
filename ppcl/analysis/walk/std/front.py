"""What lists, deques and their adaptors do that vectors do not: their first element comes and goes.

The memory is that of a vector, and the pointer to the first element moves. The elements stay where
they are, as pointers to them do: the memory never has a certain size that it could outgrow.
"""

from dataclasses import replace

from ppcl.analysis.numbers.polynomial import ONE, Polynomial
from ppcl.analysis.walk.core.machine import Walk
from ppcl.analysis.walk.core.place import Places, address, is_alone
from ppcl.analysis.walk.core.state import State
from ppcl.analysis.walk.core.value import Number, Value
from ppcl.analysis.walk.std.containers import DATA, is_library, note, put_at, receiver_places
from ppcl.analysis.walk.std.sequence import Sequence
from ppcl.ir import expression as ex
from ppcl.ir.types import size_of

# What the members of adaptors do with the container that they hold.
_QUEUE = {"push": "push_back", "emplace": "emplace_back", "pop": "pop_front"}
_STACK = {"push": "push_back", "emplace": "emplace_back", "pop": "pop_back", "top": "back"}
# Members of lists that put others in, or take some out, by more than their own elements.
AMONG_LISTS = frozenset({"splice", "merge", "splice_after", "swap"})


def member_name(call: ex.Call) -> str:
    """What a member does, by the name that a vector or list has for it."""
    assert call.receiver is not None
    if is_library(call.receiver.type, "queue"):
        return _QUEUE.get(call.method, call.method)
    if is_library(call.receiver.type, "stack"):
        return _STACK.get(call.method, call.method)
    return {"emplace_front": "push_front"}.get(call.method, call.method)


def left_of(
    walk: Walk, call: ex.Call, found: Sequence, name: str, state: State
) -> Polynomial | None:
    """`pop_front`, with which the second element is the first one, or `pop_back`: how many are
    left."""
    left = found.count - ONE if found.count is not None else None
    if name == "pop_front":
        _forget_at(walk, found.data, found, state)
        _begin_at(walk, call, found.at(Number(ONE)), state)
    elif left is not None:
        _forget_at(walk, found.at(Number(left)), found, state)
    return left


def _forget_at(walk: Walk, places: Places, found: Sequence, state: State) -> None:
    """Nothing is left of an element, where no other container may hold it."""
    step = size_of(found.element)
    for place in places if len(places) == 1 and step else ():
        start = place.start if place.precision == "exact" and place.certain else None
        if start is not None and is_alone(walk, place.object, state):
            held = state.cells.get(place.object.serial, {})
            kept = {o: cell for o, cell in held.items() if not start <= o < start + (step or 0)}
            state.cells[place.object.serial] = kept


def with_room_in_front(walk: Walk, call: ex.Call, found: Sequence, state: State) -> Sequence | None:
    """`push_front` where elements went before: the row begins at the last of their places. None
    where there is no such place."""
    step = size_of(found.element)
    starts = [place.start if place.precision == "exact" else None for place in found.data]
    if not step or len(starts) != 1 or starts[0] is None or starts[0] < step:
        return None
    places = found.at(Number(Polynomial.constant(-1)))
    for place in places:
        note(walk, place.object, f"filled by '{call.callee}'", call.at, False, True)
    _begin_at(walk, call, places, state)
    count = found.count + ONE if found.count is not None else None
    return replace(found, data=places, count=count)


def _begin_at(walk: Walk, call: ex.Call, places: Places, state: State) -> None:
    assert call.receiver is not None
    first: Value = address(places, call.at)
    for place in receiver_places(walk, call.receiver, state):
        put_at(place, DATA, first, state)
