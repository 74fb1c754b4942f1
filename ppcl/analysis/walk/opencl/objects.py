"""What the models of OpenCL calls share: what they found, and how they read values."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeGuard

from ppcl.analysis.kernels.text import Parts
from ppcl.analysis.model import BufferModel, KernelName, LostLaunch, MemoryObject, QueueModel
from ppcl.analysis.model.devices import DeviceRequest
from ppcl.analysis.model.region import Sides
from ppcl.analysis.model.setting import Setting
from ppcl.analysis.numbers.polynomial import ZERO, Polynomial
from ppcl.analysis.walk.core.machine import Walk
from ppcl.analysis.walk.core.place import pointees
from ppcl.analysis.walk.core.state import State
from ppcl.analysis.walk.core.value import (
    Handle,
    Number,
    Pointer,
    Single,
    Unknown,
    Value,
    choices_of,
)
from ppcl.ir.expression import Call, Expression
from ppcl.ir.node import Origin


@dataclass(frozen=True)
class BuildOptions:
    """What a program is built with: the text of the options, and whether the host gives the texts
    of headers, too."""

    text: Parts
    at: Origin
    headers: bool = False


@dataclass(frozen=True)
class ProgramSource:
    """A program that the host creates: its texts one after another, as `clCreateProgram...` gets
    them; None where it is not made from source."""

    serial: int
    texts: Parts | None
    at: Origin


@dataclass
class OpenClObjects:
    """What a host's calls made, besides events. `written` says how arguments were set and
    `settings` which calls gave them numbers and `sizes` how many bytes, by the kernel's serial and
    the argument's index;
    `programs` and `builds` go by a program's serial (builds at None are those of any program), and
    `kernel_programs` gives by a kernel's serial the programs that it may be created from;
    `copied` are event objects of which an older one was kept while a new one was made; `lost` are
    launches of kernels that are not known; `requests` are for devices."""

    buffers: dict[int, BufferModel] = field(default_factory=dict)
    queues: dict[int, QueueModel] = field(default_factory=dict)
    copied: set[int] = field(default_factory=set)
    kernel_names: list[KernelName] = field(default_factory=list)
    programs: dict[int, ProgramSource] = field(default_factory=dict)
    builds: dict[int | None, list[BuildOptions]] = field(default_factory=dict)
    kernel_programs: dict[int, frozenset[int]] = field(default_factory=dict)
    written: dict[tuple[int, int], tuple[str, Expression]] = field(default_factory=dict)
    settings: dict[tuple[int, int], dict[tuple[int, Polynomial], Setting]] = field(
        default_factory=dict
    )
    sizes: dict[tuple[int, int], frozenset[int]] = field(default_factory=dict)
    lost: list[LostLaunch] = field(default_factory=list)
    requests: list[DeviceRequest] = field(default_factory=list)


Handler = Callable[[OpenClObjects, Walk, Call, tuple[Value, ...], State], Value]


def label_of(programs: frozenset[int]) -> str | None:
    """How the walk names the programs that a kernel may be from; what reads it knows them."""
    return ",".join(map(str, sorted(programs))) or None


def buffers_of(value: Value) -> tuple[MemoryObject, ...]:
    """The buffers that a value may be."""
    found = choices_of(value)
    return tuple(v.object for v in found if isinstance(v, Handle) and v.kind == "mem")


def certain_buffers(value: Value) -> tuple[MemoryObject, ...]:
    """The buffers that a value may be; none where one of them is not followed."""
    buffers = buffers_of(value)
    return buffers if len(buffers) == len(not_null(value)) else ()


def not_null(value: Value) -> tuple[Single, ...]:
    """What a value may be that a call uses: one that is NULL is an error, and nothing happens."""
    return tuple(single for single in choices_of(value) if not is_null(single))


def number_of(value: Value) -> Polynomial | None:
    """The polynomial of a number."""
    return value.value if isinstance(value, Number) else None


def known_int(value: Value) -> int | None:
    """A number that is known."""
    number = number_of(value)
    return number.as_int if number is not None else None


def sides_of(value: Value, rank: int, state: State) -> Sides | None:
    """The numbers of an array of `size_t` that a pointer points to; None where one is not known."""
    places = pointees(value)
    if len(places) != 1 or places[0].start is None or places[0].precision != "exact":
        return None
    start = places[0].start
    held = [state.load(places[0].object, start + 8 * index) for index in range(rank)]
    found = tuple(value.value for value in held if is_exact(value))
    return found if len(found) == rank else None


def is_exact(value: Value | None) -> TypeGuard[Number]:
    """Whether a value is a number that did not wrap."""
    return isinstance(value, Number) and value.precision == "exact"


def host_pointer(value: Value) -> Pointer | None:
    """The pointer that a value is."""
    followed = not_null(value)
    return followed[0] if len(followed) == 1 and isinstance(followed[0], Pointer) else None


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
