"""What smart pointers call where they give up what they own: when, depends on all their copies."""

from collections.abc import Iterator

from ppcl.analysis.walk.core.machine import Walk
from ppcl.analysis.walk.core.state import State
from ppcl.analysis.walk.core.value import (
    Closure,
    FunctionValue,
    StructValue,
    Unknown,
    Value,
    cells_of,
    choices_of,
)
from ppcl.analysis.walk.std.containers import class_of
from ppcl.ir import expression as ex
from ppcl.ir.types import RecordType, Type

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
