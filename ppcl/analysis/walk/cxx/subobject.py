"""An object seen as one of its base classes, or as a class derived from its own."""

from dataclasses import replace

from ppcl.analysis.numbers.polynomial import Polynomial
from ppcl.analysis.walk.core.machine import Walk
from ppcl.analysis.walk.core.value import OneOf, Place, Pointer, Value, choices_of, one_of
from ppcl.ir.types import PointerType, RecordType, Type


def shifted(place: Place, distance: int) -> Place:
    """A place some bytes further on."""
    return replace(place, offset=place.offset + Polynomial.constant(distance))


def as_class(walk: Walk, places: tuple[Place, ...], source: str, target: str) -> tuple[Place, ...]:
    """Objects of one class seen as a base of it, or as a class derived from it."""
    if source == target:
        return places
    down = walk.program.classes.base_offset(source, target)
    if down is not None:
        return tuple(shifted(place, down) for place in places)
    up = walk.program.classes.base_offset(target, source)
    if up is not None:
        return tuple(shifted(place, -up) for place in places)
    if walk.program.classes.derives(source, target) or walk.program.classes.derives(target, source):
        return tuple(replace(place, precision="unknown") for place in places)
    return places


def pointer_as_class(walk: Walk, value: Value, source: Type, target: Type) -> Value:
    """A pointer to an object of a class, converted to a pointer to another class."""
    if not isinstance(source, PointerType) or not isinstance(target, PointerType):
        return value
    first, second = source.pointee, target.pointee
    if not isinstance(first, RecordType) or not isinstance(second, RecordType):
        return value
    if first.name == second.name or not isinstance(value, Pointer | OneOf):
        return value
    return one_of([_moved(walk, single, first.name, second.name) for single in choices_of(value)])


def _moved(walk: Walk, single: Value, source: str, target: str) -> Value:
    if not isinstance(single, Pointer):
        return single
    here = Place(single.object, single.offset, single.precision)
    (there,) = as_class(walk, (here,), source, target)
    return Pointer(there.object, there.offset, there.precision)
