"""What the graph claims of one launch or transfer, beside what was recorded of it."""

import math
import struct
from collections.abc import Sequence
from dataclasses import dataclass, field

from ppcl.analysis.facts import Facts
from ppcl.analysis.model import ArgumentBinding, LaunchEvent, MemoryObject, TransferEvent
from ppcl.analysis.model.region import Sides
from ppcl.analysis.numbers.guard import Guard, LoopIterator
from ppcl.analysis.numbers.polynomial import Polynomial
from ppcl.ir.types import FloatType, IntType, Type
from ppcl.verify.claims.values import Number, Outcome
from ppcl.verify.log import Argument, Command, Launch

_FLOATS = {2: "<e", 4: "<f", 8: "<d"}


@dataclass(frozen=True)
class Bound:
    """A buffer of a command, and the objects that it may be."""

    what: str
    buffer: int
    objects: tuple[MemoryObject, ...]


@dataclass(frozen=True)
class Pointed:
    """The host memory of a command: the address that was given, the object and offset there."""

    address: int
    size: int
    objects: tuple[MemoryObject, ...]
    offset: Polynomial | None


@dataclass(frozen=True)
class Sizes:
    """An index space of which the graph knows all choices; None is NULL."""

    what: str
    choices: tuple[Sides | None, ...]
    seen: tuple[int, ...] | None


@dataclass
class Claims:
    """All that can be compared of one command; `outcome` is of what needs no value."""

    numbers: list[Number] = field(default_factory=list)
    sizes: list[Sizes] = field(default_factory=list)
    bound: list[Bound] = field(default_factory=list)
    host: Pointed | None = None
    guards: Sequence[Guard] = ()
    loops: Sequence[LoopIterator] = ()
    outcome: Outcome = field(default_factory=Outcome)


def claims_of_launch(facts: Facts, event: LaunchEvent, seen: Launch) -> Claims:
    """Kernel, index space and arguments."""
    claims = Claims(guards=event.guards, loops=event.loops)
    kernel = facts.kernels.get(event.kernel)
    name = kernel.function.declaration.name if kernel is not None else event.kernel
    message = f"the kernel is '{seen.kernel}', by the graph '{name}'"
    claims.outcome.count("kernel", name == seen.kernel, message)
    claims.sizes = [
        Sizes("global size", event.global_choices, seen.global_size),
        Sizes("local size", event.local_choices, seen.local_size),
        Sizes("global offset", _offsets(event), seen.offset),
    ]
    types = {each.index: each.type for each in kernel.parameters} if kernel is not None else {}
    bindings = dict(enumerate(event.arguments))
    for argument in seen.arguments:
        binding = bindings.get(argument.index, _others(event))
        _argument(claims, binding, argument, types.get(argument.index))
    return claims


def _offsets(event: LaunchEvent) -> tuple[Sides, ...]:
    """The global offset; not known where the number of dimensions is not, though it be zeros."""
    if event.global_offset is None or event.dimensions is None:
        return ()
    return (event.global_offset,)


def _others(event: LaunchEvent) -> ArgumentBinding | None:
    """What stands for arguments that were set at unknown positions: it comes last."""
    last = event.arguments[-1] if event.arguments else None
    return last if last is not None and last.kind == "unknown" else None


def _argument(
    claims: Claims, binding: ArgumentBinding | None, seen: Argument, type_: Type | None
) -> None:
    what, count = f"argument {seen.index}", claims.outcome.count
    if binding is None:
        count(what, False, f"{what} is set, by the graph it is not")
        return
    null = seen.kind == "s" and not any(seen.data)
    match (binding.kind, seen.kind):
        case ("buffer", "b"):
            claims.bound.append(Bound(what, seen.number, binding.buffers))
        case ("scalar", "s"):
            number = _scalar(what, binding, seen, type_)
            if isinstance(number, Number):
                claims.numbers.append(number)
            else:
                count(what, number, f"{what} is another number than by the graph")
        case ("local", "l"):
            claims.numbers.append(Number(f"size of {what}", binding.value, seen.number))
        case ("sampler", "o"):
            count(what, True)
        case ("unknown" | "svm", _):
            count(what, None)
        case ("buffer" | "local", "s") if null:  # NULL, which the graph leaves out
            count(what, None)
        case _:
            shown = {"b": "a buffer", "s": "a number", "l": "local memory"}.get(seen.kind, "else")
            count(what, False, f"{what} is {shown}, by the graph {binding.kind}")


def _scalar(
    what: str, binding: ArgumentBinding, seen: Argument, type_: Type | None
) -> Number | bool | None:
    """A number to compare; for one with a fraction, whether it may be it."""
    if isinstance(type_, IntType) and seen.integer is not None:
        return Number(what, binding.value, seen.integer, 8 * len(seen.data))
    if not isinstance(type_, FloatType) or len(seen.data) not in _FLOATS:
        return None
    (value,) = struct.unpack(_FLOATS[len(seen.data)], seen.data)
    if binding.value is None or binding.value.as_int is None:
        return None
    whole = math.isfinite(value) and value == int(value)
    return Number(what, binding.value, int(value), 0) if whole else False


def claims_of_transfer(event: TransferEvent, seen: Command) -> Claims:
    """Buffer, bytes and host memory; of a copy, the other buffer."""
    claims = Claims(loops=event.loops)
    claims.bound.append(Bound("buffer", seen.buffer, event.buffers))
    parts = (("offset", event.offset, seen.offset), ("size", event.size, seen.size))
    for what, value, number in parts:
        if number is not None:
            claims.numbers.append(Number(what, value, number))
        elif seen.kind != "unmap":
            claims.outcome.count(what, None)
    if seen.kind == "copy":
        peers = (event.peer,) if event.peer is not None else ()
        claims.bound.append(Bound("source", seen.other, peers))
        claims.numbers.append(Number("source offset", event.peer_offset, seen.other_offset))
    elif seen.kind != "fill" and seen.size is not None:
        claims.host = Pointed(seen.other, seen.size, event.hosts, event.host_offset)
    return claims
