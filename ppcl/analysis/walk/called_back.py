"""Functions that others may call from some place on, at any time: callbacks, handlers, deleters."""

from typing import TYPE_CHECKING

from ppcl.analysis.walk.reporters import only_tells
from ppcl.analysis.walk.value import Closure, FunctionValue, Place
from ppcl.ir.node import Origin
from ppcl.ir.unit import Function

if TYPE_CHECKING:
    from ppcl.analysis.walk.machine import Walk


def function_of(walk: "Walk", value: FunctionValue | Closure) -> Function | None:
    """The function of the program that is called, None where it has no such body."""
    if isinstance(value, Closure):
        return walk.closures[value.number].function
    return walk.functions.get(value.declaration.key)


def may_be_called(walk: "Walk", value: FunctionValue | Closure, at: Origin) -> list[Place]:
    """Say so where it matters when a function runs; the variables that it names."""
    function = function_of(walk, value)
    if function is None or only_tells(function):
        return []
    touched = walk.reach.touched([function])
    if touched.acts or touched.command is not None:
        walk.remark("PPC108", f"'{function.declaration.name}' may be called back", at)
        walk.complete = False
    closed = walk.closures[value.number] if isinstance(value, Closure) else None
    return walk.named(touched, closed)
