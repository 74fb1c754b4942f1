"""The lanes of vectors as places of their own (OpenCL C 1.2, 6.1.7)."""

from ppcl.analysis.numbers.polynomial import Polynomial
from ppcl.analysis.walk.core.value import Place
from ppcl.ir.expression import Expression, Swizzle
from ppcl.ir.types import Type, VectorType, size_of
from ppcl.ir.vector import lane_numbers


def lanes_of(node: Swizzle, bases: tuple[Place, ...]) -> tuple[Place, ...]:
    """The places of the lanes that a swizzle names; `bases` are those of what it is taken of."""
    type_ = node.base.type
    named = _named(node.components, type_) if isinstance(type_, VectorType) else ()
    if not named or not isinstance(type_, VectorType):
        return tuple(Place(p.object, p.offset, "unknown") for p in bases)
    if isinstance(node.base, Swizzle):  # its places are lanes already
        vectors = (bases[i : i + type_.lanes] for i in range(0, len(bases), type_.lanes))
        return tuple(vector[lane] for vector in vectors for lane in named)
    size = size_of(type_.element) or 1
    distances = [Polynomial.constant(lane * size) for lane in named]
    return tuple(Place(p.object, p.offset + d, p.precision) for p in bases for d in distances)


def _named(components: str, type_: VectorType) -> tuple[int, ...]:
    """The lanes of that name that mean something."""
    return tuple(lane for lane in lane_numbers(components, type_.lanes) if lane < type_.lanes)


def lane_type(node: Expression) -> Type:
    """The type of each of the places of an lvalue: of one lane where it is a swizzle."""
    if isinstance(node, Swizzle) and isinstance(node.type, VectorType):
        return node.type.element
    return node.type
