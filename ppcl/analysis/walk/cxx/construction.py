"""Constructors: they run on the object itself, be it a variable, an allocation or a temporary."""

from collections.abc import Iterator

from ppcl.analysis.walk.calls.call import bind, run_function
from ppcl.analysis.walk.calls.havoc import havoc
from ppcl.analysis.walk.calls.referring import holds_values, let_go_of_referred, may_keep
from ppcl.analysis.walk.core.elements import note_elements
from ppcl.analysis.walk.core.machine import Walk
from ppcl.analysis.walk.core.place import address, is_alone, temporary, write_cells, write_weakly
from ppcl.analysis.walk.core.state import State
from ppcl.analysis.walk.core.value import Place, StructValue, Unknown, Value
from ppcl.analysis.walk.cxx.closure import with_own_state
from ppcl.analysis.walk.cxx.exceptions import may_throw
from ppcl.analysis.walk.cxx.lifetime import operand
from ppcl.ir import expression as ex
from ppcl.ir.types import ArrayType, RecordType, ReferenceType
from ppcl.ir.unit import Function


def construct(walk: Walk, node: ex.Construct, state: State) -> Value:
    """A constructor call as a value: the cells of a temporary."""
    if own_constructor(walk, node) is None:
        return _library_value(walk, node, state)
    place = temporary(walk, node)
    serial = place.object.serial
    state.cells.pop(serial, None)
    construct_at(walk, node, place, state)
    return StructValue(tuple(sorted(state.cells.get(serial, {}).items())))


def construct_at(walk: Walk, node: ex.Construct, place: Place, state: State) -> None:
    """Run a constructor on the object at a place."""
    node = _elided(node)
    function = own_constructor(walk, node)
    if function is None:
        begin_with(walk, place, _library_value(walk, node, state), state)
        if node.arguments:
            note_elements(walk, place, node.type, node.at)
        return
    bound = bind(walk, function.parameters, node.arguments, state)
    if any(frame.function is function for frame in walk.frames):
        values = [address(places, node.at) if places is not None else v for _, places, v in bound]
        here = address((place,), node.at)
        name = function.declaration.name
        walk.remark("PPC106", f"recursion in '{name}' is not followed", node.at)
        havoc(walk, [function], [here, *values], state, f"recursion in '{name}'", node.at)
        return
    walk.nodes.sites[id(node)] = node.at
    run_function(walk, id(node), function, (place,), bound, state)


def begin_with(walk: Walk, place: Place, value: Value, state: State) -> None:
    """Give a new object its first value; where it stands for several, the others keep theirs."""
    if place.object.kind == "heap" and not is_alone(walk, place.object, state):
        write_weakly(state, place, value)
    else:
        write_cells(state, place, value)


def own_constructor(walk: Walk, node: ex.Construct) -> Function | None:
    """The constructor of the program that runs."""
    return walk.program.functions.get(node.target.key) if node.target is not None else None


def _elided(node: ex.Construct) -> ex.Construct:
    """The object that is made in the place of its copy (C++17, 15.8.3)."""
    while len(node.arguments) == 1 and isinstance(node.arguments[0], ex.Construct):
        inner = node.arguments[0]
        if inner.type != node.type:
            break
        node = inner
    return node


def _library_value(walk: Walk, node: ex.Construct, state: State) -> Value:
    """What a constructor gives that the program does not write: a copy, or a library's object."""
    copies = len(node.arguments) == 1 and node.arguments[0].type == node.type
    if copies and not _is_library_record(node):
        copied = walk.evaluate(node.arguments[0], state)
        check_copy(walk, node, "constructor")
        return with_own_state(walk, node, copied, state)
    arguments = walk.evaluate_all(node.arguments, state, operand)
    call = walk.synthetic(
        id(node),
        lambda: ex.Call(node.at, node.type, _constructor_name(node), node.target, node.arguments),
    )
    modelled = walk.model.call(walk, call, arguments, state)
    may_throw(walk, state)
    if modelled is not None:
        return modelled
    reason = f"passed to a constructor of '{_constructor_name(node)}'"
    for value in arguments:
        walk.escape(value, state, reason, node.at)
        may_keep(walk, value)
    if not copies and not holds_values(walk, node.type):
        let_go_of_referred(walk, node, reason, state)
    return StructValue(()) if isinstance(node.type, RecordType) else Unknown("constructed", node.at)


def _is_library_record(node: ex.Construct) -> bool:
    return isinstance(node.type, RecordType) and node.type.name.startswith("std::")


def _constructor_name(node: ex.Construct) -> str:
    return f"new {node.type.name}" if isinstance(node.type, RecordType) else "new"


def check_copy(walk: Walk, node: ex.Construct | ex.Assign, what: str) -> None:
    """Say that a memberwise copy is not followed where a member's class copies in its own way."""
    if isinstance(node.type, RecordType) and any(_own_copies(walk, node.type, what)):
        walk.not_followed(f"the implicit copy of a '{node.type.name}'", node.at)


def _own_copies(walk: Walk, type_: RecordType, what: str) -> Iterator[Function]:
    record = walk.program.records.get(type_.name)
    parts = [field.type for field in record.own_fields] if record is not None else []
    parts += [RecordType(b.name, None) for b in record.bases] if record is not None else []
    for whole in parts:
        part = whole
        while isinstance(part, ArrayType):
            part = part.element
        if isinstance(part, RecordType):
            own = (f for f in walk.program.classes.methods(part.name) if _copies(f, part, what))
            yield from own
            yield from _own_copies(walk, part, what)


def _copies(function: Function, type_: RecordType, what: str) -> bool:
    name = function.declaration.last
    is_wanted = function.role == "constructor" if what == "constructor" else name == "operator="
    taken = function.parameters[0].type if len(function.parameters) == 1 else None
    referent = taken.referent if isinstance(taken, ReferenceType) else None
    return is_wanted and isinstance(referent, RecordType) and referent.name == type_.name
