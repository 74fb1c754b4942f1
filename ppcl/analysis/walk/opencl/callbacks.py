"""Functions that OpenCL calls back, at any time from the call on that gets them, with a pointer of
the program's (OpenCL 1.2, 4.4, 5.4.1, 5.6 and 5.9)."""

from ppcl.analysis.walk.calls.called_back import function_of
from ppcl.analysis.walk.calls.reporters import only_tells
from ppcl.analysis.walk.core.machine import Walk
from ppcl.analysis.walk.core.state import State
from ppcl.analysis.walk.core.value import Closure, FunctionValue, Unknown, Value, choices_of
from ppcl.ir import expression as ex
from ppcl.ir.types import FunctionType, PointerType, Type

_Callbacks = list[FunctionValue | Closure]


def hand_over(walk: Walk, call: ex.Call, arguments: tuple[Value, ...], state: State) -> None:
    """Let go of the functions among a call's arguments, and of the `user_data` behind each."""
    reason = f"called back by '{call.callee}'"
    for index, (node, value) in enumerate(zip(call.arguments, arguments, strict=False)):
        found = _callbacks(walk, node.type, value)
        for callback in found:
            walk.escape(callback, state, reason, call.at)
        functions = [function_of(walk, callback) for callback in found]
        if any(function is None or not only_tells(function) for function in functions):
            for data in arguments[index + 1 : index + 2]:
                walk.escape(data, state, reason, call.at)


def _callbacks(walk: Walk, type_: Type, value: Value) -> _Callbacks:
    """The functions that an argument may be."""
    found: _Callbacks = []
    for single in choices_of(value):
        if isinstance(single, FunctionValue | Closure):
            found.append(single)
        elif isinstance(single, Unknown) and _is_function(type_):
            found += [FunctionValue(each.declaration) for each in walk.program.reach.taken(type_)]
    return found


def _is_function(type_: Type) -> bool:
    target = type_.pointee if isinstance(type_, PointerType) else type_
    return isinstance(target, FunctionType)
