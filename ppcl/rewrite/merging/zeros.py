"""Lists that begin a variable with zeros: one for each work-item and one for all are the same."""

from ppcl.ir import expression as ex
from ppcl.ir.traverse import Node, descendants


def is_zeros(init: ex.Expression | None) -> bool:
    """Whether what begins a variable is a list of nothing but zeros."""
    return isinstance(init, ex.InitList) and all(map(_is_zero, descendants(init)))


def zeros_of_one(init: ex.Expression | None) -> ex.InitList | None:
    """What begins an element where zeros, in a list of lists, begin all of them."""
    if not isinstance(init, ex.InitList) or not is_zeros(init):
        return None
    first = init.elements[0] if init.elements else None
    return first if isinstance(first, ex.InitList) else None


def _is_zero(node: Node) -> bool:
    match node:
        case ex.IntLiteral(value=value) | ex.FloatLiteral(value=value):
            return value == 0
        case _:
            return isinstance(node, ex.InitList | ex.Cast)
