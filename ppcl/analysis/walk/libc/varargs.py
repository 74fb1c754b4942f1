"""<stdarg.h>: the arguments of a call behind the named ones, one by one.

Our header spells `va_arg` as a call that gives the next argument's address (see `NEXT`).
"""

from ppcl.analysis.numbers.polynomial import Polynomial
from ppcl.analysis.walk.core.machine import Walk
from ppcl.analysis.walk.core.place import Places, pointees
from ppcl.analysis.walk.core.state import State
from ppcl.analysis.walk.core.value import Number, Pointer, Unknown, Value
from ppcl.analysis.walk.libc.listed_arguments import NEXT_AT, next_of
from ppcl.analysis.walk.libc.packing import ELLIPSIS, room
from ppcl.analysis.walk.std.containers import put_at
from ppcl.ir.expression import Call

NEXT = "ppcl_next_argument"


class VariableArguments:
    """The model of `va_start`, `va_arg`, `va_copy` and `va_end`."""

    def call(
        self, walk: Walk, call: Call, arguments: tuple[Value, ...], state: State
    ) -> Value | None:
        """The effect of one of these, None for other functions."""
        name = (call.callee or "").removeprefix("__builtin_")
        if name == "va_start" and arguments:
            return _start(walk, arguments[0], state)
        if name == NEXT and len(arguments) == 2:
            return _next(arguments[0], arguments[1], state)
        if name == "va_copy" and len(arguments) == 2:
            for place in pointees(arguments[0]):
                put_at(place, NEXT_AT, next_of(arguments[1], state), state)
            return Number(Polynomial())
        return Number(Polynomial()) if name == "va_end" else None

    def place(self, walk: Walk, call: Call, state: State) -> Places | None:
        """None of these returns a reference."""
        return None


def _start(walk: Walk, to: Value, state: State) -> Value:
    held: Value = Unknown("no argument is left")
    for place in walk.frame.places.get(ELLIPSIS, ()):
        first = state.load(place.object, 0)
        held = first if first is not None else held
    for place in pointees(to):
        put_at(place, NEXT_AT, held, state)
    return Number(Polynomial())


def _next(value: Value, size: Value, state: State) -> Value:
    """The address of the next argument; the list goes on behind it."""
    held = next_of(value, state)
    bytes_ = size.value.as_int if isinstance(size, Number) else None
    known = isinstance(held, Pointer) and bytes_ is not None
    following: Value = Unknown("arguments that are not followed")
    if isinstance(held, Pointer) and bytes_ is not None:
        step = Polynomial.constant(room(bytes_))
        following = Pointer(held.object, held.offset + step, held.precision)
    for place in pointees(value):
        put_at(place, NEXT_AT, following, state)
    return held if known else following
