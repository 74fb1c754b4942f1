"""Statement expressions, `({ statements; value; })`: GNU C's, which OpenCL compilers built on clang
have as well. gcc and clang have them, so that they stay what they are.
"""

from collections.abc import Iterator

from ppcl.analysis.workgroup.barriers import is_barrier_call
from ppcl.backend.refuse import NotCompiled
from ppcl.ir import expression as ex
from ppcl.ir import statement as st
from ppcl.ir.traverse import Node, children, descendants


def check_inner(node: ex.StatementExpression) -> None:
    """Raises NotCompiled where a statement expression is left by a jump, or waits at a barrier."""
    for each in descendants(node):
        if isinstance(each, ex.Expression) and is_barrier_call(each):
            raise NotCompiled("a barrier inside an expression", each.at)
    for jump in _jumps(node, ()):
        raise NotCompiled("a jump out of an expression", jump.at)


def _jumps(node: Node, inside: tuple[type, ...]) -> Iterator[st.Statement]:
    """The jumps that leave a node, or may; `inside` are those that the statements around them in
    it end."""
    if isinstance(node, st.Break | st.Continue) and isinstance(node, inside):
        return
    if isinstance(node, st.Break | st.Continue | st.Return | st.Goto | st.Label):
        yield node
    if isinstance(node, st.For | st.While | st.DoWhile):
        inside = (st.Break, st.Continue)
    elif isinstance(node, st.Switch):
        inside = (*inside, st.Break)
    for child in children(node):
        yield from _jumps(child, inside)
