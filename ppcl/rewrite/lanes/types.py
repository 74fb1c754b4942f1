"""What lanes hold."""

from dataclasses import replace

from ppcl.ir.types import ROW_LANES, ArrayType, FloatType, IntType, Type, VectorType

INT = IntType("int", 32, True)
UINT = IntType("unsigned int", 32, False)
DOUBLE = FloatType("double", 64)
LONG = IntType("long", 64, True)
BITS = 32
_MOST_BITS = 64
_FLOATS = ("float", "double")


class NoLanes(Exception):
    """Statements that have no form with lanes; the message says what has none."""


def held(type_: Type) -> IntType | FloatType | None:
    """The type that lanes have a number of a type in, None where they have none. What has fewer
    bits than an `int` is one, as C's operators take it."""
    if isinstance(type_, FloatType):
        return type_ if type_.name in _FLOATS else None
    if not isinstance(type_, IntType) or not type_.is_built_in or type_.bits > _MOST_BITS:
        return None
    return INT if type_.bits < BITS else type_


def is_narrow(type_: Type) -> bool:
    """Whether lanes have more room than numbers of a type need."""
    return held(type_) not in (None, type_)


def is_wide(type_: Type) -> bool:
    """Whether whole numbers have more bits than an `int`: a register has lanes for half as many."""
    return isinstance(type_, IntType) and type_.bits > BITS


def is_truth(type_: Type) -> bool:
    """Whether a type's numbers are 0 and 1."""
    return isinstance(type_, IntType) and type_.name == "bool"


def lanes_of(type_: Type) -> VectorType:
    """The type of a vector with a number of a type in each lane. Raises NoLanes."""
    found = held(type_)
    if found is None:
        raise NoLanes("what has no room in a lane")
    return VectorType(found, ROW_LANES)


def array_of_lanes(type_: Type) -> Type:
    """The same of an array's elements."""
    if isinstance(type_, ArrayType):
        return replace(type_, element=array_of_lanes(type_.element))
    return lanes_of(type_)


def wider(type_: Type, given: Type, op: str) -> Type:
    """What `x op= y` is computed in; of integers, x's bits are enough, but for a quotient."""
    if not isinstance(given, FloatType):
        return _quotient(type_, given) if op in ("/", "%") else type_
    return given if not isinstance(type_, FloatType) or given.bits > type_.bits else type_


def _quotient(type_: Type, given: Type) -> Type:
    """What whole numbers are divided in: of the type with more bits, and of two with as many, of
    the one without a sign."""
    own, other = held(type_), held(given)
    if not isinstance(own, IntType) or not isinstance(other, IntType):
        return type_
    is_more = (other.bits, not other.signed) > (own.bits, not own.signed)
    return other if is_more else type_
