"""Which variables are known not to be 0, as conditions say: the status of an error."""

from collections.abc import Iterator

from ppcl.ir import expression as ex
from ppcl.ir import statement as st
from ppcl.ir.traverse import Node, descendants

# The keys of variables that are not 0.
Failed = frozenset[str]
_NONE: Failed = frozenset()
_LEAVING = (st.Return, st.Break, st.Continue, st.Goto)


def is_failure(status: ex.Expression, failed: Failed) -> bool:
    """Whether a status is certainly not that of success."""
    match bare(status):
        case ex.IntLiteral(value=value):
            return value != 0
        case ex.Unary(op="-" | "+", operand=operand):
            return is_failure(operand, failed)
        case ex.NameRef(declaration=declaration):
            return declaration.key in failed
        case _:
            return False


def branches(node: st.If | ex.Conditional) -> Iterator[tuple[Node, Failed]]:
    """The branches of a choice, each with the variables that are not 0 there."""
    for branch, holds in ((node.then, True), (node.otherwise, False)):
        if branch is not None:
            yield branch, failed_if(node.condition, holds) - _changed(branch)


def failed_behind(node: Node) -> Failed:
    """The variables that are not 0 behind `if (x == 0) return;`."""
    if isinstance(node, st.If) and node.otherwise is None and _leaves(node.then):
        return failed_if(node.condition, False)
    return _NONE


def failed_if(condition: ex.Expression, holds: bool) -> Failed:
    """The variables that are not 0 where a condition holds, or where it does not."""
    match bare(condition):
        case ex.NameRef(declaration=declaration) if holds:
            return frozenset({declaration.key})
        case ex.Unary(op="!", operand=operand):
            return failed_if(operand, not holds)
        case ex.Binary(op="&&" | "||" as op, left=left, right=right):
            both = (op == "&&") == holds
            return failed_if(left, holds) | failed_if(right, holds) if both else _NONE
        case ex.Binary(op=op, left=left, right=right):
            differs = op in (("!=", "<", ">") if holds else ("==", "<=", ">="))
            named = (a for a, b in ((left, right), (right, left)) if _is_zero(b))
            keys = (bare(each) for each in named if differs)
            return frozenset(each.declaration.key for each in keys if isinstance(each, ex.NameRef))
        case _:
            return _NONE


def bare(node: ex.Expression) -> ex.Expression:
    """An expression without casts round it."""
    while isinstance(node, ex.Cast):
        node = node.operand
    return node


def _is_zero(node: ex.Expression) -> bool:
    node = bare(node)
    return isinstance(node, ex.IntLiteral) and node.value == 0


def _leaves(node: Node) -> bool:
    last = node.body[-1] if isinstance(node, st.Block) and node.body else node
    return isinstance(last, _LEAVING)


def _changed(node: Node) -> Failed:
    """The variables that may get another value in a node."""
    targets = [n.target for n in descendants(node) if isinstance(n, ex.Assign)]
    targets += [
        n.operand for n in descendants(node) if isinstance(n, ex.Unary) and n.op in (*ex.STEPS, "&")
    ]
    named = (n for each in targets for n in descendants(each) if isinstance(n, ex.NameRef))
    return frozenset(each.declaration.key for each in named)
