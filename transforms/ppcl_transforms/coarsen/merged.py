"""Kernels whose work-items have been merged, by what their text is."""

from ppcl.ir import expression as ex
from ppcl.ir import statement as st
from ppcl.ir.traverse import descendants
from ppcl.ir.unit import Function
from ppcl.rewrite.merging import asks_for_ids

_DIMENSIONS = range(3)


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
    match node:
        case ex.Binary(op="+", left=ex.Binary(op="*", left=product, right=by), right=number):
            is_id = isinstance(product, ex.Call) and any(
                asks_for_ids(product, dimension) for dimension in _DIMENSIONS
            )
            name, literal = _bare(number), _bare(by)
            is_counter = isinstance(name, ex.NameRef) and name.declaration.key == counter
            return (
                is_id
                and is_counter
                and isinstance(literal, ex.IntLiteral)
                and (literal.value == factor)
            )
        case _:
            return False


def _bare(node: ex.Expression) -> ex.Expression:
    while isinstance(node, ex.Cast):
        node = node.operand
    return node
