"""Objects that end where their scope does, and variables with a `cleanup`; those without a name,
that an expression makes: they end behind the full expression (C++17, 15.2), or with a reference
that is bound to them.
"""

from ppcl.analysis.walk.core.frame import Ended, Ending
from ppcl.analysis.walk.core.machine import Walk
from ppcl.analysis.walk.core.place import Places, load, places_of, returns_reference
from ppcl.analysis.walk.core.state import State
from ppcl.analysis.walk.core.value import Place, Value
from ppcl.ir import expression as ex
from ppcl.ir.node import Declaration, Origin
from ppcl.ir.types import ArrayType, RecordType, Type, VoidType


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


def operand(walk: Walk, node: ex.Expression, state: State) -> Value:
    """The value of an operand; an object that is made for it is a temporary."""
    if not _is_made(walk, node):
        return walk.evaluate(node, state)
    return load(walk, node, places_of(walk, node, state), node.type, state)


def discard(walk: Walk, node: ex.Expression, state: State) -> None:
    """Evaluate what nobody uses the value of."""
    match node:
        case ex.Binary(op=",", left=left, right=right):
            discard(walk, left, state)
            discard(walk, right, state)
        case ex.Cast(type=VoidType(), operand=inner):
            discard(walk, inner, state)
        case ex.Call() | ex.Construct() | ex.InitList() | ex.Conditional():
            if walk.program.cplusplus and walk.program.classes.is_destroyed(node.type):
                places_of(walk, node, state)
            else:
                walk.evaluate(node, state)
        case _:
            walk.evaluate(node, state)


def extend(walk: Walk, places: Places, before: int, lasts: bool) -> None:
    """Temporaries that a reference is bound to, or to a part of, end with the reference."""
    bound = {place.object.serial for place in places}
    temporaries = walk.frame.temporaries
    kept = [ending for ending in temporaries[before:] if ending.place.object.serial in bound]
    temporaries[before:] = [ending for ending in temporaries[before:] if ending not in kept]
    (walk.memory.until_exit if lasts else walk.frame.alive).extend(kept)


def _is_made(walk: Walk, node: ex.Expression) -> bool:
    """Whether an operand makes an object of a class of the program's. What the library's classes
    own, their models hand on."""
    if not walk.program.cplusplus or not isinstance(node, ex.Call | ex.Construct | ex.InitList):
        return False
    if not isinstance(node.type, RecordType) or node.type.name.startswith("std::"):
        return False
    if isinstance(node, ex.Call) and not _makes(walk, node):
        return False
    return walk.program.classes.is_destroyed(node.type)


def _makes(walk: Walk, node: ex.Call) -> bool:
    """Whether a call of the program's own gives an object, and no reference to one."""
    known = node.target is None or node.target.key in walk.program.functions or node.dynamic
    return known and not returns_reference(walk, node)
