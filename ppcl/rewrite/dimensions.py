"""Exchanges the first dimension of a kernel's work-items with another one.

The work-items of a row are neighbours along dimension 0. Where a kernel's neighbours in memory are
those along dimension 1 (`row = get_global_id(0)`) or 2, it asks for the other dimension instead,
and whoever launches it exchanges the sizes.
"""

from collections.abc import Mapping
from dataclasses import replace

from ppcl.analysis.workgroup.work_items import ITEM_FUNCTIONS, constant
from ppcl.ir import expression as ex
from ppcl.ir import statement as st
from ppcl.ir.traverse import Node, descendants
from ppcl.rewrite.rebuild import rebuilt


def exchanged(body: st.Block, other: int) -> st.Block | None:
    """A kernel's body, which calls no function that asks for its work-item, with the first
    dimension and an `other` one exchanged; None where it does not ask for both of them, or for one
    that is known at run time only."""
    asked = [constant(c.arguments[0]) for c in _calls(body) if c.arguments]
    if None in asked or not {0, other} <= set(asked):
        return None
    return rebuilt(body, lambda node: _exchanged(node, {0: other, other: 0}))


def _calls(body: st.Block) -> list[ex.Call]:
    calls = (node for node in descendants(body) if isinstance(node, ex.Call))
    return [call for call in calls if call.callee in ITEM_FUNCTIONS]


def _exchanged(node: Node, others: Mapping[int, int]) -> Node:
    if isinstance(node, ex.Call) and node.callee in ITEM_FUNCTIONS and node.arguments:
        return _of_other(node, node.arguments[0], others)
    return node


def _of_other(call: ex.Call, dimension: ex.Expression, others: Mapping[int, int]) -> ex.Call:
    other = others.get(constant(dimension) or 0)
    if other is None:
        return call
    return replace(call, arguments=(ex.IntLiteral(dimension.at, dimension.type, other),))
