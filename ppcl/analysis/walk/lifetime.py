"""Objects whose destructors run when their scopes end."""

from ppcl.analysis.walk.frame import Ended, Ending
from ppcl.analysis.walk.machine import Walk
from ppcl.analysis.walk.state import State
from ppcl.analysis.walk.value import Place
from ppcl.ir.node import Origin
from ppcl.ir.types import Type


def begin(walk: Walk, place: Place, type_: Type) -> None:
    """An object is constructed: it ends with the innermost scope."""
    if walk.cplusplus and walk.classes.is_destroyed(type_):
        walk.frame.alive.append((place, type_))


def destroy_down_to(walk: Walk, frames: int, alive: int, state: State) -> State | None:
    """The state when all objects are destroyed that were constructed in the frames from number
    `frames` on, except the first `alive` of that frame; None where the program ends there."""
    for number in range(len(walk.frames) - 1, frames - 1, -1):
        kept = alive if number == frames else 0
        for place, type_ in reversed(walk.frames[number].alive[kept:]):
            if not end_object(walk, place, type_, state):
                return None
    return state


def end_object(walk: Walk, place: Place, type_: Type, state: State) -> bool:
    """Run the destructors of an object; False where the program ends there."""
    at = place.object.at
    try:
        walk.executors[Ending](walk, Ending(place, type_, at), state)
    except Ended:
        return False
    return True


def origin_of(walk: Walk, at: Origin | None) -> Origin:
    """A place to name where an object ends of which the declaration is not known."""
    if at is not None:
        return at
    function = walk.frame.function
    assert function is not None
    return function.at
