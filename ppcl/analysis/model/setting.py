"""How a host gives a kernel's scalar argument its number."""

from dataclasses import dataclass

from ppcl.analysis.numbers.polynomial import Polynomial
from ppcl.ir.expression import Expression


@dataclass(frozen=True)
class Setting:
    """A call that set a scalar argument: the argument's address as written, the value that was
    there, and the integer variables in scope at the call."""

    node: Expression
    value: Polynomial
    scope: tuple[tuple[str, Polynomial], ...]
