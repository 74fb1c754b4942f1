"""Functions whose branches end with their `return`s."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import takewhile

from ppcl.analysis.workgroup.barriers import holds_barrier
from ppcl.analysis.workgroup.contexts import is_arithmetic
from ppcl.ir import expression as ex
from ppcl.ir import statement as st
from ppcl.ir.traverse import Node, descendants, variables
from ppcl.ir.types import IntType, VoidType
from ppcl.ir.unit import Function
from ppcl.rewrite.components import as_number
from ppcl.rewrite.helpers.left import returns, with_left_loops
from ppcl.rewrite.rebuild import rebuilt

# Returns: what follows each stands in a branch in that of the one before.
_MOST = 24
_INT = IntType("int", 32, True)


class _NoTails(Exception):
    """A function that returns in the middle of what it does."""


def with_tails(function: Function) -> Function | None:
    """A function whose branches end with its `return`s; None where it is a kernel, or has none."""
    if function.kernel or function.body is None:
        return None
    nodes = list(descendants(function.body))
    if any(isinstance(node, st.Goto | st.Label | st.Switch) for node in nodes):
        return None
    if any(v.storage == "static" for v in variables(function.body)):
        return None
    if sum(isinstance(node, st.Return) for node in nodes) > _MOST:
        return None
    left = with_left_loops(function.body, function.result)
    try:
        body = _tails(left.body, isinstance(function.result, VoidType))
    except _NoTails:
        return None
    return replace(function, body=replace(left, body=body))


def with_ended_branches(body: st.Block) -> st.Block:
    """A kernel's body, where a branch that returns has what follows beside it, but for the guards
    in front of all; as it is where no other one does, or work-items come to a barrier behind it."""
    if body.body and isinstance(body.body[-1], st.Return):
        body = replace(body, body=body.body[:-1])
    guards = list(takewhile(_is_guard_or_declares, body.body))
    rest = body.body[len(guards) :]
    nodes = [node for statement in rest for node in descendants(statement)]
    count = sum(isinstance(node, st.Return) for node in nodes)
    if not count or any(isinstance(node, st.Goto | st.Label | st.Switch) for node in nodes):
        return body
    if holds_barrier(body) or count > _MOST:
        return body
    try:
        ended = rebuilt(st.Block(body.at, _tails(rest, True)), _without_return)
    except _NoTails:
        return body
    return replace(body, body=(*guards, *ended.body))


def _is_guard_or_declares(node: st.Statement) -> bool:
    """Whether a statement is in front of what a kernel does: `if (i >= n) return;` of numbers."""
    if isinstance(node, st.Declare):
        inits = [v.init for v in node.variables if v.init is not None]
        return all(is_arithmetic(init, set()) for init in inits)
    if not isinstance(node, st.If) or node.otherwise is not None:
        return False
    return (
        is_arithmetic(node.condition, set())
        and len(_body(node.then)) == 1
        and isinstance(_body(node.then)[0], st.Return)
    )


def _without_return(node: Node) -> Node:
    """A statement without its `return`, which nothing follows."""
    match node:
        case st.Return():
            return st.Empty(node.at)
        case st.If(condition=condition, then=then, otherwise=otherwise) if (
            otherwise is not None and all(isinstance(each, st.Empty) for each in _body(then))
        ):
            turned = ex.Unary(condition.at, _INT, "!", condition)
            return replace(node, condition=turned, then=otherwise, otherwise=None)
        case _:
            return node


def _tails(statements: Sequence[st.Statement], may_end: bool) -> tuple[st.Statement, ...]:
    """Statements of which no `return` has others behind it. Raises _NoTails."""
    for index, statement in enumerate(statements):
        rest = tuple(statements[index + 1 :])
        if isinstance(statement, st.Return):
            return (*statements[:index], statement)
        if not returns(statement):
            continue
        if isinstance(statement, st.Block):
            return (*statements[:index], *_tails((*statement.body, *rest), may_end))
        if not isinstance(statement, st.If):
            raise _NoTails
        then, otherwise = _body(statement.then), _body(statement.otherwise)
        if rest and not _ends(then) and not _ends(otherwise):
            raise _NoTails
        sides = (
            _tails(side if _ends(side) else (*side, *rest), may_end) for side in (then, otherwise)
        )
        blocks = [st.Block(statement.at, side) for side in sides]
        return (*statements[:index], replace(statement, then=blocks[0], otherwise=blocks[1]))
    if not may_end:
        raise _NoTails
    return tuple(statements)


def value_of(statements: Sequence[st.Statement], chosen: bool) -> ex.Expression | None:
    """What a function gives that does nothing else; `chosen`: or gives one of several values."""
    match statements:
        case (st.Return(value=value),):
            return value
        case (st.If(condition=condition, then=then, otherwise=otherwise),) if chosen:
            first, second = value_of(_body(then), True), value_of(_body(otherwise), True)
            if first is None or second is None or first.type != second.type:
                return None
            sides = as_number(first, first.type), as_number(second, second.type)
            return ex.Conditional(condition.at, first.type, condition, *sides)
        case _:
            return None


def _body(node: st.Statement | None) -> tuple[st.Statement, ...]:
    if node is None:
        return ()
    return node.body if isinstance(node, st.Block) else (node,)


def _ends(statements: Sequence[st.Statement]) -> bool:
    """Whether control never comes to the end of some statements."""
    last = statements[-1] if statements else None
    if isinstance(last, st.If):
        return _ends(_body(last.then)) and _ends(_body(last.otherwise))
    if isinstance(last, st.Block):
        return _ends(last.body)
    return isinstance(last, st.Return)
