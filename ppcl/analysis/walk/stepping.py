"""`while (i < n) { ...; i++; }` as the `for` that it stands for."""

from ppcl.ir import expression as ex
from ppcl.ir import statement as st
from ppcl.ir.node import Declaration
from ppcl.ir.traverse import descendants

_JUMPS = st.Continue | st.Goto | st.Label | st.Case
_STEPS = ("+=", "-=")


def step_of(body: st.Statement) -> ex.Expression | None:
    """The step that a body ends each turn with, which no jump goes past; None where there is none
    of a variable from outside."""
    if not isinstance(body, st.Block) or not body.body:
        return None
    last = body.body[-1]
    step = last.expression if isinstance(last, st.Evaluate) else None
    counter = _counter(step) if step is not None else None
    if counter is None:
        return None
    for node in descendants(body):
        if isinstance(node, _JUMPS):
            return None
        if isinstance(node, st.Variable) and node.declaration == counter:
            return None
    return step


def _counter(step: ex.Expression) -> Declaration | None:
    match step:
        case ex.Unary(op=op, operand=ex.NameRef(declaration=counter)) if op in ex.STEPS:
            return counter
        case ex.Assign(op=op, target=ex.NameRef(declaration=counter), value=ex.IntLiteral()):
            return counter if op in _STEPS else None
        case _:
            return None
