"""Where the barriers of a kernel stand."""

from collections.abc import Mapping

from ppcl.analysis.graph.cfg import BARRIERS
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
    calls = {key: _calls(function) for key, function in functions.items()}
    found = {key for key, own in calls.items() if any(map(is_barrier_call, own))}
    known = -1
    while known != len(found):
        known = len(found)
        found |= {
            key
            for key, own in calls.items()
            if any(call.target is not None and call.target.key in found for call in own)
        }
    return frozenset(found)


def _calls(function: Function) -> list[ex.Call]:
    nodes = descendants(function.body) if function.body is not None else ()
    return [node for node in nodes if isinstance(node, ex.Call)]
