"""The arguments of a call behind the named ones: packed one behind another, taken one by one
(<stdarg.h>), printed by a `v...printf`.

Our header spells `va_arg` as a call that gives the next argument's address (see `NEXT`).
"""

from ppcl.analysis.kernels import text
from ppcl.analysis.kernels.text import Parts
from ppcl.analysis.numbers.polynomial import ZERO, Polynomial
from ppcl.analysis.walk.core.machine import Walk
from ppcl.analysis.walk.core.place import Places, pointees, write_cells
from ppcl.analysis.walk.core.state import State
from ppcl.analysis.walk.core.value import Number, Place, Pointer, Unknown, Value
from ppcl.analysis.walk.libc.text_format import only_reads, values_wanted
from ppcl.analysis.walk.std.containers import held_at, put_at
from ppcl.ir import expression as ex
from ppcl.ir.expression import Call
from ppcl.ir.node import Declaration
from ppcl.ir.types import PointerType, VoidType, size_of
from ppcl.ir.unit import Parameter

# What a function's variable arguments go by in its frame: no name of the program.
ELLIPSIS = "..."
NEXT = "ppcl_next_argument"
# Where a `va_list` keeps the place of the next argument.
NEXT_AT = 0
# The bytes that arguments take are multiples of this.
_ROOM = 8


def room(size: int) -> int:
    """The bytes that an argument of so many takes."""
    return -(-size // _ROOM) * _ROOM


def packed(
    walk: Walk, extra: tuple[ex.Expression, ...], values: tuple[Value, ...], state: State
) -> tuple[Parameter, None, Value]:
    """A parameter that stands for all arguments behind the named ones."""
    at = extra[0].at
    target = walk.allocate("variable", ELLIPSIS, None, None, at, id(extra[0]), ELLIPSIS)
    state.cells.pop(target.serial, None)
    offset = 0
    for node, value in zip(extra, values, strict=True):
        write_cells(state, Place(target, Polynomial.constant(offset)), value)
        offset += room(size_of(node.type) or _ROOM)
    parameter = Parameter(at, Declaration(ELLIPSIS, ELLIPSIS), PointerType(VoidType()))
    return parameter, None, Pointer(target, ZERO)


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


def next_of(value: Value, state: State) -> Value:
    """Where the next argument of a `va_list` stands."""
    places = pointees(value)
    held = held_at(places[0], NEXT_AT, state) if len(places) == 1 else None
    return held if held is not None else Unknown("arguments that are not followed")


def take_printed(value: Value, template: Parts, state: State) -> tuple[Value, ...] | None:
    """What a format prints of a `va_list`, which nobody may use after that (C11 7.21.6.12, note);
    None where the format or one of them is not known, or the format writes."""
    held = next_of(value, state)
    form = text.known(template)
    wanted = values_wanted(form) if form is not None and only_reads(form) else None
    start = held.offset.as_int if isinstance(held, Pointer) else None
    if wanted == 0:
        return ()
    if wanted is None or start is None or not isinstance(held, Pointer):
        return None
    found = [state.load(held.object, start + _ROOM * index) for index in range(wanted)]
    values = tuple(each for each in found if each is not None)
    if len(values) < wanted:
        return None
    for place in pointees(value):
        put_at(place, NEXT_AT, Unknown("arguments that were printed"), state)
    return values
