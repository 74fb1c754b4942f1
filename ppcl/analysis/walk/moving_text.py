"""Pointers that go through a constant text in a loop."""

from ppcl.analysis.walk.value import Text, Unknown, Value, choices_of, one_of

# Of so many places, less than a loop is walked for, none is told from others.
_MANY = 4


def standing(held: Value) -> Value:
    """What a cell may hold in any round: the places in a text that it has in turn are not known
    where there are many."""
    choices = choices_of(held)
    moved = [c for c in choices if isinstance(c, Text) and c.literal is None]
    if len(moved) < _MANY:
        return held
    rest = [c for c in choices if not isinstance(c, Text)]
    return one_of((*rest, Unknown("a place in a text through which a loop goes")))
