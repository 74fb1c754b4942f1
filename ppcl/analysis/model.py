"""What analysis finds out: plain dataclasses that every layer above may read.

A side of a program, the host or a kernel, is a tree of events in its order (`ppcl.analysis.walk`).
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal

from ppcl.analysis.devices import DeviceRequest
from ppcl.analysis.guard import Guard, LoopIterator
from ppcl.analysis.index_term import IndexTerm
from ppcl.analysis.observation import Observation
from ppcl.analysis.polynomial import Polynomial, Symbol
from ppcl.analysis.region import USE_HOST_PTR, Region, Sides
from ppcl.analysis.setting import Setting
from ppcl.diag import Remark
from ppcl.ir.expression import Expression
from ppcl.ir.node import Declaration, Origin
from ppcl.ir.types import Type
from ppcl.ir.unit import Function
from ppcl.source.value_class import value_class

ObjectKind = Literal[
    "variable", "heap", "buffer", "image", "queue", "event", "parameter", "string", "local"
]
# What a `cl_mem` may be.
DEVICE_KINDS: frozenset[ObjectKind] = frozenset({"buffer", "image"})


@dataclass(frozen=True)
class MemoryObject:
    """A piece of memory: a variable, an allocation, a buffer, what a kernel parameter points to.

    `size` is in bytes; `unique` is False for what one place allocates more than once.
    `declaration` is the variable's own, where the object is one.
    """

    serial: int
    kind: ObjectKind
    name: str
    size: Polynomial | None
    element: Type | None
    at: Origin | None
    unique: bool = True
    declaration: Declaration | None = None

    def __hash__(self) -> int:
        return self.serial


Precision = Literal["exact", "modular", "unknown"]


@value_class()
class AccessEvent:
    """A load or store of `width` bytes at byte `offset` of an object.

    `precision`: "exact"; "modular" where unsigned 32-bit arithmetic could wrap; "unknown" where
    `offset` does not say where the access goes (it is then not to be used). `node` is the whole
    expression, `subscript` the index where it is written `name[subscript]` on a name that is the
    object itself, else `base` names a pointer to the first element, if there is one; `terms` are
    the index's parts. `scope` gives integer variables and their values, `guards` what is known
    beside the loops' bounds. Through a reference, `subscript`, `terms` and `scope` are those of
    `element`, which the reference was made of.
    """

    order: int
    kind: Literal["load", "store"]
    object: MemoryObject
    offset: Polynomial
    precision: Precision
    width: int
    type: Type
    node: Expression
    subscript: Expression | None
    terms: tuple[IndexTerm, ...]
    scope: tuple[tuple[str, Polynomial], ...]
    loops: tuple[LoopIterator, ...]
    guards: tuple[Guard, ...]
    function: Declaration | None
    element: Expression
    base: str = ""


@value_class()
class EscapeEvent:
    """A use that lets go of an object: its address goes where ppcl does not follow, or the object
    is read or written as a whole (memcpy, fread, vload, atomics, casts). `reason` is for people.
    `uniform`: all of it is set, each element to the same value.
    """

    order: int
    object: MemoryObject
    reason: str
    at: Origin
    reads: bool = True
    writes: bool = True
    uniform: bool = False


@dataclass(frozen=True)
class BarrierEvent:
    """A work-group barrier."""

    order: int
    at: Origin


_Moves = Literal["write", "read", "copy", "fill", "map", "unmap"]
TransferKind = _Moves | Literal["create", "share", "sync", "other"]


@dataclass(frozen=True)
class TransferEvent:
    """A host command that moves a buffer's data, or that host or device wait with ("sync").

    `offset` and `size` in bytes, None where not known or not one run of bytes (`region` may say
    more). `host` is the host object and `host_offset` where in it. "write" is host to device.
    Where it is one of several, they are `host_choices`. "copy" has the source in `peer`, from
    `peer_offset` on; "share" says that the memory of `peer` is a part of the buffer's. A map's
    `flags` are its value, None where not known. `transposed` is pitch, extent and width where
    ppcl's own runtime transposes on the way. `queue` is None where it is not followed; `signals` is
    the event object of this command, `awaited` are those that a "sync" waits for. A "fill" repeats
    a pattern of `pattern` bytes.
    """

    order: int
    kind: TransferKind
    buffers: tuple[MemoryObject, ...]
    host: MemoryObject | None
    host_offset: Polynomial | None
    offset: Polynomial | None
    size: Polynomial | None
    blocking: bool
    peer: MemoryObject | None
    at: Origin
    call: str
    loops: tuple[LoopIterator, ...] = ()
    scope: tuple[tuple[str, Polynomial], ...] = ()
    transposed: tuple[Polynomial | None, ...] = ()
    peer_offset: Polynomial | None = None
    region: Region | None = None
    flags: int | None = None
    queue: MemoryObject | None = None
    signals: MemoryObject | None = None
    awaited: tuple[MemoryObject, ...] = ()
    host_choices: tuple[MemoryObject, ...] = ()
    seen_at: Origin | None = None
    pattern: int | None = None

    @property
    def place(self) -> Origin:
        """Where it is for people: in the program, though the C++ bindings make the call."""
        return self.seen_at or self.at

    @property
    def hosts(self) -> tuple[MemoryObject, ...]:
        """All that the host object may be; nothing where it is not followed."""
        return (self.host,) if self.host is not None else self.host_choices


@dataclass(frozen=True)
class ArgumentBinding:
    """What one kernel argument is at one launch.

    buffer: `buffers` are all that it may be, images included. svm: the same for shared virtual
    memory. scalar: `value` on the host, `written` as the host wrote it. local: `value` is the size
    in bytes. unknown: `reason` says why, and `cause` where that begins. `settings` are all calls so
    far that gave this argument of the kernel a number, `sizes` the numbers of bytes that they said.
    """

    index: int
    kind: Literal["buffer", "svm", "scalar", "local", "sampler", "unknown"]
    buffers: tuple[MemoryObject, ...] = ()
    value: Polynomial | None = None
    written: str = ""
    reason: str = ""
    at: Origin | None = None
    settings: tuple[Setting, ...] = ()
    sizes: frozenset[int] = frozenset()
    cause: Origin | None = None


@dataclass(frozen=True)
class LaunchEvent:
    """A kernel launch. Sizes are per dimension; a NULL offset is zeros.

    `kernel` is the kernel's key in `Facts.kernels`: its name, told apart by its program's where
    several programs have a kernel of that name. `program` is the name of its program.
    A size is None where it is NULL, not followed or one of several; `global_choices` and
    `local_choices` list all that it may be, with None for NULL, and are empty where it is not
    followed. `queue` and `signals` are as in a TransferEvent.
    """

    order: int
    kernel: str
    program: str | None
    dimensions: int | None
    global_size: tuple[Polynomial, ...] | None
    local_size: tuple[Polynomial, ...] | None
    global_offset: tuple[Polynomial, ...] | None
    arguments: tuple[ArgumentBinding, ...]
    at: Origin
    loops: tuple[LoopIterator, ...]
    guards: tuple[Guard, ...]
    global_choices: tuple[Sides | None, ...] = ()
    local_choices: tuple[Sides | None, ...] = ()
    queue: MemoryObject | None = None
    signals: MemoryObject | None = None
    seen_at: Origin | None = None

    @property
    def place(self) -> Origin:
        """Where it is for people: in the program, though the C++ bindings make the call."""
        return self.seen_at or self.at

    @property
    def local_is_null(self) -> bool:
        """Whether the runtime chooses the local size."""
        return self.local_choices == (None,)


Event = AccessEvent | EscapeEvent | BarrierEvent | TransferEvent | LaunchEvent


@dataclass(frozen=True)
class LoopNode:
    """A loop round events; `iterator` is None where the loop has no counter that ppcl knows."""

    iterator: LoopIterator | None
    body: "tuple[EventNode, ...]"
    at: Origin


@dataclass(frozen=True)
class BranchNode:
    """A branch; `condition` is what holds in `then`, as far as polynomials can say it."""

    condition: tuple[Guard, ...]
    then: "tuple[EventNode, ...]"
    otherwise: "tuple[EventNode, ...]"
    at: Origin


EventNode = Event | LoopNode | BranchNode


def events_of(nodes: "tuple[EventNode, ...]") -> Iterator[Event]:
    """All events below `nodes`, in program order."""
    for node in nodes:
        if isinstance(node, LoopNode):
            yield from events_of(node.body)
        elif isinstance(node, BranchNode):
            yield from events_of(node.then)
            yield from events_of(node.otherwise)
        else:
            yield node


@dataclass(frozen=True)
class KernelParameter:
    """A parameter of a kernel: what it points to (a pointer) or its symbol (a scalar)."""

    index: int
    name: str
    declaration: Declaration
    type: Type
    object: MemoryObject | None
    symbol: Symbol | None


@dataclass(frozen=True)
class KernelModel:
    """One kernel: its parameters and its events. `remarks` say what was not followed; `complete`
    is False where control flow was not, so that events may be missing: because of `gaps`."""

    name: str
    function: Function
    path: str
    parameters: tuple[KernelParameter, ...]
    tree: tuple[EventNode, ...]
    remarks: tuple[Remark, ...] = ()
    complete: bool = True
    gaps: tuple[Remark, ...] = ()

    @cached_property
    def accesses(self) -> tuple[AccessEvent, ...]:
        """All loads and stores, in program order."""
        return tuple(event for event in events_of(self.tree) if isinstance(event, AccessEvent))


@dataclass(frozen=True)
class KernelName:
    """A `clCreateKernel` call: the kernel's key in `Facts.kernels`, the string literal that names
    it in the call, and the program that it is from. `said` is where the string stands, if one."""

    kernel: str
    literal: Origin | None
    at: Origin
    program: str | None = None
    said: Origin | None = None


@dataclass(frozen=True)
class ProgramModel:
    """A `cl_program`: `name` is its file, or the place that makes it where it is not one file.

    `files` hold its text; `options` are those of its build, in the host's words (None: not known).
    `problem` says why its kernels are not known for certain, `unread` why its text is not; `limit`
    is the number of bytes that the host reads of a file at most; `opened` are the files' paths as
    the host has them.
    """

    name: str
    files: tuple[str, ...]
    options: str | None
    at: Origin
    problem: str = ""
    limit: int | None = None
    opened: frozenset[str] = frozenset()
    unread: str = ""


@dataclass(frozen=True)
class BufferModel:
    """A `cl_mem`: `object.size` in bytes; the flags as written and their value (`bits`, None where
    it is not known); the host memory given to it, from byte `start` on. A sub-buffer has the
    buffers that may be its `parents`, and its `start` in bytes there."""

    object: MemoryObject
    flags: str
    host: MemoryObject | None
    at: Origin
    bits: int | None = None
    parents: tuple[MemoryObject, ...] = ()
    start: Polynomial | None = None

    @property
    def may_use_host(self) -> bool:
        """Whether the buffer's memory may be the host's (CL_MEM_USE_HOST_PTR)."""
        return self.host is not None and (self.bits is None or bool(self.bits & USE_HOST_PTR))


@dataclass(frozen=True)
class QueueModel:
    """A command queue; `in_order` is False where its commands may run out of order."""

    object: MemoryObject
    in_order: bool
    at: Origin


@dataclass(frozen=True)
class LostLaunch:
    """A launch of a kernel that is not known: why, and where that begins."""

    at: Origin
    reason: str
    cause: Origin | None = None


@dataclass(frozen=True)
class HostModel:
    """The host program: its buffers, kernels and events, from the entry function on.

    `complete` is False where `gaps` of control flow were not followed: events may be missing.
    `skippable` are the launches and transfers, by order, that need not happen though no branch is
    around them: paths jump past them, or they stand in an operand. `lost` are launches of kernels
    that are not known. `requests` are for devices."""

    tree: tuple[EventNode, ...]
    buffers: tuple[BufferModel, ...]
    kernel_names: tuple[KernelName, ...]
    remarks: tuple[Remark, ...] = ()
    functions: Mapping[str, Function] = field(default_factory=dict)
    complete: bool = True
    programs: tuple[ProgramModel, ...] = ()
    queues: tuple[QueueModel, ...] = ()
    skippable: frozenset[int] = frozenset()
    observations: tuple[Observation, ...] = ()
    lost: tuple[LostLaunch, ...] = ()
    gaps: tuple[Remark, ...] = ()
    requests: tuple[DeviceRequest, ...] = ()

    @cached_property
    def launches(self) -> tuple[LaunchEvent, ...]:
        """All launches, in program order."""
        return tuple(event for event in events_of(self.tree) if isinstance(event, LaunchEvent))

    @cached_property
    def transfers(self) -> tuple[TransferEvent, ...]:
        """All transfers, in program order."""
        return tuple(event for event in events_of(self.tree) if isinstance(event, TransferEvent))

    @cached_property
    def accesses(self) -> tuple[AccessEvent, ...]:
        """All loads and stores, in program order."""
        return tuple(event for event in events_of(self.tree) if isinstance(event, AccessEvent))
