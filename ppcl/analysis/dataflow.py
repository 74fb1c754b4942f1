"""Reaching definitions and du-chains of a function's private scalars (PPOpenCL, section 3.2.2)."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from ppcl.analysis.flow import FlowGraph, solve
from ppcl.ir import expression as ex
from ppcl.ir import statement as st
from ppcl.ir.cfg import Cfg
from ppcl.ir.node import Declaration, Origin
from ppcl.ir.traverse import Node, children, descendants
from ppcl.ir.types import AddressSpace, ArrayType
from ppcl.ir.unit import Function


@dataclass(frozen=True)
class Occurrence:
    """A definition or use of a variable in a block.

    `whole` is False for a definition that may leave the old value, or a part of it, in place:
    a component, a field, or an assignment that is not always evaluated.
    """

    variable: Declaration
    at: Origin
    block: int
    defines: bool
    whole: bool


@dataclass(frozen=True)
class DuChains:
    """Which definitions of private variables reach which uses.

    `untracked` are the keys of variables whose address is taken: nothing is said of those.
    """

    reaching: Mapping[Occurrence, tuple[Occurrence, ...]]
    untracked: frozenset[str]

    def definitions_of(self, use: ex.NameRef) -> tuple[Occurrence, ...]:
        """The definitions that may give the value that is used here."""
        found: dict[Occurrence, None] = {}
        for occurrence, definitions in self.reaching.items():
            if (occurrence.at, occurrence.variable) == (use.at, use.declaration):
                found.update(dict.fromkeys(definitions))
        return tuple(found)

    def uses_of(self, definition: Occurrence) -> tuple[Occurrence, ...]:
        """The uses that a definition may reach."""
        return tuple(use for use, found in self.reaching.items() if definition in found)


def du_chains(function: Function, cfg: Cfg) -> DuChains:
    """The du-chains of a function's parameters and private variables that are not arrays."""
    tracked, untracked = _variables(function, cfg)
    blocks = [
        [found for item in block.items for found in _occurrences(item, block.index, True)]
        for block in cfg.blocks
    ]
    blocks = [[found for found in row if found.variable.key in tracked] for row in blocks]
    parameters = frozenset(
        Occurrence(p.declaration, p.at, 0, True, True)
        for p in function.parameters
        if p.declaration.key in tracked
    )
    effects = [_effect(row) for row in blocks]
    before = solve(
        FlowGraph(cfg.successors), lambda block, held: effects[block](held), {0: parameters}
    )
    reaching: dict[Occurrence, tuple[Occurrence, ...]] = {}
    for row, held in zip(blocks, before, strict=True):
        for use, definitions in _uses(row, held):
            reaching[use] = _ordered({*reaching.get(use, ()), *definitions})
    return DuChains(reaching, untracked)


def _ordered(found: set[Occurrence]) -> tuple[Occurrence, ...]:
    return tuple(sorted(found, key=lambda o: (o.block, o.at.span, o.whole)))


Held = frozenset[Occurrence]


def _uses(row: list[Occurrence], before: Held) -> Iterator[tuple[Occurrence, Held]]:
    """The uses in a block, each with the definitions that reach it."""
    held: dict[str, set[Occurrence]] = {}
    for definition in before:
        held.setdefault(definition.variable.key, set()).add(definition)
    for occurrence in row:
        reaching = held.setdefault(occurrence.variable.key, set())
        if not occurrence.defines:
            yield occurrence, frozenset(reaching)
            continue
        if occurrence.whole:
            reaching.clear()
        reaching.add(occurrence)


@dataclass(frozen=True)
class _Effect:
    """What a block does to the set of definitions: the keys that it redefines, and what it adds."""

    killed: frozenset[str]
    added: Held

    def __call__(self, held: Held) -> Held:
        return frozenset(d for d in held if d.variable.key not in self.killed) | self.added


def _effect(row: list[Occurrence]) -> _Effect:
    killed: set[str] = set()
    added: dict[str, set[Occurrence]] = {}
    for occurrence in row:
        if occurrence.defines:
            of_variable = added.setdefault(occurrence.variable.key, set())
            if occurrence.whole:
                of_variable.clear()
                killed.add(occurrence.variable.key)
            of_variable.add(occurrence)
    return _Effect(frozenset(killed), frozenset().union(*added.values()))


def _variables(function: Function, cfg: Cfg) -> tuple[frozenset[str], frozenset[str]]:
    """The keys of the variables to follow, and of those whose address is taken."""
    nodes = [node for block in cfg.blocks for item in block.items for node in descendants(item)]
    private = {p.declaration.key for p in function.parameters}
    private |= {
        node.declaration.key
        for node in nodes
        if isinstance(node, st.Variable)
        and node.storage == "auto"
        and node.space is AddressSpace.PRIVATE
        and not isinstance(node.type, ArrayType)
    }
    taken = {found for node in nodes if (found := _address_taken(node)) is not None} & private
    return frozenset(private - taken), frozenset(taken)


def _address_taken(node: Node) -> str | None:
    root = _root(node.operand) if isinstance(node, ex.Unary) and node.op == "&" else None
    return root.declaration.key if root is not None else None


def _root(node: ex.Expression) -> ex.NameRef | None:
    """The variable that an lvalue is, or is a part of."""
    while True:
        match node:
            case ex.NameRef():
                return node
            case ex.Swizzle(base=base) | ex.Member(base=base, arrow=False):
                node = base
            case _:
                return None


def _occurrences(node: Node, block: int, always: bool) -> Iterator[Occurrence]:
    """Uses and definitions below a node, in the order of evaluation."""
    match node:
        case ex.NameRef():
            yield Occurrence(node.declaration, node.at, block, False, True)
        case ex.Assign():
            yield from _assignment(node, block, always)
        case ex.Unary(op="++x" | "--x" | "x++" | "x--", operand=operand):
            yield from _occurrences(operand, block, always)
            yield from _definition(operand, block, always)
        case ex.Conditional() | ex.Binary(op="&&" | "||"):
            for position, child in enumerate(children(node)):
                yield from _occurrences(child, block, always and position == 0)
        case st.Variable():
            for child in children(node):
                yield from _occurrences(child, block, always)
            yield Occurrence(node.declaration, node.at, block, True, always)
        case _:
            for child in children(node):
                yield from _occurrences(child, block, always)


def _assignment(node: ex.Assign, block: int, always: bool) -> Iterator[Occurrence]:
    if node.op != "=" or _root(node.target) is None:
        yield from _occurrences(node.target, block, always)
    yield from _occurrences(node.value, block, always)
    yield from _definition(node.target, block, always)


def _definition(target: ex.Expression, block: int, always: bool) -> Iterator[Occurrence]:
    root = _root(target)
    if root is not None:
        whole = always and root is target
        yield Occurrence(root.declaration, target.at, block, True, whole)
