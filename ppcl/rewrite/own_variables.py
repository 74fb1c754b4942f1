"""Gives variables keys of their own: to those of statement expressions, GNU C's
`({ statements; value; })`, and in each block and loop that begins by setting a shared one.

In `int i; for (i = 0; ...) ...; barrier(...); for (i = 0; ...) ...;` the counter would have to be
kept from one region to the next, though no region reads what another one left in it; in
`int x; x = get_global_id(0);` nothing would be known of `x`, which may have been another number.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import count

from ppcl.ir import expression as ex
from ppcl.ir import statement as st
from ppcl.ir.node import Declaration
from ppcl.ir.traverse import Node, descendants, variables
from ppcl.ir.types import AddressSpace, FloatType, IntType, PointerType, VectorType
from ppcl.ir.unit import Function
from ppcl.rewrite.rebuild import Kind, rebuilt


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
    """The body with variables declared where they are set: in the blocks, and the heads of loops,
    that begin by setting them, each of which has one of its own."""
    nodes = list(descendants(body))
    if any(isinstance(node, st.Goto | st.Label) for node in nodes):
        return body
    pointed = addressed(nodes)
    for variable in list(variables(body)):
        plain = isinstance(variable.type, _PLAIN) and variable.space is AddressSpace.PRIVATE
        is_own = plain and variable.storage == "auto" and variable.init is None
        if is_own and variable.declaration.key not in pointed:
            try:
                body = _Narrow(variable).body(body)
            except _Escapes:
                continue
    return body


def addressed(nodes: Sequence[Node]) -> set[str]:
    """The keys of the variables whose address is taken, as a whole."""
    return {
        node.operand.declaration.key
        for node in nodes
        if isinstance(node, ex.Unary) and node.op == "&" and isinstance(node.operand, ex.NameRef)
    }


_PLAIN = (IntType, FloatType, PointerType, VectorType)


class _Escapes(Exception):
    """A variable whose value may come from elsewhere."""


@dataclass(frozen=True)
class _Narrow:
    """Declares a variable where it is set. Raises _Escapes where one is read that is not."""

    variable: st.Variable
    _numbers: Iterator[int] = field(default_factory=lambda: count(1))

    @property
    def _key(self) -> str:
        return self.variable.declaration.key

    def body(self, body: st.Block) -> st.Block:
        """The body, without the variable's old declaration."""
        return rebuilt(self._block(body), self._without)

    def _without(self, node: Node) -> Node:
        if not isinstance(node, st.Block):
            return node
        kept = [self._kept(each) for each in node.body]
        return replace(node, body=tuple(each for each in kept if each is not None))

    def _kept(self, node: st.Statement) -> st.Statement | None:
        if not isinstance(node, st.Declare):
            return node
        others = tuple(v for v in node.variables if v.declaration.key != self._key)
        return replace(node, variables=others) if others else None

    def _block(self, node: st.Block) -> st.Block:
        used = (number for number, each in enumerate(node.body) if self._uses(each))
        first = next(used, None)
        if first is None:
            return node
        value = self._set(node.body[first])
        if value is None:
            return replace(node, body=tuple(map(self._statement, node.body)))
        own = self._declared(value)
        rest = tuple(self._renamed(each, own) for each in node.body[first + 1 :])
        declared = st.Declare(node.body[first].at, (own,))
        return replace(node, body=(*node.body[:first], declared, *rest))

    def _statement(self, node: st.Statement) -> st.Statement:
        if not self._uses(node):
            return node
        match node:
            case st.Block():
                return self._block(node)
            case st.For(init=init) if init is not None and self._set(init) is not None:
                return self._loop(node, init)
            case st.For(init=init, condition=condition, step=step, body=body):
                self._check(init, condition, step)
                return replace(node, body=self._statement(body))
            case (
                st.While(condition=condition, body=body)
                | st.DoWhile(condition=condition, body=body)
            ):
                self._check(condition)
                return replace(node, body=self._statement(body))
            case st.If(condition=condition, then=then, otherwise=otherwise):
                self._check(condition)
                other = self._statement(otherwise) if otherwise is not None else None
                return replace(node, then=self._statement(then), otherwise=other)
            case _:
                raise _Escapes

    def _loop(self, node: st.For, init: st.Statement) -> st.For:
        """A loop with a counter of its own."""
        value = self._set(init)
        own = self._declared(value) if value is not None else self.variable
        return replace(self._renamed(node, own), init=st.Declare(init.at, (own,)))

    def _check(self, *parts: Node | None) -> None:
        if any(part is not None and self._uses(part) for part in parts):
            raise _Escapes

    def _declared(self, value: ex.Expression) -> st.Variable:
        old = self.variable.declaration
        own = Declaration(old.name, f"{old.key}#{next(self._numbers)}")
        return replace(self.variable, at=value.at, declaration=own, init=value)

    def _set(self, node: st.Statement) -> ex.Expression | None:
        """What a statement sets the variable to that does nothing else."""
        match node:
            case st.Evaluate(
                expression=ex.Assign(op="=", target=ex.NameRef(declaration=own), value=value)
            ) if own.key == self._key and not self._uses(value):
                return value
            case _:
                return None

    def _uses(self, node: Node) -> bool:
        return any(self._is_use(each) for each in descendants(node))

    def _is_use(self, node: Node) -> bool:
        return isinstance(node, ex.NameRef) and node.declaration.key == self._key

    def _renamed(self, node: Kind, own: st.Variable) -> Kind:
        def change(each: Node) -> Node:
            if isinstance(each, ex.NameRef) and self._is_use(each):
                return replace(each, declaration=own.declaration)
            return each

        return rebuilt(node, change)
