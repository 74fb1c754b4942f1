"""What a `va_list` still holds: the arguments that a `v...printf` prints."""

from ppcl.analysis.kernels import text
from ppcl.analysis.kernels.text import Parts
from ppcl.analysis.walk.core.place import pointees
from ppcl.analysis.walk.core.state import State
from ppcl.analysis.walk.core.value import Pointer, Unknown, Value
from ppcl.analysis.walk.libc.packing import room
from ppcl.analysis.walk.libc.text_format import only_reads, values_wanted
from ppcl.analysis.walk.std.containers import held_at, put_at

# Where a `va_list` keeps the place of the next argument.
NEXT_AT = 0
_ROOM = room(1)


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
