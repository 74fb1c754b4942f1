"""Integer polynomials over symbols: the values of sizes, indices and scalars.

isl has no products of unknowns (DESIGN.md, "Access"), so values are kept as polynomials until a
pitch is divided out of them.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from ppcl.analysis.numbers.fold import fold
from ppcl.ir.lazy import lazy
from ppcl.source.value_class import value_class

DEEPEST = 6  # so deeply terms may be nested in a value that is followed

SymbolKind = Literal[
    "input",  # a value of the host that ppcl cannot compute (an argument, a file's contents)
    "parameter",  # a scalar parameter of the kernel
    "iterator",  # the counter of a loop
    "merge",  # one of several values, after a branch or round a loop
    "load",  # read from memory
    "group_offset",  # per dimension: the global id of the group's first work-item
    "group_id",
    "local_id",
    "local_size",
    "global_size",
    "num_groups",
    "global_offset",
]


@dataclass(frozen=True, slots=True)
class Symbol:
    """An unknown. `serial` makes it unique; `name` is for people."""

    kind: SymbolKind
    name: str
    serial: int

    @property
    def key(self) -> tuple[str, str, int]:
        """The order in which monomials list their factors."""
        return ("s" + self.kind, self.name, self.serial)

    def __str__(self) -> str:
        return self.name


@value_class()
class Term:
    """An operation that polynomials cannot express, on known operands: `/`, `%`, `min`, ...

    `f32*`, `f64/` and the like are those of floating point numbers, `float` and `double` the
    conversions to them; `floor/` and `ceil/` are rounded quotients, and `pad` of a and b is what
    `a % b` lacks to b, 0 for 0. Equal operations on equal operands are equal terms.
    """

    op: str
    operands: "tuple[Polynomial, ...]"

    @lazy
    def depth(self) -> int:
        """How deeply terms are nested in this one, from 1."""
        return 1 + max((operand.depth for operand in self.operands), default=0)

    @lazy
    def _hash(self) -> int:
        return hash((self.op, self.operands))

    def __hash__(self) -> int:
        return self._hash

    @lazy
    def key(self) -> tuple[str, str, int]:
        """The order in which monomials list their factors."""
        return ("t" + self.op, str(self), 0)

    @lazy
    def _text(self) -> str:
        if not self.operands:
            return self.op
        inner = [str(operand) for operand in self.operands]
        if self.op in ("float", "double"):
            return f"({self.op}){_wrap(inner[0])}"
        if len(inner) != 2 or (self.op.isidentifier() and self.op != "pad"):
            return f"{self.op}({', '.join(map(_bare, inner))})"
        left, right = map(_wrap, inner)
        form = _FORMS.get(self.op, "({left} {op} {right})")
        op = self.op.removeprefix("f32").removeprefix("f64")
        return form.format(left=left, right=right, op=op)

    def __str__(self) -> str:
        return self._text


def _wrap(text: str) -> str:
    return f"({text})" if " " in text and not text.startswith("(") else text


def _bare(text: str) -> str:
    """A text without parentheses round the whole of it."""
    depth = 0
    for position, letter in enumerate(text):
        depth += {"(": 1, ")": -1}.get(letter, 0)
        if depth == 0 and position < len(text) - 1:
            return text
    return text[1:-1] if text.startswith("(") else text


# Quotients rounded down and up, and what is missing to the next multiple, as C would have them.
_FORMS = {
    "floor/": "floor({left} / {right})",
    "ceil/": "ceil({left} / {right})",
    "pad": "({left} % {right} ? {right} - {left} % {right} : 0)",
}

Atom = Symbol | Term
Monomial = tuple[Atom, ...]


@value_class()
class Polynomial:
    """A sum of `coefficient * product of atoms`; `terms` is sorted and has no zeros."""

    terms: tuple[tuple[Monomial, int], ...] = ()

    @staticmethod
    @lru_cache(maxsize=1024)
    def constant(value: int) -> "Polynomial":
        """The polynomial of a plain number."""
        return Polynomial((((), value),) if value else ())

    @staticmethod
    def atom(atom: Atom) -> "Polynomial":
        """The polynomial of one atom."""
        return Polynomial((((atom,), 1),))

    @staticmethod
    def build(terms: Iterable[tuple[Monomial, int]]) -> "Polynomial":
        """The sum of the given terms, in normal form."""
        total: dict[Monomial, int] = {}
        for monomial, coefficient in terms:
            total[monomial] = total.get(monomial, 0) + coefficient
        kept = [(monomial, value) for monomial, value in total.items() if value]
        return Polynomial(tuple(sorted(kept, key=_monomial_order) if len(kept) > 1 else kept))

    @lazy
    def _hash(self) -> int:
        return hash(self.terms)

    def __hash__(self) -> int:
        return self._hash

    @lazy
    def depth(self) -> int:
        """How deeply terms are nested in the polynomial; 0 where it has none."""
        return max((atom.depth for atom in self.atoms if isinstance(atom, Term)), default=0)

    @lazy
    def as_int(self) -> int | None:
        """The value where it is a plain number."""
        if not self.terms:
            return 0
        return self.terms[0][1] if len(self.terms) == 1 and not self.terms[0][0] else None

    @lazy
    def atoms(self) -> frozenset[Atom]:
        """The atoms of all monomials (not those inside terms)."""
        return frozenset(atom for monomial, _ in self.terms for atom in monomial)

    @lazy
    def symbols(self) -> frozenset[Symbol]:
        """All symbols, those inside terms included."""
        found: set[Symbol] = set()
        for atom in self.atoms:
            if isinstance(atom, Symbol):
                found.add(atom)
            else:
                found.update(*(operand.symbols for operand in atom.operands))
        return frozenset(found)

    def __add__(self, other: "Polynomial") -> "Polynomial":
        if not self.terms or not other.terms:
            return self if self.terms else other
        return _sum(self, other)

    def __neg__(self) -> "Polynomial":
        return Polynomial(tuple((monomial, -value) for monomial, value in self.terms))

    def __sub__(self, other: "Polynomial") -> "Polynomial":
        return self + (-other)

    def __mul__(self, other: "Polynomial") -> "Polynomial":
        for one, factor in ((self, other.as_int), (other, self.as_int)):
            if factor is not None:
                return one._scaled(factor)
        return Polynomial.build(
            (tuple(sorted(left + right, key=_atom_order)), a * b)
            for left, a in self.terms
            for right, b in other.terms
        )

    def _scaled(self, factor: int) -> "Polynomial":
        scaled = tuple((monomial, factor * value) for monomial, value in self.terms)
        return self if factor == 1 else Polynomial(scaled if factor else ())

    def divide(self, divisor: "Polynomial") -> "tuple[Polynomial, Polynomial]":
        """Quotient and remainder by a divisor of one monomial.

        Every term that the divisor divides goes into the quotient; a constant term is split with
        a remainder in `[0, |c|)` when the divisor is a number.
        """
        (divisor_monomial, divisor_value) = divisor.terms[0]
        quotient: list[tuple[Monomial, int]] = []
        remainder: list[tuple[Monomial, int]] = []
        for monomial, value in self.terms:
            rest = _remove_factors(monomial, divisor_monomial)
            if rest is None:
                remainder.append((monomial, value))
            elif not monomial:
                whole, part = divmod(value, divisor_value)
                quotient.append(((), whole))
                remainder.append(((), part))
            elif value % divisor_value == 0:
                quotient.append((rest, value // divisor_value))
            else:
                remainder.append((monomial, value))
        return Polynomial.build(quotient), Polynomial.build(remainder)

    def divide_exactly(self, divisor: "Polynomial") -> "Polynomial | None":
        """`self / divisor` where the division leaves nothing over, by leading terms."""
        if not divisor.terms:
            return None
        if divisor.as_int is not None:
            return self._without_factor(divisor.as_int)
        rest, quotient = self, Polynomial()
        leading_monomial, leading_value = divisor.terms[-1]
        while rest.terms:
            monomial, value = rest.terms[-1]
            factors = _remove_factors(monomial, leading_monomial)
            if factors is None or value % leading_value:
                return None
            step = Polynomial(((factors, value // leading_value),))
            quotient, rest = quotient + step, rest - step * divisor
            if len(quotient.terms) > 64:
                return None
        return quotient

    def _without_factor(self, factor: int) -> "Polynomial | None":
        if any(value % factor for _, value in self.terms):
            return None
        return Polynomial(tuple((monomial, value // factor) for monomial, value in self.terms))

    def substitute(self, values: "Callable[[Atom], Polynomial | None]") -> "Polynomial":
        """The polynomial with atoms replaced where `values` gives something for them."""
        result = Polynomial()
        for monomial, coefficient in self.terms:
            product = Polynomial.constant(coefficient)
            for atom in monomial:
                product = product * _substitute_atom(atom, values)
            result = result + product
        return result

    def evaluate(self, values: Mapping[Symbol, int]) -> int:
        """The number that results for the given values; KeyError where one is missing."""
        total = 0
        for monomial, coefficient in self.terms:
            product = coefficient
            for atom in monomial:
                product *= _evaluate_atom(atom, values)
            total += product
        return total

    def __str__(self) -> str:
        return self._text

    @lazy
    def _text(self) -> str:
        if not self.terms:
            return "0"
        text = ""
        for monomial, value in reversed(self.terms):
            sign = "-" if value < 0 else "+"
            size = abs(value)
            factors = [str(atom) for atom in monomial]
            body = " * ".join(([str(size)] if size != 1 or not factors else []) + factors)
            text += f" {sign} {body}" if text else (f"-{body}" if value < 0 else body)
        return text


ZERO = Polynomial()
ONE = Polynomial.constant(1)


@lru_cache(maxsize=4096)  # the statements of a kernel look alike
def _sum(left: Polynomial, right: Polynomial) -> Polynomial:
    return Polynomial.build((*left.terms, *right.terms))


def _atom_order(atom: Atom) -> tuple[str, str, int]:
    return atom.key


def _monomial_order(term: tuple[Monomial, int]) -> tuple[int, list[tuple[str, str, int]]]:
    return len(term[0]), [atom.key for atom in term[0]]


def _remove_factors(monomial: Monomial, factors: Monomial) -> Monomial | None:
    rest = list(monomial)
    for factor in factors:
        if factor not in rest:
            return None
        rest.remove(factor)
    return tuple(rest)


def _substitute_atom(atom: Atom, values: Callable[[Atom], Polynomial | None]) -> Polynomial:
    replacement = values(atom)
    if replacement is not None:
        return replacement
    if isinstance(atom, Term):
        return make_term(atom.op, tuple(operand.substitute(values) for operand in atom.operands))
    return Polynomial.atom(atom)


def _evaluate_atom(atom: Atom, values: Mapping[Symbol, int]) -> int:
    if isinstance(atom, Symbol):
        return values[atom]
    result = fold(atom.op, [operand.evaluate(values) for operand in atom.operands])
    if result is None:
        raise KeyError(atom)
    return result


def make_term(op: str, operands: tuple[Polynomial, ...]) -> Polynomial:
    """`op(operands)`, folded where all operands are numbers."""
    numbers = [operand.as_int for operand in operands]
    known = [number for number in numbers if number is not None]
    folded = fold(op, known) if len(known) == len(numbers) else None
    return (
        Polynomial.constant(folded) if folded is not None else Polynomial.atom(Term(op, operands))
    )
