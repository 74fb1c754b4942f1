"""Files that the host reads: what is read is the text of the file whose path was opened.

A stream is an object with the file's path as a text at offset 0, the position at offset 8 and, as a
text, what was read of it since it was opened or rewound at offset 16.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from ppcl.analysis.kernels import text
from ppcl.analysis.kernels.text import FileText, Parts, Stream, UnknownText
from ppcl.analysis.numbers.polynomial import ONE, ZERO, Polynomial
from ppcl.analysis.walk.core.machine import Walk
from ppcl.analysis.walk.core.place import pointees
from ppcl.analysis.walk.core.state import State
from ppcl.analysis.walk.core.value import NOT_SET, Characters, Number, Place, Pointer, Value
from ppcl.analysis.walk.libc.text_memory import (
    note_write,
    of_bytes,
    of_characters,
    text_at,
    text_of,
    write_text,
)
from ppcl.ir.expression import Call, Expression
from ppcl.ir.types import IntType

Arguments = tuple[Value, ...]
PATH, POSITION, CONSUMED = 0, 8, 16
_ROOM = 8
_SEEK_SET, _SEEK_CURRENT, _SEEK_END = 0, 1, 2


@dataclass
class Files:
    """The model of <stdio.h> and <fcntl.h>; `opened` and `written` are paths, where known."""

    opened: list[str] = field(default_factory=list)
    written: set[str] = field(default_factory=set)

    def call(self, walk: Walk, call: Call, arguments: Arguments, state: State) -> Value | None:
        """The effect of a function on files, None for others."""
        name = (call.callee or "").removeprefix("std::")
        if name in ("fopen", "open") and len(arguments) >= 2:
            return self._open(walk, call, arguments, state)
        if name in ("stat", "fstat") and len(arguments) >= 2:
            return self._status(walk, call, arguments, state)
        handler = _HANDLERS.get(name)
        if handler is None or len(arguments) < _ARITY.get(name, 1):
            return None
        return handler(walk, call, arguments, state)

    def _open(self, walk: Walk, call: Call, arguments: Arguments, state: State) -> Value:
        walk.escape(arguments[0], state, f"read as a whole by '{call.callee}'", call.at, False)
        path = text_of(arguments[0], state)
        mode = text.known(text_of(arguments[1], state))
        flags = arguments[1].value.as_int if isinstance(arguments[1], Number) else None
        reads = (mode is not None and b"r" in mode and b"+" not in mode) or flags == 0
        target = walk.allocate("variable", "file", None, None, call.at, id(call), "file")
        self.note(path, reads)
        state.forget(target, NOT_SET)
        put_stream(Place(target, ZERO), path, ZERO, state)
        return Pointer(target, ZERO)

    def note(self, path: Parts, reads: bool) -> None:
        """Remember that a file is opened."""
        known = text.known(path)
        name = known.decode("utf-8", "surrogateescape") if known is not None else None
        if name is not None and reads and name not in self.opened:
            self.opened.append(name)
        if name is not None and not reads:
            self.written.add(name)

    def _status(self, walk: Walk, call: Call, arguments: Arguments, state: State) -> Value:
        """`stat` and `fstat`: the size of the file, the rest is not known. They do not fail where
        the file was opened before."""
        walk.escape(arguments[1], state, f"given to '{call.callee}'", call.at)
        path = _path_asked_for(call, arguments[0], state)
        if path is None:
            return _fresh(walk, call)
        record = walk.program.records.get("stat") or walk.program.records.get("struct stat")
        field_ = next((f for f in record.fields if f.name == "st_size"), None) if record else None
        for at in pointees(arguments[1]):
            if field_ is not None and isinstance(field_.type, IntType):
                size = Number(text.length_of_file(path))
                state.store(at.object, (at.start or 0) + field_.offset, size)
        return Number(ZERO) if path in self.opened else _fresh(walk, call)


def put_stream(place: Place, path: Parts, position: Polynomial, state: State) -> None:
    """Make an object a stream."""
    start = place.start or 0
    state.store(place.object, start + POSITION, Number(position))
    state.store(place.object, start + PATH, Characters(path, _ROOM))
    state.store(place.object, start + CONSUMED, Characters((), _ROOM))


def is_stream(place: Place, state: State) -> bool:
    """Whether a stream is at a place."""
    held = state.load(place.object, (place.start or 0) + CONSUMED)
    return isinstance(held, Characters) and position_of(place, state) is not None


def behind(places: Iterable[Place], state: State) -> tuple[Place, ...]:
    """The buffers of files that streams go through; other streams themselves."""
    found: list[Place] = []
    for place in places:
        held = state.load(place.object, place.start or 0)
        through = [p for p in pointees(held) if is_stream(p, state)] if held is not None else []
        found += through or [place]
    return tuple(found)


def stream_place(walk: Walk, stream: Stream) -> Place:
    """Where a stream is."""
    return Place(walk.identities.by_serial[stream[0]], Polynomial.constant(stream[1]))


def next_piece(walk: Walk, place: Place, call: Call, behind: Parts, state: State) -> Parts:
    """The piece that a call reads from where a stream is; `behind` is left out of it."""
    start = place.start or 0
    stream = (place.object.serial, start)
    path = path_of(place, state)
    files = text.files_of((text.whole_file(path),)) if path is not None else frozenset()
    key = f"{call.at.span.file}:{call.at.span.start}"
    piece = UnknownText("it is read piece by piece", files, stream=stream, piece=key)
    held = state.load(place.object, start + CONSUMED)
    move_to(walk, place, None, id(call), state)
    if isinstance(held, Characters):
        consumed = text.joined(held.parts, (piece,), behind)
        state.store(place.object, start + CONSUMED, Characters(consumed, _ROOM))
    return (piece,)


def position_of(place: Place, state: State) -> Polynomial | None:
    """Where in its file a stream is."""
    held = state.load(place.object, (place.start or 0) + POSITION)
    return held.value if isinstance(held, Number) else None


def move_to(walk: Walk, place: Place, to: Polynomial | None, key: object, state: State) -> None:
    """Set a stream's position; None is a place that is not known."""
    value = Number(to) if to is not None else walk.fresh("load", "position", key)
    start = place.start or 0
    consumed = () if to == ZERO else text.unknown("it is read from the middle of a file")
    state.store(place.object, start + POSITION, value)
    state.store(place.object, start + CONSUMED, Characters(consumed, _ROOM))


def path_of(place: Place, state: State) -> str | None:
    """The path of a stream's file; one that is not known has a name of its own."""
    known = text.known(text_at(place, state))
    if known is None:
        return text.unknown_path(place.object.serial) if place.object.unique else None
    return known.decode("utf-8", "surrogateescape")


def end_of(place: Place, state: State) -> Polynomial | None:
    """The position behind the last byte of a stream's file."""
    path = path_of(place, state)
    return text.length_of_file(path) if path is not None else None


def read_whole(
    walk: Walk, place: Place, count: Polynomial | None, key: object, state: State
) -> Parts:
    """What is read from a stream when `count` bytes are asked for (None: all that is left)."""
    path, position = path_of(place, state), position_of(place, state)
    if path is None:
        move_to(walk, place, None, key, state)
        return text.unknown("it is read from a file whose path is not known", text_at(place, state))
    end = text.length_of_file(path)
    whole: Parts = (text.whole_file(path),)
    if position == end:
        return ()
    if position != ZERO:
        move_to(walk, place, None, key, state)
        return text.unknown(f"it is read from the middle of '{path}'", whole)
    beyond = (count - end).as_int if count is not None else 0
    constant = count.as_int if count is not None else None
    if (beyond is None or beyond < 0) and constant is None:
        move_to(walk, place, None, key, state)
        return text.unknown(f"how much of '{path}' is read is not known", whole)
    if constant is None:
        move_to(walk, place, end, key, state)
        return whole
    move_to(walk, place, text.at_most(end, constant), key, state)
    return text.limited(whole, constant)


def stream_at(value: Value) -> Place | None:
    """The one stream that a value points to."""
    places = pointees(value)
    return places[0] if len(places) == 1 else None


def _fread(walk: Walk, call: Call, arguments: Arguments, state: State) -> Value:
    size, count = (_count(value) for value in arguments[1:3])
    asked = size * count if size is not None and count is not None else None
    parts = _read(walk, call, 0, (arguments[0], arguments[3]), asked, state)
    length = text.length_of(parts)
    return Number(length) if size == ONE and length is not None else _fresh(walk, call)


def _read_descriptor(walk: Walk, call: Call, arguments: Arguments, state: State) -> Value:
    into = (arguments[1], arguments[0])
    parts = _read(walk, call, 1, into, _count(arguments[2]), state)
    length = text.length_of(parts)
    return Number(length) if length is not None else _fresh(walk, call)


def _read(
    walk: Walk,
    call: Call,
    index: int,
    ends: tuple[Value, Value],
    asked: Polynomial | None,
    state: State,
) -> Parts:
    """Read into the `index`-th argument; `ends` are where to, and the stream."""
    into, stream = ends
    place = stream_at(stream)
    if place is None or asked is None:
        parts = text.unknown("what is read is not known", text_of(stream, state))
        if place is not None:
            move_to(walk, place, None, id(call), state)
    else:
        parts = read_whole(walk, place, asked, id(call), state)
    fill(walk, call, call.arguments[index], into, parts, state)
    return parts


def fill(
    walk: Walk, call: Call, target: Expression, into: Value, parts: Parts, state: State
) -> None:
    """Put what is read where a pointer points: a text, or data that are let go of."""
    of_file = text.files_of(parts) or any(
        isinstance(part, FileText) or (isinstance(part, UnknownText) and part.stream)
        for part in parts
    )
    if not (of_characters(target) or of_bytes(target)) or not of_file:
        walk.escape(into, state, f"used as a whole by '{call.callee}'", call.at)
        return
    note_write(walk, into, f"used as a whole by '{call.callee}'", call.at)
    write_text(walk, into, parts, state)


def _count(value: Value) -> Polynomial | None:
    return value.value if isinstance(value, Number) and value.precision != "unknown" else None


def _fresh(walk: Walk, call: Call) -> Value:
    return walk.fresh("input", call.callee or "file", id(call))


def _fseek(walk: Walk, call: Call, arguments: Arguments, state: State) -> Value:
    return _sought(walk, call, arguments, state)


def _lseek(walk: Walk, call: Call, arguments: Arguments, state: State) -> Value:
    _sought(walk, call, arguments, state)
    return _ftell(walk, call, arguments, state)


def _sought(walk: Walk, call: Call, arguments: Arguments, state: State) -> Value:
    place, offset = stream_at(arguments[0]), _count(arguments[1])
    whence = arguments[2].value.as_int if isinstance(arguments[2], Number) else None
    if place is not None:
        starts = {
            _SEEK_SET: ZERO,
            _SEEK_CURRENT: position_of(place, state),
            _SEEK_END: end_of(place, state),
        }
        start = starts.get(whence) if whence is not None else None
        known = start is not None and offset is not None
        move_to(walk, place, start + offset if known else None, id(call), state)  # type: ignore[operator]
    return _fresh(walk, call)


def _ftell(walk: Walk, call: Call, arguments: Arguments, state: State) -> Value:
    place = stream_at(arguments[0])
    position = position_of(place, state) if place is not None else None
    return Number(position) if position is not None else _fresh(walk, call)


def _rewind(walk: Walk, call: Call, arguments: Arguments, state: State) -> Value:
    place = stream_at(arguments[0])
    if place is not None:
        move_to(walk, place, ZERO, id(call), state)
    return _fresh(walk, call)


def _line(walk: Walk, call: Call, arguments: Arguments, state: State) -> Value:
    """`fgets`: some characters from where the stream is."""
    place = stream_at(arguments[2])
    piece = text.unknown("it is read from a stream that is not followed")
    if place is not None:
        piece = next_piece(walk, place, call, (), state)
    fill(walk, call, call.arguments[0], arguments[0], piece, state)
    return arguments[0]


def _character(walk: Walk, call: Call, arguments: Arguments, state: State) -> Value:
    place = stream_at(arguments[0])
    if place is not None:
        move_to(walk, place, None, id(call), state)
    return _fresh(walk, call)


def _keep(walk: Walk, call: Call, arguments: Arguments, state: State) -> Value:
    """`fclose`, `feof`, `fileno`: the stream stays as it is."""
    if call.callee == "fileno":
        return arguments[0]
    return _fresh(walk, call)


def _map(walk: Walk, call: Call, arguments: Arguments, state: State) -> Value | None:
    """`mmap` of a file from its begin."""
    place, offset = stream_at(arguments[4]), _count(arguments[5])
    if place is None:
        return None
    parts = text.unknown("it is a part of a file", text_at(place, state))
    if offset == ZERO:
        position = position_of(place, state)
        move_to(walk, place, ZERO, id(call), state)
        parts = read_whole(walk, place, _count(arguments[1]), id(call), state)
        move_to(walk, place, position, id(call), state)
    target = walk.allocate("heap", "mmap", _count(arguments[1]), None, call.at, id(call))
    state.forget(target, NOT_SET)
    write_text(walk, Pointer(target, ZERO), parts, state)
    return Pointer(target, ZERO)


def _file_size(walk: Walk, call: Call, arguments: Arguments, state: State) -> Value:
    """`std::filesystem::file_size`."""
    known = text.known(text_of(arguments[0], state))
    if known is None:
        return _fresh(walk, call)
    return Number(text.length_of_file(known.decode("utf-8", "surrogateescape")))


def _path_asked_for(call: Call, value: Value, state: State) -> str | None:
    """The file of which `stat` or `fstat` tells, where its path is known."""
    if call.callee == "fstat":
        place = stream_at(value)
        return path_of(place, state) if place is not None else None
    known = text.known(text_of(value, state))
    return known.decode("utf-8", "surrogateescape") if known is not None else None


_HANDLERS: dict[str, Callable[[Walk, Call, Arguments, State], Value | None]] = {
    "fread": _fread,
    "read": _read_descriptor,
    "fseek": _fseek,
    "fseeko": _fseek,
    "lseek": _lseek,
    "ftell": _ftell,
    "ftello": _ftell,
    "rewind": _rewind,
    "fgets": _line,
    "fgetc": _character,
    "getc": _character,
    "fclose": _keep,
    "feof": _keep,
    "fileno": _keep,
    "mmap": _map,
    "filesystem::file_size": _file_size,
}
_ARITY = {"fread": 4, "read": 3, "fseek": 3, "fseeko": 3, "lseek": 3, "fgets": 3, "mmap": 6}
