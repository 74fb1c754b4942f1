"""Lambdas as values: their bodies with what they captured. Of one that changes what it holds, each
copy has variables of its own.
"""

from dataclasses import replace

from ppcl.analysis.numbers.polynomial import ZERO, Polynomial
from ppcl.analysis.walk.core.elements import note_elements
from ppcl.analysis.walk.core.frame import Closed, Ended
from ppcl.analysis.walk.core.machine import Walk
from ppcl.analysis.walk.core.place import Places, write_cells
from ppcl.analysis.walk.core.scope import value_named
from ppcl.analysis.walk.core.state import State
from ppcl.analysis.walk.core.value import (
    Closure,
    Place,
    Single,
    StructValue,
    Value,
    any_choice,
    choices_of,
    one_of,
)
from ppcl.analysis.walk.cxx.lifetime import acts_at_end
from ppcl.analysis.walk.cxx.value_functions import acting
from ppcl.ir import expression as ex
from ppcl.ir.node import Declaration, Origin
from ppcl.ir.statement import Declare
from ppcl.ir.traverse import descendants
from ppcl.ir.types import (
    ArrayType,
    FloatType,
    IntType,
    PointerType,
    RecordType,
    ReferenceType,
    Type,
)
from ppcl.ir.unit import Function, Parameter


def make_closure(walk: Walk, node: ex.Lambda, state: State) -> Value:
    """The lambda with the scope around it; what is captured by copy is copied here."""
    frame = walk.frame
    places = {**frame.places, **_made(walk, node, state)}
    own = [v.declaration.key for v in node.made if not isinstance(v.type, ReferenceType)]
    for name in walk.synthetic(("captured", id(node)), lambda: _names(node)):
        key = name.declaration.key
        if key in frame.places and key not in walk.memory.lasting and _is_copied(node, key):
            places[key] = _copied(walk, node, name, state)
            own.append(key)
    number = walk.symbol("input", "lambda", id(node)).serial
    function = walk.synthetic(("lambda", id(node)), lambda: _function(node))
    closed = _closed(walk, node, function, places, state)
    own = own if node.mutable else []
    walk.memory.closures[number] = replace(closed, own=tuple(own), number=number)
    return Closure(number)


def _made(walk: Walk, node: ex.Lambda, state: State) -> dict[str, Places]:
    """The variables that captures make: each is the lambda's, and lasts as long as that."""
    if not node.made:
        return {}
    frame = walk.frame
    places, types = dict(frame.places), dict(frame.types)
    variables, alive = len(frame.variables), len(frame.alive)
    declare = walk.synthetic(("makes", id(node)), lambda: Declare(node.at, node.made))
    after = walk.execute(declare, state)
    if after is None:
        raise Ended
    state.cells, state.guards = after.cells, after.guards
    for each in node.made:
        if acts_at_end(walk, each.type):
            walk.not_followed(f"the end of '{each.declaration.name}' in a lambda", node.at)
    made = {v.declaration.key: frame.places[v.declaration.key] for v in node.made}
    frame.places, frame.types = places, types
    del frame.variables[variables:], frame.alive[alive:]
    return made


def _closed(
    walk: Walk, node: ex.Lambda, function: Function, places: dict[str, Places], state: State
) -> Closed:
    """The lambda with what its body, and any text put there, may name."""
    frame = walk.frame
    named = {
        n.declaration.key for n in walk.synthetic(("captured", id(node)), lambda: _names(node))
    }
    held: dict[str, Polynomial | None] = {}
    referred: set[str] = set()
    for key in frame.types.keys() - named - walk.memory.lasting.keys():
        if _is_copied(node, key):
            held[key] = value_named(frame, key, state)
        elif key in frame.enclosing or not (node.refers_rest or key in node.referred):
            held[key] = frame.enclosing.get(key) if node.refers_rest else None
        else:
            referred.add(key)
    types = {**frame.types, **_types(node)}
    lasts = frozenset(referred)
    return Closed(function, places, types, frame.this, frame, held, lasts, node.form)


def _types(node: ex.Lambda) -> dict[str, tuple[str, Type]]:
    """The names and types of the variables that captures make, by key."""
    return {v.declaration.key: (v.declaration.name, _referent(v.type)) for v in node.made}


def _referent(type_: Type) -> Type:
    return type_.referent if isinstance(type_, ReferenceType) else type_


def enclosing(walk: Walk, closed: Closed) -> dict[str, Polynomial | None]:
    """What the variables around a lambda that its body does not name are in a call of it now."""
    lives = any(frame is closed.maker for frame in walk.frames)
    still = closed.maker.types if lives else {}
    return {**closed.held, **{key: None for key in closed.referred if key not in still}}


def _names(node: ex.Lambda) -> list[ex.NameRef]:
    """The variables that the body names, each once."""
    found: dict[str, ex.NameRef] = {}
    for part in descendants(node.body):
        if isinstance(part, ex.NameRef) and part.kind != "function":
            found.setdefault(part.declaration.key, part)
    return list(found.values())


def _is_copied(node: ex.Lambda, key: str) -> bool:
    return key in node.copied or (node.copies_rest and key not in node.referred)


def _copied(walk: Walk, node: ex.Lambda, name: ex.NameRef, state: State) -> Places:
    if isinstance(name.type, ArrayType):
        walk.not_followed(f"the copy of array '{name.declaration.name}' in a lambda", node.at)
    copies = acting(walk, name.type.name) if isinstance(name.type, RecordType) else ()
    if copies or acts_at_end(walk, name.type):
        walk.not_followed(f"the copy of '{name.declaration.name}' in a lambda", node.at)
    value = walk.evaluate(name, state)
    key = name.declaration.key
    target = walk.allocate(
        "variable", name.declaration.name, None, name.type, node.at, id(node), key
    )
    state.cells.pop(target.serial, None)
    write_cells(state, Place(target, ZERO), value)
    note_elements(walk, Place(target, ZERO), name.type, node.at)
    return (Place(target, ZERO),)


def _function(node: ex.Lambda) -> Function:
    span = node.at.span
    name = Declaration("a lambda", f"lambda {span.file}:{span.start}")
    parameters = tuple(Parameter(v.at, v.declaration, v.type) for v in node.parameters)
    return Function(node.at, node.at, name, node.result, parameters, node.body)


def with_own_state(walk: Walk, node: ex.Construct | ex.Call, value: Value, state: State) -> Value:
    """A copy of a value: of a lambda with copies of the variables that it may change."""
    if isinstance(value, StructValue):
        cells = ((at, with_own_state(walk, node, cell, state)) for at, cell in value.cells)
        return StructValue(tuple(cells))
    if not any(isinstance(choice, Closure) for choice in any_choice(value)):
        return value
    return one_of([_with_copies(walk, node, choice, state) for choice in choices_of(value)])


def _with_copies(walk: Walk, node: ex.Construct | ex.Call, value: Single, state: State) -> Value:
    if not isinstance(value, Closure) or not walk.memory.closures[value.number].own:
        return value
    closed = walk.memory.closures[value.number]
    places = dict(closed.places)
    for key in closed.own:
        name, type_ = closed.types[key]
        (old,) = closed.places[key]
        if not isinstance(type_, IntType | FloatType | PointerType):
            walk.not_followed(f"the copy of a lambda that holds '{name}'", node.at)
        new = walk.allocate("variable", name, None, type_, node.at, id(node), key, closed.number)
        state.cells[new.serial] = dict(state.cells.get(old.object.serial, {}))
        places[key] = (Place(new, ZERO),)
    number = walk.symbol("input", "lambda", id(node), closed.number).serial
    walk.memory.closures[number] = replace(closed, places=places, number=number)
    return Closure(number)


def check_single(walk: Walk, closed: Closed | None, at: Origin, state: State) -> None:
    """Say where a lambda is called that changes what it holds, and is kept in several places: by
    what else copies it, they share what is held."""
    if closed is None or not closed.own:
        return
    values = [value for cells in state.cells.values() for value in cells.values()]
    if sum(Closure(closed.number) in any_choice(value) for value in values) > 1:
        walk.not_followed("which copy of a lambda changes what it holds", at)
