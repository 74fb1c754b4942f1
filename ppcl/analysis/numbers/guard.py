"""What holds at a place in a program: guards, and the ranges of loops' counters."""

from dataclasses import dataclass
from typing import Literal

from ppcl.analysis.numbers.polynomial import Polynomial, Symbol
from ppcl.ir.lazy import lazy
from ppcl.source.value_class import value_class


@value_class()
class Guard:
    """A condition that holds where it is listed: `value >= 0`, `value == 0` or `value != 0`."""

    value: Polynomial
    relation: Literal[">=", "==", "!="]

    @lazy
    def _hash(self) -> int:
        return hash((self.value, self.relation))

    def __hash__(self) -> int:
        return self._hash

    def __str__(self) -> str:
        return f"{self.value} {self.relation} 0"


@dataclass(frozen=True)
class LoopIterator:
    """A loop's counter: `lower <= symbol < upper`, in steps of `step` from `lower` (0: upwards by
    an amount that is not known).

    `upper` is None where it is not known; `exact` says that the bounds are those of the loop (no
    break, return or hidden change) and not only an enclosing range.
    """

    symbol: Symbol
    lower: Polynomial | None
    upper: Polynomial | None
    step: int
    exact: bool
