"""Kernels whose work-items have been merged, by what their text is."""

from collections.abc import Set

from ppcl.ir import expression as ex
from ppcl.ir import statement as st
from ppcl.ir.traverse import descendants
from ppcl.ir.unit import Function
from ppcl_transforms.coarsen.row import NUMBERS, SIZES

_IDS = NUMBERS | {"get_group_id"}


def is_merged(function: Function) -> bool:
    """Whether a loop in a kernel goes over the neighbours that it says: its counter is added to an
    id that was multiplied by how often it runs."""
    loops = [node for node in function.nodes if isinstance(node, st.For)]
    return any(_is_over_items(loop) for loop in loops)


def _is_over_items(loop: st.For) -> bool:
    match loop:
        case st.For(
            init=st.Declare(variables=(variable,)),
            condition=ex.Binary(op="<", right=ex.IntLiteral(value=factor)),
        ):
            key = variable.declaration.key
            return any(_is_item(node, key, factor) for node in descendants(loop.body))
        case _:
            return False


def _is_item(node: object, counter: str, factor: int) -> bool:
    """Whether an expression is the number of a work-item among those that are merged: `id * factor
    + counter`, `id + counter * size`, or `(group * factor + counter) * size`."""
    match node:
        case ex.Binary(op="+", left=ex.Binary(op="*", left=of, right=by), right=number):
            literal = _bare(by)
            is_factor = isinstance(literal, ex.IntLiteral) and literal.value == factor
            return is_factor and _asks(of, _IDS) and _is_counter(number, counter)
        case ex.Binary(op="+", left=of, right=distance):
            product = _bare(distance)
            return (
                isinstance(product, ex.Binary)
                and product.op == "*"
                and _asks(of, _IDS)
                and _is_counter(product.left, counter)
                and _asks(product.right, SIZES)
            )
        case _:
            return False


def _asks(node: ex.Expression, functions: Set[str]) -> bool:
    call = _bare(node)
    return isinstance(call, ex.Call) and call.callee in functions


def _is_counter(node: ex.Expression, counter: str) -> bool:
    name = _bare(node)
    return isinstance(name, ex.NameRef) and name.declaration.key == counter


def _bare(node: ex.Expression) -> ex.Expression:
    while isinstance(node, ex.Cast):
        node = node.operand
    return node
