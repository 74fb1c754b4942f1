"""Barriers that only some of a group's work-items come to, which no valid kernel has (OpenCL 1.2,
6.12.8)."""

from collections.abc import Iterator, Mapping, Sequence

from ppcl.analysis.workgroup.barriers import holds_barrier, is_barrier_call
from ppcl.analysis.workgroup.uniformity import changed_or_addressed
from ppcl.analysis.workgroup.work_items import LocalSize, constant
from ppcl.ir import expression as ex
from ppcl.ir import statement as st
from ppcl.ir.node import Origin
from ppcl.ir.traverse import children, descendants
from ppcl.ir.unit import Function

_TRUTH = {
    "==": int.__eq__,
    "!=": int.__ne__,
    "<": int.__lt__,
    "<=": int.__le__,
    ">": int.__gt__,
    ">=": int.__ge__,
}


def divided_barrier(kernel: Function, sizes: Sequence[LocalSize]) -> Origin | None:
    """A barrier that stands on one side of a condition such as `get_local_id(0) == 0` that divides
    the work-items of a group of one of these sizes; None where no such is found."""
    if kernel.body is None:
        return None
    ids = dict(_local_ids(kernel.body))
    for branch in _outer_branches(kernel.body):
        sides = [side for side in (branch.then, branch.otherwise) if side is not None]
        held = [side for side in sides if holds_barrier(side)]
        if len(held) == 1 and any(_divides(branch.condition, ids, size) for size in sizes):
            return next(node.at for node in descendants(held[0]) if is_barrier_call(node))
    return None


def _outer_branches(node: st.Statement) -> Iterator[st.If]:
    """The `if` statements that stand under no other condition."""
    for child in children(node):
        if isinstance(child, st.If):
            yield child
        elif isinstance(child, st.Block):
            yield from _outer_branches(child)


def _local_ids(body: st.Block) -> Iterator[tuple[str, int]]:
    """The variables that are a local id and nothing else, with its dimension."""
    changed = changed_or_addressed(body)
    for node in descendants(body):
        if isinstance(node, st.Variable) and node.declaration.key not in changed:
            dimension = _dimension(node.init, {}) if node.init is not None else None
            if dimension is not None:
                yield node.declaration.key, dimension


def _dimension(node: ex.Expression, ids: Mapping[str, int]) -> int | None:
    """The dimension of which an expression is the local id."""
    while isinstance(node, ex.Cast):
        node = node.operand
    if isinstance(node, ex.NameRef):
        return ids.get(node.declaration.key)
    if isinstance(node, ex.Call) and node.callee == "get_local_id":
        found = constant(node.arguments[0])
        return found if found in (0, 1, 2) else None
    return None


def _divides(condition: ex.Expression, ids: Mapping[str, int], size: LocalSize) -> bool:
    """Whether a comparison of a local id with a constant holds for some of a group only."""
    if not isinstance(condition, ex.Binary) or condition.op not in _TRUTH:
        return False
    dimension, bound = _dimension(condition.left, ids), constant(condition.right)
    if dimension is None or bound is None:
        return False
    return len({_TRUTH[condition.op](each, bound) for each in range(size[dimension])}) > 1
