"""Objects without a name that an expression makes: they end behind the full expression (C++17,
15.2), or with a reference that is bound to them."""

from ppcl.analysis.walk.core.machine import Walk
from ppcl.analysis.walk.core.place import Places, load, places_of, returns_reference
from ppcl.analysis.walk.core.state import State
from ppcl.analysis.walk.core.value import Value
from ppcl.ir import expression as ex
from ppcl.ir.types import RecordType, VoidType


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
