"""The work-item functions (OpenCL 1.2, 6.12.1) in generated C.

A group's functions have `range` and `group`, and in the work-items' loops `local_x`, `local_y`
and `local_z`, which are of type `int`: a compiler then knows that they do not wrap, and finds
that neighbouring work-items touch neighbouring elements. `first_x` is the global id of the
group's first work-item.
"""

from collections.abc import Callable, Mapping, Sequence

from pycparser import c_ast

from ppcl.analysis.workgroup.work_items import constant
from ppcl.backend.c import ctree
from ppcl.backend.c.ctree import Tree
from ppcl.backend.refuse import check_repeatable
from ppcl.ir import expression as ex
from ppcl.ir.types import IntType, Type

AXES = "xyz"

# What a dimension that is not there gives: ids and offsets 0, these sizes 1.
_ONE = ("get_global_size", "get_local_size", "get_num_groups")
_RANGE = {
    "get_global_size": "global_size",
    "get_num_groups": "group_count",
    "get_global_offset": "offset",
}


def lowered(call: ex.Call, wanted: Type, lower: Callable[[ex.Expression], Tree]) -> Tree:
    """The C form of a work-item function's call whose value goes on as of type `wanted`; `lower`
    gives an expression's C form."""
    name = call.callee or ""
    if name == "get_work_dim":
        return ctree.member(ctree.name("range"), "work_dim", arrow=True)
    dimension = constant(call.arguments[0])
    if dimension is None:
        check_repeatable(call.arguments[0])
        return _chosen(name, lower(call.arguments[0]), wanted)
    return _of_dimension(name, dimension, wanted)


def _of_dimension(name: str, dimension: int, wanted: Type) -> Tree:
    if not 0 <= dimension <= 2:
        return ctree.number(1 if name in _ONE else 0)
    return _FORMS.get(name, _of_range)(name, dimension, wanted)


def _chosen(name: str, dimension: Tree, wanted: Type) -> Tree:
    """A function of a dimension that is known at run time only."""
    found = _of_dimension(name, 3, wanted)
    for each in (2, 1, 0):
        same = ctree.binary("==", dimension, ctree.number(each))
        found = c_ast.TernaryOp(same, _of_dimension(name, each, wanted), found)
    return found


def _is_int(type_: Type) -> bool:
    return isinstance(type_, IntType) and type_.signed and type_.bits == 32


def _size(tree: Tree) -> Tree:
    return ctree.cast("size_t", tree)


def _as_int(tree: Tree) -> Tree:
    return ctree.cast("int", tree)


def _global_id(_: str, dimension: int, wanted: Type) -> Tree:
    first, local = ctree.name(f"first_{AXES[dimension]}"), ctree.name(f"local_{AXES[dimension]}")
    if _is_int(wanted):
        return ctree.binary("+", _as_int(first), local)
    return ctree.binary("+", first, _size(local))


def _local_id(_: str, dimension: int, wanted: Type) -> Tree:
    local = ctree.name(f"local_{AXES[dimension]}")
    return local if _is_int(wanted) else _size(local)


def _local_size(_: str, dimension: int, wanted: Type) -> Tree:
    size = ctree.name(f"size_{AXES[dimension]}")
    return size if _is_int(wanted) else _size(size)


def _group_id(_: str, dimension: int, wanted: Type) -> Tree:
    found = ctree.element(ctree.name("group"), ctree.number(dimension))
    return _as_int(found) if _is_int(wanted) else found


def _of_range(name: str, dimension: int, wanted: Type) -> Tree:
    field = ctree.member(ctree.name("range"), _RANGE[name], arrow=True)
    found = ctree.element(field, ctree.number(dimension))
    return _as_int(found) if _is_int(wanted) else found


_FORMS: Mapping[str, Callable[[str, int, Type], Tree]] = {
    "get_global_id": _global_id,
    "get_local_id": _local_id,
    "get_local_size": _local_size,
    "get_group_id": _group_id,
}


def over(axis: str, body: Sequence[Tree]) -> Tree:
    """`body` for each local id of a dimension."""
    return ctree.counted(f"local_{axis}", ctree.name(f"size_{axis}"), body)
