"""The form of a kernel with a loop over the work-items around each region (pocl, 4.3)."""

from collections.abc import Callable, Iterator, Sequence, Set
from dataclasses import dataclass, replace

from pycparser import c_ast

from ppcl.analysis.workgroup.contexts import Contexts, head
from ppcl.analysis.workgroup.regions import (
    GroupBarrier,
    GroupIf,
    GroupJump,
    GroupLoop,
    ParallelRegion,
    Part,
    Parts,
)
from ppcl.backend.c import ctree
from ppcl.backend.c.ctree import Tree
from ppcl.backend.c.printer import SIMD, comment, names_in, placed
from ppcl.backend.lowering import workitem
from ppcl.backend.lowering.statements import Statements
from ppcl.ir import statement as st

LABEL = "next_item"


@dataclass(frozen=True)
class GroupForm:
    """Prints the parts of a kernel. `items` lowers what a work-item runs; `group` what is the
    group's, with the values of the first work-item where each has one of its own. `loops` runs
    a region, given as it is and lowered, for all work-items."""

    items: Statements
    group: Statements
    kept: Contexts
    loops: Callable[[Sequence[st.Statement], list[Tree]], Tree]

    def lower(self, parts: Parts) -> list[Tree]:
        """The statements of a group's function."""
        return [tree for part in parts for tree in self._part(part)]

    def _part(self, part: Part) -> list[Tree]:
        match part:
            case ParallelRegion():
                return list(self._region(part))
            case GroupBarrier(at=at):
                return [comment(f"{self.group.place(at)}: barrier")]
            case GroupIf(statement=statement, then=then, otherwise=otherwise):
                condition = self.group.expressions.lower(statement.condition)
                rest = ctree.block(self.lower(otherwise)) if otherwise else None
                found = c_ast.If(condition, ctree.block(self.lower(then)), rest)
                return [placed(found, self.group.place(statement.at))]
            case GroupLoop():
                found = self._loop(part)
                return [*self.lower(part.init), placed(found, self.group.place(part.statement.at))]
            case GroupJump(statement=statement):
                return self.group.lower(statement)

    def _loop(self, loop: GroupLoop) -> Tree:
        node, expressions = loop.statement, self.group.expressions
        condition = expressions.lower(node.condition) if node.condition is not None else None
        body = ctree.block([*self.lower(loop.body), *self.lower(loop.step)])
        if isinstance(node, st.DoWhile):
            return c_ast.DoWhile(condition, body)
        if isinstance(node, st.While):
            return c_ast.While(condition, body)
        if not head(loop):
            return c_ast.For(None, condition, None, body)
        bare = replace(node, body=st.Block(node.at, ()))
        found = self.group.lower(bare)[-1]
        found.stmt = body
        return found

    def _region(self, region: ParallelRegion) -> Iterator[Tree]:
        yield from self._constants(region)
        used, needed = self.kept.used_in(region.statements), self.kept.needed(region.statements)
        idle = {v.declaration.key for v in self.kept.derived if v.declaration.key not in used}
        lower = replace(self.items, declared_before=self.items.declared_before | idle)
        used_here = (each for node in region.statements for each in _without(node, idle))
        statements = [*(st.Declare(v.at, (v,)) for v in needed), *used_here]
        body = lower.all(statements)
        if not body:
            return
        first, last = region.statements[0].at, region.statements[-1].at
        yield comment(_span(self.items.place(first), self.items.place(last)))
        yield self.loops(statements, body)

    def _constants(self, region: ParallelRegion) -> Iterator[Tree]:
        """What the group computes ahead of its work-items."""
        kept = {v.declaration.key for v in self.kept.constants}
        for statement in region.statements:
            for variable in statement.variables if isinstance(statement, st.Declare) else ():
                if variable.declaration.key in kept:
                    for tree in self.group.declared(variable):
                        yield placed(tree, self.group.place(statement.at))


def _without(node: st.Statement, idle: Set[str]) -> Iterator[st.Statement]:
    """A statement without the declarations of variables that are idle."""
    if not isinstance(node, st.Declare):
        yield node
        return
    left = tuple(v for v in node.variables if v.declaration.key not in idle)
    if left:
        yield node if len(left) == len(node.variables) else replace(node, variables=left)


def _span(first: str, last: str) -> str:
    return (
        f"{first}: all work-items" if first == last else f"{first} to {_line(last)}: all work-items"
    )


def _line(place: str) -> str:
    return place.rpartition(":")[2]


def work_item_loops(body: Sequence[Tree], independent: bool) -> Tree:
    """`body` for each work-item, those of dimension 0 next to each other; compilers are told so
    where the work-items are `independent`."""
    return row_loops([*hint(independent), workitem.over("x", one_item(body))])


def hint(independent: bool, kind: str = SIMD) -> list[Tree]:
    """What says that the rounds of the next loop are independent, if they are."""
    return [ctree.pragma(kind)] if independent else []


def row_loops(body: Sequence[Tree]) -> Tree:
    """`body` for each row of work-items along dimension 0."""
    return workitem.over("z", [workitem.over("y", body)])


def one_item(body: Sequence[Tree]) -> list[Tree]:
    """`body` with a label behind it, where it goes there, and the work-item's number."""
    used = names_in(body)
    inner: list[Tree] = [ctree.block(body)] if LABEL in used else list(body)
    if LABEL in used:
        inner.append(c_ast.Label(LABEL, c_ast.EmptyStatement()))
    if "item" in used:
        inner.insert(0, item_number("local_x"))
    return inner


def item_number(x: str) -> Tree:
    """`const int item = (local_z * size_y + local_y) * size_x + x;`."""
    z, y = ctree.name("local_z"), ctree.name("local_y")
    row = ctree.binary("+", ctree.binary("*", z, ctree.name("size_y")), y)
    value = ctree.binary("+", ctree.binary("*", row, ctree.name("size_x")), ctree.name(x))
    return ctree.constant("item", value)


def leave() -> list[Tree]:
    """What a work-item does that has come to its end."""
    return [c_ast.Goto(LABEL)]
