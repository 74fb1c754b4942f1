"""Loops that work-items begin at different numbers and run equally often, counted from zero.

`for (int j = own; j < own + n; j++) { ... }` becomes `for (int j_0 = 0; j_0 < n; j_0++) { int j =
own + j_0; ... }`: its head is the same for all work-items then, and packs can run it together.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import count

from ppcl.analysis.workgroup.uniformity import Uniformity, changed_or_addressed
from ppcl.ir import expression as ex
from ppcl.ir import statement as st
from ppcl.ir.node import Declaration
from ppcl.ir.traverse import Node, descendants
from ppcl.ir.types import AddressSpace, IntType
from ppcl.rewrite.rebuild import rebuilt

_INT = IntType("int", 32, True)
_COMPARED = ("<", "<=", "!=")


def from_zero(body: st.Block, known: Uniformity) -> st.Block:
    """A body where such loops have heads that all work-items have alike; `known` is of rows."""
    return rebuilt(body, _Maker(known, changed_or_addressed(body)).statement)


@dataclass(frozen=True)
class _Maker:
    known: Uniformity
    changed: set[str]
    _numbers: Iterator[int] = field(default_factory=count)

    def statement(self, node: Node) -> Node:
        """A loop, counted from zero if it can be."""
        match node:
            case st.For(
                init=st.Declare(variables=(own,)),
                condition=ex.Binary(op=op, left=ex.NameRef(declaration=asked), right=bound),
            ) if op in _COMPARED and asked == own.declaration and own.init is not None:
                rounds = self._rounds(own.init, bound)
                if rounds is not None and self._is_own(own, node):
                    return self._from_zero(node, own, own.init, rounds)
        return node

    def _rounds(self, first: ex.Expression, bound: ex.Expression) -> ex.Expression | None:
        """How far a loop runs from where it begins, the same for all work-items; None where that is
        not known, or they begin it alike."""
        if self.known.is_uniform(first) or not self._is_fixed(first):
            return None
        match bound:
            case ex.Binary(op="+", left=left, right=right, type=type_) if type_ == _INT:
                for start, rest in ((left, right), (right, left)):
                    if _shape(start) == _shape(first) and rest.type == _INT:
                        return rest if self._is_alike(rest) else None
        return None

    def _is_alike(self, node: ex.Expression) -> bool:
        return self.known.is_uniform(node) and self._is_fixed(node)

    def _is_fixed(self, node: ex.Expression) -> bool:
        """Whether an expression has one value all the time: of what never changes, no memory."""
        return all(
            isinstance(each, ex.IntLiteral | ex.Binary | ex.Cast)
            or (isinstance(each, ex.NameRef) and each.declaration.key not in self.changed)
            for each in descendants(node)
        )

    def _is_own(self, own: st.Variable, loop: st.For) -> bool:
        """Whether the loop's head alone changes its counter, by what all work-items have alike."""
        if own.type != _INT or own.space is not AddressSpace.PRIVATE or loop.step is None:
            return False
        key = own.declaration.key
        if key in changed_or_addressed(st.Block(loop.at, (loop.body,))):
            return False
        match loop.step:
            case ex.Unary(op="x++" | "++x", operand=ex.NameRef(declaration=stepped)):
                return stepped.key == key
            case ex.Assign(op="+=", target=ex.NameRef(declaration=stepped), value=value):
                return stepped.key == key and self._is_alike(value)
            case _:
                return False

    def _from_zero(
        self, loop: st.For, own: st.Variable, first: ex.Expression, rounds: ex.Expression
    ) -> st.For:
        old, number = own.declaration, next(self._numbers)
        counter = Declaration(f"{old.name}_{number}", f"{old.key}#zero{number}")

        def renamed(node: Node) -> Node:
            if isinstance(node, ex.NameRef) and node.declaration == old:
                return replace(node, declaration=counter)
            return node

        use = ex.NameRef(own.at, _INT, counter, "variable")
        value = ex.Binary(own.at, _INT, "+", first, use)
        declared = st.Declare(own.at, (replace(own, init=value, const=True),))
        zero = replace(own, declaration=counter, init=ex.IntLiteral(own.at, _INT, 0), const=False)
        inner = loop.body.body if isinstance(loop.body, st.Block) else (loop.body,)
        condition = loop.condition
        if not isinstance(condition, ex.Binary) or loop.step is None:
            return loop
        return replace(
            loop,
            init=st.Declare(own.at, (zero,)),
            condition=replace(condition, left=rebuilt(condition.left, renamed), right=rounds),
            step=rebuilt(loop.step, renamed),
            body=st.Block(loop.body.at, (declared, *inner)),
        )


def _shape(node: object) -> object:
    """An expression without where it stands."""
    if isinstance(node, ex.Cast) and node.implicit:
        return (_shape(node.operand), node.type)
    if not isinstance(node, ex.Expression):
        return node
    return (type(node), *(_shape(getattr(node, n)) for n in node.__slots__ if n != "at"))
