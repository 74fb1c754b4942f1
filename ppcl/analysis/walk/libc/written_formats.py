"""What `printf` and its like may write to: the arguments of `%n`, and of what is not known."""

from ppcl.analysis.kernels import text
from ppcl.analysis.walk.core.machine import Walk
from ppcl.analysis.walk.core.state import State
from ppcl.analysis.walk.core.value import Pointer, Value, choices_of
from ppcl.analysis.walk.libc.text_format import FORMATS, only_reads
from ppcl.analysis.walk.libc.text_memory import text_of
from ppcl.ir.expression import Call


def write_through(walk: Walk, call: Call, arguments: tuple[Value, ...], state: State) -> None:
    """Let go of what a format may write through, where it may have a `%n`."""
    name = (call.callee or "").removeprefix("std::").removeprefix("__builtin_")
    position = FORMATS[name]
    if len(arguments) <= position or only_reads(text.known(text_of(arguments[position], state))):
        return
    for value in arguments[position + 1 :]:
        if any(isinstance(single, Pointer) for single in choices_of(value)):
            walk.remark("PPC112", f"the format of '{call.callee}' may have a '%n'", call.at)
        walk.escape(value, state, f"given to '{call.callee}'", call.at)
