"""The values of operators: arithmetic, comparisons, steps and short circuits."""

from contextlib import nullcontext

from ppcl.analysis.numbers.guard import Guard
from ppcl.analysis.numbers.least import outcome
from ppcl.analysis.numbers.polynomial import ZERO, Polynomial
from ppcl.analysis.walk.core import arithmetic
from ppcl.analysis.walk.core.choice import chosen
from ppcl.analysis.walk.core.condition import guards_of, is_set, known_truth, state_where
from ppcl.analysis.walk.core.frame import Ended
from ppcl.analysis.walk.core.join import merger
from ppcl.analysis.walk.core.lanes import lane_type
from ppcl.analysis.walk.core.machine import Walk
from ppcl.analysis.walk.core.place import load, places_of, store
from ppcl.analysis.walk.core.state import State, merge
from ppcl.analysis.walk.core.value import (
    Number,
    Text,
    Unknown,
    Value,
)
from ppcl.analysis.walk.cxx.lifetime import discard
from ppcl.ir import expression as ex
from ppcl.ir.types import FloatType, IntType, PointerType, Type

# Of a character: one of a string of wider ones is not told.
_BITS = 8


def number(value: int) -> Number:
    """A plain number as a value."""
    return Number(Polynomial.constant(value))


def unknown_number(walk: Walk, node: ex.Expression) -> Value:
    """A scalar that nothing is known of; for other types, an Unknown."""
    if isinstance(node.type, IntType | FloatType):
        name = node.callee if isinstance(node, ex.Call) and node.callee else "value"
        return walk.fresh("input", name, id(node))
    return Unknown("not followed", node.at)


def step(walk: Walk, node: ex.Unary, state: State) -> Value:
    """`++` and `--`."""
    places = places_of(walk, node.operand, state)
    type_ = lane_type(node.operand)
    old = load(walk, node.operand, places, type_, state)
    op = "+" if "++" in node.op else "-"
    new = stored(walk, node, operated(walk, node, op, (old, number(1)), state), node.type)
    store(walk, node.operand, places, type_, new, state)
    return new if node.op.endswith("x") else old


def negated(walk: Walk, node: ex.Unary, state: State) -> Value:
    """Unary `-`."""
    value = walk.evaluate(node.operand, state)
    return operated(walk, node, "-", (number(0), value), state)


def other_unary(walk: Walk, node: ex.Unary, state: State) -> Value:
    """`!` and `~`."""
    value = walk.evaluate(node.operand, state)
    if node.op == "!" and is_set(walk, node.operand, value):
        return number(0)
    if isinstance(value, Number) and value.precision == "exact":
        is_zero = outcome("==", value.value) if node.op == "!" else None
        if is_zero is not None:
            return stored(walk, node, number(int(is_zero)), node.type)
        constant = value.value.as_int
        if constant is not None and node.op == "~":
            return stored(walk, node, number(~constant), node.type)
    return unknown_number(walk, node)


def character_at(walk: Walk, node: ex.Expression, held: Text, index: Value) -> Value:
    """A character of a string constant; the zero that ends it is one."""
    position = index.value.as_int if isinstance(index, Number) else None
    type_ = node.type
    if not isinstance(type_, IntType) or type_.bits != _BITS:
        return unknown_number(walk, node)
    if position is None or not 0 <= position <= len(held.value):
        return unknown_number(walk, node)
    code = (held.value + b"\0")[position]
    return number(code - (1 << _BITS) if type_.signed and code >> (_BITS - 1) else code)


def binary(walk: Walk, node: ex.Binary, state: State) -> Value:
    """A binary operator, the comma, comparisons and `&&` and `||` included."""
    if node.op in ("&&", "||"):
        return _short_circuit(walk, node, state)
    if node.op == ",":
        discard(walk, node.left, state)
        return walk.evaluate(node.right, state)
    left = walk.evaluate(node.left, state)
    right = walk.evaluate(node.right, state)
    if node.op in arithmetic.COMPARISONS:
        return _compare(walk, node, left, right)
    return operated(walk, node, node.op, (left, right), state)


def operated(
    walk: Walk, node: ex.Expression, op: str, operands: tuple[Value, Value], state: State
) -> Value:
    """The result of an operation; pointers in one that is not followed have escaped."""
    left_type = node.left.type if isinstance(node, ex.Binary) else None
    result = arithmetic.binary(op, *operands, node.type, left_type)
    if result is None:
        for value in operands:
            walk.escape(value, state, f"an operand of '{op}'", node.at)
        return unknown_number(walk, node)
    return result


def stored(walk: Walk, node: ex.Expression, value: Value, computed: Type) -> Value:
    """What a compound assignment or step stores: the computed value, converted to the target."""
    converted = arithmetic.convert(value, node.type, computed)
    return converted if converted is not None else unknown_number(walk, node)


def _compare(walk: Walk, node: ex.Binary, left: Value, right: Value) -> Value:
    if isinstance(left, Number) and isinstance(right, Number):
        exact = left.precision == right.precision == "exact"
        integers = exact and isinstance(node.left.type, IntType | PointerType)
        holds = outcome(node.op, left.value - right.value) if integers else None
        if holds is not None:
            return number(int(holds))
        if exact and node.op in ("==", "!=") and isinstance(node.left.type, IntType):
            guard = Guard(left.value - right.value, "==" if node.op == "==" else "!=")
            return chosen(guard, number(1), number(0)) or unknown_number(walk, node)
    null = number(0)
    set_ = (is_set(walk, node.left, left) and right == null) or (
        is_set(walk, node.right, right) and left == null
    )
    if set_ and node.op in ("==", "!="):
        return number(int(node.op == "!="))
    return unknown_number(walk, node)


def _short_circuit(walk: Walk, node: ex.Binary, state: State) -> Value:
    walk.nodes.both_sides.pop(id(node), None)
    walk.evaluate(node.left, state)
    truth, wanted = known_truth(walk, node.left), node.op == "&&"
    if truth is not None and truth != wanted:
        return number(int(truth))
    taken = state_where(walk, node.left, wanted, state)
    try:
        with walk.found.passing.perhaps() if truth is None else nullcontext():
            right = walk.evaluate(node.right, taken)
    except Ended:
        state.guards = state.with_guards(guards_of(walk, node.left, not wanted)).guards
        return number(int(not wanted))
    joined = merge(state, taken, merger(walk, node)) if truth is None else taken
    walk.nodes.both_sides[id(node)] = taken.copy()
    state.cells = joined.cells
    if known_truth(walk, node.right) == (not wanted):
        return number(int(not wanted))  # whatever the left is
    if truth is not None and isinstance(right, Number) and right.value.as_int is not None:
        return number(int(right.value != ZERO))
    return unknown_number(walk, node)
