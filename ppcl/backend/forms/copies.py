"""Copies of variables that each lane of a pack has, for the time of one region.

A compiler makes vector code of a value that is assigned under an `if` where it is a variable of the
loop's body: it selects. What is stored under an `if` takes a masked store, and the next load of it
waits for that. So a region under masks first loads all that it uses, and last stores all that it
changed, for all lanes alike.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ppcl.analysis.workgroup.uniformity import changed_root
from ppcl.backend.c import ctree
from ppcl.backend.c.ctree import CTypes, Tree
from ppcl.backend.c.names import LANE
from ppcl.backend.c.printer import names_in
from ppcl.ir import expression as ex
from ppcl.ir import statement as st
from ppcl.ir.traverse import Node, descendants
from ppcl.ir.types import FloatType, IntType, PointerType


@dataclass(frozen=True)
class Copy:
    """A variable's copy by name, and the array that has its values between regions."""

    variable: st.Variable
    name: str
    array: str

    def around(
        self, statements: Sequence[st.Statement], trees: Sequence[Tree], types: CTypes
    ) -> tuple[list[Tree], list[Tree]]:
        """What stands before and behind statements, given as they are and lowered."""
        if self.name not in names_in(trees):
            return [], []
        kept = ctree.element(ctree.name(self.array), ctree.name(LANE))
        load = types.declare(self.name, self.variable.type, kept)
        changed = self.variable.declaration.key in _changed(statements)
        return [load], [ctree.assign(kept, ctree.name(self.name))] if changed else []


def can_be_copied(variable: st.Variable, body: Node) -> bool:
    """Whether a variable is a number or a pointer that nothing in a body has the address of."""
    addressed = {
        node.operand.declaration.key
        for node in descendants(body)
        if isinstance(node, ex.Unary) and node.op == "&" and isinstance(node.operand, ex.NameRef)
    }
    plain = isinstance(variable.type, IntType | FloatType | PointerType)
    return plain and variable.declaration.key not in addressed


def _changed(statements: Sequence[st.Statement]) -> set[str]:
    return {key for each in statements for node in descendants(each) for key in _keys(node)}


def _keys(node: Node) -> Iterator[str]:
    key = node.declaration.key if isinstance(node, st.Variable) else changed_root(node)
    if key is not None:
        yield key
