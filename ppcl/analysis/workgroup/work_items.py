"""The work-item functions (OpenCL 1.2, 6.12.1) by name, and what their arguments are."""

from ppcl.ir import expression as ex

ITEM_FUNCTIONS = frozenset(
    (
        "get_global_id",
        "get_local_id",
        "get_group_id",
        "get_global_size",
        "get_local_size",
        "get_num_groups",
        "get_global_offset",
        "get_work_dim",
    )
)
# Those that grow by one from each work-item to its neighbour; work-items along dimension 0 are
# neighbours.
NEIGHBOURS = ("get_global_id", "get_local_id")
# How many work-items a group has in each dimension; 1 in those that are not there.
LocalSize = tuple[int, int, int]


def constant(expression: ex.Expression) -> int | None:
    """The value of an integer constant with casts around it."""
    while isinstance(expression, ex.Cast):
        expression = expression.operand
    return expression.value if isinstance(expression, ex.IntLiteral) else None
