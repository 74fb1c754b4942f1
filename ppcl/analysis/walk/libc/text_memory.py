"""Texts in tracked memory: which text a pointer points to, and writing one."""

from dataclasses import replace

from ppcl.analysis.kernels import text
from ppcl.analysis.kernels.text import KnownText, Parts
from ppcl.analysis.model import EscapeEvent, MemoryObject
from ppcl.analysis.numbers.polynomial import ZERO, Polynomial
from ppcl.analysis.walk.core.characters import blurred, met
from ppcl.analysis.walk.core.machine import Walk
from ppcl.analysis.walk.core.place import Places, pointees
from ppcl.analysis.walk.core.state import ANYWHERE, State
from ppcl.analysis.walk.core.value import (
    EMPTY,
    ZEROED,
    BorrowedText,
    Characters,
    Number,
    Place,
    Pointer,
    StructValue,
    Text,
    Unknown,
    Value,
    choices_of,
)
from ppcl.ir.expression import Cast, Expression
from ppcl.ir.node import Origin
from ppcl.ir.types import (
    ArrayType,
    IntType,
    PointerType,
    RecordType,
    ReferenceType,
    Type,
    VoidType,
    size_of,
)

# The bytes of a `std::string` object, in which nothing else is stored.
STRING_SIZE = 32
_NO_TEXT = "its characters are not followed"


def text_of(value: Value, state: State) -> Parts:
    """The text that a pointer to characters, or a string by value, stands for."""
    choices = [c for c in choices_of(value) if not (isinstance(c, Number) and c.value == ZERO)]
    if len(choices) != 1:
        found = [text_of(choice, state) for choice in choices]
        return text.unknown("it may be one of several", *found)
    match choices[0]:
        case Text(value=data, literal=literal):
            return _until_zero(data, literal)
        case BorrowedText(characters=Characters(parts=parts)) | Characters(parts=parts):
            return parts
        case StructValue(cells=cells):
            held = dict(cells).get(0)
            return held.parts if isinstance(held, Characters) else text.unknown(_NO_TEXT)
        case Unknown(reason=reason):
            return text.unknown(reason)
        case pointer:
            places = pointees(pointer)
            return text_at(places[0], state) if places else text.unknown(_NO_TEXT)


def texts_of(value: Value, state: State) -> list[Parts]:
    """The texts that a pointer may stand for: of a row of a table, those of all of its rows."""
    found: list[Parts] = []
    for choice in choices_of(value):
        places = pointees(choice)
        rows = _rows(places[0], state) if len(places) == 1 else []
        found += rows or [text_of(choice, state)]
    return found


def _rows(place: Place, state: State) -> list[Parts]:
    """The texts of a table that is full of them, where a place begins one of its rows."""
    cells = state.cells.get(place.object.serial, {})
    rows = {at: held for at, held in cells.items() if isinstance(held, Characters)}
    pitch = next((held.room for held in rows.values()), None)
    others = {cells[at] for at in cells.keys() - rows.keys()}
    if not pitch or place.precision == "unknown" or not others <= {Unknown(ZEROED)}:
        return []
    if place.start is not None and place.precision == "exact":
        return []  # it is known which row
    regular = all(held.room == pitch and at % pitch == 0 for at, held in rows.items())
    begins = all(factor % pitch == 0 for _, factor in place.offset.terms)
    full = place.object.size == Polynomial.constant(pitch * len(rows))
    return [held.parts for held in rows.values()] if regular and begins and full else []


def _until_zero(data: bytes, literal: Origin | None) -> Parts:
    end = data.find(b"\0")
    return text.joined((KnownText(data if end < 0 else data[:end], literal),))


def in_array(value: Value, type_: Type) -> Value:
    """What an initialiser puts in a variable of a type: an array gets a string's characters."""
    if isinstance(type_, ArrayType) and isinstance(value, Text):
        return Characters(_until_zero(value.value, value.literal), size_of(type_))
    if is_string(type_) and isinstance(value, Text):
        return string_value(_until_zero(value.value, value.literal))
    return value


def as_listed(value: Value, type_: Type, state: State) -> Value:
    """An element of a list as `in_array` has it; a `std::string` gets the characters that a pointer
    points to."""
    pointed = isinstance(type_, RecordType) and isinstance(value, Pointer | BorrowedText)
    if pointed and is_string(type_):
        return string_value(text_of(value, state))
    return in_array(value, type_)


def named(type_: Type) -> str:
    """The name of the class that a type is, refers to or points to."""
    while isinstance(type_, ReferenceType | PointerType):
        type_ = type_.referent if isinstance(type_, ReferenceType) else type_.pointee
    return type_.name if isinstance(type_, RecordType) else ""


def is_string(type_: Type) -> bool:
    """Whether a type is `std::string`, or a reference or pointer to one."""
    return named(type_).startswith(("std::basic_string<char", "std::string"))


def string_value(parts: Parts) -> StructValue:
    """A string by value."""
    return StructValue(((0, Characters(parts, STRING_SIZE)),))


def text_at(place: Place, state: State) -> Parts:
    """The text that begins at a place in memory."""
    offset = place.start
    if offset is None or place.precision != "exact":
        return text.unknown(_NO_TEXT)
    cells = state.cells.get(place.object.serial, {})
    held = cells.get(offset)
    if isinstance(held, Characters):
        return held.parts
    for start, around in cells.items():
        if isinstance(around, Characters) and 0 <= start < offset:
            rest = text.from_byte(around.parts, offset - start)
            if rest is not None:
                return rest
    return _spelled(cells, offset)


def _spelled(cells: dict[int, Value], offset: int) -> Parts:
    """A text whose characters were stored one by one."""
    found = bytearray()
    summary = cells.get(ANYWHERE)
    while True:
        held = cells.get(offset + len(found), summary)
        code = held.value.as_int if isinstance(held, Number) and held != summary else None
        if isinstance(held, Unknown) and held.reason == ZEROED:
            code = 0
        if code is None:
            lost = isinstance(held, Unknown) and held.reason not in EMPTY
            return text.unknown(held.reason if lost and isinstance(held, Unknown) else _NO_TEXT)
        if code == 0:
            return text.joined((KnownText(bytes(found)),))
        found.append(code & 255)


def of_characters(node: Expression) -> bool:
    """Whether what is given as an address is one of characters, whatever it is cast to."""
    type_ = _pointee(node)
    return isinstance(type_, IntType) and type_.bits == 8 and type_.name not in ("bool", "_Bool")


def of_bytes(node: Expression) -> bool:
    """Whether what is given as an address is one of anything (`void *`), whatever it is cast to."""
    return isinstance(_pointee(node), VoidType)


def _pointee(node: Expression) -> Type | None:
    while isinstance(node, Cast):
        node = node.operand
    match node.type:
        case ArrayType(element=inner) | PointerType(pointee=inner):
            return inner
    return None


def room_at(walk: Walk, target: MemoryObject, offset: int) -> int | None:
    """The bytes from `offset` to the end of the array of characters there, None where the object's
    type does not say."""
    return _room(walk, target.element, offset) if target.element is not None else None


def _room(walk: Walk, type_: Type, offset: int) -> int | None:
    if isinstance(type_, ArrayType):
        size, element = size_of(type_), size_of(type_.element)
        if isinstance(type_.element, IntType):
            return None if size is None else size - offset
        return _room(walk, type_.element, offset % element) if element else None
    record = walk.program.records.get(type_.name) if isinstance(type_, RecordType) else None
    for field in record.fields if record is not None else ():
        size = size_of(field.type)
        if size is not None and field.offset <= offset < field.offset + size:
            return _room(walk, field.type, offset - field.offset)
    return None


def note_write(walk: Walk, value: Value, reason: str, at: Origin) -> None:
    """Record that objects are written as a whole."""
    for place in pointees(value):
        event = EscapeEvent(walk.next_order(), place.object, reason, at, reads=False)
        walk.record(event)


def write_text(walk: Walk, destination: Value, parts: Parts, state: State) -> None:
    """Put a text, with its zero, where a pointer points."""
    places = _written_places(destination)
    for place in places:
        if len(places) > 1 or not place.certain:
            spoil(walk, place, "one of several places is written", parts, state)
        else:
            _write(walk, place, parts, state)


def _written_places(destination: Value) -> Places:
    """Where a write goes; through `c_str()`, with `const` cast away, into the string itself."""
    borrowed = [c.place for c in choices_of(destination) if isinstance(c, BorrowedText)]
    return (*pointees(destination), *(place for place in borrowed if place is not None))


def _write(walk: Walk, place: Place, parts: Parts, state: State) -> None:
    cells = state.cells.get(place.object.serial, {})
    for start, held in cells.items():
        front = _front(place, start, held)
        if front is not None and isinstance(held, Characters):
            put_text(walk, place.object, start, text.joined(front, parts), held.room, state)
            return
    offset = place.start
    if offset is None or place.precision != "exact":
        spoil(walk, place, "it is written at a place that is not known", parts, state)
        return
    for start, held in cells.items():
        if isinstance(held, Characters) and start < offset:
            state.store(place.object, start, blurred(held, "a part of it is overwritten"))
    put_text(walk, place.object, offset, parts, room_at(walk, place.object, offset), state)


def _front(place: Place, start: int, held: Value) -> Parts | None:
    """What stays of a text in front of a place in it or at its end."""
    if not isinstance(held, Characters) or place.precision == "unknown":
        return None
    distance = place.start
    length = text.length_of(held.parts)
    if length is not None and (place.offset - length).as_int == start:
        return held.parts
    if distance is None or distance <= start:
        return None
    return text.first_bytes(held.parts, distance - start)


def spoil(walk: Walk, place: Place, reason: str, parts: Parts, state: State) -> None:
    """Some text of an object is written, but which is not known."""
    cells = state.cells.get(place.object.serial, {})
    if any(isinstance(held, Number) for held in cells.values()):
        state.store_anywhere(place.object, walk.fresh("load", "character", place.object.serial))
    for start, held in cells.items():
        if isinstance(held, Characters):
            both = text.unknown(reason, held.parts, parts)
            state.store(place.object, start, replace(held, parts=both))


def put_text(
    walk: Walk, target: MemoryObject, offset: int, parts: Parts, room: int | None, state: State
) -> None:
    """Make a text begin at an offset of an object; what stood in its room is gone."""
    made = Characters(parts, room)
    if target.kind == "heap" and not target.unique:
        earlier = walk.memory.texts.setdefault((target.serial, offset), made)
        made = walk.memory.texts[target.serial, offset] = met(earlier, made)
    end = None if room is None else offset + room
    kept = {
        start: held
        for start, held in state.cells.get(target.serial, {}).items()
        if start < offset
        or (end is not None and start >= end)
        or not isinstance(held, Number | Characters)
    }
    state.cells[target.serial] = {**kept, offset: made}
