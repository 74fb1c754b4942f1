"""Conditions on integers as plain data, and in C's words."""

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class Comparison:
    """A sum of `number * name` and a constant: `>=` 0, `==` 0, or divisible (`%`) by `divisor`."""

    terms: tuple[tuple[str, int], ...]
    constant: int
    relation: Literal[">=", "==", "%"]
    divisor: int = 1

    @property
    def text(self) -> str:
        """In C, with what is subtracted on the other side."""
        if self.relation == "%":
            return self._divisible
        left = tuple((name, number) for name, number in self.terms if number > 0)
        right = tuple((name, -number) for name, number in self.terms if number < 0)
        if self.relation == ">=" and self.constant == -1 and right:
            return f"{_sum(right, 0)} < {_sum(left, 0)}"
        first, second = _sum(left, max(self.constant, 0)), _sum(right, max(-self.constant, 0))
        if not left and self.relation == ">=":
            return f"{second} <= {first}"
        return f"{first} {self.relation} {second}"

    @property
    def _divisible(self) -> str:
        sign = -1 if self.terms and self.terms[0][1] < 0 else 1
        turned = tuple((name, sign * number) for name, number in self.terms)
        dividend = _sum(turned, sign * self.constant)
        return f"{f'({dividend})' if ' ' in dividend else dividend} % {self.divisor} == 0"


@dataclass(frozen=True, slots=True)
class Condition:
    """Holds where all comparisons of one of the alternatives hold."""

    alternatives: tuple[tuple[Comparison, ...], ...]

    @property
    def text(self) -> str:
        """In C, for a type that holds the value of each sum in it."""
        if () in self.alternatives:
            return "1"
        parts = [" && ".join(each.text for each in one) for one in self.alternatives]
        if len(parts) > 1:
            parts = [f"({part})" if "&&" in part else part for part in parts]
        return " || ".join(parts) or "0"


def _sum(terms: tuple[tuple[str, int], ...], constant: int) -> str:
    text = ""
    for name, number in terms:
        size = f"{abs(number)} * {name}" if abs(number) != 1 else name
        text += _signed(size, number, not text)
    if constant or not text:
        text += _signed(str(abs(constant)), constant, not text)
    return text


def _signed(text: str, sign: int, first: bool) -> str:
    if first:
        return f"-{text}" if sign < 0 else text
    return f" {'-' if sign < 0 else '+'} {text}"
