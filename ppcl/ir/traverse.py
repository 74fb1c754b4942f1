"""Going through the tree without knowing each kind of node."""

from collections.abc import Iterator
from typing import get_args, get_type_hints

from ppcl.ir import expression, statement
from ppcl.ir.expression import Expression, NameRef
from ppcl.ir.statement import Statement, Variable

Node = Expression | Statement | Variable
_KINDS = frozenset(get_args(Node))


def _holds_nodes(hint: object) -> bool:
    return hint in _KINDS or any(map(_holds_nodes, get_args(hint)))


# The fields of each kind that may hold nodes, in their order: less than half of all.
_NAMES = {**vars(expression), **vars(statement)}
_FIELDS = {
    kind: tuple(name for name, hint in get_type_hints(kind, _NAMES).items() if _holds_nodes(hint))
    for kind in _KINDS
}
_BACKWARDS = {kind: names[::-1] for kind, names in _FIELDS.items()}


def children(node: Node) -> list[Node]:
    """The nodes directly below `node`, in the order of its fields."""
    found: list[Node] = []
    names = _FIELDS.get(type(node))
    for name in node.__slots__ if names is None else names:
        value = getattr(node, name)
        if type(value) in _KINDS:
            found.append(value)
        elif type(value) is tuple:
            found += [part for part in value if type(part) in _KINDS]
    return found


def descendants(node: Node) -> Iterator[Node]:
    """`node` and all nodes below it, each before those below it, in the order of the text."""
    pending = [node]
    while pending:
        current = pending.pop()
        yield current
        names = _BACKWARDS.get(type(current))
        for name in current.__slots__[::-1] if names is None else names:
            value = getattr(current, name)
            if type(value) in _KINDS:
                pending.append(value)
            elif type(value) is tuple:
                pending += [part for part in value[::-1] if type(part) in _KINDS]


def variables(node: Node) -> Iterator[Variable]:
    """The variables that are declared in a node, in the order of the text."""
    return (each for each in descendants(node) if isinstance(each, Variable))


def named(node: Node) -> Iterator[str]:
    """The keys of what is named in a node, each as often as it is, in the order of the text."""
    return (each.declaration.key for each in descendants(node) if isinstance(each, NameRef))


def evaluated(node: Node) -> Iterator[Node]:
    """The nodes of an expression that are evaluated once whenever it is."""
    yield node
    match node:
        case expression.Binary(op="&&" | "||", left=left):
            yield from evaluated(left)
        case expression.Conditional(condition=condition):
            yield from evaluated(condition)
        case expression.SizeOf() | expression.StatementExpression() | expression.OpaqueExpression():
            return
        case _:
            for child in children(node):
                yield from evaluated(child)
