"""`std::vector`, `std::array` and arrays as one thing: elements in a row, and how many."""

from dataclasses import dataclass

from ppcl.analysis.numbers.polynomial import ZERO, Polynomial
from ppcl.analysis.walk.core.machine import Walk
from ppcl.analysis.walk.core.place import Places, address, places_of, pointees
from ppcl.analysis.walk.core.state import State
from ppcl.analysis.walk.core.value import Number, StructValue, Unknown, Value
from ppcl.analysis.walk.std.containers import (
    COUNT,
    DATA,
    element_places,
    held_at,
    is_library,
    is_unmade,
    iterated,
    receiver_places,
)
from ppcl.analysis.walk.std.initializer_list import are_lists
from ppcl.analysis.walk.std.map_entries import MAPS, entries, pair_of
from ppcl.ir import expression as ex
from ppcl.ir.node import Origin
from ppcl.ir.types import ArrayType, IntType, PointerType, RecordType, ReferenceType, Type, size_of

ITERATORS = (
    *("__gnu_cxx::__normal_iterator<", "std::_Deque_iterator<", "std::_List_iterator<"),
    *("std::_List_const_iterator<", "std::_Fwd_list_iterator<", "std::_Fwd_list_const_iterator<"),
)
# Containers whose elements stay where they are when others come and go, and what is made of them.
STAYING = ("list", "forward_list", "deque", "queue", "stack")
_NAMES = ("vector", "array", "initializer_list", *STAYING)


@dataclass(frozen=True)
class Sequence:
    """The places of the first element (several where the container is one of several), and the
    number of elements, None where it is not known. `apart` are the elements of a map."""

    element: Type
    data: Places
    count: Polynomial | None
    apart: Places = ()

    def at(self, index: Value) -> Places:
        """The elements that an index may designate."""
        number = index.value.as_int if isinstance(index, Number) and self.apart else None
        if number is not None:
            return self.apart[number : number + 1]
        return element_places(self.data, index, size_of(self.element))


def element_of(type_: Type) -> Type | None:
    """The element type where `type_` is a vector or array, a reference or a pointer to one."""
    while isinstance(type_, ReferenceType | PointerType):
        type_ = type_.referent if isinstance(type_, ReferenceType) else type_.pointee
    known = is_library(type_, *_NAMES)
    if not known or not isinstance(type_, RecordType):
        return None
    element = type_.arguments[0] if type_.arguments else None
    return None if isinstance(element, IntType) and element.name == "bool" else element


def sequence_of(
    walk: Walk, node: ex.Expression, state: State, any_order: bool = False
) -> Sequence | None:
    """The elements that an expression stands for, None where it is no such container."""
    if isinstance(node.type, ArrayType):
        length = node.type.length
        count = None if length is None else Polynomial.constant(length)
        return Sequence(node.type.element, places_of(walk, node, state), count)
    if is_library(node.type, *MAPS):
        places = receiver_places(walk, node, state)
        found = entries(walk, node.type, places, state, any_order)
        count = Polynomial.constant(len(found)) if found is not None else None
        return Sequence(pair_of(node.type), _owned(places, state), count, found or ())
    element = element_of(node.type)
    if element is None:
        return None
    places = receiver_places(walk, node, state)
    if is_library(node.type, "array"):
        return Sequence(element, places, _length(node.type, element))
    data = _owned(places, state)
    if is_library(node.type, "initializer_list") and not are_lists(walk, data):
        return None
    count = ZERO if is_unmade(places, state) else _counted(places, state)
    return Sequence(element, data, count)


def _length(type_: Type, element: Type) -> Polynomial | None:
    """The length of a `std::array`, from its size."""
    while isinstance(type_, ReferenceType | PointerType):
        type_ = type_.referent if isinstance(type_, ReferenceType) else type_.pointee
    whole, one = size_of(type_), size_of(element)
    return Polynomial.constant(whole // one) if whole and one else None


def _owned(places: Places, state: State) -> Places:
    held = [held_at(place, DATA, state) for place in places]
    return tuple(place for value in held if value is not None for place in pointees(value))


def _counted(places: Places, state: State) -> Polynomial | None:
    held = held_at(places[0], COUNT, state) if len(places) == 1 else None
    return held.value if isinstance(held, Number) else None


def iterator(places: Places, at: Origin, type_: Type) -> Value:
    """An iterator at places: a class that holds a pointer, or a plain pointer."""
    found = address(places, at)
    return found if isinstance(type_, PointerType) else StructValue(((DATA, found),))


def is_iterator(type_: Type) -> bool:
    """Whether a type is an iterator over a vector, a pointer, or an array that becomes one."""
    if isinstance(type_, ReferenceType):
        type_ = type_.referent
    record = isinstance(type_, RecordType) and type_.name.startswith(ITERATORS)
    return record or isinstance(type_, PointerType | ArrayType)


def step_of(type_: Type) -> int | None:
    """The bytes from one element to the next, of an iterator's type."""
    element = pointed_by(type_)
    return size_of(element) if element is not None else None


def pointed_by(type_: Type) -> Type | None:
    """The element type of an iterator's type."""
    if isinstance(type_, ReferenceType):
        type_ = type_.referent
    if isinstance(type_, ArrayType):
        return type_.element
    if isinstance(type_, RecordType) and type_.arguments:
        first = type_.arguments[0]
        if isinstance(first, PointerType):
            return first.pointee
        return first if type_.name.startswith(ITERATORS[1:]) else None
    return type_.pointee if isinstance(type_, PointerType) else None


def distance(first: Value, last: Value, size: int | None) -> Polynomial | None:
    """The number of elements between two iterators into one object."""
    begin, end = pointees(iterated(first)), pointees(iterated(last))
    if len(begin) != 1 or len(end) != 1 or begin[0].object != end[0].object or not size:
        return None
    exact = begin[0].precision == end[0].precision == "exact"
    return (
        (end[0].offset - begin[0].offset).divide_exactly(Polynomial.constant(size))
        if exact
        else None
    )


def members(found: Sequence, name: str, arguments: tuple[Value, ...]) -> Places | None:
    """The element that a member function gives a reference to, None for other members."""
    if name in ("operator[]", "at") and arguments:
        return found.at(arguments[0])
    if name == "front":
        return found.at(Number(ZERO))
    if name == "back":
        last = found.count - Polynomial.constant(1) if found.count is not None else None
        return found.at(Number(last) if last is not None else Unknown("the last element"))
    return None
