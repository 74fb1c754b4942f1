"""Calls: the program's own functions are walked, a library's are asked of its model."""

from contextlib import suppress
from dataclasses import replace
from functools import partial

from ppcl.analysis.model import BranchNode, EventNode
from ppcl.analysis.numbers.guard import Guard
from ppcl.analysis.numbers.polynomial import ZERO
from ppcl.analysis.walk.calls.havoc import havoc
from ppcl.analysis.walk.calls.referring import may_keep
from ppcl.analysis.walk.calls.repeated import unless_ended_before
from ppcl.analysis.walk.calls.unknown_call import call_unknown, unknown_result
from ppcl.analysis.walk.core.access import bound_to
from ppcl.analysis.walk.core.choice import chosen, telling
from ppcl.analysis.walk.core.elements import note_elements
from ppcl.analysis.walk.core.frame import Closed, Ended, Frame, Referred
from ppcl.analysis.walk.core.join import joined, merger
from ppcl.analysis.walk.core.machine import MAX_CALL_DEPTH, Walk
from ppcl.analysis.walk.core.place import (
    Places,
    address,
    given_places,
    load,
    places_of,
    returns_reference,
    write_cells,
)
from ppcl.analysis.walk.core.state import State, merge, shared
from ppcl.analysis.walk.core.value import (
    Closure,
    FunctionValue,
    Number,
    OneOf,
    Place,
    Pointer,
    Single,
    Text,
    Value,
    cells_of,
    choices_of,
)
from ppcl.analysis.walk.cxx.closure import check_single, enclosing
from ppcl.analysis.walk.cxx.dispatch import Callee, is_hidden, targets_of
from ppcl.analysis.walk.cxx.exceptions import may_throw
from ppcl.analysis.walk.cxx.lifetime import begin, destroy_down_to, operand
from ppcl.analysis.walk.cxx.subobject import as_class
from ppcl.analysis.walk.libc.varargs import packed
from ppcl.analysis.walk.loops.foresight import only_reports
from ppcl.analysis.walk.std.initializer_list import as_list
from ppcl.ir import expression as ex
from ppcl.ir.node import Declaration, Origin
from ppcl.ir.types import PointerType, RecordType, ReferenceType
from ppcl.ir.unit import Function, Parameter


def call_function(walk: Walk, node: ex.Call, state: State) -> Value:
    """The value of a call; raises Ended where the call does not come back."""
    if node.callee in walk.model.reserved:
        return _call_library(walk, node, state)
    if node.receiver is not None and (node.callee or "").endswith("operator()"):
        called = _call_object(walk, node, node.receiver, state)
        if called is not None:
            return called
    if node.receiver is not None and node.target is not None:
        if node.dynamic or node.target.key in walk.program.functions:
            return _call_method(walk, node, node.target.key, state)
        return _call_library(walk, node, state)
    if node.target is not None:
        function = walk.program.functions.get(node.target.key)
        if function is None:
            return _call_library(walk, node, state)
        return _call_own(walk, node, [Callee(function, ())], state)
    if node.function is None:
        return _call_library(walk, node, state)
    return _call_pointer(walk, node, node.function, state)


def value_of_call(walk: Walk, node: ex.Call, state: State) -> Value:
    """The value of a call as an operand: a reference that it returns is looked through."""
    walk.nodes.given.pop(id(node), None)
    value = call_function(walk, node, state)
    if not returns_reference(walk, node) or not isinstance(value, Pointer | OneOf):
        return value
    return load(walk, node, given_places(walk, node, value), node.type, state)


def _call_method(walk: Walk, node: ex.Call, key: str, state: State) -> Value:
    assert node.receiver is not None
    type_ = node.receiver.type
    static = type_.name if isinstance(type_, RecordType) else ""
    this = places_of(walk, node.receiver, state)
    if not node.dynamic:
        function = walk.program.functions[key]
        there = as_class(walk, this, static, function.owner or static)
        return _call_own(walk, node, [Callee(function, there)], state)
    targets = targets_of(walk, key, static, this)
    if is_hidden(walk, node, key, static, this):
        walk.not_followed("a virtual method of a class that is made from a template", node.at)
    if not targets:
        return _call_library(walk, node, state)
    return _call_own(walk, node, targets, state)


def _call_object(walk: Walk, node: ex.Call, receiver: ex.Expression, state: State) -> Value | None:
    """A call of a lambda, or of a library's object that holds a function; None for others."""
    own = walk.program.functions.get(node.target.key) if node.target is not None else None
    if own is not None and not (own.template and node.callee == "operator()"):
        return None  # a class's own; an instance of a generic lambda's is in no named class
    targets = [
        callee_of(walk, v, node.target) for v in _held_functions(walk.evaluate(receiver, state))
    ]
    known = [target for target in targets if target is not None]
    if known and len(known) == len(targets):
        return _call_own(walk, node, known, state)
    return _call_library(walk, node, state)


def _held_functions(value: Value) -> list[Single]:
    """The functions that an object holds, or anything else that it may hold."""
    return [single for one in cells_of(value) for single in choices_of(one)]


def callee_of(walk: Walk, value: Single, named: Declaration | None = None) -> Callee | None:
    """The function of the program that a value is; of a generic lambda, the instance `named`."""
    if isinstance(value, Closure):
        closed = walk.memory.closures[value.number]
        function: Function | None = closed.function
        if closed.form != "plain":
            key = named.key if named is not None and closed.form == "generic" else ""
            function = walk.program.functions.get(key)
        return Callee(function, closed.this, closed) if function is not None else None
    if not isinstance(value, FunctionValue):
        return None
    function = walk.program.functions.get(value.declaration.key)
    return Callee(function, ()) if function is not None else None


def _call_pointer(walk: Walk, node: ex.Call, function: ex.Expression, state: State) -> Value:
    """A call through a pointer: of one of those functions that it may be."""
    value = walk.evaluate(function, state)
    if isinstance(function, ex.OpaqueExpression):
        walk.not_followed("which function is called", node.at)
    choices = [single for single in choices_of(value) if not isinstance(single, Number | Text)]
    known = [t for t in (callee_of(walk, choice) for choice in choices) if t is not None]
    if known and len(known) == len(choices):
        return _call_own(walk, node, known, state)
    if len(choices) == 1 and isinstance(choices[0], FunctionValue):
        named = replace(
            node, callee=choices[0].declaration.name, target=choices[0].declaration, function=None
        )
        return _call_library(walk, walk.synthetic(("named", id(node)), lambda: named), state)
    arguments = _evaluated(walk, node, state)
    reason = "a call through a pointer"
    walk.remark("PPC101", f"{reason} is not followed", node.at)
    havoc(walk, walk.program.reach.taken(function.type), arguments, state, reason, node.at)
    return call_unknown(walk, node, arguments, state)


def _evaluated(walk: Walk, node: ex.Call, state: State) -> tuple[Value, ...]:
    return walk.evaluate_all(node.arguments, state, operand)


def _call_library(walk: Walk, node: ex.Call, state: State) -> Value:
    """A function that the sources do not define. Those of C++ may throw, at their start or end."""
    arguments = _evaluated(walk, node, state)
    throws = bool(walk.trying) and (node.target is None or node.target.key.startswith("c:"))
    if throws:
        may_throw(walk, state)
    modelled = walk.model.call(walk, node, arguments, state)
    if modelled is None:
        modelled = call_unknown(walk, node, arguments, state)
    if throws:
        may_throw(walk, state)
    return modelled


def referred(walk: Walk, node: Referred, state: State) -> Value:
    """The address that a call returns as a reference."""
    return call_function(walk, node.call, state)


def _call_own(walk: Walk, node: ex.Call, targets: list[Callee], state: State) -> Value:
    """A call of one of several functions of the program (overriders have like parameters)."""
    first = targets[0].function
    bound = bind(walk, first.parameters, node.arguments, state)
    if len(targets) == 1:
        return enter(walk, node, targets[0], bound, state)
    events: list[list[EventNode]] = []
    ends: list[tuple[State, Value]] = []
    for target in targets:
        taken = state.copy()
        renamed = [
            (parameter, places, value)
            for parameter, (_, places, value) in zip(
                target.function.parameters, bound, strict=False
            )
        ] + bound[len(target.function.parameters) :]
        events.append([])
        with walk.recording(events[-1] if walk.found.out is not None else None), suppress(Ended):
            ends.append((taken, enter(walk, node, target, renamed, taken)))
    _record_choice(walk, events, node.at)
    if not ends:
        raise Ended
    return _join_ends(walk, node, ends, state)


def _record_choice(walk: Walk, events: list[list[EventNode]], at: Origin) -> None:
    """One of several lists of events takes place."""
    either: tuple[EventNode, ...] = ()
    for one in reversed(events):
        either = (BranchNode((), tuple(one), either, at),) if one or either else ()
    for event in either:
        walk.record(event)


def _join_ends(walk: Walk, node: ex.Call, ends: list[tuple[State, Value]], state: State) -> Value:
    walk.nodes.given.pop(id(node), None)
    end, value = ends[0]
    for other, result in ends[1:]:
        end = merge(end, other, merger(walk, node))
        if value != result:
            key = (id(node), "result")
            value = joined(walk, value, result, key, node.at, end, node.callee or "value")
    state.cells, state.guards = end.cells, end.guards
    return value


def enter(walk: Walk, node: ex.Call, target: Callee, bound: "Bound", state: State) -> Value:
    """Walk a function at a call; one that is under way, or too large, is let run unseen."""
    check_single(walk, target.closed, node.at, state)
    function = target.function
    name = function.declaration.name
    if any(frame.function is function for frame in walk.frames) or len(walk.path) >= MAX_CALL_DEPTH:
        reason = f"recursion in '{name}'"
        walk.remark("PPC106", f"{reason} is not followed", node.at)
    elif walk.program.reach.is_bulky(function):
        reason = f"'{name}', which is too large to be followed"
        walk.remark("PPC134", f"{reason}; it makes no OpenCL calls", node.at)
    else:
        walk.nodes.sites[id(node)], walk.nodes.calls[id(node)] = node.at, node
        given = (id(node), function, target.this, bound, state, target.closed)
        run = partial(run_function, walk, *given)
        return unless_ended_before(walk, node.at, target, bound, state, run)
    return _let_run(walk, node, target, bound, state, reason)


def _let_run(
    walk: Walk, node: ex.Call, target: Callee, bound: "Bound", state: State, reason: str
) -> Value:
    """Let go of all that a function may reach that is not walked."""
    function = target.function
    reached = [address(places, node.at) if places is not None else v for _, places, v in bound]
    named = [target.this] if target.this else []
    if target.closed is not None:
        touched = walk.program.reach.touched([function])
        named += [(place,) for place in walk.named(touched, target.closed)]
    reached += [address(places, node.at) for places in named]
    if isinstance(function.result, PointerType | ReferenceType | RecordType):
        named_there = walk.named(walk.program.reach.touched([function]))
        for value in (*reached, *(address((place,), node.at) for place in named_there)):
            may_keep(walk, value)
    havoc(walk, [function], reached, state, reason, node.at)
    return unknown_result(walk, node)


Bound = list[tuple[Parameter, Places | None, Value]]


def bind(
    walk: Walk,
    parameters: tuple[Parameter, ...],
    arguments: tuple[ex.Expression, ...],
    state: State,
) -> Bound:
    """Argument values, or (for references) the places that they designate."""
    given = list(zip(parameters, arguments, strict=False))
    copied = [a for p, a in given if not isinstance(p.type, ReferenceType)]
    extra = arguments[len(parameters) :]
    evaluated = walk.evaluate_all((*copied, *extra), state)
    values = iter(evaluated)
    bound: Bound = [
        (parameter, bound_to(walk, argument, places_of(walk, argument, state), state), Number(ZERO))
        if isinstance(parameter.type, ReferenceType)
        else (parameter, None, as_list(walk, argument, next(values), parameter.type, state))
        for parameter, argument in given
    ]
    if extra:
        bound.append(packed(walk, extra, evaluated[len(copied) :], state))
    return bound


def run_function(
    walk: Walk,
    site: int,
    function: Function,
    this: Places,
    bound: Bound,
    state: State,
    closed: Closed | None = None,
) -> Value:
    """Walk a function's body with bound parameters; `state` becomes the state after it."""
    assert function.body is not None
    if only_reports(walk, function, bound):
        raise Ended
    saved_path, walk.path = walk.path, (*walk.path, site)
    frame = Frame(function, site, this=this)
    if closed is not None:
        frame.places, frame.types = dict(closed.places), dict(closed.types)
        frame.enclosing = enclosing(walk, closed)
    walk.frames.append(frame)
    try:
        for parameter, places, value in bound:
            declare(walk, parameter, places, value, state)
        guards = state.guards
        end = walk.execute(function.body, state.copy())
        end = destroy_down_to(walk, len(walk.frames) - 1, 0, end) if end is not None else None
        if end is not None:
            frame.returned.append((end, Number(ZERO)))
        return _join_returns(walk, function, frame, state, guards)
    finally:
        if len(frame.written) == 1 and frame.written[0] is not None:
            walk.nodes.given[site] = frame.written[0]
        walk.frames.pop()
        walk.path = saved_path


def declare(
    walk: Walk, parameter: Parameter, places: Places | None, value: Value, state: State
) -> None:
    """Make a parameter known in the innermost frame."""
    declaration = parameter.declaration
    if places is None:
        target = walk.allocate(
            "variable",
            declaration.name,
            None,
            parameter.type,
            parameter.at,
            declaration.key,
            declaration=declaration,
        )
        places = (Place(target, ZERO),)
        walk.frame.variables.append(target.serial)
        state.cells.pop(target.serial, None)
        write_cells(state, places[0], value)
        note_elements(walk, places[0], parameter.type, parameter.at)
        begin(walk, places[0], parameter.type)
    walk.frame.places[declaration.key] = places
    walk.frame.types[declaration.key] = (declaration.name, parameter.type)


def _join_returns(
    walk: Walk, function: Function, frame: Frame, state: State, guards: tuple[Guard, ...]
) -> Value:
    if not frame.returned:
        raise Ended
    joined_state, value = frame.returned[0]
    for other, result in frame.returned[1:]:
        guard = telling(joined_state, other)
        joined_state = merge(joined_state, other, merger(walk, function.at, guard))
        choice = chosen(guard, value, result) if guard is not None else None
        if choice is not None:
            value = choice
        elif value != result:
            key = (function.declaration.key, "result")
            name = function.declaration.name
            value = joined(walk, value, result, key, function.name_at, joined_state, name)
    state.cells = joined_state.cells
    for serial in frame.variables:
        state.cells.pop(serial, None)
    state.guards = joined_state.guards
    if len(frame.returned) > 1:
        state.guards = shared(joined_state.guards, guards)
    return value
