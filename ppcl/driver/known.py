"""What is known of places in a program: each event, buffer and access, as a line of text."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from ppcl.analysis.access.relation import relations_of
from ppcl.analysis.data.aliases import Direction, moves, tied_hosts
from ppcl.analysis.facts import Facts
from ppcl.analysis.model import (
    AccessEvent,
    ArgumentBinding,
    BarrierEvent,
    EscapeEvent,
    KernelModel,
    LaunchEvent,
    MemoryObject,
    TransferEvent,
    events_of,
)
from ppcl.driver.graph.arguments import sizes_text, value_of
from ppcl.driver.programs.coverage import unknown_buffers
from ppcl.ir.node import Origin

# What a pass may speak of: an object's serial number, or a kernel and a parameter's index.
Subject = int | tuple[str, int]


@dataclass(frozen=True)
class Known:
    """Something known of a place. `details` are lines that belong to it, `subjects` the data that
    it is about."""

    at: Origin
    text: str
    details: tuple[str, ...] = ()
    subjects: tuple[Subject, ...] = ()


@dataclass(frozen=True)
class _Program:
    """A program, and what its buffers are tied to; `unknown` are those whose host side is not
    known."""

    facts: Facts
    ties: Mapping[int, tuple[tuple[MemoryObject, Direction], ...]]
    unknown: frozenset[int]

    def tied(self, buffer: MemoryObject) -> str:
        """A buffer with the host objects that it is tied to."""
        ties = self.ties.get(buffer.serial, ())
        hosts = " and ".join(f"host object '{host.name}' ({way})" for host, way in ties)
        text = f"buffer '{buffer.name}'"
        if hosts:
            return f"{text}, tied to {hosts}"
        if buffer.kind != "buffer":
            return f"shared virtual memory '{buffer.name}'"
        if buffer.serial in self.unknown:
            return f"{text}, whose host side is not known"
        return f"{text}, on the device only"


def known_places(facts: Facts) -> Iterator[Known]:
    """Everything that is known, host first."""
    host = facts.host
    program = _Program(facts, tied_hosts(host), unknown_buffers(facts))
    for number, launch in enumerate(host.launches):
        yield _launch(program, number, launch)
        yield from _arguments(program, number, launch)
    for transfer in host.transfers:
        yield _transfer(transfer)
    yield from _buffers(program)
    for name in host.kernel_names:
        yield Known(name.at, f"kernel '{name.kernel}' is created")
    yield from _events(program)
    for kernel in facts.kernels.values():
        yield from _kernel(facts, kernel)


def _launch(program: _Program, number: int, launch: LaunchEvent) -> Known:
    whole, local = sizes_text(launch.global_choices), sizes_text(launch.local_choices)
    sizes = f"global size {whole}, local size {local}"
    details = [_argument(program, launch, argument) for argument in launch.arguments]
    if launch.kernel not in program.facts.kernels:
        details.append(f"kernel '{launch.kernel}' is not in the sources")
    subjects = [_of_argument(argument) for argument in launch.arguments]
    return Known(
        launch.place,
        f"launch {number} of kernel '{launch.kernel}', {sizes}",
        tuple(details),
        tuple(subject for each in subjects for subject in each),
    )


def _argument(program: _Program, launch: LaunchEvent, argument: ArgumentBinding) -> str:
    kernel = program.facts.kernels.get(launch.kernel)
    named = kernel is not None and argument.index < len(kernel.parameters)
    name = f" '{kernel.parameters[argument.index].name}'" if kernel is not None and named else ""
    return f"argument {argument.index}{name}: {_value(program, argument)}"


def _value(program: _Program, argument: ArgumentBinding) -> str:
    if argument.kind == "unknown":
        return f"not known: {argument.reason}" if argument.reason else "not known"
    if argument.kind != "buffer":
        return (
            f"{argument.kind} {value_of(program.facts, argument) or 'of a value that is not known'}"
        )
    return " or ".join(program.tied(buffer) for buffer in argument.buffers)


def _of_argument(argument: ArgumentBinding) -> tuple[Subject, ...]:
    return tuple(buffer.serial for buffer in argument.buffers)


def _arguments(program: _Program, number: int, launch: LaunchEvent) -> Iterator[Known]:
    """The calls that set a launch's arguments."""
    for argument in launch.arguments:
        if argument.at is not None:
            text = f"{_argument(program, launch, argument)}, of kernel '{launch.kernel}'"
            at, subjects = argument.at, _of_argument(argument)
            yield Known(at, f"{text} in launch {number}", (), subjects)


def _transfer(event: TransferEvent) -> Known:
    if event.kind == "sync":
        return Known(event.at, f"{event.call} waits for commands before it")
    buffers = " or ".join(f"'{buffer.name}'" for buffer in event.buffers) or "a buffer not known"
    unknown = ", host memory that is not known" if moves(event) is not None else ""
    hosts = " or ".join(f"'{host.name}'" for host in event.hosts)
    host = f", host object {hosts}" if hosts else unknown
    peer = f", with '{event.peer.name}'" if event.peer is not None else ""
    size = f", {event.size} bytes" if event.size is not None else ""
    blocks = event.blocking or event.kind not in ("write", "read", "map")
    objects = (*event.buffers, *event.hosts, *((event.peer,) if event.peer is not None else ()))
    text = f"{event.call} ({event.kind}): {buffers}{host}{peer}{size}"
    subjects = tuple(target.serial for target in objects)
    return Known(event.at, text + ("" if blocks else ", not blocking"), (), subjects)


def _buffers(program: _Program) -> Iterator[Known]:
    for model in program.facts.host.buffers:
        size = model.object.size
        shown = f"{size} bytes" if size is not None else "of a size that is not known"
        text = f"{program.tied(model.object)}; {shown}, flags {model.flags}"
        yield Known(model.at, text, (), (model.object.serial,))


def _events(program: _Program) -> Iterator[Known]:
    """What the host does to the objects that buffers are tied to, and what lets go of them."""
    tied = {host.serial for found in program.ties.values() for host, _ in found}
    for event in events_of(program.facts.host.tree):
        match event:
            case AccessEvent() if event.object.serial in tied:
                text = f"{event.kind} of host object '{event.object.name}' {_offset(event)}"
                yield Known(event.node.at, text, (), (event.object.serial,))
            case EscapeEvent() if event.object.serial in tied:
                text = f"host object '{event.object.name}' is not followed: {event.reason}"
                yield Known(event.at, text, (), (event.object.serial,))


def _offset(event: AccessEvent) -> str:
    if event.precision == "unknown":
        return "at a place that is not known"
    wraps = ", which may wrap round" if event.precision == "modular" else ""
    return f"at byte {event.offset}{wraps}"


def _kernel(facts: Facts, kernel: KernelModel) -> Iterator[Known]:
    launches = [n for n, each in enumerate(facts.host.launches) if each.kernel == kernel.name]
    shown = f"launched {len(launches)} times" if launches else "never launched"
    whole = "" if kernel.complete else "; control flow is not followed everywhere"
    yield Known(kernel.function.name_at, f"kernel '{kernel.name}', {shown}{whole}")
    for access, relation in zip(kernel.accesses, relations_of(kernel), strict=True):
        exact = "" if relation.exact else " (may hold more than is touched)"
        text = f"{access.kind} of '{access.object.name}': {relation.text}{exact}"
        yield Known(access.node.at, text, (), tuple(_of_kernel(kernel, access.object)))
    for event in events_of(kernel.tree):
        if isinstance(event, EscapeEvent):
            text = f"'{event.object.name}' is not followed: {event.reason}"
            yield Known(event.at, text, (), tuple(_of_kernel(kernel, event.object)))
        elif isinstance(event, BarrierEvent):
            yield Known(event.at, "barrier")


def _of_kernel(kernel: KernelModel, target: MemoryObject) -> Iterator[Subject]:
    for parameter in kernel.parameters:
        if parameter.object is not None and parameter.object.serial == target.serial:
            yield kernel.name, parameter.index
