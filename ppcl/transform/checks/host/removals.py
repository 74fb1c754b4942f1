"""Declarations that may go from a host's text: of numbers and pointers that nothing names any more,
and that begin with something that has no effect."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from ppcl.analysis.facts import Facts
from ppcl.analysis.names.steady import Steadiness
from ppcl.ir import expression as ex
from ppcl.ir import statement as st
from ppcl.ir.node import Declaration
from ppcl.ir.traverse import descendants
from ppcl.ir.types import IntType, PointerType
from ppcl.source import Span
from ppcl.transform.checks.host.items import Item


@dataclass(frozen=True)
class _Declared:
    """A variable, and the block that it is declared in."""

    name: Declaration
    block: Span


@dataclass(frozen=True)
class Removals:
    """Finds what was taken out of a file's old text; `places` are those whose text may change."""

    facts: Facts
    path: str
    items: Sequence[Item]
    places: Sequence[Span]

    def length(self, at: int) -> int:
        """How many items from one on are a declaration that may go; 0 where none begins there."""
        if at >= len(self.items) or self.items[at].start not in self._declared:
            return 0
        for number in range(at, len(self.items)):
            if self.items[number].kind in ("directive", "place"):
                return 0
            if self.items[number].said == b";":
                return number + 1 - at
        return 0

    def are_all_idle(self, removed: Sequence[Span]) -> bool:
        """Whether all that names what was taken out was taken out, too, or is text that changed:
        the tree is asked, and the words of the block, which say what no tree does."""
        gone = [*self.places, *removed]
        found = (each for span in removed for each in self._declared[span.start])
        return all(
            any(span.contains(use) for span in gone)
            for each in found
            for use in (*self._uses.get(each.name, ()), *self._words(each))
        )

    def _words(self, declared: _Declared) -> Iterator[Span]:
        """Where a block says the word of a variable."""
        name, block = declared.name.name.encode(), declared.block
        for item in self.items:
            if item.text == name and block.start <= item.start < block.end:
                yield Span(self.path, item.start, item.end)

    @cached_property
    def _declared(self) -> Mapping[int, Sequence[_Declared]]:
        """The declarations of one variable that begin a statement of a block, by their begins: as
        many as the text has instances."""
        steadiness = Steadiness(self.facts.hosts)
        found: dict[int, list[_Declared]] = {}
        kept: set[int] = set()
        for block in self._blocks():
            for each in block.body:
                if isinstance(each, st.Declare) and each.variables:
                    start = min(each.at.span.start, each.variables[0].at.span.start)
                    if not _may_go(each, steadiness):
                        kept.add(start)
                    name = each.variables[0].declaration
                    found.setdefault(start, []).append(_Declared(name, block.at.span))
        return {start: each for start, each in found.items() if start not in kept}

    def _blocks(self) -> Iterator[st.Block]:
        for unit in self.facts.hosts:
            for function in unit.functions:
                if function.at.span.file == self.path:
                    yield from (node for node in function.nodes if isinstance(node, st.Block))

    @cached_property
    def _uses(self) -> Mapping[Declaration, Sequence[Span]]:
        found: dict[Declaration, list[Span]] = {}
        for unit in self.facts.hosts:
            for node in unit.nodes:
                if isinstance(node, ex.NameRef):
                    found.setdefault(node.declaration, []).append(node.at.span)
        return found


def _may_go(statement: st.Declare, steadiness: Steadiness) -> bool:
    """Whether a declaration does nothing but to begin a number or pointer."""
    if len(statement.variables) != 1 or statement.at.macro is not None:
        return False
    (variable,) = statement.variables
    plain = isinstance(variable.type, IntType | PointerType) and variable.storage == "auto"
    if not plain or variable.cleanup is not None or variable.init is None:
        return False
    nodes = (variable, *descendants(variable.init))
    is_volatile = any(node.at.span in steadiness.volatile for node in nodes)
    held = _held(variable.init)
    return not is_volatile and all(steadiness.obstacle(each) is None for each in held)


def _held(init: ex.Expression) -> tuple[ex.Expression, ...]:
    """A value, or what the address of an element is made of."""
    node = init
    while isinstance(node, ex.Cast):
        node = node.operand
    match node:
        case ex.Unary(op="&", operand=ex.Index(base=base, index=index)):
            return (base, index)
    return (init,)
