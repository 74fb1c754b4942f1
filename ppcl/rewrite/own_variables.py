"""Gives the variables of statement expressions, GNU C's `({ statements; value; })`, keys of their
own."""

from dataclasses import replace
from itertools import count

from ppcl.ir import expression as ex
from ppcl.ir import statement as st
from ppcl.ir.node import Declaration
from ppcl.ir.traverse import Node, variables
from ppcl.ir.unit import Function
from ppcl.rewrite.rebuild import rebuilt


def with_own_variables(function: Function) -> Function:
    """A function in which each statement expression's variables have keys of their own: those of a
    macro's text have the same in each use, one inside another too."""
    numbers = count(1)

    def change(node: Node) -> Node:
        if not isinstance(node, ex.StatementExpression):
            return node
        keys = {v.declaration.key for v in variables(node)}
        mark = f"#inner{next(numbers)}"
        renamed = {key: f"{key}{mark}" for key in keys if "#inner" not in key}
        return rebuilt(node, lambda each: _renamed(each, renamed))

    if function.body is None:
        return function
    return replace(function, body=rebuilt(function.body, change))


def _renamed(node: Node, keys: dict[str, str]) -> Node:
    if isinstance(node, ex.NameRef | st.Variable) and node.declaration.key in keys:
        declaration = Declaration(node.declaration.name, keys[node.declaration.key])
        return replace(node, declaration=declaration)
    return node
