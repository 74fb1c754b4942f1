"""The kernel as it was, in terms of the new ids: each work-item finds the same numbers."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from ppcl.analysis.terms.expression import is_value
from ppcl.analysis.workgroup.work_items import constant
from ppcl.ir import expression as ex
from ppcl.ir.traverse import Node
from ppcl.ir.types import AddressSpace, PointerType
from ppcl.ir.unit import Function
from ppcl.rewrite.merging.merge import Merge, NotMerged
from ppcl.rewrite.rebuild import rebuilt

# What a merged work-item has as many times as work-items were merged (OpenCL C 1.2, 6.12.1). All
# else that it asks for is as it was; an offset is 0 along the dimension.
_NUMBERS = frozenset({"get_global_id", "get_local_id"})
_SIZES = frozenset({"get_global_size", "get_local_size"})
_OF_GROUPS = frozenset({"get_local_id", "get_local_size", "get_group_id", "get_num_groups"})
# What a work-item does for itself alone.
_ALONE = ("atomic_", "atom_", "vload", "vstore", "printf", "prefetch")


def observed(function: Function, functions: Mapping[str, Function], merge: Merge) -> Function:
    """A kernel whose work-items ask for their ids through those of the one that they are merged
    into. `functions` are the program's own, by key. Raises NotMerged where it is not known what a
    work-item asks for."""
    for call in _calls(function, functions):
        own = call.target is not None and call.target.key in functions
        if not own and (call.callee or "").startswith("get_") and not is_value(call):
            raise NotMerged(f"'{call.callee}' may tell work-items apart", call.at)

    if merge.numbering == "spread" or merge.groups != "smaller":
        _refuse_groups(function, functions, merge.dimension)
    if merge.groups == "rounded":
        _refuse_total(function, functions, merge.dimension)

    def change(node: Node) -> Node:
        return _asked(node, merge) if isinstance(node, ex.Call) else node

    assert function.body is not None
    asking = replace(function, body=rebuilt(function.body, change))
    return merge.with_number(merge.with_groups(asking))


def sees_groups(function: Function, functions: Mapping[str, Function], dimension: int) -> bool:
    """Whether a kernel's work-items may tell which of them are in one group along a dimension."""
    try:
        _refuse_groups(function, functions, dimension)
    except NotMerged:
        return True
    return False


def _refuse_groups(function: Function, functions: Mapping[str, Function], dimension: int) -> None:
    """Refuse a kernel that sees its groups: by barriers, local memory, or the ids of groups."""
    for call in _calls(function, functions):
        if call.callee in _OF_GROUPS and dimension_of(call) in (dimension, None):
            raise NotMerged(f"'{call.callee}' tells of groups", call.at)
        known = is_value(call)
        own = call.target is not None and call.target.key in functions
        if not known and not own and not (call.callee or "").startswith(_ALONE):
            raise NotMerged(f"'{call.callee}' may be for a whole group", call.at)
    spaces = [variable.space for _, variable in function.variables]
    pointers = [p.type for p in function.parameters if isinstance(p.type, PointerType)]
    if AddressSpace.LOCAL in [*spaces, *(pointer.space for pointer in pointers)]:
        raise NotMerged("local memory is a group's", function.at)


def _refuse_total(function: Function, functions: Mapping[str, Function], dimension: int) -> None:
    """Refuse a kernel that shows how many work-items there are."""
    for call in _calls(function, functions):
        if call.callee == "printf":
            raise NotMerged("'printf' shows how many work-items there are", call.at)
        if call.callee == "get_global_size" and dimension_of(call) in (dimension, None):
            raise NotMerged("'get_global_size' tells how many work-items there are", call.at)


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
    if call.callee in _SIZES:
        return _Made(call, merge).product(call, merge.literal(call.at))
    return _Made(call, merge).number()


@dataclass(frozen=True)
class _Made:
    """Makes the expressions that stand for a call, of its type and at its place."""

    call: ex.Call
    merge: Merge

    def number(self) -> ex.Expression:
        """The number of a work-item, in the NDRange or in its group."""
        item, call = self.merge.number(self.call.at), self.call
        if self.merge.numbering == "blocked":
            return self.sum(self.product(call, self.merge.literal(call.at)), item)
        if self.merge.numbering == "spread":
            return self.sum(call, self.product(item, self.other("get_global_size")))
        size = self.other("get_local_size")
        if call.callee == "get_local_id":
            return self.sum(call, self.product(item, size))
        group = self.product(self.other("get_group_id"), self.merge.literal(call.at))
        return self.sum(self.product(self.sum(group, item), size), self.other("get_local_id"))

    def other(self, callee: str) -> ex.Expression:
        """What another function gives for the same dimension."""
        return replace(self.call, callee=callee, target=None)

    def sum(self, left: ex.Expression, right: ex.Expression) -> ex.Expression:
        return ex.Binary(self.call.at, self.call.type, "+", self._as(left), self._as(right))

    def product(self, left: ex.Expression, right: ex.Expression) -> ex.Expression:
        return ex.Binary(self.call.at, self.call.type, "*", self._as(left), self._as(right))

    def _as(self, node: ex.Expression) -> ex.Expression:
        type_ = self.call.type
        return node if node.type == type_ else ex.Cast(self.call.at, type_, node, True)


def dimension_of(call: ex.Call) -> int | None:
    """The dimension that a call asks about."""
    return constant(call.arguments[0]) if len(call.arguments) == 1 else None


def asks_for_ids(node: Node, dimension: int) -> bool:
    """Whether a call itself asks for an id or size along a dimension."""
    return (
        isinstance(node, ex.Call)
        and node.callee in _NUMBERS | _SIZES
        and dimension_of(node) in (dimension, None)
    )
