"""The kernel as it was, in terms of the new ids: each work-item finds the same numbers."""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from ppcl.ir import expression as ex
from ppcl.ir.traverse import Node, descendants
from ppcl.ir.unit import Function
from ppcl.rewrite.merging.merge import Merge, NotMerged
from ppcl.rewrite.rebuild import rebuilt

# What a merged work-item has as many times as work-items were merged, and what is as it was
# (OpenCL C 1.2, 6.12.1). An offset is 0 along the dimension.
_NUMBERS = frozenset({"get_global_id", "get_local_id"})
_SIZES = frozenset({"get_global_size", "get_local_size"})
_SAME = frozenset({"get_group_id", "get_num_groups", "get_global_offset", "get_work_dim"})
_KNOWN = _NUMBERS | _SIZES | _SAME


def observed(function: Function, functions: Mapping[str, Function], merge: Merge) -> Function:
    """A kernel whose work-items ask for their ids through those of the one that they are merged
    into. `functions` are the program's own, by key. Raises NotMerged where it is not known what a
    work-item asks for."""
    for call in _calls(function, functions):
        own = call.target is not None and call.target.key in functions
        if not own and (call.callee or "").startswith("get_") and call.callee not in _KNOWN:
            raise NotMerged(f"'{call.callee}' may tell work-items apart", call.at)

    def change(node: Node) -> Node:
        return _asked(node, merge) if isinstance(node, ex.Call) else node

    assert function.body is not None
    return merge.with_number(replace(function, body=rebuilt(function.body, change)))


def _calls(function: Function, functions: Mapping[str, Function]) -> Iterator[ex.Call]:
    """The calls in a kernel, and in what it calls; there none may ask for an id that changes."""
    waiting, seen = [function], {function.declaration.key}
    while waiting:
        current = waiting.pop()
        for node in current.nodes:
            if not isinstance(node, ex.Call):
                continue
            yield node
            if current is not function and node.callee in _NUMBERS | _SIZES:
                raise NotMerged(f"'{current.declaration.name}' asks for an id", node.at)
            key = node.target.key if node.target is not None else ""
            if key in functions and key not in seen:
                seen.add(key)
                waiting.append(functions[key])


def _asked(call: ex.Call, merge: Merge) -> ex.Expression:
    """What a work-item gets for a call."""
    if call.callee not in _NUMBERS | _SIZES:
        return call
    dimension = dimension_of(call)
    if dimension is None:
        raise NotMerged("an id is asked for along a dimension that is no number", call.at)
    if dimension != merge.dimension:
        return call
    at, type_ = call.at, call.type
    factor = ex.Cast(at, type_, merge.literal(at), True)
    all_of_them = ex.Binary(at, type_, "*", call, factor)
    if call.callee in _SIZES:
        return all_of_them
    return ex.Binary(at, type_, "+", all_of_them, ex.Cast(at, type_, merge.number(at), True))


def dimension_of(call: ex.Call) -> int | None:
    """The dimension that a call asks about."""
    found: Node | None = call.arguments[0] if len(call.arguments) == 1 else None
    while isinstance(found, ex.Cast):
        found = found.operand
    return found.value if isinstance(found, ex.IntLiteral) else None


def asks_for_ids(node: Node, dimension: int) -> bool:
    """Whether an id or size along a dimension is asked for in a tree."""
    calls = (each for each in descendants(node) if isinstance(each, ex.Call))
    return any(
        call.callee in _NUMBERS | _SIZES and dimension_of(call) in (dimension, None)
        for call in calls
    )
