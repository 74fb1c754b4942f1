"""String literals that a command of OpenCL's copies from: memory of their own."""

from ppcl.analysis.numbers.polynomial import ZERO, Polynomial
from ppcl.analysis.walk.core.machine import Walk
from ppcl.analysis.walk.core.state import State
from ppcl.analysis.walk.core.value import Pointer, Text, Value
from ppcl.analysis.walk.libc.text_memory import text_of, write_text
from ppcl.ir.expression import Call
from ppcl.ir.types import IntType

_CHARACTER = IntType("char", 8, True)
_COPYING = (
    *("clCreateBuffer", "clCreateImage", "clCreateImage2D", "clCreateImage3D"),
    *("clEnqueueWriteBuffer", "clEnqueueWriteBufferRect", "clEnqueueWriteImage"),
)
_LONGEST = 12


def with_literals(
    walk: Walk, call: Call, arguments: tuple[Value, ...], state: State
) -> tuple[Value, ...]:
    """The arguments of a call, where what may be copied from is memory, if it is a literal."""
    if call.callee not in _COPYING:
        return arguments
    return tuple(_memory(walk, call, a, state) if isinstance(a, Text) else a for a in arguments)


def _memory(walk: Walk, call: Call, literal: Text, state: State) -> Value:
    """Where a literal stands. It is used as a whole: nobody may write another order into it, and
    equal literals may be one."""
    size = Polynomial.constant(len(literal.value) + 1)
    at, key = literal.literal or call.at, literal.value
    made = walk.allocate("string", _name(key), size, _CHARACTER, at, key, per_path=False)
    pointer = Pointer(made, ZERO)
    write_text(walk, pointer, text_of(literal, state), state)
    walk.escape(pointer, state, "a string literal", call.at, writes=False)
    return pointer


def _name(value: bytes) -> str:
    """A literal as the host writes it, or how it begins."""
    shown = ascii(value.decode("latin-1", "strict"))[1:-1]
    return f'"{shown}"' if len(shown) <= _LONGEST else f'"{shown[:_LONGEST]}..."'
