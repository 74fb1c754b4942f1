"""Where a function's private variables are defined and used."""

from collections.abc import Iterator
from dataclasses import dataclass

from ppcl.ir import expression as ex
from ppcl.ir import statement as st
from ppcl.ir.cfg import Cfg
from ppcl.ir.node import Declaration, Origin
from ppcl.ir.traverse import Node, children, descendants
from ppcl.ir.types import AddressSpace, ArrayType
from ppcl.ir.unit import Function


@dataclass(frozen=True)
class Occurrence:
    """A definition or use of a variable in a block.

    `whole` is False for a definition that may leave the old value, or a part of it, in place:
    a component, a field, or an assignment that is not always evaluated.
    """

    variable: Declaration
    at: Origin
    block: int
    defines: bool
    whole: bool


def private_variables(function: Function, cfg: Cfg) -> tuple[frozenset[str], frozenset[str]]:
    """The keys of the variables that can be followed, and of those whose address is taken.

    Parameters and variables of a function are private; arrays and local memory are not followed.
    """
    nodes = [node for block in cfg.blocks for item in block.items for node in descendants(item)]
    private = {p.declaration.key for p in function.parameters}
    private |= {
        node.declaration.key
        for node in nodes
        if isinstance(node, st.Variable)
        and node.storage == "auto"
        and node.space is AddressSpace.PRIVATE
        and not isinstance(node.type, ArrayType)
    }
    taken = {found for node in nodes if (found := _address_taken(node)) is not None} & private
    return frozenset(private - taken), frozenset(taken)


def _address_taken(node: Node) -> str | None:
    root = _root(node.operand) if isinstance(node, ex.Unary) and node.op == "&" else None
    return root.declaration.key if root is not None else None


def _root(node: ex.Expression) -> ex.NameRef | None:
    """The variable that an lvalue is, or is a part of."""
    while True:
        match node:
            case ex.NameRef():
                return node
            case ex.Swizzle(base=base) | ex.Member(base=base, arrow=False):
                node = base
            case _:
                return None


def occurrences(node: Node, block: int, always: bool) -> Iterator[Occurrence]:
    """Uses and definitions below a node of a block, in the order of evaluation.

    `always` says that the node is evaluated whenever its block runs.
    """
    match node:
        case ex.NameRef():
            yield Occurrence(node.declaration, node.at, block, False, True)
        case ex.Assign():
            yield from _assignment(node, block, always)
        case ex.Unary(op="++x" | "--x" | "x++" | "x--", operand=operand):
            yield from occurrences(operand, block, always)
            yield from _definition(operand, block, always)
        case ex.Conditional() | ex.Binary(op="&&" | "||"):
            for position, child in enumerate(children(node)):
                yield from occurrences(child, block, always and position == 0)
        case st.Variable():
            for child in children(node):
                yield from occurrences(child, block, always)
            yield Occurrence(node.declaration, node.at, block, True, always)
        case _:
            for child in children(node):
                yield from occurrences(child, block, always)


def _assignment(node: ex.Assign, block: int, always: bool) -> Iterator[Occurrence]:
    if node.op != "=" or _root(node.target) is None:
        yield from occurrences(node.target, block, always)
    yield from occurrences(node.value, block, always)
    yield from _definition(node.target, block, always)


def _definition(target: ex.Expression, block: int, always: bool) -> Iterator[Occurrence]:
    root = _root(target)
    if root is not None:
        whole = always and root is target
        yield Occurrence(root.declaration, target.at, block, True, whole)
