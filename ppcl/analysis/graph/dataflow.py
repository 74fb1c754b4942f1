"""Reaching definitions and du-chains of a function's private scalars (PPOpenCL, section 3.2.2)."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from ppcl.analysis.graph.flow import FlowGraph, solve
from ppcl.ir import expression as ex
from ppcl.ir import statement as st
from ppcl.ir.cfg import ENTRY, Cfg
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


def private_variables(function: Function, cfg: Cfg) -> tuple[frozenset[str], frozenset[str]]:
    """The keys of the variables that can be followed, and of those whose address is taken.

    Parameters and variables of a function are private; arrays and local memory are not followed.
    """
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


def occurrences(node: Node, block: int, always: bool) -> Iterator[Occurrence]:
    """Uses and definitions below a node of a block, in the order of evaluation.

    `always` says that the node is evaluated whenever its block runs.
    """
    match node:
        case ex.NameRef():
            yield Occurrence(node.declaration, node.at, block, False, True)
        case ex.Assign():
            yield from _assignment(node, block, always)
        case ex.Unary(op="++x" | "--x" | "x++" | "x--", operand=operand):
            yield from occurrences(operand, block, always)
            yield from _definition(operand, block, always)
        case ex.Conditional() | ex.Binary(op="&&" | "||"):
            for position, child in enumerate(children(node)):
                yield from occurrences(child, block, always and position == 0)
        case st.Variable():
            for child in children(node):
                yield from occurrences(child, block, always)
            yield Occurrence(node.declaration, node.at, block, True, always)
        case _:
            for child in children(node):
                yield from occurrences(child, block, always)


def _assignment(node: ex.Assign, block: int, always: bool) -> Iterator[Occurrence]:
    if node.op != "=" or _root(node.target) is None:
        yield from occurrences(node.target, block, always)
    yield from occurrences(node.value, block, always)
    yield from _definition(node.target, block, always)


def _definition(target: ex.Expression, block: int, always: bool) -> Iterator[Occurrence]:
    root = _root(target)
    if root is not None:
        whole = always and root is target
        yield Occurrence(root.declaration, target.at, block, True, whole)


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
    tracked, untracked = private_variables(function, cfg)
    rows = [
        [found for item in block.items for found in occurrences(item, block.index, True)]
        for block in cfg.blocks
    ]
    rows = [[found for found in row if found.variable.key in tracked] for row in rows]
    parameters = [
        Occurrence(p.declaration, p.at, ENTRY, True, True)
        for p in function.parameters
        if p.declaration.key in tracked
    ]
    rows[ENTRY] = parameters
    sets = _definition_sets([found for row in rows for found in row if found.defines])
    before = solve(
        FlowGraph(cfg.successors), lambda block, held: sets.after(rows[block], held), {}, 0
    )
    return DuChains(_reaching(rows, before, sets), untracked)


@dataclass(frozen=True)
class _DefinitionSets:
    """All definitions by number; a set of them is an integer with a bit for each."""

    listed: tuple[Occurrence, ...]
    bits: Mapping[Occurrence, int]
    of_variable: Mapping[str, int]

    def step(self, occurrence: Occurrence, held: int) -> int:
        """What is held behind an occurrence."""
        if not occurrence.defines:
            return held
        if occurrence.whole:
            held &= ~self.of_variable[occurrence.variable.key]
        return held | self.bits[occurrence]

    def after(self, row: Sequence[Occurrence], held: int) -> int:
        """What is held behind a block."""
        for occurrence in row:
            held = self.step(occurrence, held)
        return held

    def members(self, held: int) -> tuple[Occurrence, ...]:
        """The definitions in a set, in their order."""
        found: list[Occurrence] = []
        while held:
            lowest = held & -held
            found.append(self.listed[lowest.bit_length() - 1])
            held ^= lowest
        return tuple(found)


def _definition_sets(definitions: list[Occurrence]) -> _DefinitionSets:
    listed = tuple(dict.fromkeys(definitions))
    bits = {definition: 1 << number for number, definition in enumerate(listed)}
    of_variable: dict[str, int] = {}
    for definition, bit in bits.items():
        key = definition.variable.key
        of_variable[key] = of_variable.get(key, 0) | bit
    return _DefinitionSets(listed, bits, of_variable)


def _reaching(
    rows: list[list[Occurrence]], before: tuple[int, ...], sets: _DefinitionSets
) -> dict[Occurrence, tuple[Occurrence, ...]]:
    found: dict[Occurrence, int] = {}
    for row, first in zip(rows, before, strict=True):
        held = first
        for occurrence in row:
            if not occurrence.defines:
                reached = held & sets.of_variable.get(occurrence.variable.key, 0)
                found[occurrence] = found.get(occurrence, 0) | reached
            held = sets.step(occurrence, held)
    return {use: sets.members(reached) for use, reached in found.items()}
