"""<algorithm> and <numeric>: which objects they read and which they change, as a whole."""

from dataclasses import replace

from ppcl.analysis.numbers.polynomial import ZERO, Polynomial
from ppcl.analysis.walk.core.machine import Walk
from ppcl.analysis.walk.core.place import Places, address, places_of, pointees
from ppcl.analysis.walk.core.state import State
from ppcl.analysis.walk.core.value import Number, Place, StructValue, Unknown, Value
from ppcl.analysis.walk.std.containers import (
    DATA,
    contents,
    copies_run,
    is_library,
    iterated,
    note,
    stir,
)
from ppcl.analysis.walk.std.sequence import STAYING, distance, is_iterator, pointed_by, sequence_of
from ppcl.analysis.walk.std.vector_growth import appended
from ppcl.ir import expression as ex
from ppcl.ir.types import FloatType, IntType, PointerType, size_of

# Functions that change what their first argument begins: by values that they are given, ...
_FILLING = frozenset({"fill", "fill_n", "iota", "replace"})
# ... or by moving elements about.
_MOVING_NAMES = """
    sort stable_sort reverse rotate shuffle random_shuffle unique remove nth_element partial_sort
    next_permutation
"""
_MOVING = frozenset(_MOVING_NAMES.split())
# Functions that put elements of what the first argument begins where another one points.
_COPYING = {"copy": 2, "copy_n": 2, "move": 2, "copy_backward": 2, "reverse_copy": 2}
_COPYING |= {"partial_sum": 2, "adjacent_difference": 2}
_READING_NAMES = """
    accumulate reduce count find max_element min_element minmax_element equal inner_product
    is_sorted binary_search lower_bound upper_bound mismatch lexicographical_compare
"""
_READING = frozenset(_READING_NAMES.split())


class Algorithms:
    """The model of functions on ranges that call nothing back."""

    def call(
        self, walk: Walk, call: ex.Call, arguments: tuple[Value, ...], state: State
    ) -> Value | None:
        """The effect of such a function, None for others."""
        name = (call.callee or "").removeprefix("std::")
        if not (call.callee or "").startswith("std::") or not arguments:
            return None
        if name == "back_inserter":
            places = places_of(walk, call.arguments[0], state)
            return StructValue(((DATA, address(places, call.at)),))
        if not is_iterator(call.arguments[0].type):
            return None
        if name in _FILLING:
            _change(walk, call, arguments[0], arguments[1:], state)
        elif name in _MOVING:
            _change(walk, call, arguments[0], (), state)
        elif name in _COPYING and len(arguments) > _COPYING[name]:
            _read(walk, call, arguments[:1])
            more = contents(arguments[0], state) or (Unknown("copied from elsewhere", call.at),)
            if is_library(call.arguments[_COPYING[name]].type, "back_insert_iterator"):
                return _append(walk, call, more, arguments[_COPYING[name]], state)
            _change(walk, call, arguments[_COPYING[name]], more, state)
        elif name in _READING:
            _read(walk, call, arguments)
        else:
            return None
        return _result(walk, call, arguments)

    def place(self, walk: Walk, call: ex.Call, state: State) -> Places | None:
        """None of these returns a reference."""
        return None


def _change(
    walk: Walk, call: ex.Call, first: Value, values: tuple[Value, ...], state: State
) -> None:
    """Elements change. Where it is not known which memory they are in, it has escaped before."""
    copies_run(walk, pointed_by(call.arguments[0].type), state, call.at)
    uniform = call.callee == "std::fill" and _is_all(call, (first, *values))
    for place in pointees(iterated(first)):
        reason = f"changed by '{call.callee}'"
        stir(walk, place.object, values, call.at, reason, state, uniform)


def _is_all(call: ex.Call, arguments: tuple[Value, ...]) -> bool:
    """Whether all of one array of numbers lies between two iterators."""
    element = pointed_by(call.arguments[0].type)
    size = size_of(element) if isinstance(element, IntType | FloatType) else None
    places = pointees(iterated(arguments[0]))
    if size is None or len(places) != 1 or len(arguments) < 2:
        return False
    (place,) = places
    count = distance(arguments[0], arguments[1], size)
    whole = place.certain and place.object.unique and place.offset == ZERO
    return whole and count is not None and place.object.size == count * Polynomial.constant(size)


def _append(
    walk: Walk, call: ex.Call, more: tuple[Value, ...], inserter: Value, state: State
) -> Value:
    """`copy(first, last, back_inserter(v))`; elsewhere the container is not known any more."""
    target = _inserting(call.arguments[_COPYING[call.method]])
    found = sequence_of(walk, target, state) if target is not None else None
    if target is None or found is None or not is_library(target.type, "vector", *STAYING):
        walk.escape(inserter, state, f"changed by '{call.callee}'", call.at)
        return inserter
    copies_run(walk, found.element, state, call.at)
    key = ("appends", id(call))
    appended(walk, walk.synthetic(key, lambda: replace(call, receiver=target)), found, more, state)
    return inserter


def _inserting(node: ex.Expression) -> ex.Expression | None:
    """The container of `back_inserter(container)`."""
    while isinstance(node, ex.Cast | ex.Construct):
        parts = (node.operand,) if isinstance(node, ex.Cast) else node.arguments
        if len(parts) != 1:
            return None
        node = parts[0]
    named = isinstance(node, ex.Call) and node.callee == "std::back_inserter"
    return node.arguments[0] if isinstance(node, ex.Call) and named else None


def _read(walk: Walk, call: ex.Call, arguments: tuple[Value, ...]) -> None:
    for argument in arguments:
        for place in pointees(iterated(argument)):
            note(walk, place.object, f"read by '{call.callee}'", call.at, True, False)


def _result(walk: Walk, call: ex.Call, arguments: tuple[Value, ...]) -> Value:
    """A number, or an iterator to some element of what an argument begins."""
    if isinstance(call.type, IntType | FloatType):
        return walk.fresh("input", call.callee or "value", id(call))
    places = [place for argument in arguments for place in pointees(iterated(argument))]
    some = address(tuple(Place(p.object, ZERO, "unknown") for p in places), call.at)
    if not places:
        return Number(ZERO) if not is_iterator(call.type) else StructValue(((DATA, some),))
    return some if isinstance(call.type, PointerType) else StructValue(((DATA, some),))
