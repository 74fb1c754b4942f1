"""Objects whose destructors run when their scopes end, and variables with a `cleanup`."""

from ppcl.analysis.walk.core.frame import Ended, Ending
from ppcl.analysis.walk.core.machine import Walk
from ppcl.analysis.walk.core.state import State
from ppcl.analysis.walk.core.value import Place
from ppcl.ir.node import Declaration, Origin
from ppcl.ir.types import ArrayType, Type


def begin(walk: Walk, place: Place, type_: Type, cleanup: Declaration | None = None) -> None:
    """An object is constructed: it ends with the innermost scope, what cleans up first."""
    if walk.program.cplusplus and walk.program.classes.is_destroyed(type_):
        walk.frame.alive.append(Ending(place, type_, place.object.at))
    if cleanup is not None:
        walk.frame.alive.append(Ending(place, type_, place.object.at, cleanup))


def destroy_down_to(walk: Walk, frames: int, alive: int, state: State) -> State | None:
    """The state when all objects are destroyed that were constructed in the frames from number
    `frames` on, except the first `alive` of that frame; None where the program ends there."""
    for number in range(len(walk.frames) - 1, frames - 1, -1):
        kept = alive if number == frames else 0
        for ending in reversed(walk.frames[number].alive[kept:]):
            if not end_object(walk, ending, state):
                return None
    return state


def end_object(walk: Walk, ending: Ending, state: State) -> bool:
    """Run the destructors of an object; False where the program ends there."""
    try:
        walk.executors[Ending](walk, ending, state)
    except Ended:
        return False
    return True


def leave_scope(walk: Walk, alive: int, state: State | None) -> State | None:
    """The state behind a scope in front of which so many objects were alive."""
    if state is not None:
        state = destroy_down_to(walk, len(walk.frames) - 1, alive, state)
    del walk.frame.alive[alive:]
    return state


def acts_at_end(walk: Walk, type_: Type) -> bool:
    """Whether destructors do more than release where an object of this type ends."""
    if not walk.program.cplusplus or not walk.program.classes.is_destroyed(type_):
        return False
    element = type_.element if isinstance(type_, ArrayType) else type_
    return walk.program.reach.touched(walk.program.reach.destructors(element)).acts


def origin_of(walk: Walk, at: Origin | None) -> Origin:
    """A place to name where an object ends of which the declaration is not known."""
    if at is not None:
        return at
    function = walk.frame.function
    assert function is not None
    return function.at
