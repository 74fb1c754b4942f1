"""What the host sees of a file besides its text as a whole: characters, pieces, lines.

A call with a stream is followed where it takes all that is left of the file, or goes to a known
place in it. Lines are allowed too: of a text that is put together again only their number shows.
All other calls see a part of the file.
"""

import math
from collections.abc import Iterator, Mapping

from ppcl.analysis.kernels import text
from ppcl.analysis.model.observation import Observation
from ppcl.analysis.walk.core.machine import Walk
from ppcl.analysis.walk.core.place import places_of, pointees
from ppcl.analysis.walk.core.state import State
from ppcl.analysis.walk.core.value import Place, StructValue, Value
from ppcl.analysis.walk.libc.file import behind, is_stream, path_of, position_of
from ppcl.analysis.walk.libc.text_memory import named
from ppcl.analysis.walk.opencl.objects import number_of
from ppcl.ir.expression import Call, Member, NameRef

# What leaves a file where it is, and tells nothing of its text.
_KEEPING = frozenset(
    {"fclose", "close", "feof", "ferror", "clearerr", "fileno", "open", "is_open", "good", "eof"}
    | {"fail", "bad", "clear", "rdstate", "setstate", "exceptions", "rdbuf", "imbue", "operator!"}
)
# What reads all that is left, or goes to a place: which it is, the position says.
_MOVING = frozenset(
    {"fread", "read", "fseek", "fseeko", "lseek", "ftell", "ftello", "rewind", "fstat", "mmap"}
    | {"seekg", "tellg", "operator<<"}
)
# What takes a range of characters.
_MADE = ("new std::basic_string<char", "new std::vector<char", "new std::istreambuf_iterator<char")
_TAKEN = ("std::basic_string<char", "std::vector<char")


def streams_of(
    walk: Walk, call: Call, arguments: tuple[Value, ...], state: State
) -> dict[Place, str]:
    """The files that a call gets, with their paths: as a stream, by reference, or by an iterator
    through one."""
    places = [place for value in arguments for place in _pointed(value)]
    for node in (call.receiver, *call.arguments):
        if isinstance(node, NameRef | Member) and "stream<" in named(node.type):
            places += places_of(walk, node, state)
    files = behind(places, state)
    found = {place: path_of(place, state) for place in files if is_stream(place, state)}
    return {place: path for place, path in found.items() if path and text.is_known_path(path)}


def _pointed(value: Value) -> tuple[Place, ...]:
    if isinstance(value, StructValue):
        return tuple(place for _, cell in value.cells for place in pointees(cell))
    return tuple(pointees(value))


def seen_of_files(
    walk: Walk,
    call: Call,
    arguments: tuple[Value, ...],
    streams: Mapping[Place, str],
    state: State,
) -> Iterator[Observation]:
    """What a call showed of the files that it got; `state` is the one after it."""
    for place, path in streams.items():
        if _is_followed(call, place, state):
            continue
        room, at = _room(call, arguments), walk.seen(call.at)
        how = "line by line" if room is not None else "in part"
        yield Observation("text", f"'{call.method}' reads '{path}' {how}", at, path, room=room)


def _is_followed(call: Call, place: Place, state: State) -> bool:
    name, position = call.method, position_of(place, state)
    if name in _KEEPING or name.startswith("operator bool") or _takes_a_range(call):
        return True
    measured = position is not None and bool(text.measured(position))
    begins = position is not None and position.as_int is not None and name != "operator<<"
    return name in _MOVING and (measured or begins)


def _takes_a_range(call: Call) -> bool:
    of = named(call.receiver.type) if call.receiver is not None else ""
    taken = of.startswith(_TAKEN) and call.method in ("assign", "append", "insert")
    return taken or (call.callee or "").startswith(_MADE)


def _room(call: Call, arguments: tuple[Value, ...]) -> float | None:
    """How many characters a line may have to be read as one; None where it is no line."""
    if call.callee == "std::getline" and len(arguments) == 2:
        return math.inf
    size = number_of(arguments[1]) if call.method == "fgets" and len(arguments) == 3 else None
    return float(size.as_int) if size is not None and size.as_int is not None else None
