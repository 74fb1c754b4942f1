"""What is let go of where functions run of which the control flow is not followed."""

from collections.abc import Iterable

from ppcl.analysis.walk.core.machine import Walk
from ppcl.analysis.walk.core.place import address
from ppcl.analysis.walk.core.state import State
from ppcl.analysis.walk.core.value import Value
from ppcl.analysis.walk.cxx.exceptions import may_throw
from ppcl.ir.node import Origin
from ppcl.ir.unit import Function


def havoc(
    walk: Walk,
    functions: Iterable[Function],
    values: Iterable[Value],
    state: State,
    reason: str,
    at: Origin,
) -> None:
    """Let functions run any number of times with `values`: all that these reach, and all that
    the variables reach that the functions name, may be read and written.

    Where they may make OpenCL calls that matter, nothing of the program is proved any more.
    """
    touched = walk.program.reach.touched(functions)
    if touched.command is not None:
        walk.gap("PPC101", f"not followed: an OpenCL call in {reason}", touched.command)
    for value in values:
        walk.escape(value, state, reason, at, uses=False)
    for place in walk.named(touched):
        walk.escape(address((place,), at), state, reason, at, uses=False)
    may_throw(walk, state)
