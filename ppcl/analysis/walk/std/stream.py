"""C++ streams: files that are read, and strings that are written piece by piece."""

from dataclasses import dataclass

from ppcl.analysis.kernels import text
from ppcl.analysis.kernels.text import KnownText, Parts
from ppcl.analysis.numbers.polynomial import ONE, ZERO, Polynomial
from ppcl.analysis.walk.core.characters import blurred
from ppcl.analysis.walk.core.machine import Walk
from ppcl.analysis.walk.core.place import Places, address, places_of, pointees, store
from ppcl.analysis.walk.core.state import State
from ppcl.analysis.walk.core.value import (
    Characters,
    FunctionValue,
    Number,
    Place,
    StructValue,
    Unknown,
    Value,
)
from ppcl.analysis.walk.libc.file import (
    PATH,
    POSITION,
    Files,
    behind,
    end_of,
    fill,
    move_to,
    next_piece,
    position_of,
    put_stream,
    read_whole,
)
from ppcl.analysis.walk.libc.text_format import streamed
from ppcl.analysis.walk.libc.text_memory import is_string, named, string_value
from ppcl.analysis.walk.std.cxx_text import (
    argument_text,
    assign,
    receiver_places,
    words_of,
)
from ppcl.ir.expression import Call, Cast, Expression, NameRef
from ppcl.ir.traverse import descendants
from ppcl.ir.types import FloatType, IntType, PointerType

Arguments = tuple[Value, ...]
_FILES = (
    *("std::basic_ifstream<char", "std::basic_fstream<char", "std::basic_ofstream<char"),
    "std::basic_filebuf<char",
)
_READER = "std::basic_istream<char"
_STRINGS = (
    "std::basic_stringstream<char",
    "std::basic_ostringstream<char",
    "std::basic_istringstream<char",
)
_STREAMS = ("std::basic_istream<char", "std::basic_ostream<char", "std::basic_ios")
_ITERATOR = "new std::istreambuf_iterator<char"
_KEEPING = frozenset(
    {"close", "is_open", "good", "eof", "fail", "bad", "clear", "operator!", "rdstate", "setstate"}
    | {"exceptions", "flush", "width", "precision", "setf", "unsetf", "imbue"}
)
# A string stream has its text here, and here whether it began with one.
_TEXT, _BEGUN = 32, 40
_ROOM = 8


@dataclass
class CxxStreams:
    """The model of <fstream>, <sstream> and of the operators on streams."""

    files: Files

    def call(self, walk: Walk, call: Call, arguments: Arguments, state: State) -> Value | None:
        """The effect of a member, constructor or operator, None for other functions."""
        name = call.callee or ""
        if name.startswith(_ITERATOR):
            return _iterator(walk, call, arguments, state)
        if name.startswith("new ") and named(call.type).startswith(_FILES):
            return self._opened(walk, call, arguments, state)
        if name.startswith("new ") and named(call.type).startswith(_READER) and arguments:
            return StructValue(((0, arguments[0]),))
        if name.startswith("new ") and named(call.type).startswith(_STRINGS):
            return _string_stream(call, arguments, state)
        if name.startswith("new std::fpos<") and len(arguments) == 1:
            return arguments[0]
        if call.receiver is not None:
            return self._member(walk, call, name, arguments, state)
        return _free(walk, call, name, arguments, state)

    def _opened(self, walk: Walk, call: Call, arguments: Arguments, state: State) -> Value:
        if not arguments:
            return StructValue(((PATH, Characters(text.unknown("not open"), POSITION)),))
        place = Place(walk.allocate("variable", "stream", None, None, call.at, id(call)), ZERO)
        self._open(walk, call, (place,), named(call.type), arguments, state)
        return StructValue(tuple(sorted(state.cells.pop(place.object.serial).items())))

    def _open(
        self,
        walk: Walk,
        call: Call,
        places: Places,
        class_: str,
        arguments: Arguments,
        state: State,
    ) -> None:
        path = argument_text(call, arguments, 0, state)
        words = _names(call.arguments[1:])
        reads = class_.startswith(_FILES[0]) or (words >= {"in"} and not words & {"out", "app"})
        self.files.note(path, reads)
        for place in places:
            put_stream(place, path if reads else text.unknown("written"), ZERO, state)
            if "ate" in words:
                move_to(walk, place, end_of(place, state), id(call), state)

    def _member(
        self, walk: Walk, call: Call, name: str, arguments: Arguments, state: State
    ) -> Value | None:
        assert call.receiver is not None
        class_, method = named(call.receiver.type), name.rsplit("::", 1)[-1]
        if class_.startswith("std::fpos<"):
            return _position(walk, call, state)
        if not class_.startswith((*_FILES, *_STRINGS, *_STREAMS)):
            return None
        places = behind(receiver_places(walk, call.receiver, state), state)
        if method == "operator<<":
            return _printed(walk, call, places, arguments, 0, state)
        if method == "open" and arguments:
            self._open(walk, call, places, class_, arguments, state)
        elif method in ("rdbuf", "str"):
            return _contents(walk, call, method, class_, places, arguments, state)
        elif method == "tellg" and places:
            position = position_of(places[0], state)
            return Number(position) if position is not None else walk.fresh("load", "g", id(call))
        elif method in ("seekg", "read") and len(places) == 1:
            _moved(walk, call, method, places[0], arguments, state)
        elif method not in _KEEPING and not method.startswith("operator bool"):
            _read_some(walk, call, places, range(len(arguments)), state)
        if isinstance(call.type, IntType):
            return walk.fresh("input", method, id(call))
        return address(places, call.at)


def _names(nodes: tuple[Expression, ...]) -> set[str]:
    """The names in expressions such as `std::ios::in | std::ios::ate`."""
    found = (node for top in nodes for node in descendants(top) if isinstance(node, NameRef))
    return {node.declaration.last for node in found}


def _iterator(walk: Walk, call: Call, arguments: Arguments, state: State) -> Value:
    """An iterator through what is left in a stream; one without a stream is the end of any."""
    if len(arguments) != 1:
        return StructValue(())
    node = call.arguments[0]
    if isinstance(arguments[0], StructValue) and named(node.type) in (call.callee or ""):
        return arguments[0]
    if isinstance(node.type, PointerType):
        return StructValue(((0, arguments[0]),))
    return StructValue(((0, address(behind(places_of(walk, node, state), state), call.at)),))


def _string_stream(call: Call, arguments: Arguments, state: State) -> Value:
    """A stream into or out of a string; what is printed to one that begins with a text overwrites
    it, which the second cell says."""
    begins = bool(arguments) and is_string(call.arguments[0].type)
    parts = argument_text(call, arguments, 0, state) if begins else ()
    flag = Number(ONE if begins else ZERO)
    return StructValue(((_TEXT, Characters(parts, _ROOM)), (_BEGUN, flag)))


def _contents(
    walk: Walk,
    call: Call,
    method: str,
    class_: str,
    places: Places,
    arguments: Arguments,
    state: State,
) -> Value:
    """`str` of a string stream, and `rdbuf`: the stream itself stands for its buffer."""
    if method == "rdbuf":
        return address(places, call.at)
    if not arguments:
        one = len(places) == 1 and class_.startswith(_STRINGS)
        return string_value(_text_at(places[0], state) if one else text.unknown("not followed"))
    for place in places:
        start = place.start or 0
        parts = argument_text(call, arguments, 0, state)
        parts = parts if len(places) == 1 else text.unknown("one of several streams", parts)
        state.store(place.object, start + _BEGUN, Number(ONE if parts else ZERO))
        state.store(place.object, start + _TEXT, Characters(parts, _ROOM))
    return Number(ZERO)


def _text_at(place: Place, state: State) -> Parts:
    """The text of a string stream."""
    held = state.load(place.object, (place.start or 0) + _TEXT)
    return held.parts if isinstance(held, Characters) else text.unknown("not followed")


def _position(walk: Walk, call: Call, state: State) -> Value:
    """`std::fpos` as a number."""
    assert call.receiver is not None
    value = walk.evaluate(call.receiver, state)
    if isinstance(value, StructValue):
        value = dict(value.cells).get(0, value)
    return value if isinstance(value, Number) else walk.fresh("load", "position", id(call))


def _moved(
    walk: Walk, call: Call, method: str, place: Place, arguments: Arguments, state: State
) -> None:
    """`seekg` and `read`."""
    if method == "read" and len(arguments) == 2:
        count = arguments[1].value if isinstance(arguments[1], Number) else None
        if count is None:
            _read_some(walk, call, (place,), range(len(arguments)), state)
            return
        parts = read_whole(walk, place, count, id(call), state)
        fill(walk, call, call.arguments[0], arguments[0], parts, state)
        return
    words = _names(call.arguments[1:])
    starts = {"beg": ZERO, "end": end_of(place, state), "cur": position_of(place, state)}
    start = starts[words.pop()] if len(words) == 1 and words <= starts.keys() else None
    start = ZERO if len(arguments) == 1 else start
    offset = _number(arguments[0]) if arguments else None
    known = start + offset if start is not None and offset is not None else None
    move_to(walk, place, known, id(call), state)


def _number(value: Value) -> Polynomial | None:
    if isinstance(value, StructValue):
        value = dict(value.cells).get(0, value)
    return value.value if isinstance(value, Number) else None


def _read_some(walk: Walk, call: Call, places: Places, into: range, state: State) -> None:
    """Something is read from a stream into what some of the arguments designate."""
    piece = text.unknown("it is read from a stream that is not followed")
    for place in places:
        line = (call.callee or "") == "std::getline" and len(call.arguments) == 2
        piece = next_piece(walk, place, call, (KnownText(b"\n"),) if line else (), state)
        if not line or len(places) > 1:
            move_to(walk, place, None, id(call), state)
    reason = f"set by '{call.callee}'"
    for index in into:
        node = call.arguments[index]
        if is_string(node.type):
            assign(walk, places_of(walk, node, state), piece, state)
        elif isinstance(node.type, PointerType):
            fill(walk, call, node, walk.evaluate(node, state), piece, state)
        elif not isinstance(node.type, IntType | FloatType):
            walk.escape(address(places_of(walk, node, state), node.at), state, reason, node.at)
        elif call.references is None or index in call.references:
            unknown = Unknown(reason, node.at)
            store(walk, node, places_of(walk, node, state), node.type, unknown, state)


def _free(walk: Walk, call: Call, name: str, arguments: Arguments, state: State) -> Value | None:
    """`<<`, `>>` and `getline` where they are no members."""
    if name not in ("std::operator<<", "std::operator>>", "std::getline") or len(arguments) < 2:
        return None
    left = arguments[0]
    places = behind(pointees(left) or _own_places(walk, call.arguments[0], state), state)
    if name == "std::operator<<":
        return _printed(walk, call, places, arguments, 1, state)
    _read_some(walk, call, places, range(1, 2), state)
    return address(places, call.at)


def _own_places(walk: Walk, node: Expression, state: State) -> Places:
    """Where a stream stands that is named; what calls return is known by value."""
    return () if isinstance(node, Call) else places_of(walk, node, state)


def _printed(
    walk: Walk, call: Call, places: Places, arguments: Arguments, index: int, state: State
) -> Value:
    """`stream << value`: a string stream's text grows; others only read the value."""
    node = call.arguments[index]
    reason = f"read as a whole by '{call.callee}'"
    walk.escape(arguments[index], state, reason, node.at, writes=False)
    for place in places:
        start = place.start or 0
        held, begun = (state.load(place.object, start + at) for at in (_TEXT, _BEGUN))
        if not isinstance(held, Characters):
            continue
        if begun != Number(ZERO) or len(places) > 1:
            made = blurred(held, "it is printed over another text").parts
        else:
            made = text.joined(held.parts, _piece(walk, call, arguments, index, state))
        state.store(place.object, start + _TEXT, Characters(made, _ROOM))
    return address(places, call.at)


def _piece(walk: Walk, call: Call, arguments: Arguments, index: int, state: State) -> Parts:
    """What one `<<` adds."""
    value, node = arguments[index], call.arguments[index]
    while isinstance(node, Cast) and isinstance(node.type, PointerType) and node.implicit:
        node = node.operand  # to the base class of stream buffers
    if isinstance(value, FunctionValue):
        ends = value.declaration.last == "endl"
        return (KnownText(b"\n"),) if ends else text.unknown("a manipulator of the stream")
    if isinstance(node.type, PointerType) and "buf<" in named(node.type):
        return _buffer(walk, call, value, named(node.type), state)
    if isinstance(node.type, IntType | FloatType):
        return streamed(value, node.type, words_of(walk, call, index))
    if is_string(node.type) or not named(node.type):
        return argument_text(call, arguments, index, state)
    return text.unknown("a value that is not followed")


def _buffer(walk: Walk, call: Call, value: Value, class_: str, state: State) -> Parts:
    """All that is left in another stream."""
    places = pointees(value)
    if len(places) != 1:
        return text.unknown("a stream that is not followed")
    if "stringbuf" in class_:
        return _text_at(places[0], state)
    if "filebuf" in class_:
        return read_whole(walk, places[0], None, id(call), state)
    return text.unknown("a stream that is not followed")
