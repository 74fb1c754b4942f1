"""How statements are left, and which loops are left by their heads alone."""

from collections.abc import Iterator

from ppcl.analysis.workgroup.regions import LoopStatement
from ppcl.analysis.workgroup.uniformity import changed_root
from ppcl.analysis.workgroup.work_items import ITEM_FUNCTIONS
from ppcl.ir import expression as ex
from ppcl.ir import statement as st
from ppcl.ir.traverse import Node, children, descendants


def has_way(body: Node, way: type) -> bool:
    """Whether a loop's body has a `break` or `continue` of that loop, or a `return`."""
    return any(isinstance(each, way) for each in ways_out(body))


def ways_out(
    node: Node, ways: tuple[type, ...] = (st.Break, st.Continue, st.Return)
) -> Iterator[Node]:
    """The jumps in a statement that go beyond it."""
    if isinstance(node, ways):
        yield node
    if isinstance(node, LoopStatement):
        ways = (st.Return,)
    elif isinstance(node, st.Switch):
        ways = tuple(way for way in ways if way is not st.Break)
    for child in children(node):
        if isinstance(child, st.Statement):
            yield from ways_out(child, ways)


def is_counted(node: st.Statement, may_be_left: bool = False) -> bool:
    """Whether the head of a loop is about its own counters alone, and the loop ends by it: then it
    can run for work-items that are not there. `may_be_left`: or by a `break` or `return`."""
    if not isinstance(node, st.For) or not isinstance(node.init, st.Declare):
        return False
    if node.condition is None or node.step is None:
        return False
    if not may_be_left and (has_way(node.body, st.Break) or has_way(node.body, st.Return)):
        return False
    own = {variable.declaration.key for variable in node.init.variables}
    heads = [node.init, node.condition, node.step]
    changed = {key for part in heads for key in _changes(part)}
    calls = (n for part in heads for n in descendants(part) if isinstance(n, ex.Call))
    if any(call.callee not in ITEM_FUNCTIONS for call in calls):
        return False
    return changed <= own and not own & set(_changes(node.body))


def _changes(node: Node) -> Iterator[str]:
    """The variables that a node changes; the empty key for something else."""
    for each in descendants(node):
        steps = isinstance(each, ex.Unary) and each.op in (*ex.STEPS, "&")
        if isinstance(each, ex.Assign):
            yield changed_root(each) or ""
        elif isinstance(each, ex.Unary) and steps:
            operand = each.operand
            yield operand.declaration.key if isinstance(operand, ex.NameRef) else ""
