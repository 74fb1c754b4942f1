"""The effect of each kind of statement."""

from collections.abc import Iterator

from ppcl.analysis.model import BranchNode, EventNode
from ppcl.analysis.numbers.polynomial import ZERO
from ppcl.analysis.walk.core.access import bound_to
from ppcl.analysis.walk.core.choice import telling
from ppcl.analysis.walk.core.condition import guards_of, known_truth, state_where
from ppcl.analysis.walk.core.elements import note_elements
from ppcl.analysis.walk.core.frame import Ending, Exits
from ppcl.analysis.walk.core.join import join_all, merger
from ppcl.analysis.walk.core.jumps import execute_block, execute_goto, execute_label
from ppcl.analysis.walk.core.lengths import bytes_of, note_lengths
from ppcl.analysis.walk.core.machine import Action, Executor, Walk
from ppcl.analysis.walk.core.naming import name_choice, name_value
from ppcl.analysis.walk.core.operators import number
from ppcl.analysis.walk.core.place import address, places_of, write_cells
from ppcl.analysis.walk.core.scope import make_known
from ppcl.analysis.walk.core.state import State, merge
from ppcl.analysis.walk.core.value import (
    NOT_SET,
    ZEROED,
    Handle,
    Number,
    Place,
    Pointer,
    StructValue,
    Value,
)
from ppcl.analysis.walk.cxx.construction import construct_at
from ppcl.analysis.walk.cxx.destruction import end
from ppcl.analysis.walk.cxx.exceptions import execute_try
from ppcl.analysis.walk.cxx.lifetime import begin, destroy_down_to, discard, extend
from ppcl.analysis.walk.cxx.listed import element_offsets
from ppcl.analysis.walk.cxx.range_for import execute_range_for
from ppcl.analysis.walk.libc.text_memory import in_array
from ppcl.analysis.walk.loops.loop import execute_loop
from ppcl.analysis.walk.std.initializer_list import as_list
from ppcl.ir import expression as ex
from ppcl.ir import statement as st
from ppcl.ir.traverse import children
from ppcl.ir.types import AddressSpace, ArrayType, RecordType, ReferenceType


def _declare(walk: Walk, node: st.Declare, state: State) -> State | None:
    before = len(walk.frame.temporaries)
    for variable in node.variables:
        declare_variable(walk, variable, state)
        walk.end_temporaries(before, state)
    return state


def declare_variable(walk: Walk, variable: st.Variable, state: State) -> None:
    """Make a variable known in the innermost frame (or globally) and initialise it."""
    declaration = variable.declaration
    if variable.storage == "extern" and variable.init is None:
        return
    if isinstance(variable.type, ReferenceType):
        _declare_reference(walk, variable, variable.type, state)
        return
    lasting = variable.storage != "auto"
    note_lengths(walk, variable, state)
    name = ex.NameRef(variable.at, variable.type, declaration, "variable")
    target = walk.allocate(
        "local" if variable.space is AddressSpace.LOCAL else "variable",
        declaration.name,
        bytes_of(walk, variable.type, name),
        variable.type,
        variable.at,
        declaration.key,
        declaration=declaration,
        per_path=not lasting,
    )
    place = Place(target, ZERO)
    make_known(walk, declaration, (place,), variable.type)
    if lasting:
        walk.memory.lasting[declaration.key] = (place,)
        if target.serial in state.cells:
            return
    if not lasting:
        walk.frame.variables.append(target.serial)
    state.cells.pop(target.serial, None)
    if isinstance(variable.type, ArrayType):
        zeroed = lasting or variable.init is not None
        state.forget(target, ZEROED if zeroed else NOT_SET)
    _initialise(walk, variable, place, state)
    if not lasting:
        begin(walk, place, variable.type, variable.cleanup)
    elif walk.program.cplusplus and walk.program.classes.is_destroyed(variable.type):
        walk.memory.until_exit.append(Ending(place, variable.type, target.at))


def _declare_reference(
    walk: Walk, variable: st.Variable, type_: ReferenceType, state: State
) -> None:
    """Make a reference known: it is another name for what it is bound to."""
    lasting, before = variable.storage != "auto", len(walk.frame.temporaries)
    init = variable.init
    places = places_of(walk, init, state) if init else ()
    if init and not lasting:  # a static one is made once, whatever later calls hold
        places = bound_to(walk, init, places, state)
    extend(walk, places, before, lasting)
    make_known(walk, variable.declaration, places, type_.referent)
    if variable.part:
        _name_part(walk, variable, places, state)


def _name_part(walk: Walk, variable: st.Variable, places: tuple[Place, ...], state: State) -> None:
    """What a structured binding holds may go by its name."""
    held = [state.load(place.object, place.start or 0) for place in places]
    if len(held) == 1 and held[0] is not None:
        name = ex.NameRef(variable.at, variable.type, variable.declaration, "variable")
        name_value(walk, name, held[0])


def _name_held(walk: Walk, variable: st.Variable, place: Place, state: State) -> None:
    """What a constructor put into a variable may go by the variable's name."""
    cells = tuple(sorted(state.cells.get(place.object.serial, {}).items()))
    name = ex.NameRef(variable.at, variable.type, variable.declaration, "variable")
    name_value(walk, name, StructValue(cells))


def _initialise(walk: Walk, variable: st.Variable, place: Place, state: State) -> None:
    if variable.init is None:
        if variable.storage != "auto" and isinstance(variable.type, RecordType | ArrayType):
            state.store(place.object, 0, number(0))
        elif variable.storage != "auto":
            write_cells(state, place, number(0))
        return
    if isinstance(variable.init, ex.Construct):
        construct_at(walk, variable.init, place, state)
        _name_held(walk, variable, place, state)
        return
    name_choice(walk, variable.declaration.name, variable.init)
    value = in_array(walk.evaluate(variable.init, state), variable.type)
    value = as_list(walk, variable.init, value, variable.type, state)
    write_cells(state, place, value)
    if not _is_zeros(variable.init):
        note_elements(walk, place, variable.type, variable.at)
    if isinstance(variable.init, ex.InitList) and isinstance(variable.type, RecordType):
        _name_fields(walk, variable.init, value)
    name_value(
        walk, ex.NameRef(variable.at, variable.type, variable.declaration, "variable"), value
    )


def _is_zeros(node: ex.Expression) -> bool:
    elements = node.elements if isinstance(node, ex.InitList) else (node,)
    return all(
        element is None
        or (isinstance(element, ex.IntLiteral | ex.FloatLiteral) and not element.value)
        or (isinstance(element, ex.Cast) and _is_zeros(element.operand))
        for element in elements
    )


def _name_fields(walk: Walk, node: ex.InitList, value: Value) -> None:
    record = walk.program.records.get(node.type.name) if isinstance(node.type, RecordType) else None
    held = dict(value.cells) if isinstance(value, StructValue) else {}
    for field, offset in zip(
        record.fields if record else (), element_offsets(walk, node), strict=False
    ):
        cell = held.get(offset)
        if isinstance(cell, Handle | Pointer):
            walk.name_object(cell.object, field.name)


def _evaluate(walk: Walk, node: st.Evaluate, state: State) -> State | None:
    discard(walk, node.expression, state)
    return state


def _if(walk: Walk, node: st.If, state: State) -> State | None:
    walk.evaluate_whole(node.condition, state)
    truth = known_truth(walk, node.condition)
    if truth is not None:
        chosen = node.then if truth else node.otherwise
        return walk.execute(chosen, state) if chosen is not None else state
    holds = guards_of(walk, node.condition, True)
    then: list[EventNode] = []
    otherwise: list[EventNode] = []
    with walk.recording(then if walk.found.out is not None else None):
        first = walk.execute(node.then, state_where(walk, node.condition, True, state))
    with walk.recording(otherwise if walk.found.out is not None else None):
        second: State | None = state_where(walk, node.condition, False, state)
        if node.otherwise is not None and second is not None:
            second = walk.execute(node.otherwise, second)
    if then or otherwise:
        walk.record(BranchNode(holds, tuple(then), tuple(otherwise), node.at))
    if first is None or second is None:
        return first or second
    return merge(first, second, merger(walk, node, telling(first, second)))


def _return(walk: Walk, node: st.Return, state: State) -> State | None:
    function = walk.frame.function
    value: Value = Number(ZERO)
    before = len(walk.frame.temporaries)
    if node.value is not None:
        if function is not None and isinstance(function.result, ReferenceType):
            places = bound_to(walk, node.value, places_of(walk, node.value, state), state)
            walk.frame.written.append(places[0].written if len(places) == 1 else None)
            value = address(places, node.at)
        else:
            value = walk.evaluate(node.value, state)
    walk.end_temporaries(before, state)
    ready = destroy_down_to(walk, len(walk.frames) - 1, 0, state)
    if ready is not None:
        walk.frame.returned.append((ready, value))
    return None


def _break(walk: Walk, node: st.Break, state: State) -> State | None:
    _leave(walk, walk.frame.broken, state)
    return None


def _continue(walk: Walk, node: st.Continue, state: State) -> State | None:
    _leave(walk, walk.frame.continued, state)
    return None


def _leave(walk: Walk, ways: list[Exits], state: State) -> None:
    """Go out of the innermost loop or switch; what was made in it ends."""
    if ways:
        ready = destroy_down_to(walk, len(walk.frames) - 1, ways[-1].alive, state)
        ways[-1].states += [ready] if ready is not None else []


def _switch(walk: Walk, node: st.Switch, state: State) -> State | None:
    """Each case starts from the state at the head, joined with what falls through to it."""
    walk.evaluate_whole(node.subject, state)
    walk.frame.broken.append(Exits(len(walk.frame.alive)))
    body = node.body.body if isinstance(node.body, st.Block) else (node.body,)
    current: State | None = None
    covered = False
    taken = _taken_case(walk, node, body, state)
    events: list[EventNode] = []
    with walk.recording(events if walk.found.out is not None else None):
        for statement in body:
            labelled: st.Statement = statement
            while isinstance(labelled, st.Case):
                covered = covered or labelled.value is None or labelled is taken
                if taken is None or labelled is taken:
                    starts = [state.copy()] if current is None else [current, state.copy()]
                    current = join_all(walk, starts, labelled)
                labelled = labelled.body
            if _hides_label(walk, labelled):
                walk.not_followed("case label inside a statement", labelled.at)
            if current is None and isinstance(labelled, st.Declare):
                walk.execute(labelled, state)
            current = walk.execute(labelled, current) if current is not None else None
    if events:
        walk.record(BranchNode((), tuple(events), (), node.at))
    left = walk.frame.broken.pop().states
    ends = [*left, *([current] if current else []), *([] if covered else [state])]
    return join_all(walk, ends, node)


def _taken_case(
    walk: Walk, node: st.Switch, body: tuple[st.Statement, ...], state: State
) -> st.Case | None:
    """The label that a subject with a known value goes to; None where that is not known."""
    subject = walk.nodes.last.get(id(node.subject))
    known = subject.value.as_int if isinstance(subject, Number) else None
    if known is None or not isinstance(subject, Number) or subject.precision != "exact":
        return None
    labels = [label for statement in body for label in _labels(statement)]
    numbers = {id(e): _constant(walk, e.value, state) for e in labels if e.value is not None}
    if None in numbers.values():
        return None
    named = [label for label in labels if numbers.get(id(label)) == known]
    return next(iter([*named, *(label for label in labels if label.value is None)]), None)


def _labels(statement: st.Statement) -> Iterator[st.Case]:
    while isinstance(statement, st.Case):
        yield statement
        statement = statement.body


def _constant(walk: Walk, node: ex.Expression, state: State) -> int | None:
    """The number of a label, which may be a name whose number is not known."""
    value = walk.evaluate(node, state)
    return value.value.as_int if isinstance(value, Number) else None


def _hides_label(walk: Walk, node: st.Statement) -> bool:
    return walk.synthetic(("deeper label", id(node)), lambda: _has_deeper_label(node))


def _has_deeper_label(node: st.Statement) -> bool:
    """Whether a label of the switch around it stands inside a statement."""
    if isinstance(node, st.Switch):
        return False
    below = (part for part in children(node) if isinstance(part, st.Statement))
    return isinstance(node, st.Case) or any(_has_deeper_label(part) for part in below)


def _act(walk: Walk, node: Action, state: State) -> State | None:
    node.run(walk, state)
    return state


def _case(walk: Walk, node: st.Case, state: State) -> State | None:
    return walk.execute(node.body, state)


def _empty(walk: Walk, node: st.Empty, state: State) -> State | None:
    return state


def _opaque(walk: Walk, node: st.OpaqueStatement, state: State) -> State | None:
    """Control flow that the tree does not show: the parts are walked, and nothing is proved."""
    walk.not_followed(node.reason, node.at)
    current: State | None = state
    for part in node.parts:
        if current is None:
            break
        if isinstance(part, st.Statement):
            current = walk.execute(part, current)
        else:
            walk.evaluate(part, current)
    return current


EXECUTORS: dict[type, Executor] = {
    st.Declare: _declare,
    st.Evaluate: _evaluate,
    st.Block: execute_block,
    st.Goto: execute_goto,
    st.Label: execute_label,
    st.Try: execute_try,
    Ending: end,
    Action: _act,
    st.If: _if,
    st.For: execute_loop,
    st.While: execute_loop,
    st.DoWhile: execute_loop,
    st.RangeFor: execute_range_for,
    st.Switch: _switch,
    st.Case: _case,
    st.Return: _return,
    st.Break: _break,
    st.Continue: _continue,
    st.Empty: _empty,
    st.OpaqueStatement: _opaque,
}
