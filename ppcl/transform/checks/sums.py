"""Sums of integers in a form that does not depend on the order of their parts.

Integers are a ring: `i * n + j` and `j + n * i` are one value, where the type is one. A part is
anything that is no sum, difference or product of that type; parts are told apart by what they look
like, and whether two that look alike are the same is for the caller to ask.
"""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import product

from ppcl.analysis.terms import Term
from ppcl.ir.types import IntType

Look = Callable[[Term], str]
# A sum of more terms than this, or deeper, is taken apart no further.
_MOST = 64
_DEEPEST = 40
_Monomial = tuple[Term, ...]
_Sum = list[tuple[int, _Monomial]]


def is_sum(term: Term) -> bool:
    """Whether a term is integer arithmetic, or what a narrower type leaves of some: of a sum it
    leaves the sum of what it leaves of the parts."""
    if term.op == "cast":
        inner = term.parts[0]
        return is_sum(inner) and _is_narrower(term.detail[0], inner.detail[0])
    return term.op in ("+", "-", "*") and isinstance(term.detail[0], IntType)


def _is_narrower(type_: object, wide: object) -> bool:
    if not (isinstance(type_, IntType) and isinstance(wide, IntType)):
        return False
    return type_.name != "bool" and type_.bits < wide.bits


def matched(before: Term, after: Term, look: Look, other: Look) -> list[tuple[Term, Term]] | None:
    """The parts that must be the same for two sums to be so; None where that does not say it."""
    if before.detail != after.detail:
        return None
    old, new = _by_look(before, look), _by_look(after, other)
    if old.keys() != new.keys() or any(old[key][0] != new[key][0] for key in old):
        return None
    pairs = [pair for key in old for pair in zip(old[key][1], new[key][1], strict=True)]
    return None if (before, after) in pairs else pairs


def _by_look(term: Term, look: Look) -> dict[tuple[str, ...], tuple[int, _Monomial]]:
    numbers: Counter[tuple[str, ...]] = Counter()
    parts: dict[tuple[str, ...], _Monomial] = {}
    for number, factors in _Expansion(term.detail[0]).of(term, _DEEPEST):
        ordered = sorted(((look(factor), i) for i, factor in enumerate(factors)))
        key = tuple(name for name, _ in ordered)
        numbers[key] += number
        parts.setdefault(key, tuple(factors[i] for _, i in ordered))
    return {key: (number, parts[key]) for key, number in numbers.items() if number}


@dataclass
class _Expansion:
    """Terms of one type as sums; what is too large stays a part."""

    type: object
    known: dict[tuple[int, int], _Sum] = field(default_factory=dict)

    def of(self, term: Term, depth: int) -> _Sum:
        key = (id(term), depth)
        if key not in self.known:
            found = self._made(term, depth)
            self.known[key] = found if len(found) <= _MOST else [(1, (term,))]
        return self.known[key]

    def _made(self, term: Term, depth: int) -> _Sum:
        number = _number(term)
        if number is not None:
            return [(number, ())]
        if not is_sum(term) or term.detail[0] != self.type or depth == 0:
            return [(1, (term,))]
        if term.op == "cast":
            return self._narrowed(term.parts[0], depth - 1)
        left, right = (self.of(part, depth - 1) for part in term.parts)
        if term.op == "*":
            return [(n * m, some + more) for (n, some), (m, more) in product(left, right)]
        sign = 1 if term.op == "+" else -1
        return left + [(sign * number, factors) for number, factors in right]

    def _narrowed(self, term: Term, depth: int) -> _Sum:
        found = _Expansion(term.detail[0]).of(term, depth)
        return [(number, tuple(map(self._cast, factors))) for number, factors in found]

    def _cast(self, term: Term) -> Term:
        return Term("cast", (self.type,), (term,))


def _number(term: Term) -> int | None:
    """A number that is written as one: a macro's or an enumerator's is a part like any other."""
    if term.op != "constant" or not isinstance(term.detail[0], IntType):
        return None
    _, value, macro, named = term.detail
    return None if macro or named else int(str(value))
