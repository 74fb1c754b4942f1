"""What lanes hold."""

from dataclasses import replace

from ppcl.ir.types import ROW_LANES, ArrayType, FloatType, IntType, Type, VectorType

INT = IntType("int", 32, True)
BITS = 32


class NoLanes(Exception):
    """Statements that have no form with lanes; the message says what has none."""


def is_32(type_: Type) -> bool:
    """Whether lanes can have numbers of a type."""
    if isinstance(type_, IntType):
        return type_.bits == BITS and type_.is_built_in
    return isinstance(type_, FloatType) and type_.bits == BITS


def lanes_of(type_: Type) -> VectorType:
    """The type of a vector with a number of a type in each lane. Raises NoLanes."""
    if isinstance(type_, IntType | FloatType) and is_32(type_):
        return VectorType(type_, ROW_LANES)
    raise NoLanes("numbers that are not of 32 bits")


def array_of_lanes(type_: Type) -> Type:
    """The same of an array's elements."""
    if isinstance(type_, ArrayType):
        return replace(type_, element=array_of_lanes(type_.element))
    return lanes_of(type_)
