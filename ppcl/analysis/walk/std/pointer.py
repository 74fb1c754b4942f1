"""`std::unique_ptr` and `std::shared_ptr`: what they own is a value at DATA."""

from collections.abc import Iterator

from ppcl.analysis.numbers.polynomial import ZERO
from ppcl.analysis.walk.core.machine import Walk
from ppcl.analysis.walk.core.place import Places, address, load, pointees
from ppcl.analysis.walk.core.state import State
from ppcl.analysis.walk.core.value import (
    Closure,
    FunctionValue,
    Number,
    StructValue,
    Unknown,
    Value,
    cells_of,
    choices_of,
    one_of,
)
from ppcl.analysis.walk.cxx.subobject import as_class
from ppcl.analysis.walk.std.containers import (
    DATA,
    class_of,
    element_places,
    ended,
    held_at,
    is_library,
    put_at,
    receiver_places,
)
from ppcl.analysis.walk.std.in_place import handed_on, handed_to
from ppcl.ir import expression as ex
from ppcl.ir.node import Declaration
from ppcl.ir.types import ArrayType, PointerType, RecordType, Type, size_of

_CALL = "operator()"


def note_deleter(walk: Walk, call: ex.Call, arguments: tuple[Value, ...], state: State) -> None:
    """Let go of the deleter that a smart pointer gets, or that its type names."""
    owner = class_of(call.receiver.type if call.receiver is not None else call.type)
    given = list(zip(call.arguments, arguments, strict=False))[1:]
    for node, value in given:
        _let_go(walk, call, node.type, value, state)
    typed = owner.arguments[1:2] if owner is not None and _is_unique(owner) else ()
    for type_ in typed if not given else ():
        if isinstance(type_, RecordType) and not type_.name.startswith("std::"):
            _let_go(walk, call, type_, StructValue(()), state)


def _is_unique(type_: RecordType) -> bool:
    return type_.name.startswith("std::unique_ptr<")


def _let_go(walk: Walk, call: ex.Call, type_: Type, value: Value, state: State) -> None:
    held = cells_of(value)
    choices = [one for cell in held for one in choices_of(cell)]
    found = [one for one in choices if isinstance(one, FunctionValue | Closure)]
    methods = list(_methods(walk, class_of(type_)))
    for one in (*found, *methods):
        walk.escape(one, state, "the deleter of a smart pointer", call.at)
    lost = any(isinstance(one, Unknown) for one in choices)
    if lost or not (found or methods):
        walk.not_followed("which function deletes what a smart pointer owns", call.at)


def _methods(walk: Walk, type_: RecordType | None) -> Iterator[FunctionValue]:
    """The call operators of a class."""
    for method in walk.program.classes.methods(type_.name) if type_ is not None else ():
        if method.declaration.name.endswith(_CALL):
            yield FunctionValue(method.declaration)


Arguments = tuple[Value, ...]
_NAMES = ("unique_ptr", "shared_ptr", "__shared_ptr", "__shared_ptr_access")
_MAKING = ("std::make_unique", "std::make_shared")


class SmartPointers:
    """The model of the pointers that own."""

    def call(self, walk: Walk, call: ex.Call, arguments: Arguments, state: State) -> Value | None:
        """The effect of a member, constructor or maker, None for other functions."""
        name = call.callee or ""
        if name in _MAKING:
            return _made(walk, call, arguments, state)
        if name.startswith("new ") and is_library(call.type, *_NAMES):
            note_deleter(walk, call, arguments, state)
            return StructValue(((DATA, _taken(walk, call, call.type, arguments)),))
        if call.receiver is None or not is_library(call.receiver.type, *_NAMES):
            return None
        return _member(walk, call, arguments, state)

    def place(self, walk: Walk, call: ex.Call, state: State) -> Places | None:
        """What `*p` or `p[i]` designates."""
        if call.receiver is None or not is_library(call.receiver.type, *_NAMES):
            return None
        if call.method not in ("operator*", "operator[]"):
            return None
        return _designated(walk, call, walk.evaluate_all(call.arguments, state), state)


def _taken(walk: Walk, call: ex.Call, to: Type, arguments: Arguments) -> Value:
    """What a new smart pointer owns: a pointer given, or what another one owned."""
    if not arguments:
        return Number(ZERO)
    value, given = arguments[0], _owned_type(call.arguments[0].type)
    if isinstance(value, StructValue):
        value = dict(value.cells).get(DATA, Unknown("owned by what is not followed"))
    elif isinstance(call.arguments[0].type, PointerType):
        given = call.arguments[0].type.pointee
    target = _owned_type(to)
    if isinstance(given, RecordType) and isinstance(target, RecordType) and given != target:
        places = as_class(walk, pointees(value), given.name, target.name)
        return address(places, call.at) if places else value
    return value


def _held(walk: Walk, call: ex.Call, state: State) -> Value:
    assert call.receiver is not None
    found = [held_at(p, DATA, state) for p in receiver_places(walk, call.receiver, state)]
    known = [value for value in found if value is not None]
    lost = Unknown("owned by a pointer that is not followed", call.at)
    return one_of(known) if known and len(known) == len(found) else lost


def _designated(walk: Walk, call: ex.Call, arguments: Arguments, state: State) -> Places:
    places = pointees(_held(walk, call, state))
    if not arguments:
        return places
    element = _owned_type(call.receiver.type if call.receiver is not None else call.type)
    return element_places(places, arguments[0], size_of(element) if element is not None else None)


def _owned_type(type_: Type) -> Type | None:
    """The type of what is owned, of the elements where it is an array."""
    found = class_of(type_)
    owned = found.arguments[0] if found is not None and found.arguments else None
    return owned.element if isinstance(owned, ArrayType) else owned


def _member(walk: Walk, call: ex.Call, arguments: Arguments, state: State) -> Value | None:
    name = call.method
    if name in ("operator*", "operator[]"):
        return load(walk, call, _designated(walk, call, arguments, state), call.type, state)
    if name in ("get", "operator->"):
        return _held(walk, call, state)
    if name == "operator bool":
        null = _held(walk, call, state) == Number(ZERO)
        return Number(ZERO) if null else walk.fresh("load", "owns", id(call))
    if name not in ("reset", "release", "operator="):
        return None
    if len(arguments) > 1:
        note_deleter(walk, call, arguments, state)
    old = _held(walk, call, state)
    _end(walk, call, old, name, state)
    own = call.receiver.type if call.receiver is not None else call.type
    new = Number(ZERO) if name == "release" else _taken(walk, call, own, arguments)
    for place in receiver_places(walk, call.receiver, state) if call.receiver is not None else ():
        put_at(place, DATA, new, state)
    return old if name == "release" else StructValue(((DATA, new),))


def _end(walk: Walk, call: ex.Call, old: Value, name: str, state: State) -> None:
    """What was owned is destroyed, if nobody else owns it."""
    owned = _owned_type(call.receiver.type) if call.receiver is not None else None
    if name != "release" and isinstance(owned, RecordType) and old != Number(ZERO):
        ended(walk, owned, (old,), state, call.at)


def _made(walk: Walk, call: ex.Call, arguments: Arguments, state: State) -> Value:
    """`make_unique<T>(...)`: as `new T(...)`."""
    found = class_of(call.type)
    owned = found.arguments[0] if found is not None and found.arguments else None
    if owned is None:
        return StructValue(((DATA, Unknown("owned by what is not followed", call.at)),))
    target: Declaration | None = None
    if isinstance(owned, RecordType):
        target, handed = handed_to(walk, call, owned, arguments, state)
    else:
        handed = handed_on(walk, call, arguments, state)
    key = ("made", id(call), tuple(map(id, handed)))
    new = walk.synthetic(key, lambda: _new(call, owned, handed, target))
    value = walk.evaluate(new, state)
    library = isinstance(owned, RecordType) and owned.name.startswith("std::")
    if isinstance(owned, RecordType) and new.target is None and not library:
        for place in pointees(value):
            state.forget(place.object, "made by a constructor that is not followed")
    return StructValue(((DATA, value),))


def _new(
    call: ex.Call, owned: Type, handed: tuple[ex.Expression, ...], target: Declaration | None
) -> ex.New:
    if isinstance(owned, ArrayType):
        count = handed[0] if handed else None
        return ex.New(call.at, PointerType(owned.element), owned.element, count, ())
    return ex.New(call.at, PointerType(owned), owned, None, handed, target)
