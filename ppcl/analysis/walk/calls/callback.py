"""Library functions that call back while they run: the callback is walked any number of times."""

from dataclasses import dataclass
from typing import cast

from ppcl.analysis.numbers.polynomial import ZERO
from ppcl.analysis.walk.calls.call import callee_of, run_function
from ppcl.analysis.walk.calls.referring import may_keep
from ppcl.analysis.walk.calls.unknown_call import unknown_result
from ppcl.analysis.walk.core.machine import Action, Walk
from ppcl.analysis.walk.core.place import Places
from ppcl.analysis.walk.core.state import State
from ppcl.analysis.walk.core.value import (
    Closure,
    Number,
    Unknown,
    Value,
    cells_of,
    choices_of,
)
from ppcl.analysis.walk.cxx.closure import check_single, with_own_state
from ppcl.analysis.walk.cxx.dispatch import Callee
from ppcl.analysis.walk.loops.loop import any_number_of_times
from ppcl.analysis.walk.std.each_element import call_with_each
from ppcl.ir.expression import Call
from ppcl.ir.node import Origin
from ppcl.ir.statement import Statement
from ppcl.ir.types import FloatType, IntType, ReferenceType, VoidType
from ppcl.ir.unit import Parameter

# Functions of C and of <algorithm> and <numeric> that call what they are given, and keep nothing.
_CALLING = """
    qsort bsearch sort stable_sort partial_sort nth_element is_sorted for_each for_each_n transform
    generate generate_n find_if find_if_not count_if all_of any_of none_of remove_if replace_if
    copy_if partition stable_partition accumulate reduce inner_product partial_sum max_element
    min_element minmax_element lower_bound upper_bound binary_search unique equal merge
"""
_NAMES = frozenset(_CALLING.split())


@dataclass
class Callbacks:
    """The model of library functions that call back."""

    def call(
        self, walk: Walk, call: Call, arguments: tuple[Value, ...], state: State
    ) -> Value | None:
        """The effect of such a function, None for others and where nothing is called back."""
        if (call.callee or "").startswith("new std::function<") and len(arguments) == 1:
            return with_own_state(walk, call, arguments[0], state)
        name = (call.callee or "").removeprefix("std::")
        targets = [_target(walk, argument) for argument in arguments]
        if name not in _NAMES:
            return None
        for argument, target in zip(arguments, targets, strict=True):
            if target is None and any(isinstance(v, Closure) for v in choices_of(argument)):
                walk.escape(argument, state, f"called back by '{name}'", call.at)
        if not any(targets):
            return None
        last = targets[-1]
        if last is not None and call_with_each(walk, call, arguments, last, state):
            return arguments[-1]
        for argument, target in zip(arguments, targets, strict=True):
            if target is None:
                walk.escape(argument, state, f"used as a whole by '{name}'", call.at)
                if not isinstance(call.type, IntType | FloatType | VoidType):
                    may_keep(walk, argument)
        for position, target in enumerate(targets):
            if target is not None:
                check_single(walk, target.closed, call.at, state)
                _call_often(walk, call, position, target, state)
        return unknown_result(walk, call)


def _target(walk: Walk, value: Value) -> Callee | None:
    held = cells_of(value)
    found = [callee_of(walk, single) for one in held for single in choices_of(one)]
    return found[0] if len(found) == 1 else None


def _call_often(walk: Walk, call: Call, position: int, target: Callee, state: State) -> None:
    """Elements that the callback gets were let go of: it may be given any."""
    key = ("callback", id(call), position, id(target.function))
    action = walk.synthetic(key, lambda: Action(call.at, _Once(target)))
    body = cast(Statement, action)
    after = any_number_of_times(walk, call.at, body, state)
    state.cells, state.guards = after.cells, after.guards


@dataclass(frozen=True)
class _Once:
    """One call of a callback with arguments that are not known."""

    target: Callee

    def __call__(self, walk: Walk, state: State) -> None:
        function = self.target.function
        bound = [_unknown(walk, parameter, function.at) for parameter in function.parameters]
        closed = self.target.closed
        run_function(walk, id(self), function, self.target.this, bound, state, closed)


def _unknown(
    walk: Walk, parameter: Parameter, at: Origin
) -> tuple[Parameter, Places | None, Value]:
    if isinstance(parameter.type, ReferenceType):
        return parameter, (), Number(ZERO)
    if isinstance(parameter.type, IntType | FloatType):
        name = parameter.declaration.name
        return parameter, None, walk.fresh("input", name, parameter.declaration.key)
    return parameter, None, Unknown("given to a callback", at)
