"""Exchanges the first two dimensions of a kernel's work-items.

The work-items of a row are neighbours along dimension 0. Where a kernel's neighbours in memory are
those along dimension 1 (`row = get_global_id(0)`), it asks for the other dimension instead, and
whoever launches it exchanges the sizes.
"""

from dataclasses import replace

from ppcl.analysis.workgroup.work_items import ITEM_FUNCTIONS, constant
from ppcl.ir import expression as ex
from ppcl.ir import statement as st
from ppcl.ir.traverse import Node, descendants
from ppcl.rewrite.rebuild import rebuilt

_OTHER = {0: 1, 1: 0}


def exchanged(body: st.Block) -> st.Block | None:
    """A kernel's body, which calls no function that asks for its work-item, with the first two
    dimensions exchanged; None where it does not ask for both of them, or for one that is known at
    run time only."""
    asked = [constant(c.arguments[0]) for c in _calls(body) if c.arguments]
    if None in asked or not {0, 1} <= set(asked):
        return None
    return rebuilt(body, _exchanged)


def _calls(body: st.Block) -> list[ex.Call]:
    calls = (node for node in descendants(body) if isinstance(node, ex.Call))
    return [call for call in calls if call.callee in ITEM_FUNCTIONS]


def _exchanged(node: Node) -> Node:
    if isinstance(node, ex.Call) and node.callee in ITEM_FUNCTIONS and node.arguments:
        return _of_other(node, node.arguments[0])
    return node


def _of_other(call: ex.Call, dimension: ex.Expression) -> ex.Call:
    other = _OTHER.get(constant(dimension) or 0)
    if other is None:
        return call
    return replace(call, arguments=(ex.IntLiteral(dimension.at, dimension.type, other),))
