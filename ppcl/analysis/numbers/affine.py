"""Polynomials and guards as affine text in isl's syntax, where they are affine."""

from collections.abc import Mapping
from dataclasses import dataclass

from ppcl.analysis.numbers.guard import Guard, LoopIterator
from ppcl.analysis.numbers.polynomial import Atom, Monomial, Polynomial, Symbol, Term
from ppcl.analysis.numbers.proof import proves_nonnegative

_SIGNS = {">=": ">=", "==": "=", "!=": "!="}


@dataclass(frozen=True)
class Affine:
    """Prints over named symbols; the guards and loops say which numerators are not negative."""

    names: Mapping[Symbol, str]
    guards: tuple[Guard, ...]
    loops: tuple[LoopIterator, ...]

    def text(self, value: Polynomial | None) -> str | None:
        """The value; None where it is not known or not affine in the named symbols."""
        if value is None:
            return None
        constant = sum(number for monomial, number in value.terms if not monomial)
        return self._sum([t for t in value.terms if t[0]], constant)

    def guard(self, guard: Guard) -> str | None:
        """The condition with negative terms moved to the other side; None as `text`."""
        terms = [term for term in guard.value.terms if term[0]]
        constant = sum(number for monomial, number in guard.value.terms if not monomial)
        strict = constant == -1 and guard.relation == ">=" and any(n < 0 for _, n in terms)
        left = self._sum([t for t in terms if t[1] > 0], max(constant, 0))
        negative = [(monomial, -number) for monomial, number in terms if number < 0]
        right = self._sum(negative, 0 if strict else max(-constant, 0))
        if left is None or right is None:
            return None
        if strict:
            return f"{right} < {left}"
        return f"{left} {_SIGNS[guard.relation]} {right}"

    def _sum(self, terms: list[tuple[Monomial, int]], constant: int) -> str | None:
        text = ""
        for monomial, number in terms:
            atom = self._atom(monomial[0]) if len(monomial) == 1 else None
            if atom is None:
                return None
            size = f"{abs(number)}*{atom}" if abs(number) != 1 else atom
            text += _signed(size, number, not text)
        if constant or not text:
            text += _signed(str(abs(constant)), constant, not text)
        return text

    def _atom(self, atom: Atom) -> str | None:
        if isinstance(atom, Symbol):
            return self.names.get(atom)
        match atom.op, atom.operands:
            case ("/" | "%", (left, right)) if (right.as_int or 0) > 0:
                if not proves_nonnegative(left, self.guards, self.loops):
                    return None
                return self._division(atom, left, right.as_int or 1)
            case ">>", (left, right) if right.as_int is not None and 0 <= right.as_int < 64:
                return self._division(atom, left, 1 << right.as_int)
            case "&", operands:
                return self._mask(operands)
            case "min" | "max", operands:
                texts = [self.text(operand) for operand in operands]
                known = [text for text in texts if text is not None]
                return f"{atom.op}({', '.join(known)})" if len(known) == len(texts) else None
            case _:
                return None

    def _mask(self, operands: tuple[Polynomial, ...]) -> str | None:
        """`x & (2^k - 1)` is the remainder by `2^k`, of negative numbers too."""
        sizes = [o.as_int + 1 for o in operands if o.as_int is not None and o.as_int >= 0]
        inner = [self.text(o) for o in operands if o.as_int is None]
        if len(operands) != 2 or len(sizes) != 1 or not inner or inner[0] is None:
            return None
        return f"(({inner[0]}) mod {sizes[0]})" if sizes[0] & (sizes[0] - 1) == 0 else None

    def _division(self, atom: Term, left: Polynomial, divisor: int) -> str | None:
        inner = self.text(left)
        if inner is None:
            return None
        return f"(({inner}) mod {divisor})" if atom.op == "%" else f"floor(({inner})/{divisor})"


def _signed(text: str, sign: int, first: bool) -> str:
    if first:
        return f"-{text}" if sign < 0 else text
    return f" {'-' if sign < 0 else '+'} {text}"
