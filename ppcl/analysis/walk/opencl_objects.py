"""What the models of OpenCL calls share: what they found, and how they read values."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Literal

from ppcl.analysis.model import BufferModel, KernelName, MemoryObject
from ppcl.analysis.polynomial import ZERO, Polynomial
from ppcl.analysis.text import Parts
from ppcl.analysis.walk.machine import Walk
from ppcl.analysis.walk.place import pointees
from ppcl.analysis.walk.state import State
from ppcl.analysis.walk.value import Handle, Number, Pointer, Unknown, Value, choices_of
from ppcl.ir.expression import Call, Expression
from ppcl.ir.node import Origin

TransferKind = Literal["write", "read", "copy", "fill", "map", "unmap", "create", "other"]


@dataclass(frozen=True)
class BuildOptions:
    """What a program is built with: the text of the options."""

    text: Parts
    at: Origin


@dataclass(frozen=True)
class ProgramSource:
    """A program that the host creates: its texts one after another, as `clCreateProgram...` gets
    them; None where it is not made from source."""

    serial: int
    texts: Parts | None
    at: Origin


@dataclass
class OpenClObjects:
    """What a host's calls made, besides events. `written` says how arguments were set, `programs`
    and `builds` go by a program's serial (builds at None are those of any program), and
    `kernel_programs` gives by a kernel's serial the programs that it may be created from."""

    buffers: dict[int, BufferModel] = field(default_factory=dict)
    kernel_names: list[KernelName] = field(default_factory=list)
    programs: dict[int, ProgramSource] = field(default_factory=dict)
    builds: dict[int | None, list[BuildOptions]] = field(default_factory=dict)
    kernel_programs: dict[int, frozenset[int]] = field(default_factory=dict)
    written: dict[tuple[int, int], tuple[str, Expression]] = field(default_factory=dict)


Handler = Callable[[OpenClObjects, Walk, Call, tuple[Value, ...], State], Value]


def label_of(programs: frozenset[int]) -> str | None:
    """How the walk names the programs that a kernel may be from; what reads it knows them."""
    return ",".join(map(str, sorted(programs))) or None


def forget_outputs(walk: Walk, arguments: tuple[Value, ...], state: State) -> None:
    """What a call writes through its pointers is not known."""
    for argument in arguments:
        for place in pointees(argument):
            state.forget(place.object, "set by an OpenCL call")


def buffers_of(value: Value) -> tuple[MemoryObject, ...]:
    """The buffers that a value may be."""
    found = choices_of(value)
    return tuple(v.object for v in found if isinstance(v, Handle) and v.kind == "mem")


def certain_buffers(value: Value) -> tuple[MemoryObject, ...]:
    """The buffers that a value may be; none where one of them is not followed."""
    buffers = buffers_of(value)
    return buffers if len(buffers) == len(choices_of(value)) else ()


def number_of(value: Value) -> Polynomial | None:
    """The polynomial of a number."""
    return value.value if isinstance(value, Number) else None


def host_pointer(value: Value) -> Pointer | None:
    """The pointer that a value is."""
    return value if isinstance(value, Pointer) else None


def new_handle(walk: Walk, call: Call, kind: str) -> Value:
    """A handle that this call makes."""
    target = walk.allocate("variable", kind, None, None, call.at, id(call), kind)
    return Handle(kind, target)


def check_followed(walk: Walk, call: Call, value: Value, what: str) -> None:
    """Say where a value that matters is not followed."""
    for single in choices_of(value):
        if isinstance(single, Unknown):
            walk.remark(
                "PPC101", f"{what} of '{call.callee}' is not followed: {single.reason}", call.at
            )


def is_null(value: Value) -> bool:
    """Whether a value is NULL (or 0)."""
    return isinstance(value, Number) and value.value == ZERO
