"""Objects that a library makes of the arguments of a call: `make_unique<T>(a, b)`."""

from ppcl.analysis.numbers.polynomial import ZERO
from ppcl.analysis.walk.calls.referring import designated, holds_values
from ppcl.analysis.walk.core.machine import Walk
from ppcl.analysis.walk.core.place import Places, write_cells
from ppcl.analysis.walk.core.state import State
from ppcl.analysis.walk.core.value import Place, Value
from ppcl.ir import expression as ex
from ppcl.ir.node import Declaration
from ppcl.ir.types import RecordType, ReferenceType


def handed_on(
    walk: Walk,
    call: ex.Call,
    arguments: tuple[Value, ...],
    state: State,
    referred: frozenset[int] = frozenset(),
) -> tuple[ex.Expression, ...]:
    """The arguments of a call, which were evaluated, as those of another one that takes those
    `referred` by reference."""
    pairs = zip(call.arguments, arguments, strict=True)
    return tuple(
        _handed(walk, node, value, designated(walk, node) if number in referred else (), state)
        for number, (node, value) in enumerate(pairs)
    )


def _handed(
    walk: Walk, node: ex.Expression, value: Value, places: Places, state: State
) -> ex.Expression:
    """A name or a literal text as it is, as it may be referred to; anything else by a name for what
    it designates, or for its value."""
    if isinstance(node, ex.NameRef | ex.This | ex.StringLiteral):
        return node
    if places:
        return _named(walk, node, places, "referred to")
    target = walk.allocate("variable", "temporary", None, node.type, node.at, id(node), "handed")
    state.cells.pop(target.serial, None)
    place = Place(target, ZERO)
    write_cells(state, place, value)
    return _named(walk, node, (place,), f"{target.serial}")


def _named(walk: Walk, node: ex.Expression, places: Places, how: str) -> ex.NameRef:
    key = f"{id(node)} {how} handed on"
    walk.frame.places[key] = places
    return walk.synthetic(
        ("handed", key),
        lambda: ex.NameRef(node.at, node.type, Declaration("temporary", key), "variable"),
    )


def handed_to(
    walk: Walk, call: ex.Call, made: RecordType, arguments: tuple[Value, ...], state: State
) -> tuple[Declaration | None, tuple[ex.Expression, ...]]:
    """The constructor that makes an object of a call's arguments, and what it gets."""
    target = constructor(walk, made, len(arguments), call)
    function = walk.program.functions.get(target.key) if target is not None else None
    given = enumerate(function.parameters) if function is not None else ()
    referred = frozenset(n for n, p in given if isinstance(p.type, ReferenceType))
    if function is None and not holds_values(walk, made):
        referred = frozenset(range(len(arguments)))
    return target, handed_on(walk, call, arguments, state, referred)


def constructor(walk: Walk, made: RecordType, count: int, call: ex.Call) -> Declaration | None:
    """The constructor that takes so many arguments. Which of several runs is not followed."""
    own = [f for f in walk.program.classes.methods(made.name) if f.role == "constructor"]
    fitting = [f.declaration for f in own if len(f.parameters) == count]
    if own and len(fitting) != 1:
        walk.not_followed(f"which constructor makes a '{made.name}'", call.at)
    return fitting[0] if len(fitting) == 1 else None


def constructed_of(
    walk: Walk, call: ex.Call, made: RecordType, arguments: tuple[Value, ...], state: State
) -> Value:
    """A new object of a class, as a value."""
    target, handed = handed_to(walk, call, made, arguments, state)
    key = ("in place", id(call), tuple(map(id, handed)))
    node = walk.synthetic(key, lambda: ex.Construct(call.at, made, target, handed))
    return walk.evaluate(node, state)
