"""Addresses of elements in memory, as where the memory begins and numbers that are added to it."""

from dataclasses import dataclass, replace

from ppcl.ir import expression as ex
from ppcl.ir.types import ArrayType, IntType, PointerType
from ppcl.rewrite.lanes.types import INT


@dataclass(frozen=True)
class Address:
    """An address: a pointer or an array, and the `numbers` of elements that are added to it."""

    pointer: ex.Expression
    numbers: tuple[ex.Expression, ...]


def address_of(place: ex.Expression) -> Address | None:
    """The address of an element behind a pointer, or of an array; None for other places, and for
    memory that is volatile."""
    match place:
        case ex.Index(base=base, index=index) if isinstance(base.type, PointerType):
            found = split(base)
            return found and replace(found, numbers=(*found.numbers, index))
        case ex.Index() if isinstance(place.base.type, ArrayType):
            first, index = flat(place)
            return Address(first.base, (index,))
        case ex.Unary(op="*", operand=operand):
            return split(operand)
        case _:
            return None


def split(pointer: ex.Expression) -> Address | None:
    """A pointer's value as an address; None where what it points to is volatile."""
    type_ = pointer.type
    if isinstance(type_, ArrayType):
        return Address(pointer, ())
    if not isinstance(type_, PointerType) or type_.volatile:
        return None
    match pointer:
        case ex.Binary(op="+", left=base, right=number) if isinstance(number.type, IntType):
            found = split(base)
            return found and replace(found, numbers=(*found.numbers, number))
        case ex.Binary(op="+", left=number, right=base) if isinstance(number.type, IntType):
            found = split(base)
            return found and replace(found, numbers=(number, *found.numbers))
        case ex.Unary(op="&", operand=ex.Index() as place) if place.type == type_.pointee:
            return address_of(place)
        case _:
            return Address(pointer, ())


def flat(place: ex.Index) -> tuple[ex.Index, ex.Expression]:
    """The first element of an array, or of an array of arrays, and the number of one, which is
    no more than an `int`: there is no larger array."""
    first = replace(place, index=ex.IntLiteral(place.at, INT, 0))
    if not isinstance(place.base, ex.Index) or not isinstance(place.base.type, ArrayType):
        return first, place.index
    if not isinstance(place.base.base.type, ArrayType):
        return first, place.index
    outer, number = flat(place.base)
    length = ex.IntLiteral(place.at, INT, place.base.type.length or 0)
    rows = ex.Binary(place.at, INT, "*", _as_int(number), length)
    index = ex.Binary(place.at, INT, "+", rows, _as_int(place.index))
    return replace(first, base=outer), index


def _as_int(node: ex.Expression) -> ex.Expression:
    return node if node.type == INT else ex.Cast(node.at, INT, node, implicit=False)
