"""The OpenCL host API: which call is modelled by which function."""

from dataclasses import dataclass, field

from ppcl.analysis.walk.calls.reach import is_opencl
from ppcl.analysis.walk.core.machine import Walk
from ppcl.analysis.walk.core.state import State
from ppcl.analysis.walk.core.value import Pointer, Value
from ppcl.analysis.walk.opencl.callbacks import hand_over
from ppcl.analysis.walk.opencl.calls import ARITY, HANDLERS
from ppcl.analysis.walk.opencl.literal_memory import with_literals
from ppcl.analysis.walk.opencl.objects import (
    OpenClObjects,
    buffers_of,
    new_handle,
)
from ppcl.analysis.walk.opencl.outputs import forget_outputs
from ppcl.analysis.walk.opencl.transfers import RUNTIME, Moved, record_transfer
from ppcl.ir.expression import Call
from ppcl.ir.types import IntType


@dataclass
class OpenCl:
    """The model of the API; `objects` is what it found besides events."""

    objects: OpenClObjects = field(default_factory=OpenClObjects)

    def call(
        self, walk: Walk, call: Call, arguments: tuple[Value, ...], state: State
    ) -> Value | None:
        """The effect of an API call, None for a function that is not of the API."""
        name = call.callee or ""
        if name not in RUNTIME and not is_opencl(name):
            return None
        hand_over(walk, call, arguments, state)
        arguments = with_literals(walk, call, arguments, state)
        handler = HANDLERS.get(name)
        if handler is not None and len(arguments) >= ARITY.get(name, 0):
            result = handler(self.objects, walk, call, arguments, state)
        else:
            result = _other(self.objects, walk, call, arguments, state)
        if isinstance(call.type, IntType):
            return walk.fresh("input", "status", id(call))
        return result


_HARMLESS = (
    "clRelease",
    "clRetain",
    "clFlush",
    "clWait",
    "clGet",
    "clBuild",
    "clCreate",
)


def _other(
    api: OpenClObjects, walk: Walk, call: Call, arguments: tuple[Value, ...], state: State
) -> Value:
    """An API call with no effect that matters here; its outputs are forgotten."""
    name = call.callee or ""
    if not name.startswith(_HARMLESS):
        touched = tuple(b for argument in arguments for b in buffers_of(argument))
        host = next(
            (a for a in arguments if isinstance(a, Pointer) and a.object.kind == "heap"), None
        )
        if touched:
            record_transfer(walk, call, state, "other", Moved(touched, host))
        for argument in arguments:
            walk.escape(argument, state, f"passed to '{name}'", call.at)
    forget_outputs(walk, call, arguments, state)
    kind = name.removeprefix("clCreate").removesuffix("WithProperties").lower() or "handle"
    return new_handle(walk, call, kind)
