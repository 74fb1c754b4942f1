"""Characters in cells: what becomes of a text when its memory is written, and where paths meet."""

from collections.abc import Callable, Mapping
from dataclasses import replace

from ppcl.analysis.kernels import text
from ppcl.analysis.numbers.polynomial import ZERO, Polynomial
from ppcl.analysis.walk.core.value import ZEROED, Characters, Number, Place, Unknown, Value

# One of two lengths, where both are known.
Lengths = Callable[[Polynomial | None, Polynomial | None], Polynomial | None]
_DIFFERS = "it differs between the ways that lead here"


def _not_known(left: Polynomial | None, right: Polynomial | None) -> None:
    """No length."""


def written_at(held: Characters, distance: int, value: Value) -> Characters:
    """A text after a store of one value `distance` bytes behind its begin."""
    if held.room is not None and distance >= held.room:
        return held
    ends = isinstance(value, Number) and value.value == ZERO
    length = text.length_of(held.parts)
    size = length.as_int if length is not None else None
    if size is not None and (distance > size or (ends and distance == size)):
        return held  # behind the zero that ends it
    front = text.first_bytes(held.parts, distance) if ends else None
    if front is not None:
        return replace(held, parts=front)
    return blurred(held, "a character of it is changed")


def ends_text(cells: Mapping[int, Value], place: Place, value: Value) -> bool:
    """Whether a store puts a zero where a text of an object ends, which changes nothing."""
    if place.precision == "unknown" or not isinstance(value, Number) or value.value != ZERO:
        return False
    for start, held in cells.items():
        length = text.length_of(held.parts) if isinstance(held, Characters) else None
        if length is not None and (place.offset - length).as_int == start:
            return True
    return False


def blurred(held: Characters, reason: str) -> Characters:
    """A text of which only the files are known that went into it."""
    if len(held.parts) == 1 and isinstance(held.parts[0], text.UnknownText):
        return held
    return replace(held, parts=text.unknown(reason, held.parts))


def met(left: Value | None, right: Value | None, lengths: Lengths = _not_known) -> Characters:
    """One of two texts, or of a text and what is none; `lengths` gives one of their lengths."""
    sides = [side for side in (left, right) if isinstance(side, Characters)]
    if len(sides) == 2 and sides[0] == sides[1]:
        return sides[0]
    first, second = (_parts(side) for side in (left, right))
    if first is not None and second is not None:
        length = lengths(text.length_of(first), text.length_of(second))
        one = text.either(first, second, length)
        if one is not None:
            return Characters(one, sides[0].room)
    return Characters(text.unknown(_DIFFERS, *(side.parts for side in sides)), sides[0].room)


def _parts(side: Value | None) -> text.Parts | None:
    """A text; zeros are an empty one."""
    if isinstance(side, Characters):
        return side.parts
    zeroed = isinstance(side, Unknown) and side.reason == ZEROED
    return () if zeroed or (isinstance(side, Number) and side.value == ZERO) else None
