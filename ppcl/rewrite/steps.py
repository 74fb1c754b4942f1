"""Steps in the middle of expressions, as statements of their own.

`sum += a[k++] * b[i];` becomes `sum += a[k] * b[i]; k++;`, which packs can run as vectors.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from ppcl.ir import expression as ex
from ppcl.ir import statement as st
from ppcl.ir.traverse import Node, descendants, evaluated, named, variables
from ppcl.ir.types import AddressSpace, IntType
from ppcl.rewrite.own_variables import addressed
from ppcl.rewrite.rebuild import rebuilt


def steps_apart(body: st.Block) -> st.Block:
    """A body whose statements step variables alone that they name nowhere else."""
    plain = {
        v.declaration.key
        for v in variables(body)
        if isinstance(v.type, IntType) and v.space is AddressSpace.PRIVATE
    }
    return rebuilt(body, _Apart(frozenset(plain - addressed(list(descendants(body))))).change)


@dataclass(frozen=True)
class _Apart:
    """Rewrites statements; `plain` are the variables, by key, that nothing else can reach."""

    plain: frozenset[str]

    def change(self, node: Node) -> Node:
        """A block with more statements, or one in the place of a statement."""
        match node:
            case st.Block(body=body):
                return replace(node, body=tuple(one for each in body for one in self._split(each)))
            case st.For(body=body) | st.While(body=body) | st.DoWhile(body=body):
                return replace(node, body=self._alone(body))
            case st.If(then=then, otherwise=otherwise):
                other = self._alone(otherwise) if otherwise is not None else None
                return replace(node, then=self._alone(then), otherwise=other)
            case _:
                return node

    def _alone(self, node: st.Statement) -> st.Statement:
        found = tuple(self._split(node))
        return node if len(found) == 1 else st.Block(node.at, found)

    def _split(self, node: st.Statement) -> Iterator[st.Statement]:
        """A statement between the steps before it and those behind it; each side of a comma is a
        statement."""
        match node:
            case st.Evaluate(expression=ex.Binary(op=",", left=left, right=right)):
                yield from self._split(st.Evaluate(left.at, left))
                yield from self._split(st.Evaluate(right.at, right))
                return
        steps = self._steps(node)
        if not steps:
            yield node
            return
        where = {id(step): step.operand for step in steps}
        alone = [st.Evaluate(step.at, step) for step in steps]
        yield from (s for s, step in zip(alone, steps, strict=True) if not _is_behind(step))
        yield _without(node, where)
        yield from (s for s, step in zip(alone, steps, strict=True) if _is_behind(step))

    def _steps(self, node: st.Statement) -> list[ex.Unary]:
        """The steps in a statement's expression, if each can stand alone; else none."""
        match node:
            case st.Evaluate(expression=expression) if not _is_step(expression):
                root = expression
            case st.Declare(variables=(st.Variable(init=init),)) if init is not None:
                root = init
            case _:
                return []
        found = [
            each for each in descendants(root) if isinstance(each, ex.Unary) and _is_step(each)
        ]
        always = {id(each) for each in evaluated(root)}
        names = list(named(root))
        for step in found:
            own = step.operand.declaration.key if isinstance(step.operand, ex.NameRef) else None
            if own not in self.plain or names.count(own) > 1 or id(step) not in always:
                return []
        return found


def _is_step(node: Node) -> bool:
    return isinstance(node, ex.Unary) and node.op in ex.STEPS


def _is_behind(step: ex.Unary) -> bool:
    return step.op.startswith("x")


def _without(node: st.Statement, where: dict[int, ex.Expression]) -> st.Statement:
    """A statement with the variables in the place of their steps."""
    match node:
        case st.Evaluate(expression=expression):
            return replace(node, expression=_replaced(expression, where))
        case st.Declare(variables=(variable,)) if variable.init is not None:
            own = replace(variable, init=_replaced(variable.init, where))
            return replace(node, variables=(own,))
        case _:
            return node


def _replaced(node: ex.Expression, where: dict[int, ex.Expression]) -> ex.Expression:
    """`rebuilt` would not know nodes again below which something changed: steps have none there."""
    return rebuilt(node, lambda each: where.get(id(each), each))
