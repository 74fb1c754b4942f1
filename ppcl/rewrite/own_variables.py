"""Gives variables keys of their own: to those of statement expressions, GNU C's
`({ statements; value; })`, and to the counter of each loop where the value of a shared one never
leaves a loop.

In `int i; for (i = 0; ...) ...; barrier(...); for (i = 0; ...) ...;` the counter would have to be
kept from one region to the next, though no region reads what another one left in it.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import count

from ppcl.ir import expression as ex
from ppcl.ir import statement as st
from ppcl.ir.node import Declaration
from ppcl.ir.traverse import Node, children, descendants, variables
from ppcl.ir.types import AddressSpace, IntType
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


def narrowed(body: st.Block) -> st.Block:
    """The body with counters declared in the heads of the loops that begin by setting them."""
    nodes = list(descendants(body))
    if any(isinstance(node, st.Goto | st.Label) for node in nodes):
        return body
    pointed = {
        node.operand.declaration.key
        for node in nodes
        if isinstance(node, ex.Unary) and node.op == "&" and isinstance(node.operand, ex.NameRef)
    }
    for variable in list(variables(body)):
        plain = isinstance(variable.type, IntType) and variable.space is AddressSpace.PRIVATE
        if plain and variable.init is None and variable.declaration.key not in pointed:
            body = _narrow(body, variable)
    return body


def _narrow(body: st.Block, variable: st.Variable) -> st.Block:
    key = variable.declaration.key
    loops = list(_loops_that_set(body, key))
    inside = sum(_uses(loop, key) for loop in loops)
    if not loops or inside != _uses(body, key):
        return body
    numbers = {id(loop): number for number, loop in enumerate(loops, 1)}
    return rebuilt(body, lambda node: _own(node, variable, numbers))


def _loops_that_set(node: Node, key: str) -> Iterator[st.For]:
    """The outermost loops whose head sets the variable before all else."""
    if isinstance(node, st.For) and _sets(node.init, key):
        yield node
        return
    for child in children(node):
        yield from _loops_that_set(child, key)


def _sets(init: st.Statement | None, key: str) -> bool:
    match init:
        case st.Evaluate(
            expression=ex.Assign(op="=", target=ex.NameRef(declaration=declaration), value=value)
        ):
            return declaration.key == key and _uses(value, key) == 0
        case _:
            return False


def _uses(node: Node, key: str) -> int:
    found = Counter(
        each.declaration.key for each in descendants(node) if isinstance(each, ex.NameRef)
    )
    return found[key]


def _own(node: Node, variable: st.Variable, numbers: dict[int, int]) -> Node:
    """A loop with a counter of its own; other nodes as they are."""
    if not isinstance(node, st.For) or id(node) not in numbers:
        return node
    old = variable.declaration
    own = Declaration(old.name, f"{old.key}#{numbers[id(node)]}")

    def renamed(each: Node) -> Node:
        is_use = isinstance(each, ex.NameRef) and each.declaration.key == old.key
        return replace(each, declaration=own) if isinstance(each, ex.NameRef) and is_use else each

    loop = rebuilt(node, renamed)
    if not isinstance(loop.init, st.Evaluate) or not isinstance(loop.init.expression, ex.Assign):
        return node
    first = replace(variable, at=loop.init.at, declaration=own, init=loop.init.expression.value)
    return replace(loop, init=st.Declare(loop.init.at, (first,)))
