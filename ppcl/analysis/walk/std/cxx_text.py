"""What the models of C++ strings and streams share."""

from ppcl.analysis.kernels import text
from ppcl.analysis.kernels.text import KnownText, Parts
from ppcl.analysis.walk.core.characters import met
from ppcl.analysis.walk.core.machine import Walk
from ppcl.analysis.walk.core.place import Places, places_of, pointees
from ppcl.analysis.walk.core.state import State
from ppcl.analysis.walk.core.value import Characters, StructValue, Value
from ppcl.analysis.walk.libc.file import read_whole
from ppcl.analysis.walk.libc.text_format import constant_of
from ppcl.analysis.walk.libc.text_memory import STRING_SIZE, named, put_text, text_of
from ppcl.ir.expression import Call, Expression
from ppcl.ir.types import IntType, PointerType

_ITERATOR = "std::istreambuf_iterator<char"


def receiver_places(walk: Walk, node: Expression, state: State) -> Places:
    """Where the object stands that a member is called on."""
    if isinstance(node.type, PointerType):
        return pointees(walk.evaluate(node, state))
    return places_of(walk, node, state)


def argument_text(call: Call, arguments: tuple[Value, ...], index: int, state: State) -> Parts:
    """The text of an argument: a string, a pointer to characters, or one character."""
    type_, value = call.arguments[index].type, arguments[index]
    if isinstance(type_, IntType):
        code = constant_of(value)
        if isinstance(code, int):
            return (KnownText(bytes([code & 255])),)
        return text.unknown("a character that is not known")
    return text_of(value, state)


def words_of(walk: Walk, call: Call, index: int) -> str:
    """An argument in the host's words."""
    return " ".join(walk.source(call.arguments[index].at).split())


def assign(walk: Walk, places: Places, parts: Parts, state: State) -> None:
    """Give a string, or what holds its text in its place, a new text."""
    for place in places:
        offset = place.start
        if offset is None or place.precision != "exact":
            state.store_anywhere(place.object, Characters(parts))
        elif len(places) > 1 or not place.certain:
            made = met(state.load(place.object, offset), Characters(parts, STRING_SIZE))
            state.store(place.object, offset, made)
        else:
            put_text(walk, place.object, offset, parts, STRING_SIZE, state)


def iterated_text(
    walk: Walk, call: Call, arguments: tuple[Value, ...], state: State
) -> Parts | None:
    """What two stream iterators go through: the rest of the stream; None for other arguments."""
    if len(arguments) < 2 or not named(call.arguments[0].type).startswith(_ITERATOR):
        return None
    first = arguments[0]
    held = dict(first.cells).get(0) if isinstance(first, StructValue) else None
    streams = pointees(held) if held is not None else ()
    if len(streams) != 1:
        return text.unknown("it is read from a stream that is not followed")
    return read_whole(walk, streams[0], None, id(call), state)
