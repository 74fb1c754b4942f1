"""The lanes of vectors as places of their own (OpenCL C 1.2, 6.1.7)."""

import re

from ppcl.analysis.polynomial import Polynomial
from ppcl.analysis.walk.value import Place
from ppcl.ir.expression import Expression, Swizzle
from ppcl.ir.types import Type, VectorType, size_of

_NUMBERS = re.compile("[sS][0-9a-fA-F]+")
_LETTERS = re.compile("[xyzw]+|[rgba]+")


def lanes_of(node: Swizzle, bases: tuple[Place, ...]) -> tuple[Place, ...]:
    """The places of the lanes that a swizzle names; `bases` are those of what it is taken of."""
    type_ = node.base.type
    named = lane_numbers(node.components, type_.lanes) if isinstance(type_, VectorType) else ()
    if not named or not isinstance(type_, VectorType):
        return tuple(Place(p.object, p.offset, "unknown") for p in bases)
    if isinstance(node.base, Swizzle):  # its places are lanes already
        vectors = (bases[i : i + type_.lanes] for i in range(0, len(bases), type_.lanes))
        return tuple(vector[lane] for vector in vectors for lane in named)
    size = size_of(type_.element) or 1
    distances = [Polynomial.constant(lane * size) for lane in named]
    return tuple(Place(p.object, p.offset + d, p.precision) for p in bases for d in distances)


def lane_type(node: Expression) -> Type:
    """The type of each of the places of an lvalue: of one lane where it is a swizzle."""
    if isinstance(node, Swizzle) and isinstance(node.type, VectorType):
        return node.type.element
    return node.type


def lane_numbers(components: str, lanes: int) -> tuple[int, ...]:
    """The numbers of the named components, none for what is no such name; the fourth lane of a
    vector of three is not used."""
    whole = 4 if lanes == 3 else lanes
    halves = {
        "lo": range(whole // 2),
        "hi": range(whole // 2, whole),
        "even": range(0, whole, 2),
        "odd": range(1, whole, 2),
    }
    if components in halves:
        return tuple(lane for lane in halves[components] if lane < lanes)
    if _NUMBERS.fullmatch(components):
        return tuple(int(digit, 16) for digit in components[1:])
    letters = components if _LETTERS.fullmatch(components) else ""
    return tuple("xyzwrgba".index(letter) % 4 for letter in letters)
