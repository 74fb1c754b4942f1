"""Branches that are run rather than asked for."""

from itertools import islice

from ppcl.ir import expression as ex
from ppcl.ir import statement as st
from ppcl.ir.traverse import descendants

_NODES = 16
_CHEAP = (
    st.Block,
    st.Evaluate,
    ex.Assign,
    ex.NameRef,
    ex.IntLiteral,
    ex.FloatLiteral,
    ex.Binary,
)


def is_short(node: st.Statement) -> bool:
    """Whether a branch takes no longer than asking whether any work-item takes it: it computes
    little, and reads no memory."""
    nodes = list(islice(descendants(node), _NODES + 1))
    return len(nodes) <= _NODES and all(isinstance(each, _CHEAP) for each in nodes)
