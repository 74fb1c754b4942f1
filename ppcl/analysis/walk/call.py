"""Calls: the program's own functions are walked, a library's are asked of its model."""

from ppcl.analysis.polynomial import ZERO
from ppcl.analysis.walk.choice import chosen, telling
from ppcl.analysis.walk.foresight import only_reports
from ppcl.analysis.walk.join import joined, merger
from ppcl.analysis.walk.machine import MAX_CALL_DEPTH, Ended, Frame, Walk
from ppcl.analysis.walk.place import Places, address, places_of, write_cells
from ppcl.analysis.walk.state import State, merge
from ppcl.analysis.walk.value import (
    FunctionValue,
    Handle,
    Number,
    Place,
    Pointer,
    StructValue,
    Unknown,
    Value,
    choices_of,
)
from ppcl.ir import expression as ex
from ppcl.ir.types import FloatType, IntType, RecordType, ReferenceType
from ppcl.ir.unit import Function, Parameter


def call_function(walk: Walk, node: ex.Call, state: State) -> Value:
    """The value of a call; raises Ended where the call does not come back."""
    function = _called(walk, node, state)
    own = function is not None and node.callee not in walk.model.reserved
    if own and function is not None and _may_be_overridden(walk, node, function):
        walk.remark("PPC101", f"which '{node.callee}' is called is not followed", node.at)
        walk.complete = False
    if own and function is not None and function.body is not None:
        return _call_own(walk, node, function, state)
    arguments = walk.evaluate_all(node.arguments, state)
    modelled = walk.model.call(walk, node, arguments, state)
    if modelled is not None:
        return modelled
    return _call_unknown(walk, node, arguments, state)


def _may_be_overridden(walk: Walk, node: ex.Call, function: Function) -> bool:
    """Whether another class has a method of this name, which a virtual call could reach."""
    if node.receiver is None or function.owner is None:
        return False
    short = function.declaration.name.rsplit("::", 1)[-1]
    return not short.startswith("operator") and any(
        other.owner not in (None, function.owner)
        and other.declaration.name.rsplit("::", 1)[-1] == short
        for other in walk.functions.values()
    )


def _called(walk: Walk, node: ex.Call, state: State) -> Function | None:
    if node.target is not None:
        return walk.functions.get(node.target.key)
    if node.function is not None:
        value = walk.evaluate(node.function, state)
        if isinstance(value, FunctionValue):
            return walk.functions.get(value.declaration.key)
    return None


def _call_unknown(walk: Walk, node: ex.Call, arguments: tuple[Value, ...], state: State) -> Value:
    name = node.callee or "a function pointer"
    receiver = (address(places_of(walk, node.receiver, state), node.at),) if node.receiver else ()
    references = [
        address(places_of(walk, argument, state), node.at)
        for argument in node.arguments
        if walk.cplusplus and not _only_reads(node) and _is_lvalue(argument)
    ]
    for value in (*receiver, *arguments, *references):
        if _is_tracked(value):
            walk.remark("PPC102", f"'{name}' is not known and gets a pointer", node.at)
        elif any(isinstance(v, Handle) and v.kind == "mem" for v in choices_of(value)):
            walk.remark("PPC102", f"'{name}' is not known and gets a buffer", node.at)
        walk.escape(value, state, f"passed to '{name}', which ppcl does not know", node.at)
    if node.callee is None:
        walk.remark("PPC101", "a call through a pointer is not followed", node.at)
        walk.complete = False
    return unknown_result(walk, node)


# Operators and members of the C++ library that do not change their (other) operands.
_READING = frozenset({"push_back", "emplace_back", "insert", "append", "to_string", "compare"})
_CHANGING = frozenset({"operator>>", "operator=", "operator++", "operator--"})


def _only_reads(node: ex.Call) -> bool:
    """Whether a call that is not known leaves what it may get by reference as it is."""
    name = (node.callee or "").rsplit("::", 1)[-1]
    changing = name in _CHANGING or (
        name.endswith("=") and name[8:] not in ("==", "!=", "<=", ">=")
    )
    return name in _READING or (name.startswith("operator") and not changing)


def _is_lvalue(node: ex.Expression) -> bool:
    dereferenced = isinstance(node, ex.Unary) and node.op == "*"
    return dereferenced or isinstance(node, ex.NameRef | ex.Member | ex.Index)


def _is_tracked(value: Value) -> bool:
    return any(isinstance(single, Pointer | StructValue) for single in choices_of(value))


def unknown_result(walk: Walk, node: ex.Call | ex.Construct) -> Value:
    """What a call gives of which nothing is known."""
    name = getattr(node, "callee", None) or "value"
    if isinstance(node.type, IntType | FloatType):
        return walk.fresh("input", name, id(node))
    return Unknown(f"the result of '{name}'", node.at)


def _call_own(walk: Walk, node: ex.Call, function: Function, state: State) -> Value:
    if id(node) in walk.path or len(walk.path) >= MAX_CALL_DEPTH:
        walk.remark(
            "PPC106", f"recursion in '{function.declaration.name}' is not followed", node.at
        )
        walk.complete = False
        arguments = tuple(walk.evaluate(argument, state) for argument in node.arguments)
        return _call_unknown(walk, node, arguments, state)
    this = places_of(walk, node.receiver, state) if node.receiver is not None else ()
    bound = _bind(walk, function.parameters, node.arguments, state)
    return run_function(walk, id(node), function, this, bound, state)


Bound = list[tuple[Parameter, Places | None, Value]]


def _bind(
    walk: Walk,
    parameters: tuple[Parameter, ...],
    arguments: tuple[ex.Expression, ...],
    state: State,
) -> Bound:
    """Argument values, or (for references) the places that they designate."""
    given = list(zip(parameters, arguments, strict=False))
    copied = [a for p, a in given if not isinstance(p.type, ReferenceType)]
    values = iter(walk.evaluate_all(copied, state))
    bound: Bound = [
        (parameter, places_of(walk, argument, state), Number(ZERO))
        if isinstance(parameter.type, ReferenceType)
        else (parameter, None, next(values))
        for parameter, argument in given
    ]
    for argument in arguments[len(parameters) :]:
        walk.escape(walk.evaluate(argument, state), state, "a variable argument", argument.at)
    return bound


def run_function(
    walk: Walk, site: int, function: Function, this: Places, bound: Bound, state: State
) -> Value:
    """Walk a function's body with bound parameters; `state` becomes the state after it."""
    assert function.body is not None
    if only_reports(walk, function.body):
        raise Ended
    saved_path, walk.path = walk.path, (*walk.path, site)
    frame = Frame(function, this=this)
    walk.frames.append(frame)
    try:
        for parameter, places, value in bound:
            declare(walk, parameter, places, value, state)
        guards = state.guards
        end = walk.execute(function.body, state.copy())
        if end is not None:
            frame.returned.append((end, Number(ZERO)))
        return _join_returns(walk, function, frame, state, guards)
    finally:
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
    walk.frame.places[declaration.key] = places
    walk.frame.types[declaration.key] = (declaration.name, parameter.type)


def _join_returns(
    walk: Walk, function: Function, frame: Frame, state: State, guards: tuple[object, ...]
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
    known = set(guards)
    single = len(frame.returned) == 1
    kept = tuple(g for g in joined_state.guards if single or g in known)
    state.guards = kept
    return value


def construct(walk: Walk, node: ex.Construct, state: State) -> Value:
    """A constructor call: the program's own is walked on a temporary, a library's is modelled."""
    function = walk.functions.get(node.target.key) if node.target else None
    if function is not None and function.body is not None and id(node) not in walk.path:
        target = walk.allocate("variable", "temporary", None, node.type, node.at, id(node))
        state.cells.pop(target.serial, None)
        bound = _bind(walk, function.parameters, node.arguments, state)
        run_function(walk, id(node), function, (Place(target, ZERO),), bound, state)
        return StructValue(tuple(sorted(state.cells.get(target.serial, {}).items())))
    if len(node.arguments) == 1 and node.arguments[0].type == node.type:
        copied = walk.evaluate(node.arguments[0], state)
        if not _is_library_record(node):
            return copied
    arguments = tuple(walk.evaluate(argument, state) for argument in node.arguments)
    call = walk.synthetic(
        id(node),
        lambda: ex.Call(node.at, node.type, _constructor_name(node), node.target, node.arguments),
    )
    modelled = walk.model.call(walk, call, arguments, state)
    if modelled is not None:
        return modelled
    for value in arguments:
        walk.escape(
            value, state, f"passed to a constructor of '{_constructor_name(node)}'", node.at
        )
    return StructValue(()) if isinstance(node.type, RecordType) else Unknown("constructed", node.at)


def _is_library_record(node: ex.Construct) -> bool:
    return isinstance(node.type, RecordType) and node.type.name.startswith("std::")


def _constructor_name(node: ex.Construct) -> str:
    return f"new {node.type.name}" if isinstance(node.type, RecordType) else "new"
