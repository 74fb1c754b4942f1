"""Calls of functions of which nothing is known."""

from ppcl.analysis.walk.calls.referring import (
    designated,
    gives_pointers,
    lend,
    let_go_of_lent,
    may_keep,
    referred_to,
)
from ppcl.analysis.walk.core.machine import Walk
from ppcl.analysis.walk.core.place import address, places_of
from ppcl.analysis.walk.core.state import State
from ppcl.analysis.walk.core.value import (
    Handle,
    Place,
    Pointer,
    StructValue,
    Unknown,
    Value,
    any_choice,
)
from ppcl.ir import expression as ex
from ppcl.ir.node import Origin
from ppcl.ir.types import (
    FloatType,
    IntType,
    RecordType,
    Type,
    size_of,
)


def call_unknown(walk: Walk, node: ex.Call, arguments: tuple[Value, ...], state: State) -> Value:
    """Let go of all that a function gets of which nothing is known, and of what others got."""
    name = node.callee or "a function pointer"
    reason = f"passed to '{name}', which ppcl does not know"
    is_std = name.startswith("std::")
    if not is_std:
        let_go_of_lent(walk, name, state, node.at)
    for value in arguments:
        if _is_tracked(value):
            walk.remark("PPC102", f"'{name}' is not known and gets a pointer", node.at)
        elif any(isinstance(v, Handle) and v.kind == "mem" for v in any_choice(value)):
            walk.remark("PPC102", f"'{name}' is not known and gets a buffer", node.at)
        walk.escape(value, state, reason, node.at)
        if is_std or gives_pointers(node):
            may_keep(walk, value)
        if not is_std:
            lend(walk, value)
    referred = referred_to(walk, node) if walk.program.cplusplus else ()
    given = [(a, designated(walk, a)) for a in referred]
    if node.receiver is not None:
        given.insert(0, (node.receiver, places_of(walk, node.receiver, state)))
    for lvalue, places in given:
        if places:
            if not is_std:
                lend(walk, address(places, node.at))
            walk.remark("PPC102", f"'{name}' is not known and gets a pointer", node.at)
        size = size_of(lvalue.type) if is_library(lvalue.type) else None
        for place in places:
            if size is None or not _escape_part(walk, place, size, state, reason, node.at):
                walk.escape(address((place,), node.at), state, reason, node.at)
    return unknown_result(walk, node)


def _escape_part(
    walk: Walk, place: Place, size: int, state: State, reason: str, at: Origin
) -> bool:
    """Let go of an object that is a member of another one, and of what it points to; False
    where it may be elsewhere, or is no member: nothing is done then."""
    start, cells = place.start, state.cells.get(place.object.serial, {})
    whole = walk.program.records.get(getattr(place.object.element, "name", ""))
    if start is None or place.precision != "exact" or not place.certain:
        return False
    if whole is None or whole.size is None or size >= whole.size:
        return False
    for offset, held in cells.items():
        if offset < 0 or start <= offset < start + size:
            walk.escape(held, state, reason, at)
    for offset in cells:
        if start <= offset < start + size:
            state.store(place.object, offset, Unknown(reason, at))
    return True


def _is_tracked(value: Value) -> bool:
    return any(isinstance(single, Pointer | StructValue) for single in any_choice(value))


def is_library(type_: Type) -> bool:
    """Whether a type is a class of the C++ library: its members touch no more than its object."""
    return isinstance(type_, RecordType) and type_.name.startswith("std::")


def unknown_result(walk: Walk, node: ex.Call | ex.Construct) -> Value:
    """What a call gives of which nothing is known."""
    name = getattr(node, "callee", None) or "value"
    if isinstance(node.type, IntType | FloatType):
        return walk.fresh("input", name, id(node))
    return Unknown(f"the result of '{name}'", node.at)
