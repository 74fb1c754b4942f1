"""Geometric functions (OpenCL 1.2, 6.12.5) of a vector's components: expressions of numbers.

What stands for a whole vector is a builtin function of ours with its components, `component_...`
(templates/runtime/c/builtins/geometric.c)."""

from collections.abc import Sequence
from dataclasses import dataclass

from ppcl.ir import expression as ex
from ppcl.ir.node import Origin
from ppcl.ir.types import IntType, Type

FUNCTIONS = frozenset(
    ("component_scale", "component_inverse", "component_unit", "component_length")
)
LENGTHS = ("length", "distance", "fast_length", "fast_distance")
UNITS = ("normalize", "fast_normalize")
_MOST = 4


@dataclass(frozen=True)
class Geometry:
    """Makes expressions of components, numbers of a floating type, at a place of the program."""

    at: Origin
    type: Type

    def products(
        self, left: Sequence[ex.Expression], right: Sequence[ex.Expression]
    ) -> ex.Expression:
        """The sum of products."""
        total, *rest = (self.binary("*", *pair) for pair in zip(left, right, strict=True))
        for product in rest:
            total = self.binary("+", total, product)
        return total

    def length(self, parts: Sequence[ex.Expression], is_fast: bool) -> ex.Expression:
        """How long a vector is."""
        if is_fast:
            return self._call("sqrt", [self.products(parts, parts)])
        return self._call("component_length", self._four(parts))

    def scale(self, parts: Sequence[ex.Expression]) -> ex.Expression:
        """A power of two that brings squares into range."""
        return self._call("component_scale", self._four(parts))

    def inverse(self, scale: ex.Expression, parts: Sequence[ex.Expression]) -> ex.Expression:
        """One over the length of what is scaled."""
        return self._call("component_inverse", [scale, *self._four(parts)])

    def unit(
        self, own: ex.Expression, scale: ex.Expression, inverse: ex.Expression
    ) -> ex.Expression:
        """A component of the vector of length one; a scale of 1 plays no part."""
        if isinstance(scale, ex.Cast):
            return self.binary("*", own, inverse)
        return self._call("component_unit", [own, scale, inverse])

    def one(self) -> ex.Expression:
        """The scale of `fast_normalize`."""
        return self._number(1)

    def cross(
        self, left: Sequence[ex.Expression], right: Sequence[ex.Expression], number: int
    ) -> ex.Expression:
        """A component of the cross product; the fourth is 0."""
        if number == len("xyz"):
            return self._number(0)
        second, third = (number + 1) % 3, (number + 2) % 3
        products = (
            self.binary("*", left[second], right[third]),
            self.binary("*", left[third], right[second]),
        )
        return self.binary("-", *products)

    def binary(self, op: str, left: ex.Expression, right: ex.Expression) -> ex.Expression:
        """`left op right`."""
        return ex.Binary(self.at, self.type, op, left, right)

    def _number(self, value: int) -> ex.Expression:
        number = ex.IntLiteral(self.at, IntType("int", 32, True), value)
        return ex.Cast(self.at, self.type, number, implicit=False)

    def _four(self, parts: Sequence[ex.Expression]) -> list[ex.Expression]:
        return [*parts, *[self._number(0)] * (_MOST - len(parts))]

    def _call(self, name: str, given: Sequence[ex.Expression]) -> ex.Expression:
        return ex.Call(self.at, self.type, name, None, tuple(given))
