"""What an index is written as: the terms that its value is the sum of."""

from math import prod

from ppcl.analysis.numbers.polynomial import ONE, Polynomial
from ppcl.ir.expression import Expression
from ppcl.source.value_class import value_class


@value_class()
class Factor:
    """A factor of a term of an index, as the user wrote it, with its value."""

    expression: Expression
    value: Polynomial


@value_class()
class IndexTerm:
    """`sign * product of factors`: a term of a written index such as `i + j * A`."""

    sign: int
    factors: tuple[Factor, ...]

    @property
    def value(self) -> Polynomial:
        """The value of the product, without the sign."""
        return prod((factor.value for factor in self.factors), start=ONE)


@value_class()
class NestedIndex:
    """`name[row][column]` of an array of arrays: its name, both indices, and their parts."""

    name: str
    indices: tuple[Expression, Expression]
    row: tuple[IndexTerm, ...]
    column: tuple[IndexTerm, ...]
