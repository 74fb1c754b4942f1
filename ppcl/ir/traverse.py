"""Going through the tree without knowing each kind of node."""

from collections.abc import Iterator
from typing import get_args

from ppcl.ir.expression import Expression
from ppcl.ir.statement import Statement, Variable

Node = Expression | Statement | Variable
_KINDS = frozenset(get_args(Node))


def children(node: Node) -> Iterator[Node]:
    """The nodes directly below `node`, in the order of its fields."""
    for name in node.__slots__:
        value = getattr(node, name)
        if type(value) in _KINDS:
            yield value
        elif type(value) is tuple:
            for part in value:
                if type(part) in _KINDS:
                    yield part


def descendants(node: Node) -> Iterator[Node]:
    """`node` and all nodes below it, each before those below it, in the order of the text."""
    pending = [node]
    while pending:
        current = pending.pop()
        yield current
        pending.extend(reversed(list(children(current))))


def variables(node: Node) -> Iterator[Variable]:
    """The variables that are declared in a node, in the order of the text."""
    return (each for each in descendants(node) if isinstance(each, Variable))
