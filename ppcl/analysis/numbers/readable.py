"""Sizes for people: one form for a number, in whatever way a program computes it.

It is the number where no unknown is negative and no divisor is zero, as with every count and size.
"""

from collections.abc import Iterator

from ppcl.analysis.numbers.guard import Guard
from ppcl.analysis.numbers.polynomial import ONE, Atom, Polynomial, Symbol, Term, make_term
from ppcl.analysis.numbers.quotients import FLOOR, canonical

_QUOTIENTS = frozenset({"/", "%", "pad", FLOOR, "ceil/", ">>", "&"})


def readable(value: Polynomial) -> Polynomial:
    """`n` rounded up to `b` as `b * ((n + b - 1) / b)`, and other quotients alike."""
    terms = list(_terms(value))
    extreme = any(term.op in ("min", "max") for term in terms)
    if extreme or not any(term.op in _QUOTIENTS for term in terms):
        return value
    unknowns = sorted(value.symbols, key=lambda symbol: symbol.key)
    guards = [Guard(Polynomial.atom(symbol), ">=") for symbol in unknowns]
    guards += [Guard(t.operands[1] - ONE, ">=") for t in terms if t.op in _QUOTIENTS]
    return canonical(value, guards).substitute(_as_written)


def _terms(value: Polynomial) -> Iterator[Term]:
    """All terms in a polynomial, those inside others included, in a fixed order."""
    for atom in sorted(value.atoms, key=lambda a: a.key):
        if isinstance(atom, Term):
            yield atom
            for operand in atom.operands:
                yield from _terms(operand)


def _as_written(atom: Atom) -> Polynomial | None:
    """`floor(x / b)` as C's `x / b`, of an x that is not negative for a positive first unknown."""
    if isinstance(atom, Symbol) or atom.op != FLOOR:
        return None
    left, right = (operand.substitute(_as_written) for operand in atom.operands)
    if sum(number for monomial, number in left.terms if not monomial) < 0:
        return make_term("/", (left + right, right)) - ONE
    return make_term("/", (left, right))
