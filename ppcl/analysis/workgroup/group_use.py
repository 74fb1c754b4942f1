"""Whether kernels know how their work-items are divided into work-groups."""

from collections.abc import Iterator, Mapping

from ppcl.analysis.workgroup.barriers import is_barrier_call
from ppcl.analysis.workgroup.uniformity import called, with_called
from ppcl.analysis.workgroup.work_items import ITEM_FUNCTIONS
from ppcl.ir import expression as ex
from ppcl.ir import statement as st
from ppcl.ir.traverse import Node, descendants
from ppcl.ir.types import AddressSpace, PointerType, Type
from ppcl.ir.unit import Function

_OF_RANGE = frozenset(("get_global_id", "get_global_size", "get_global_offset", "get_work_dim"))
_TOGETHER = ("atomic_", "atom_", "work_group_", "sub_group_", "async_work_group_")


def is_of_items_alone(kernel: Function, functions: Mapping[str, Function]) -> bool:
    """Whether a kernel computes the same in groups of any local size: it has no local memory, no
    barriers, asks for no id within a group and for no group's, and its work-items do not wait for
    each other's values (atomic functions, volatile memory)."""
    parts = list(with_called(kernel, functions))
    types = [p.type for each in parts for p in each.parameters]
    return not any(map(_is_of_group, types)) and all(
        _knows_no_group(node, functions) for each in parts for node in _nodes(each)
    )


def _nodes(function: Function) -> Iterator[Node]:
    return descendants(function.body) if function.body is not None else iter(())


def _is_of_group(type_: Type) -> bool:
    """Whether memory is a group's, or is written while it is read."""
    if not isinstance(type_, PointerType):
        return False
    return type_.space is AddressSpace.LOCAL or type_.volatile or _is_of_group(type_.pointee)


def _knows_no_group(node: Node, functions: Mapping[str, Function]) -> bool:
    match node:
        case st.OpaqueStatement() | ex.OpaqueExpression() | ex.StatementExpression():
            return False
        case st.Variable():
            return node.space is not AddressSpace.LOCAL and not _is_of_group(node.type)
        case ex.Cast():
            return not _is_of_group(node.type)
        case ex.Call():
            return called(node, functions) is not None or _is_for_one(node)
        case _:
            return True


def _is_for_one(call: ex.Call) -> bool:
    """Whether a builtin function is a work-item's own affair."""
    name = call.callee or "atomic_"
    if name in ITEM_FUNCTIONS:
        return name in _OF_RANGE
    return not is_barrier_call(call) and not name.startswith(_TOGETHER)
