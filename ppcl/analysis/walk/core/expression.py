"""The value of each kind of expression."""

from ppcl.analysis.model import EscapeEvent, Precision
from ppcl.analysis.numbers.polynomial import ONE, ZERO, Polynomial, make_term
from ppcl.analysis.walk.calls.call import referred, value_of_call
from ppcl.analysis.walk.calls.referring import let_go_of
from ppcl.analysis.walk.core import arithmetic
from ppcl.analysis.walk.core.choice import chosen, telling
from ppcl.analysis.walk.core.condition import guards_of, known_truth
from ppcl.analysis.walk.core.elements import note_elements
from ppcl.analysis.walk.core.frame import Ended, Referred
from ppcl.analysis.walk.core.join import joined, merger
from ppcl.analysis.walk.core.lanes import lane_type
from ppcl.analysis.walk.core.machine import Evaluator, Walk
from ppcl.analysis.walk.core.naming import name_choice, name_value
from ppcl.analysis.walk.core.operators import (
    binary,
    character_at,
    negated,
    number,
    operated,
    other_unary,
    step,
    stored,
    unknown_number,
)
from ppcl.analysis.walk.core.place import (
    TEMPORARY,
    address,
    load,
    places_of,
    pointees,
    store,
)
from ppcl.analysis.walk.core.state import State, merge
from ppcl.analysis.walk.core.undefined import undefined
from ppcl.analysis.walk.core.value import (
    NOT_SET,
    FunctionValue,
    Number,
    Place,
    Pointer,
    Text,
    Unknown,
    Value,
)
from ppcl.analysis.walk.cxx.closure import make_closure
from ppcl.analysis.walk.cxx.construction import begin_with, check_copy, construct, construct_at
from ppcl.analysis.walk.cxx.destruction import check_allocation, delete
from ppcl.analysis.walk.cxx.exceptions import may_throw, throw
from ppcl.analysis.walk.cxx.lifetime import leave_scope, operand
from ppcl.analysis.walk.cxx.listed import init_list
from ppcl.analysis.walk.cxx.subobject import pointer_as_class
from ppcl.ir import expression as ex
from ppcl.ir.traverse import descendants
from ppcl.ir.types import FunctionType, RecordType, ReferenceType, size_of


def _int_literal(walk: Walk, node: ex.IntLiteral, state: State) -> Value:
    return number(node.value)


def _float_literal(walk: Walk, node: ex.FloatLiteral, state: State) -> Value:
    if node.value.is_integer() and abs(node.value) < 1 << 53:
        return number(int(node.value))
    return Number(make_term(repr(node.value), ()))


def _string_literal(walk: Walk, node: ex.StringLiteral, state: State) -> Value:
    return Text(node.value, node.at)


def _name(walk: Walk, node: ex.NameRef, state: State) -> Value:
    if node.kind == "function":
        return _function(walk, node)
    return load(walk, node, places_of(walk, node, state), node.type, state)


def _function(walk: Walk, node: ex.NameRef) -> Value:
    """A function's address; it may be null where the function is weak and not in the sources."""
    if node.declaration.key in walk.program.missing:
        return Unknown(f"'{node.declaration.name}' may be no function", node.at)
    return FunctionValue(node.declaration)


def _lvalue(walk: Walk, node: ex.Index | ex.Member | ex.This, state: State) -> Value:
    if isinstance(node, ex.This):
        return address(walk.frame.this, node.at)
    if isinstance(node, ex.Index) and isinstance(node.base, ex.NameRef | ex.StringLiteral):
        base = walk.evaluate(node.base, state)
        if isinstance(base, Text):
            return character_at(walk, node, base, walk.evaluate(node.index, state))
    return load(walk, node, places_of(walk, node, state), node.type, state)


def _unary(walk: Walk, node: ex.Unary, state: State) -> Value:
    match node.op:
        case "&":
            if isinstance(node.operand, ex.NameRef) and node.operand.kind == "function":
                return _function(walk, node.operand)
            return _address(walk, node, state)
        case "*" if isinstance(node.type, FunctionType):
            return walk.evaluate(node.operand, state)  # which is the function's address again
        case "*":
            value = walk.evaluate(node.operand, state)
            if isinstance(value, Text):
                return character_at(walk, node, value, number(0))
            return load(walk, node, pointees(value), node.type, state)
        case "++x" | "--x" | "x++" | "x--":
            return step(walk, node, state)
        case "-":
            return negated(walk, node, state)
        case "+":
            return walk.evaluate(node.operand, state)
        case _:
            return other_unary(walk, node, state)


def _address(walk: Walk, node: ex.Unary, state: State) -> Value:
    """`&lvalue`; of a call's result only where that is a reference, to what is not known here."""
    places = places_of(walk, node.operand, state)
    kept = [p.object for p in places if isinstance(node.operand, ex.Call)]
    if any(target.name == TEMPORARY and target.declaration is None for target in kept):
        return Unknown("the address of what a call returns", node.at)
    for place in (each for each in places if each.written is not None):
        reason = "pointed into through a reference"
        walk.record(EscapeEvent(walk.next_order(), place.object, reason, node.at, False, False))
    missing = undefined(walk, node.operand) if not places else ""
    return Unknown(missing, node.at) if missing else address(places, node.at)


def _assign(walk: Walk, node: ex.Assign, state: State) -> Value:
    type_ = lane_type(node.target)
    if isinstance(node.target.type, ReferenceType):
        value = address(places_of(walk, node.value, state), node.at)
        places = places_of(walk, node.target, state)
    elif node.op == "=":
        if isinstance(node.target, ex.NameRef):
            name_choice(walk, node.target.declaration.name, node.value)
        whole = walk.evaluate(node.value, state) if node.begins else None
        value = whole if whole is not None else operand(walk, node.value, state)
        check_copy(walk, node, "operator=")
        places = places_of(walk, node.target, state)
    else:  # the right side comes first (C++17, 8.18)
        right = walk.evaluate(node.value, state)
        places = places_of(walk, node.target, state)
        old = load(walk, node.target, places, type_, state)
        value = operated(walk, node, node.op[:-1], (old, right), state)
        value = stored(walk, node, value, node.value.type)
    if isinstance(node.target, ex.Swizzle):
        value = Unknown("a vector", node.at)
    store(walk, node.target, places, type_, value, state)
    name_value(walk, node.target, value, places)
    return value


def _conditional(walk: Walk, node: ex.Conditional, state: State) -> Value:
    walk.evaluate(node.condition, state)
    truth = known_truth(walk, node.condition)
    if truth is not None:
        return walk.evaluate(node.then if truth else node.otherwise, state)
    first = state.with_guards(guards_of(walk, node.condition, True))
    second = state.with_guards(guards_of(walk, node.condition, False))
    with walk.found.passing.perhaps():
        left = _surviving(walk, node.then, first)
        right = _surviving(walk, node.otherwise, second)
    if left is None or right is None:
        return _survivor(state, (left, first), (right, second))
    guard = telling(first, second)
    state.cells = merge(first, second, merger(walk, node, guard)).cells
    if left == right:
        return left
    known = chosen(guard, left, right) if guard is not None else None
    if known is not None:
        return known
    extreme = _extreme(walk, node, left, right)
    if extreme is not None:
        return extreme
    return joined(
        walk, left, right, id(node), node.at, state, walk.nodes.choice_names.get(id(node), "value")
    )


def _surviving(walk: Walk, node: ex.Expression, state: State) -> Value | None:
    try:
        return walk.evaluate(node, state)
    except Ended:
        return None


def _survivor(state: State, *sides: tuple[Value | None, State]) -> Value:
    for value, after in sides:
        if value is not None:
            state.cells, state.guards = after.cells, after.guards
            return value
    raise Ended


def _extreme(walk: Walk, node: ex.Conditional, left: Value, right: Value) -> Value | None:
    """`a < b ? a : b` and its like as min or max."""
    condition = node.condition
    if not isinstance(condition, ex.Binary) or condition.op not in ("<", "<=", ">", ">="):
        return None
    sides = (walk.nodes.last.get(id(condition.left)), walk.nodes.last.get(id(condition.right)))
    if not isinstance(left, Number) or not isinstance(right, Number):
        return None
    if not left.precision == right.precision == "exact":
        return None
    if (left, right) not in (sides, sides[::-1]):
        return None
    smaller = condition.op.startswith("<") == ((left, right) == sides)
    operands = tuple(sorted((left.value, right.value), key=str))
    return Number(make_term("min" if smaller else "max", operands))


def _cast(walk: Walk, node: ex.Cast, state: State) -> Value:
    if isinstance(node.type, RecordType) and isinstance(node.operand.type, RecordType):
        return load(walk, node, places_of(walk, node, state), node.type, state)
    value = walk.evaluate(node.operand, state)
    value = pointer_as_class(walk, value, node.operand.type, node.type)
    converted = arithmetic.convert(value, node.type, node.operand.type)
    return converted if converted is not None else unknown_number(walk, node)


def _size_of(walk: Walk, node: ex.SizeOf, state: State) -> Value:
    return number(node.value) if node.value is not None else unknown_number(walk, node)


def _new(walk: Walk, node: ex.New, state: State) -> Value:
    count = walk.evaluate(node.count, state) if node.count else Number(ONE)
    may_throw(walk, state)
    check_allocation(walk, node.allocated, node.at)
    size = size_of(node.allocated)
    total = None
    if isinstance(count, Number) and size is not None:
        total = count.value * Polynomial.constant(size)
    target = walk.allocate("heap", "new", total, node.allocated, node.at, id(node))
    state.forget(target, NOT_SET)
    precision: Precision = "exact" if node.count is None else "unknown"
    _initialise_new(walk, node, Place(target, ZERO, precision), state)
    return Pointer(target, ZERO)


def _initialise_new(walk: Walk, node: ex.New, place: Place, state: State) -> None:
    """What `new` constructs; each element of an array alike."""
    if isinstance(node.allocated, RecordType) and (node.target is not None or node.arguments):
        made = walk.synthetic(
            ("new", id(node)),
            lambda: ex.Construct(node.at, node.allocated, node.target, node.arguments),
        )
        construct_at(walk, made, place, state)
        return
    for argument in node.arguments:
        begin_with(walk, place, walk.evaluate(argument, state), state)
        note_elements(walk, place, node.allocated, node.at)


def _vector_literal(walk: Walk, node: ex.VectorLiteral, state: State) -> Value:
    for element in node.elements:
        walk.evaluate(element, state)
    return Unknown("not followed", node.at)


def _statement_expression(walk: Walk, node: ex.StatementExpression, state: State) -> Value:
    """Statements, then a value. A path that leaves by a jump or `exit` ends the whole statement."""
    places, types = dict(walk.frame.places), dict(walk.frame.types)
    alive = len(walk.frame.alive)
    walk.inside_expressions += 1
    try:
        for statement in node.body:
            after = walk.execute(statement, state)
            if after is None:
                raise Ended
            state.cells, state.guards = after.cells, after.guards
        value = walk.evaluate(node.value, state) if node.value is not None else number(0)
        if leave_scope(walk, alive, state) is None:
            raise Ended
        return value
    finally:
        del walk.frame.alive[alive:]
        walk.inside_expressions -= 1
        walk.frame.places, walk.frame.types = places, types


def _opaque(walk: Walk, node: ex.OpaqueExpression, state: State) -> Value:
    """Parts whose order and conditions the tree does not show: each may be evaluated or not."""
    runs_code = False
    for part in node.parts:
        taken = state.copy()
        with walk.found.passing.perhaps():
            value = _surviving(walk, part, taken)
        if value is not None:
            _let_go(walk, node, part, value, taken)
            state.cells = merge(state, taken, merger(walk, part)).cells
        runs_code = runs_code or _runs_code(walk, part)
    say = walk.gap if runs_code else walk.remark
    say("PPC101", f"not followed: {node.reason}", node.at)
    return Unknown("not followed", node.at)


def _let_go(
    walk: Walk, node: ex.OpaqueExpression, part: ex.Expression, value: Value, state: State
) -> None:
    walk.escape(value, state, node.reason, node.at)
    let_go_of(walk, part, node.reason, state)


def _runs_code(walk: Walk, part: ex.Expression) -> bool:
    """Whether a part calls the program's own functions, or OpenCL's."""
    calls = [n for n in descendants(part) if isinstance(n, ex.Call | ex.Construct | ex.New)]
    functions = walk.program.functions
    own = any(call.target is not None and call.target.key in functions for call in calls)
    names = (call.callee or "" for call in calls if isinstance(call, ex.Call))
    return own or any(name.startswith("clEnqueue") for name in names)


def _swizzle(walk: Walk, node: ex.Swizzle, state: State) -> Value:
    walk.evaluate(node.base, state)
    return unknown_number(walk, node)


EVALUATORS: dict[type, Evaluator] = {
    ex.IntLiteral: _int_literal,
    ex.FloatLiteral: _float_literal,
    ex.StringLiteral: _string_literal,
    ex.NameRef: _name,
    ex.Unary: _unary,
    ex.Binary: binary,
    ex.Assign: _assign,
    ex.Conditional: _conditional,
    ex.Call: value_of_call,
    Referred: referred,
    ex.Index: _lvalue,
    ex.Member: _lvalue,
    ex.Swizzle: _swizzle,
    ex.VectorLiteral: _vector_literal,
    ex.Cast: _cast,
    ex.SizeOf: _size_of,
    ex.InitList: init_list,
    ex.Construct: construct,
    ex.New: _new,
    ex.Delete: delete,
    ex.This: _lvalue,
    ex.StatementExpression: _statement_expression,
    ex.Lambda: make_closure,
    ex.Throw: throw,
    ex.OpaqueExpression: _opaque,
}
