"""What cells hold in any round of a loop, by what they hold before it and behind one round."""

from dataclasses import replace

from ppcl.analysis.numbers.polynomial import ZERO, Polynomial
from ppcl.analysis.walk.core.characters import met
from ppcl.analysis.walk.core.state import ANYWHERE, State
from ppcl.analysis.walk.core.value import (
    EMPTY,
    Characters,
    Number,
    OneOf,
    Pointer,
    Single,
    Text,
    Unknown,
    Value,
    choices_of,
    one_of,
)
from ppcl.analysis.walk.loops.counter import Cell

# Of so many places, less than a loop is walked for, none is told from others.
_MANY = 4


def held_in(state: State, cell: Cell, new: Value | None = None) -> Value:
    """What a cell holds: zero, unless something else was stored where it may be."""
    cells = state.cells.get(cell[0], {})
    value = cells.get(cell[1])
    if value is None and new is not None and not isinstance(new, Number):
        value = cells.get(ANYWHERE, new)
    return value if value is not None else Number(Polynomial())


def held_before(grown: dict[Cell, Value], entry: State, cell: Cell, new: Value | None) -> Value:
    """What a cell held so far, where a round of the loop gives it a new value."""
    known = grown.get(cell)
    if isinstance(new, Characters) and not isinstance(known, Characters):
        cells = entry.cells.get(cell[0], {})
        return cells.get(cell[1], cells.get(ANYWHERE, Number(Polynomial())))
    return known if known is not None else held_in(entry, cell, new)


def is_as_unknown(old: Value | None, new: Value | None) -> bool:
    """Whether a value was lost, and is. Of memory that nothing was stored in more is known."""
    return isinstance(old, Unknown) and isinstance(new, Unknown) and old.reason not in EMPTY


def joined(held: Value, new: Value | None) -> Value:
    """What a cell may hold that held one value, and gets another in a round."""
    if isinstance(held, Characters) or isinstance(new, Characters):
        return met(held, new)
    if new is None or isinstance(new, Number):
        return held
    if isinstance(held, Number) and held.value != ZERO:
        return new
    union = _standing(one_of((held, new)))
    pointers = [c for c in choices_of(union) if isinstance(c, Pointer)]
    if isinstance(union, OneOf) and len({p.object for p in pointers}) < len(pointers):
        union = one_of([_one_pointer(c, pointers) for c in choices_of(union)])
    return union


def _one_pointer(choice: Single, pointers: list[Pointer]) -> Value:
    """One pointer for all those into an object: it points anywhere in it."""
    same = [p for p in pointers if isinstance(choice, Pointer) and p.object == choice.object]
    return choice if len(same) < 2 else moving(same[0])


def _standing(held: Value) -> Value:
    """What a cell may hold in any round: the places in a text that it has in turn are not known
    where there are many."""
    choices = choices_of(held)
    moved = [c for c in choices if isinstance(c, Text) and c.literal is None]
    if len(moved) < _MANY:
        return held
    rest = [c for c in choices if not isinstance(c, Text)]
    return one_of((*rest, Unknown("a place in a text through which a loop goes")))


def moving(value: Value) -> Value:
    """A pointer as one that is elsewhere in each round; all else as it is."""
    return Pointer(value.object, ZERO, "unknown") if isinstance(value, Pointer) else value


def settled(choice: Single) -> Single:
    """One of several pointers as any iteration may have left it."""
    moves = isinstance(choice, Pointer) and choice.start is None
    return replace(choice, precision="unknown") if isinstance(choice, Pointer) and moves else choice


def moves(value: Pointer) -> bool:
    """Whether a pointer that a loop sets is elsewhere in each round: where it is alone it gets a
    symbol of its own for where it points."""
    return value.precision != "exact" or value.start is None
