"""The integer variables that are in scope at a place: what a text put there may name."""

from collections.abc import Iterator

from ppcl.analysis.model import MemoryObject
from ppcl.analysis.numbers.polynomial import Polynomial
from ppcl.analysis.walk.core.frame import Frame
from ppcl.analysis.walk.core.machine import Walk
from ppcl.analysis.walk.core.state import State
from ppcl.analysis.walk.core.value import Number, Place, Pointer
from ppcl.ir.node import Declaration, Origin
from ppcl.ir.types import IntType, PointerType, RecordType, Type

Scope = tuple[tuple[str, Polynomial], ...]


def make_global(
    walk: Walk, declaration: Declaration, places: tuple[Place, ...], type_: Type
) -> None:
    """Make a variable known everywhere; by the file that it is declared in, where it is an integer
    or hides one."""
    key, name = declaration.key, declaration.name
    walk.memory.globals[key] = places
    at = places[0].object.at if places else None
    if at is not None:
        visible = walk.program.file_scopes.setdefault(at.span.file, {})
        if isinstance(type_, IntType) or any(name == other for other, _ in visible.values()):
            visible[key] = (name, type_)


def make_known(
    walk: Walk, declaration: Declaration, places: tuple[Place, ...], type_: Type
) -> None:
    """Make a variable known in the innermost frame, or everywhere."""
    if not walk.frames:
        make_global(walk, declaration, places, type_)
        return
    walk.frame.places[declaration.key] = places
    walk.frame.types[declaration.key] = (declaration.name, type_)


def scope_of(walk: Walk, state: State, at: Origin) -> Scope:
    """Integer variables in scope at a place and their values, by name; inner declarations hide
    outer ones, and globals are in scope behind their declaration in the same file. Behind them the
    fields of structs that local variables are or point to, as `m.rows` and `m->rows`."""
    found: dict[str, Polynomial] = {}
    for key, (name, type_) in walk.program.file_scopes.get(at.span.file, {}).items():
        places = walk.memory.globals[key]
        if _is_before(places, at):
            _enter(found, name, _integer_in(places, type_, state))
    for name, held in _members(walk, state):
        _enter(found, name, held)
    for key, (name, type_) in walk.frame.types.items():
        if isinstance(type_, IntType) or name in found:
            _enter(found, name, value_named(walk.frame, key, state))
    fields = (
        f for key, named in walk.frame.types.items() for f in _fields(walk, key, named, state)
    )
    return (*found.items(), *fields)


def _fields(
    walk: Walk, key: str, named: tuple[str, Type], state: State
) -> Iterator[tuple[str, Polynomial]]:
    """The numbers in the struct that a local variable is, or points to."""
    name, type_ = named
    sign, places = ".", walk.frame.places.get(key, ())
    of = type_.pointee if isinstance(type_, PointerType) else type_
    record = walk.program.records.get(of.name) if isinstance(of, RecordType) else None
    if record is None or record.union or record.bases or key in walk.frame.enclosing:
        return
    if isinstance(type_, PointerType):
        held = _pointer_in(places, type_, state)
        sign, places = "->", (Place(held.object, held.offset),) if held is not None else ()
    if len(places) != 1:
        return
    start, target = places[0].start, places[0].object
    if start is None or target.serial in walk.memory.mixed:
        return
    for field in record.fields:
        place = Place(target, Polynomial.constant(start + field.offset))
        value = _integer_in((place,), field.type, state) if field.offset >= 0 else None
        if value is not None:
            yield f"{name}{sign}{field.name}", value


def _members(walk: Walk, state: State) -> Iterator[tuple[str, Polynomial | None]]:
    """The numbers of the object that a method is called on, as its own class names them."""
    function, this = walk.frame.function, walk.frame.this
    record = walk.program.records.get(function.owner or "") if function is not None else None
    if record is None or record.union or len(this) != 1 or not this[0].certain:
        return
    start, target = this[0].start, this[0].object
    if start is None or target.serial in walk.memory.mixed:
        return
    for field in record.own_fields:
        place = Place(target, Polynomial.constant(start + field.offset))
        known = isinstance(field.type, IntType) and field.offset >= 0
        yield field.name, _integer_in((place,), field.type, state) if known else None


def value_named(frame: Frame, key: str, state: State) -> Polynomial | None:
    """The whole number that a variable's name gives in an activation, None where it gives none."""
    if key in frame.enclosing:
        return frame.enclosing[key]
    return _integer_in(frame.places.get(key, ()), frame.types[key][1], state)


def base_of(walk: Walk, state: State, target: MemoryObject, through: Type) -> str:
    """A local or parameter that points to the first element of an object, and says of it what the
    pointer does that it is accessed `through`; the empty string where there is none, or where
    `restrict` says that others are not made of it. What has the object's name is taken first."""
    found: dict[str, bool] = {}
    restricted: set[str] = set()
    for key, (name, type_) in walk.frame.types.items():
        found[name] = False
        held = _pointer_in(walk.frame.places.get(key, ()), type_, state)
        if isinstance(type_, PointerType) and held is not None and held.object == target:
            is_own = key not in walk.frame.enclosing and held.start == 0
            found[name] = is_own and _is_like(type_, through, walk.program.cplusplus)
            restricted |= {name} if type_.restrict else set()
    names = [name for name, is_base in found.items() if is_base]
    if restricted and restricted != {*names}:
        return ""
    return target.name if target.name in names else next(iter(names), "")


def _is_like(type_: PointerType, through: Type, cplusplus: bool) -> bool:
    """Whether elements are the same by two pointers: C++ asks whether they are constant, and what
    is constant is not stored to."""
    if not isinstance(through, PointerType):
        return False
    same = type_.pointee == through.pointee and not type_.volatile and not through.volatile
    differs = type_.const != through.const
    return same and not (differs and (cplusplus or type_.const))


def _pointer_in(places: tuple[Place, ...], type_: Type, state: State) -> Pointer | None:
    if not isinstance(type_, PointerType) or len(places) != 1:
        return None
    value = state.load(places[0].object, places[0].start or 0)
    return value if isinstance(value, Pointer) and value.precision == "exact" else None


def _is_before(places: tuple[Place, ...], at: Origin) -> bool:
    declared = places[0].object.at if places else None
    if declared is None:
        return False
    return declared.span.file == at.span.file and declared.span.end <= at.span.start


def _enter(found: dict[str, Polynomial], name: str, held: Polynomial | None) -> None:
    """A variable comes into scope: it hides what had its name."""
    found.pop(name, None)
    if held is not None:
        found[name] = held


def _integer_in(places: tuple[Place, ...], type_: Type, state: State) -> Polynomial | None:
    if not isinstance(type_, IntType) or len(places) != 1:
        return None
    if not type_.is_built_in:
        return None  # an enumeration: C++ has other operators for it, or none
    value = state.load(places[0].object, places[0].start or 0)
    return value.value if isinstance(value, Number) and value.precision == "exact" else None
