"""Where the barriers of a kernel stand."""

from collections.abc import Mapping

from ppcl.analysis.cfg import BARRIERS
from ppcl.ir import expression as ex
from ppcl.ir import statement as st
from ppcl.ir.traverse import Node, descendants
from ppcl.ir.unit import Function

# wait_group_events orders the group's copies, and all work-items come to it (1.2, 6.12.10).
_BARRIERS = BARRIERS | {"wait_group_events"}


def is_barrier_call(node: Node) -> bool:
    """Whether an expression is a call that all work-items of a group wait at."""
    return isinstance(node, ex.Call) and node.callee in _BARRIERS


def is_barrier(statement: st.Statement) -> bool:
    """Whether a statement is a barrier and nothing else."""
    return isinstance(statement, st.Evaluate) and is_barrier_call(statement.expression)


def holds_barrier(node: Node) -> bool:
    """Whether a barrier stands in a statement."""
    return any(is_barrier_call(each) for each in descendants(node))


def functions_with_barriers(functions: Mapping[str, Function]) -> frozenset[str]:
    """The keys of functions that may come to a barrier, by themselves or by what they call."""
    found = {key for key, f in functions.items() if f.body is not None and holds_barrier(f.body)}
    known = -1
    while known != len(found):
        known = len(found)
        found |= {key for key, function in functions.items() if _calls(function, found)}
    return frozenset(found)


def _calls(function: Function, targets: set[str]) -> bool:
    return function.body is not None and any(
        isinstance(node, ex.Call) and node.target is not None and node.target.key in targets
        for node in descendants(function.body)
    )
