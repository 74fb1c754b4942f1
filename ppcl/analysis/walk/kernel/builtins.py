"""OpenCL C's builtin functions, as far as addresses and control flow depend on them."""

from dataclasses import dataclass

from ppcl.analysis.graph.cfg import BARRIERS
from ppcl.analysis.model import BarrierEvent
from ppcl.analysis.numbers.polynomial import ZERO
from ppcl.analysis.walk.core.machine import Walk
from ppcl.analysis.walk.core.place import Places
from ppcl.analysis.walk.core.state import State
from ppcl.analysis.walk.core.value import Number, Value
from ppcl.analysis.walk.kernel.memory import effect_on_memory, result
from ppcl.analysis.walk.kernel.values import number_of
from ppcl.ir.expression import Call

_FENCES = frozenset({"mem_fence", "read_mem_fence", "write_mem_fence", "atomic_work_item_fence"})


@dataclass
class KernelBuiltins:
    """The CallModel of kernels. `undefined` are the program's own functions without a body."""

    undefined: frozenset[str] = frozenset()
    reserved: frozenset[str] = frozenset()
    launches: bool = False

    def call(
        self, walk: Walk, call: Call, arguments: tuple[Value, ...], state: State
    ) -> Value | None:
        """The effect of a builtin; a function that is not one gives None."""
        if call.target is not None and call.target.key in self.undefined:
            _not_defined(walk, call)
            return None
        if call.callee is None:
            return None
        name = call.callee
        if name in BARRIERS:
            walk.record(BarrierEvent(walk.next_order(), call.at))
            return Number(ZERO)
        if name in _FENCES:
            return Number(ZERO)
        found = number_of(walk, call, name, arguments)
        if found is None:
            found = effect_on_memory(walk, call, name, arguments, state)
        return found if found is not None else _pure(walk, call, name, arguments, state)

    def place(self, walk: Walk, call: Call, state: State) -> Places | None:
        """No builtin returns an lvalue."""
        return None


def _not_defined(walk: Walk, call: Call) -> None:
    """A function of another program that is linked in: it may hold barriers, too."""
    walk.gap("PPC102", f"'{call.callee}' is not defined in these sources", call.at)


def _pure(walk: Walk, call: Call, name: str, arguments: tuple[Value, ...], state: State) -> Value:
    """Any other builtin: values in, a value out; what it gets pointers to is let go of."""
    for argument in arguments:
        walk.escape(argument, state, f"passed to '{name}'", call.at)
    return result(walk, call, name)
