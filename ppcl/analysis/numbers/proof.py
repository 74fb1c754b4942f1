"""Proofs that a value lies in a range, for all integers that the known facts allow."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from ppcl.analysis.numbers.guard import Guard, LoopIterator
from ppcl.analysis.numbers.linear import (
    Fact,
    at_least,
    below,
    guard_fact,
    loop_guards,
    symbol_facts,
    term_fact,
)
from ppcl.analysis.numbers.polyhedral import is_empty
from ppcl.analysis.numbers.polynomial import Monomial, Polynomial, Symbol, Term

# Each fact with alternatives may double the work: those farthest from the question are left out.
_MAX_DISJUNCTIONS = 5
_MAX_FACTS = 80


def proves_nonnegative(
    value: Polynomial, known: Iterable[Guard] = (), loops: Iterable[LoopIterator] = ()
) -> bool:
    """Whether `value >= 0` wherever the guards hold and the loops' counters are in their bounds.

    Non-linear monomials and operations that isl has no counterpart for are unknowns, the same
    ones in value and facts. False means "not provable", not "false".
    """
    guards = [*known, *(guard for loop in loops for guard in loop_guards(loop))]
    return _proves(value, tuple(dict.fromkeys(guards)))


def proves_within(
    value: Polynomial,
    lower: Polynomial,
    upper: Polynomial,
    known: Iterable[Guard] = (),
    loops: Iterable[LoopIterator] = (),
) -> bool:
    """Whether `lower <= value < upper`, as `proves_nonnegative`."""
    known, loops = tuple(known), tuple(loops)
    return all(
        proves_nonnegative(goal.value, known, loops)
        for goal in (at_least(value, lower), below(value, upper))
    )


@lru_cache(maxsize=8192)
def _proves(value: Polynomial, guards: tuple[Guard, ...]) -> bool:
    if value.as_int is not None and value.as_int >= 0:
        return True
    facts = _closure(value, [guard_fact(guard) for guard in guards])
    if _contradicts(value, facts):
        return True
    products = _products(value, facts, guards)
    return bool(products) and _contradicts(value, [*facts, *products])


def _contradicts(value: Polynomial, facts: list[Fact]) -> bool:
    """Whether `value <= -1` has no solution with the facts that bear on it."""
    goal = guard_fact(at_least(-value, Polynomial.constant(1)))
    system = _System([goal, *_relevant(value, facts)], {})
    constraints = tuple(system.fact(fact) for fact in system.facts)
    return is_empty(tuple(system.names.values()), constraints)


def _closure(value: Polynomial, facts: list[Fact]) -> list[Fact]:
    """The facts, and those of all symbols and terms in them, the terms' own facts included."""
    result = list(facts)
    terms: dict[Term, None] = {}
    symbols: dict[Symbol, None] = {}
    pending = [value, *_polynomials(facts)]
    while pending and len(result) < _MAX_FACTS:
        for atom in sorted(pending.pop(0).atoms, key=lambda a: a.key):
            if isinstance(atom, Symbol):
                symbols[atom] = None
            elif atom not in terms:
                terms[atom] = None
                fact = term_fact(atom)
                if fact is not None:
                    result.append(fact)
                    pending += _polynomials([fact])
    return [*result, *(((guard,),) for guard in symbol_facts(symbols))]


def _polynomials(facts: Iterable[Fact]) -> list[Polynomial]:
    return [guard.value for fact in facts for alternative in fact for guard in alternative]


def _monomials(fact: Fact) -> set[Monomial]:
    return {m for value in _polynomials([fact]) for m, _ in value.terms if m}


def _relevant(value: Polynomial, facts: list[Fact]) -> list[Fact]:
    """The facts linked to `value` by common unknowns, nearest first, few with alternatives."""
    reached = {monomial for monomial, _ in value.terms if monomial}
    waiting = [(fact, _monomials(fact)) for fact in facts]
    chosen: list[Fact] = []
    disjunctions = 0
    while True:
        near = [(fact, unknowns) for fact, unknowns in waiting if unknowns & reached]
        if not near:
            return chosen
        waiting = [item for item in waiting if item not in near]
        for fact, unknowns in near:
            disjunctions += len(fact) > 1
            if len(fact) == 1 or disjunctions <= _MAX_DISJUNCTIONS:
                chosen.append(fact)
                reached |= unknowns


def _products(value: Polynomial, facts: list[Fact], guards: tuple[Guard, ...]) -> list[Fact]:
    """Linear facts times factors that are not negative, where the products' monomials occur.

    So `y < H` and `0 <= W` give `y * W <= H * W - W`: what rows of rows need.
    """
    occurring = {m for m, _ in value.terms} | {m for fact in facts for m in _monomials(fact)}
    plain = [fact[0][0] for fact in facts if len(fact) == 1 and len(fact[0]) == 1]
    found: dict[Fact, None] = {}
    for factor in _factors(value):
        if not all(_proves(Polynomial.atom(atom), guards) for atom in factor):
            continue
        scale = Polynomial(((factor, 1),))
        for guard in plain:
            if guard.relation == "!=" or any(len(m) > 1 for m, _ in guard.value.terms):
                continue
            product = guard.value * scale
            if all(m in occurring or len(m) < 2 for m, _ in product.terms):
                found[((Guard(product, guard.relation),),)] = None
    return list(found)


def _factors(value: Polynomial) -> list[Monomial]:
    """The non-linear monomials of a value with one atom taken out, each once."""
    found: dict[Monomial, None] = {}
    for monomial, _ in value.terms:
        if 1 < len(monomial) < 5:
            for index in range(len(monomial)):
                found[monomial[:index] + monomial[index + 1 :]] = None
    return list(found)


@dataclass(frozen=True)
class _System:
    """Facts as isl text over one dimension per monomial; `names` grows as they are printed."""

    facts: list[Fact]
    names: dict[Monomial, str]

    def fact(self, fact: Fact) -> str:
        alternatives = [" and ".join(self.guard(guard) for guard in one) for one in fact]
        if len(alternatives) == 1:
            return alternatives[0]
        return "(" + " or ".join(f"({text})" for text in alternatives) + ")"

    def guard(self, guard: Guard) -> str:
        relation = "=" if guard.relation == "==" else guard.relation
        return f"{self.sum(guard.value)} {relation} 0"

    def sum(self, value: Polynomial) -> str:
        parts = [f"{c} * {self.name(m)}" if m else str(c) for m, c in value.terms]
        return " + ".join(parts) or "0"

    def name(self, monomial: Monomial) -> str:
        return self.names.setdefault(monomial, f"x{len(self.names)}")
