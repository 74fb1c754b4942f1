"""Objects that a library makes of the arguments of a call: `make_unique<T>(a, b)`."""

from ppcl.analysis.polynomial import ZERO
from ppcl.analysis.walk.machine import Walk
from ppcl.analysis.walk.place import write_cells
from ppcl.analysis.walk.state import State
from ppcl.analysis.walk.value import Place, Value
from ppcl.ir import expression as ex
from ppcl.ir.node import Declaration
from ppcl.ir.types import RecordType


def handed_on(
    walk: Walk, call: ex.Call, arguments: tuple[Value, ...], state: State
) -> tuple[ex.Expression, ...]:
    """The arguments of a call, which were evaluated, as those of another one."""
    return tuple(
        _handed(walk, node, value, state)
        for node, value in zip(call.arguments, arguments, strict=True)
    )


def _handed(walk: Walk, node: ex.Expression, value: Value, state: State) -> ex.Expression:
    """A name as it is, as it may be referred to; anything else by a name for its value."""
    if isinstance(node, ex.NameRef | ex.This):
        return node
    target = walk.allocate("variable", "temporary", None, node.type, node.at, id(node), "handed")
    state.cells.pop(target.serial, None)
    place = Place(target, ZERO)
    write_cells(state, place, value)
    key = f"{target.serial} handed on"
    walk.frame.places[key] = (place,)
    return walk.synthetic(
        ("handed", id(node), target.serial),
        lambda: ex.NameRef(node.at, node.type, Declaration("temporary", key), "variable"),
    )


def constructor(walk: Walk, made: RecordType, count: int, call: ex.Call) -> Declaration | None:
    """The constructor that takes so many arguments. Which of several runs is not followed."""
    own = [f for f in walk.classes.methods(made.name) if f.role == "constructor"]
    fitting = [f.declaration for f in own if len(f.parameters) == count]
    if own and len(fitting) != 1:
        walk.not_followed(f"which constructor makes a '{made.name}'", call.at)
    return fitting[0] if len(fitting) == 1 else None


def constructed_of(
    walk: Walk, call: ex.Call, made: RecordType, arguments: tuple[Value, ...], state: State
) -> Value:
    """A new object of a class, as a value."""
    handed = handed_on(walk, call, arguments, state)
    target = constructor(walk, made, len(handed), call)
    key = ("in place", id(call), tuple(map(id, handed)))
    node = walk.synthetic(key, lambda: ex.Construct(call.at, made, target, handed))
    return walk.evaluate(node, state)
