"""What a side of a program does, the host or a kernel: a tree of events in its order."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from ppcl.analysis.access.index_term import IndexTerm, NestedIndex
from ppcl.analysis.model.region import Box, Sides
from ppcl.analysis.model.setting import Setting
from ppcl.analysis.numbers.guard import Guard, LoopIterator
from ppcl.analysis.numbers.polynomial import Polynomial
from ppcl.ir.expression import Expression
from ppcl.ir.node import Declaration, Origin
from ppcl.ir.types import Type
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
    the index's parts. `nested` is how an element of an array of arrays is written, instead. `scope`
    gives integer variables and their values, `guards` what is known beside the loops' bounds.
    Through a reference, `subscript`, `terms` and `scope` are those of `element`, which the
    reference was made of.
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
    nested: NestedIndex | None = None


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
    region: Box | None = None
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
    followed. `queue` and `signals` are as in a TransferEvent. `calls` are the places of the calls
    that lead to its place in the program, the outermost first. `is_full`: its groups are assumed
    to fill its NDRange.
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
    calls: tuple[Origin, ...] = ()
    is_full: bool = False

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
