"""Which class an object is of, and which method a virtual call on it reaches."""

from dataclasses import dataclass

from ppcl.analysis.walk.core.frame import Closed
from ppcl.analysis.walk.core.machine import Walk
from ppcl.analysis.walk.core.place import Places
from ppcl.analysis.walk.core.value import Place
from ppcl.analysis.walk.cxx.subobject import as_class, shifted
from ppcl.ir.expression import Call
from ppcl.ir.types import ArrayType, RecordType, Type, size_of
from ppcl.ir.unit import Function


@dataclass(frozen=True)
class Whole:
    """An object that is no base of another one: its class and where it begins."""

    name: str
    place: Place


@dataclass(frozen=True)
class Callee:
    """A function that a call may reach, the objects on which it would run, or a lambda's scope."""

    function: Function
    this: Places
    closed: Closed | None = None


def dynamic_class(walk: Walk, place: Place, type_: RecordType) -> Whole | None:
    """The complete object of which a `type_` at `place` is a part; None where it is not known.

    While a constructor or destructor runs, the object is of that class (C++17, 15.7).
    """
    for frame in reversed(walk.frames):
        function = frame.function
        under_way = function is not None and function.role in ("constructor", "destructor")
        if under_way and function is not None and function.owner is not None and frame.this:
            offset = walk.program.classes.base_offset(function.owner, type_.name)
            if offset is not None and shifted(frame.this[0], offset) == place:
                return Whole(function.owner, frame.this[0])
    offset = place.start
    if offset is None or place.precision != "exact":
        return None
    found = _whole_at(walk, place.object.element, 0, offset, type_.name)
    return Whole(found[0], shifted(place, found[1] - offset)) if found is not None else None


def _whole_at(
    walk: Walk, type_: Type | None, start: int, offset: int, part: str
) -> tuple[str, int] | None:
    """The class and begin of the object in `type_` at `start` that has a `part` at `offset`."""
    if isinstance(type_, ArrayType):
        size = size_of(type_.element)
        first = start + (offset - start) // size * size if size else start
        return _whole_at(walk, type_.element, first, offset, part)
    record = walk.program.records.get(type_.name) if isinstance(type_, RecordType) else None
    if record is None or (record.size is not None and not start <= offset < start + record.size):
        return _repeated(walk, type_, start, offset, part)
    if walk.program.classes.base_offset(record.name, part) == offset - start:
        return record.name, start
    for field in record.fields:
        size = size_of(field.type)
        if size is not None and field.offset >= 0 and 0 <= offset - start - field.offset < size:
            return _whole_at(walk, field.type, start + field.offset, offset, part)
    return None


def _repeated(
    walk: Walk, type_: Type | None, start: int, offset: int, part: str
) -> tuple[str, int] | None:
    """The same in an allocation of several objects."""
    size = size_of(type_) if type_ is not None else None
    if start or not size or offset < size or not isinstance(type_, RecordType):
        return None
    return _whole_at(walk, type_, offset // size * size, offset, part)


def is_hidden(walk: Walk, call: Call, key: str, static: str, this: Places) -> bool:
    """Whether a virtual call may reach a method that was not read, so that it is not known."""
    method = call.method
    wholes = [dynamic_class(walk, place, RecordType(static, None)) for place in this]
    exact = [whole for whole in wholes if whole is not None]
    if not this or len(exact) < len(wholes) or not all(place.certain for place in this):
        return walk.program.classes.any_hides(static, key, method)
    return any(walk.program.classes.hides(whole.name, key, method) for whole in exact)


def targets_of(walk: Walk, key: str, static: str, this: Places) -> list[Callee]:
    """The methods that a virtual call of the one with this key may reach; `this` are objects of
    the class `static`."""
    found: dict[str, list[Place]] = {}
    unknown: list[Place] = []
    for place in this:
        whole = dynamic_class(walk, place, RecordType(static, None))
        chosen = walk.program.classes.overrider(whole.name, key) if whole is not None else None
        if whole is None or chosen is None:
            unknown.append(place)
            continue
        there = as_class(walk, (whole.place,), whole.name, chosen.owner or whole.name)
        found.setdefault(chosen.declaration.key, []).extend(there)
    if unknown or not all(place.certain for place in this) or not this:
        for other in walk.program.classes.overriders(key):
            there = as_class(walk, tuple(unknown), static, other.owner or static)
            found.setdefault(other.declaration.key, []).extend(there)
    return [Callee(walk.program.functions[key], tuple(places)) for key, places in found.items()]
