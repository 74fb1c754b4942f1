"""Two analyses number their symbols and objects anew: which of one are which of the other.

The correspondence is found while the two are compared: what is met first for the first time, on
both sides, is taken to be the same, and must be so from then on.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import chain, groupby, islice, permutations, product

from ppcl.analysis.model import MemoryObject
from ppcl.analysis.numbers.guard import Guard, LoopIterator
from ppcl.analysis.numbers.polynomial import Atom, Polynomial, Symbol
from ppcl.ir.types import ArrayType, IntType, Type

# Variables in scope, and what they are worth.
Scope = tuple[tuple[str, Polynomial], ...]
# Symbols of one name that appear together may have changed their order; this many are tried.
_MAX_ORDERS = 120
# The place by which a record without a name is called: a file and an offset.
_PLACE = re.compile(r"(\([^():]+):\d+\)")


@dataclass
class Symbols:
    """The symbols of one analysis that were found to be those of another, which are `taken`."""

    known: dict[Symbol, Symbol] = field(default_factory=dict)
    taken: set[Symbol] = field(default_factory=set)

    def same(self, before: Polynomial | None, after: Polynomial | None) -> bool:
        """Whether two polynomials are equal under what is known; new symbols become known."""
        if before is None or after is None:
            return before is after
        old = [s for s in before.symbols if s not in self.known]
        new = [s for s in after.symbols if s not in self.taken]
        wanted = _canonical(after, {})
        for pairs in islice(_pairings(old, new), _MAX_ORDERS):
            if _canonical(before, self.known | pairs) == wanted:
                self.known.update(pairs)
                self.taken.update(pairs.values())
                return True
        return False

    def name(self, before: Scope, after: Scope) -> None:
        """Take unknowns to be the same that variables of one name are worth at the same place of
        texts that are alike there: two calls of `rand` look alike, too."""
        held = dict(after)
        for name, value in before:
            if name in held and not value.symbols <= self.known.keys():
                self.same(value, held[name])

    def all_same(
        self,
        before: tuple[Polynomial | None, ...] | None,
        after: tuple[Polynomial | None, ...] | None,
    ) -> bool:
        """Whether two tuples of polynomials are equal."""
        if before is None or after is None:
            return before is after
        pairs = zip(before, after, strict=False)
        return len(before) == len(after) and all(self.same(b, a) for b, a in pairs)

    def same_guards(self, before: tuple[Guard, ...], after: tuple[Guard, ...]) -> bool:
        """Whether the same conditions hold, in the same order."""
        relations = [guard.relation for guard in before] == [guard.relation for guard in after]
        return relations and all(
            self.same(b.value, a.value) for b, a in zip(before, after, strict=True)
        )

    def same_loops(self, before: tuple[LoopIterator, ...], after: tuple[LoopIterator, ...]) -> bool:
        """Whether the same loops stand around."""
        return len(before) == len(after) and all(
            self.same_loop(b, a) for b, a in zip(before, after, strict=True)
        )

    def same_loop(self, before: LoopIterator | None, after: LoopIterator | None) -> bool:
        """Whether two loops count alike."""
        if before is None or after is None:
            return before is after
        return (
            (before.step, before.exact) == (after.step, after.exact)
            and self.same(Polynomial.atom(before.symbol), Polynomial.atom(after.symbol))
            and self.same(before.lower, after.lower)
            and self.same(before.upper, after.upper)
        )


def same_type(before: Type | None, after: Type | None) -> bool:
    """Whether two types are the same: a record without a name goes by its place."""
    return before == after or _placeless(before) == _placeless(after)


def _placeless(type_: Type | None) -> str:
    return _PLACE.sub(r"\1)", str(type_))


@dataclass
class Objects:
    """The objects of one side of a program (the host, a kernel) that were found to be the same."""

    symbols: Symbols
    known: dict[int, int] = field(default_factory=dict)

    def same(self, before: MemoryObject | None, after: MemoryObject | None) -> bool:
        """Whether two objects are the same; new ones become known."""
        if before is None or after is None:
            return before is after
        if before.serial in self.known:
            return self.known[before.serial] == after.serial
        alike = (before.kind, before.name, before.unique) == (after.kind, after.name, after.unique)
        if not alike or after.serial in self.known.values():
            return False
        self.known[before.serial] = after.serial
        return self.symbols.same(before.size, after.size) or _are_texts(before, after)

    def all_same(self, before: tuple[MemoryObject, ...], after: tuple[MemoryObject, ...]) -> bool:
        """Whether two tuples of objects are the same."""
        pairs = zip(before, after, strict=False)
        return len(before) == len(after) and all(self.same(b, a) for b, a in pairs)


def _are_texts(before: MemoryObject, after: MemoryObject) -> bool:
    """Whether both are arrays of characters, which are as long as the text that they begin with."""
    arrays = [each.element for each in (before, after) if isinstance(each.element, ArrayType)]
    elements = [array.element for array in arrays]
    return len(elements) == 2 and all(isinstance(e, IntType) and e.bits == 8 for e in elements)


def _pairings(old: list[Symbol], new: list[Symbol]) -> Iterator[dict[Symbol, Symbol]]:
    """The ways to pair symbols of equal kind and name, the order of their making first."""
    old, new = sorted(old, key=_order), sorted(new, key=_order)
    if [_name(symbol) for symbol in old] != [_name(symbol) for symbol in new]:
        return
    groups = [list(group) for _, group in groupby(new, key=_name)]
    for choice in product(*(permutations(group) for group in groups)):
        yield dict(zip(old, chain.from_iterable(choice), strict=True))


def _name(symbol: Symbol) -> tuple[str, str]:
    return symbol.kind, symbol.name


def _order(symbol: Symbol) -> tuple[str, str, int]:
    return symbol.kind, symbol.name, symbol.serial


def _canonical(value: Polynomial, names: Mapping[Symbol, Symbol]) -> object:
    """A polynomial in a form that does not depend on the order of its terms."""
    return frozenset(
        (frozenset(Counter(_atom(atom, names) for atom in monomial).items()), coefficient)
        for monomial, coefficient in value.terms
    )


def _atom(atom: Atom, names: Mapping[Symbol, Symbol]) -> object:
    if isinstance(atom, Symbol):
        return names.get(atom, atom)
    return atom.op, tuple(_canonical(operand, names) for operand in atom.operands)
