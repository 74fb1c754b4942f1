"""`while (i < n) { ...; i++; }` as the `for` that it stands for."""

from dataclasses import replace

from ppcl.analysis.walk.core.machine import Walk
from ppcl.analysis.walk.loops.counter import LoopForm
from ppcl.ir import expression as ex
from ppcl.ir import statement as st
from ppcl.ir.node import Declaration
from ppcl.ir.traverse import descendants

_JUMPS = st.Continue | st.Goto | st.Label | st.Case
_STEPS = ("+=", "-=")
_COMPARISONS = ("<", "<=", ">", ">=", "!=")


def stepped(walk: Walk, loop: LoopForm) -> LoopForm:
    """A loop with the step that its body ends with as its own."""
    body = loop.body
    if loop.step is not None or not loop.tested_first or not isinstance(body, st.Block):
        return loop
    step = _step_of(loop.condition, body)
    if step is None:
        return loop
    before = walk.synthetic(("turns", id(body)), lambda: st.Block(body.at, body.body[:-1]))
    return replace(loop, step=step, body=before)


def _step_of(condition: ex.Expression | None, body: st.Block) -> ex.Expression | None:
    """The step that a body ends each turn with, which no jump goes past; None where there is none
    of a variable from outside that a condition compares."""
    last = body.body[-1] if body.body else None
    step = last.expression if isinstance(last, st.Evaluate) else None
    counter = _counter(step) if step is not None else None
    if counter is None or not _compares(condition, counter):
        return None
    for node in descendants(body):
        if isinstance(node, _JUMPS):
            return None
        if isinstance(node, st.Variable) and node.declaration == counter:
            return None
    return step


def _compares(condition: ex.Expression | None, counter: Declaration) -> bool:
    if not isinstance(condition, ex.Binary) or condition.op not in _COMPARISONS:
        return False
    sides = (condition.left, condition.right)
    plain = (side.operand if isinstance(side, ex.Cast) else side for side in sides)
    return any(isinstance(each, ex.NameRef) and each.declaration == counter for each in plain)


def _counter(step: ex.Expression) -> Declaration | None:
    match step:
        case ex.Unary(op=op, operand=ex.NameRef(declaration=counter)) if op in ex.STEPS:
            return counter
        case ex.Assign(op=op, target=ex.NameRef(declaration=counter), value=ex.IntLiteral()):
            return counter if op in _STEPS else None
        case _:
            return None
