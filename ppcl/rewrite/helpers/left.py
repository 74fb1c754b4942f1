"""Functions that return from within loops: they leave the loops first."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from ppcl.analysis.workgroup.regions import LoopStatement
from ppcl.ir import expression as ex
from ppcl.ir import statement as st
from ppcl.ir.node import Declaration, Origin
from ppcl.ir.traverse import descendants
from ppcl.ir.types import IntType, Type, VoidType

_INT = IntType("int", 32, True)
_FOUND = Declaration("found", "#left found")
_RETURNED = Declaration("returned", "#left returned")


def with_left_loops(body: st.Block, result: Type) -> st.Block:
    """A function's body without a `return` in a loop: what it would return, of the type `result`,
    is kept, and the loops are left. One that has it in a `switch` in a loop stays as it is."""
    loops = [each for each in descendants(body) if isinstance(each, LoopStatement)]
    inner = [each for loop in loops if returns(loop) for each in descendants(loop)]
    if not inner or any(isinstance(each, st.Switch) for each in inner):
        return body
    made = _Left(result)
    return replace(body, body=(*made.declared(body.at), *made.statements(body.body, True)))


def returns(node: st.Statement) -> bool:
    """Whether a statement holds a `return`."""
    return any(isinstance(each, st.Return) for each in descendants(node))


@dataclass(frozen=True)
class _Left:
    """Rewrites a function's statements; `result` is the type of what it returns."""

    result: Type

    def declared(self, at: Origin) -> Iterator[st.Statement]:
        """The variables for what is returned, and whether."""
        zero = ex.IntLiteral(at, _INT, 0)
        variables = [st.Variable(at, _RETURNED, _INT, zero, "auto")]
        if not isinstance(self.result, VoidType):
            variables.append(st.Variable(at, _FOUND, self.result, None, "auto"))
        return (st.Declare(at, (variable,)) for variable in variables)

    def statements(self, nodes: Sequence[st.Statement], is_end: bool) -> Iterator[st.Statement]:
        """Statements outside of loops; `is_end`: nothing follows them in the function."""
        for index, node in enumerate(nodes):
            is_last = is_end and index == len(nodes) - 1
            if not returns(node):
                yield node
            elif isinstance(node, LoopStatement):
                yield replace(node, body=self._inside(node.body))
                yield from self._behind(node, is_last)
            else:
                yield self._branches(node, is_last)

    def _branches(self, node: st.Statement, is_last: bool) -> st.Statement:
        match node:
            case st.Block(body=body):
                return replace(node, body=tuple(self.statements(body, is_last)))
            case st.If(then=then, otherwise=otherwise):
                sides = [
                    st.Block(side.at, tuple(self.statements((side,), is_last))) if side else None
                    for side in (then, otherwise)
                ]
                return replace(node, then=sides[0] or then, otherwise=sides[1])
            case _:
                return node

    def _behind(self, loop: st.Statement, is_last: bool) -> Iterator[st.Statement]:
        """The `return` behind a loop; behind the last one of a function it needs no condition."""
        at, has_value = loop.at, not isinstance(self.result, VoidType)
        found = ex.NameRef(at, self.result, _FOUND, "variable") if has_value else None
        if not is_last:
            leaving = st.Block(at, (st.Return(at, found),))
            yield st.If(at, self._returned(at), leaving, None)
        elif has_value:
            yield st.Return(at, found)

    def _returned(self, at: Origin) -> ex.NameRef:
        return ex.NameRef(at, _INT, _RETURNED, "variable")

    def _inside(self, node: st.Statement) -> st.Statement:
        """A statement in a loop, which leaves that."""
        match node:
            case st.Return(at=at, value=value):
                kept = [] if value is None else [_set(at, _FOUND, value)]
                kept.append(_set(at, _RETURNED, ex.IntLiteral(at, _INT, 1)))
                return st.Block(at, (*kept, st.Break(at)))
            case st.Block(body=body):
                return replace(node, body=tuple(map(self._inside, body)))
            case st.If(then=then, otherwise=otherwise):
                other = self._inside(otherwise) if otherwise is not None else None
                return replace(node, then=self._inside(then), otherwise=other)
            case st.For() | st.While() | st.DoWhile() if returns(node):
                loop = replace(node, body=self._inside(node.body))
                left = st.If(node.at, self._returned(node.at), st.Break(node.at), None)
                return st.Block(node.at, (loop, left))
            case _:
                return node


def _set(at: Origin, own: Declaration, value: ex.Expression) -> st.Statement:
    target = ex.NameRef(at, value.type, own, "variable")
    return st.Evaluate(at, ex.Assign(at, value.type, "=", target, value))
