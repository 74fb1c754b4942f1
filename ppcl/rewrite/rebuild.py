"""Makes a tree from another one, with some nodes changed."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any, TypeVar, cast

from ppcl.ir import expression as ex
from ppcl.ir import statement as st
from ppcl.ir.traverse import Node, descendants
from ppcl.ir.types import IntType

Kind = TypeVar("Kind", bound=Node)
# What a rewrite of statements one by one cannot follow.
OPAQUE = (
    st.OpaqueStatement,
    ex.OpaqueExpression,
    ex.StatementExpression,
    st.Goto,
    st.Label,
    st.Switch,
)
_INT = IntType("int", 32, True)


def rebuilt(node: Kind, change: Callable[[Node], Node]) -> Kind:
    """The tree with `change` made to each node, those below a node before it; what does not change
    stays the same object."""
    new: dict[str, Any] = {}
    for name in node.__slots__:
        value = getattr(node, name)
        found = _rebuilt_value(value, change)
        if found is not value:
            new[name] = found
    result: Kind = cast(Kind, change(replace(node, **new) if new else node))
    return result


def _rebuilt_value(value: Any, change: Callable[[Node], Node]) -> Any:
    if isinstance(value, Node):
        return rebuilt(value, change)
    if isinstance(value, tuple) and any(isinstance(part, Node) for part in value):
        new = tuple(rebuilt(part, change) if isinstance(part, Node) else part for part in value)
        return value if all(each is part for each, part in zip(new, value, strict=True)) else new
    return value


def with_parts(
    node: st.Statement,
    statements: Callable[[st.Statement], tuple[st.Statement, ...]],
    value: Callable[[ex.Expression], ex.Expression],
) -> st.Statement:
    """A statement with those in it, and its own expressions, rewritten."""
    new: dict[str, Any] = {}
    for name in node.__slots__:
        part = getattr(node, name)
        if isinstance(part, st.Statement):
            found = statements(part)
            new[name] = found[0] if len(found) == 1 else st.Block(part.at, found)
        elif isinstance(part, ex.Expression):
            new[name] = value(part)
    return replace(node, **new)


def declared_in_blocks(body: st.Block) -> set[str]:
    """The keys of the variables that statements of blocks declare, and no heads of loops."""
    blocks = (node.body for node in descendants(body) if isinstance(node, st.Block))
    inner = (each for statements in blocks for each in statements)
    declares = (each.variables for each in inner if isinstance(each, st.Declare))
    return {variable.declaration.key for each in declares for variable in each}


def as_assignment(step: ex.Unary) -> ex.Assign:
    """`x++` as `x += 1`."""
    at, type_ = step.at, step.operand.type
    one: ex.Expression = ex.IntLiteral(at, _INT, 1)
    if type_ != _INT:
        one = ex.Cast(at, type_, one, implicit=True)
    return ex.Assign(at, type_, "+=" if "+" in step.op else "-=", step.operand, one)
