"""What OpenCL calls write through the pointers that they get: statuses, counts, handles, facts."""

from ppcl.analysis.walk.core.machine import Walk
from ppcl.analysis.walk.core.place import pointees, write_cells
from ppcl.analysis.walk.core.state import State
from ppcl.analysis.walk.core.value import Number, Place, Unknown, Value
from ppcl.analysis.walk.opencl.reads import let_see
from ppcl.ir.expression import Call
from ppcl.ir.types import ArrayType, RecordType, size_of

_REASON = "set by an OpenCL call"
_STATUS, _HANDLE = 4, 8
# Calls that list what there is: a number of handles at most, where they go, how many there are.
_LISTING = ("clGetPlatformIDs", "clGetDeviceIDs")


def forget_outputs(walk: Walk, call: Call, arguments: tuple[Value, ...], state: State) -> None:
    """What a call writes through some of its pointers, the last ones, is not known."""
    for index, argument in enumerate(arguments):
        places = pointees(argument)
        let_see(walk, call, places, writes=True)
        single = places[0] if len(places) == 1 else None
        size = _size(call, arguments, index)
        if single is not None and size is not None and _is_part(walk, single, size):
            _forget_part(walk, call, single, size, state)
            continue
        for place in places:
            state.forget(place.object, _REASON)


def _size(call: Call, arguments: tuple[Value, ...], index: int) -> int | None:
    """How many bytes a call writes through an argument at most, where that is known (OpenCL 1.2,
    chapters 4 and 5)."""
    name, after = call.callee or "", len(arguments) - 1 - index
    if after == 0 and name.startswith(("clCreate", "clEnqueueMap")):
        return _STATUS
    if name in _LISTING:
        return _STATUS if after == 0 else _times(arguments, index, _HANDLE)
    if name.startswith("clGet") and name.endswith("Info"):
        return _HANDLE if after == 0 else _times(arguments, index, 1)
    return None


def _times(arguments: tuple[Value, ...], index: int, size: int) -> int | None:
    """The number that stands before an argument, in bytes."""
    count = arguments[index - 1] if index else None
    known = count.value.as_int if isinstance(count, Number) else None
    return known * size if known is not None else None


def _is_part(walk: Walk, place: Place, size: int) -> bool:
    """Whether these bytes are some of a variable's, and which ones is known."""
    start, type_ = place.start, place.object.element
    if start is None or place.precision != "exact" or not place.certain:
        return False
    if place.object.serial in walk.memory.mixed:
        return False
    whole = size_of(type_) if isinstance(type_, RecordType | ArrayType) else None
    return place.object.kind == "variable" and whole is not None and start + size <= whole


def _forget_part(walk: Walk, call: Call, place: Place, size: int, state: State) -> None:
    start = place.start or 0
    if size == _STATUS:
        value = walk.fresh("input", "status", id(call), "returned", start)
        write_cells(state, place, value)
    else:
        state.store_anywhere(place.object, Unknown(_REASON), (start, start + size))
