"""What the outcome of a condition says about the values in it."""

from ppcl.analysis.numbers.guard import Guard
from ppcl.analysis.numbers.least import outcome
from ppcl.analysis.numbers.polynomial import ONE, Polynomial
from ppcl.analysis.walk.core.addresses import is_address
from ppcl.analysis.walk.core.machine import Walk
from ppcl.analysis.walk.core.state import State
from ppcl.analysis.walk.core.value import FunctionValue, Handle, Number, Text, Value
from ppcl.ir import expression as ex
from ppcl.ir.types import IntType

_FALLIBLE = ("mem", "kernel", "program")
_NEGATED = {"<": ">=", ">": "<=", "<=": ">", ">=": "<", "==": "!=", "!=": "=="}
Guards = tuple[Guard, ...]


def guards_of(walk: Walk, node: ex.Expression, truth: bool) -> Guards:
    """What holds where `node`, which was just evaluated, came out as `truth`."""
    match node:
        case ex.Unary(op="!", operand=operand):
            return guards_of(walk, operand, not truth)
        case ex.Cast(operand=operand):
            return guards_of(walk, operand, truth)
        case ex.Binary(op="&&", left=left, right=right):
            return guards_of(walk, left, True) + guards_of(walk, right, True) if truth else ()
        case ex.Binary(op="||", left=left, right=right):
            return () if truth else guards_of(walk, left, False) + guards_of(walk, right, False)
        case ex.Binary(op="<" | ">" | "<=" | ">=" | "==" | "!=" as op):
            return _comparison(walk, node, op if truth else _NEGATED[op])
        case _:
            value = _exact(walk, node)
            return (Guard(value, "!=" if truth else "=="),) if value is not None else ()


def _exact(walk: Walk, node: ex.Expression) -> Polynomial | None:
    value = walk.nodes.last.get(id(node))
    if isinstance(node.type, IntType) and isinstance(value, Number) and value.precision == "exact":
        return value.value
    return None


def _comparison(walk: Walk, node: ex.Binary, op: str) -> Guards:
    left, right = _exact(walk, node.left), _exact(walk, node.right)
    if left is None or right is None:
        return ()
    match op:
        case "<":
            return (Guard(right - left - ONE, ">="),)
        case "<=":
            return (Guard(right - left, ">="),)
        case ">":
            return (Guard(left - right - ONE, ">="),)
        case ">=":
            return (Guard(left - right, ">="),)
        case "==":
            return (Guard(left - right, "=="),)
        case _:
            return (Guard(left - right, "!="),)


def state_where(walk: Walk, node: ex.Expression, truth: bool, state: State) -> State:
    """The state in which `node`, after which `state` is, came out as `truth`.

    Where `a || b` is false, and where `a && b` is true, both were evaluated.
    """
    return _decided(walk, node, truth, state).with_guards(guards_of(walk, node, truth))


def _decided(walk: Walk, node: ex.Expression, truth: bool, state: State) -> State:
    match node:
        case ex.Unary(op="!", operand=operand):
            return _decided(walk, operand, not truth, state)
        case ex.Cast(operand=operand):
            return _decided(walk, operand, truth, state)
        case ex.Binary(op="&&" | "||" as op) if truth == (op == "&&"):
            return walk.nodes.both_sides.get(id(node), state)
        case _:
            return state


def is_set(walk: Walk, node: ex.Expression, value: Value) -> bool:
    """Whether the value of an expression is not NULL: the address of a variable, a function or a
    string constant. A handle may be, where the call that makes it fails: of buffers, kernels and
    programs, hosts then make others."""
    if isinstance(value, Handle):
        return value.kind not in _FALLIBLE
    return isinstance(value, FunctionValue | Text) or is_address(walk, node)


def known_truth(walk: Walk, node: ex.Expression) -> bool | None:
    """The outcome of a condition that was just evaluated, where it is a constant, or the address of
    what is there."""
    value = walk.nodes.last.get(id(node))
    if is_address(walk, node):
        return True
    if isinstance(value, Number) and value.precision == "exact":
        return outcome("!=", value.value)
    return None
