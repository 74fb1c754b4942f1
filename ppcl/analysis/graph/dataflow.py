"""Reaching definitions and du-chains of a function's private scalars (PPOpenCL, section 3.2.2)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ppcl.analysis.graph.flow import FlowGraph, solve
from ppcl.analysis.graph.occurrence import Occurrence, occurrences, private_variables
from ppcl.ir import expression as ex
from ppcl.ir.cfg import ENTRY, Cfg
from ppcl.ir.unit import Function


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
