"""Lambdas that change what they hold: each copy of one has variables of its own."""

from dataclasses import replace

from ppcl.analysis.numbers.polynomial import ZERO
from ppcl.analysis.walk.core.frame import Closed
from ppcl.analysis.walk.core.machine import Walk
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
from ppcl.ir import expression as ex
from ppcl.ir.node import Origin
from ppcl.ir.types import FloatType, IntType, PointerType


def with_own_state(walk: Walk, node: ex.Construct | ex.Call, value: Value, state: State) -> Value:
    """A copy of a value: of a lambda with copies of the variables that it may change."""
    if isinstance(value, StructValue):
        cells = ((at, with_own_state(walk, node, cell, state)) for at, cell in value.cells)
        return StructValue(tuple(cells))
    if not any(isinstance(choice, Closure) for choice in any_choice(value)):
        return value
    return one_of([_copied(walk, node, choice, state) for choice in choices_of(value)])


def _copied(walk: Walk, node: ex.Construct | ex.Call, value: Single, state: State) -> Value:
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
