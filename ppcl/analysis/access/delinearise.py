"""Rows and columns found again in a linear index: `tid + j * A` is `[j, tid]` with pitch `A`.

isl has no products of unknowns, so the pitch is divided out of the polynomial, and what is left is
proved to stay within a row (ISS §5.1 over-approximates where this does not work).
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from ppcl.analysis.model import AccessEvent
from ppcl.analysis.numbers.guard import Guard, LoopIterator
from ppcl.analysis.numbers.polynomial import (
    ONE,
    ZERO,
    Atom,
    Monomial,
    Polynomial,
    Symbol,
    SymbolKind,
)
from ppcl.analysis.numbers.proof import proves_within

# Kinds that differ between work-items or iterations, and those that may be either.
_VARIABLE: frozenset[SymbolKind] = frozenset({"iterator", "group_offset", "group_id", "local_id"})
_EITHER: frozenset[SymbolKind] = frozenset({"input", "merge", "load"})
_MAX_STEPS = 64


@dataclass(frozen=True)
class Subscripts:
    """An element offset as `slow * pitch + fast`, with `0 <= fast < pitch` proved."""

    slow: Polynomial
    fast: Polynomial
    pitch: Polynomial


def element_offset(access: AccessEvent) -> Polynomial | None:
    """The number of the accessed element, where the byte offset is a multiple of its width."""
    if access.precision == "unknown" or access.width <= 0:
        return None
    return access.offset.divide_exactly(Polynomial.constant(access.width))


def candidates(offsets: Iterable[Polynomial]) -> tuple[Polynomial, ...]:
    """What may be the pitch of all offsets: what stands before their variables.

    Pitches that more offsets show come first, then those of more factors, then those seen first;
    at the end what stands beside variables (`5 * A + tid`, a row of an unrolled loop).
    """
    offsets = Counter(offsets)
    found = [*_ranked(_coefficients, offsets), *_ranked(_beside, offsets)]
    return tuple(dict.fromkeys(found))


def _ranked(
    pitches: Callable[[Polynomial], Iterable[Polynomial]], offsets: Counter[Polynomial]
) -> list[Polynomial]:
    counts: Counter[Polynomial] = Counter()
    for offset, times in offsets.items():
        for pitch in dict.fromkeys(pitches(offset)):
            counts[pitch] += times
    return sorted(counts, key=lambda pitch: (-counts[pitch], -_degree(pitch)))


def split(
    offset: Polynomial,
    pitch: Polynomial,
    known: Iterable[Guard] = (),
    loops: Iterable[LoopIterator] = (),
) -> Subscripts | None:
    """`offset` by rows of `pitch`; None where it is not proved that `fast` stays in its row."""
    if not pitch.terms:
        return None
    known, loops = tuple(known), tuple(loops)
    slow, fast = _divide(offset, pitch)
    for row in (ZERO, ONE, -ONE):
        rest = fast + row * pitch
        if proves_within(rest, ZERO, pitch, known, loops):
            return Subscripts(slow - row, rest, pitch)
    return None


def _divide(offset: Polynomial, pitch: Polynomial) -> tuple[Polynomial, Polynomial]:
    """Quotient and remainder, by the pitch's leading term where it has several."""
    if len(pitch.terms) == 1:
        return offset.divide(pitch)
    leading = Polynomial((pitch.terms[-1],))
    slow, rest = ZERO, offset
    for _ in range(_MAX_STEPS):
        quotient, _ = rest.divide(leading)
        if not quotient.terms:
            break
        step = Polynomial((quotient.terms[-1],))
        slow, rest = slow + step, rest - step * pitch
    return slow, rest


def _coefficients(offset: Polynomial) -> Iterator[Polynomial]:
    """The coefficients of the offset's variables, whole and without numbers."""
    for either_varies in (False, True):
        for varying, parts in _by_variables(offset, either_varies).items():
            if varying:
                yield from _from_coefficient(Polynomial.build(parts))
    for monomial, _ in offset.terms:
        if len(monomial) == 2 and all(_varies(atom, True) for atom in monomial):
            yield from (Polynomial.atom(a) for a in monomial if not _varies(a, False))


def _beside(offset: Polynomial) -> Iterator[Polynomial]:
    """The symbolic parts of an offset that has variables, without them and numbers."""
    groups = _by_variables(offset, False)
    if len(groups) > 1:
        yield from (Polynomial(((m, 1),)) for m, _ in groups.get((), []) if m)


def _by_variables(
    offset: Polynomial, either_varies: bool
) -> dict[Monomial, list[tuple[Monomial, int]]]:
    """The terms by their variables, these taken out."""
    groups: dict[Monomial, list[tuple[Monomial, int]]] = {}
    for monomial, value in offset.terms:
        varying = tuple(a for a in monomial if _varies(a, either_varies))
        fixed = tuple(a for a in monomial if not _varies(a, either_varies))
        groups.setdefault(varying, []).append((fixed, value))
    return groups


def _from_coefficient(coefficient: Polynomial) -> Iterator[Polynomial]:
    monomial, value = coefficient.terms[-1]
    positive = coefficient if value > 0 else -coefficient
    if positive != ONE:
        yield positive
    if len(coefficient.terms) == 1 and monomial and abs(value) != 1:
        yield Polynomial(((monomial, 1),))


def _varies(atom: Atom, either: bool) -> bool:
    kinds = _VARIABLE | _EITHER if either else _VARIABLE
    symbols = (atom,) if isinstance(atom, Symbol) else Polynomial.atom(atom).symbols
    return any(symbol.kind in kinds for symbol in symbols)


def _degree(value: Polynomial) -> int:
    return max(len(monomial) for monomial, _ in value.terms)
