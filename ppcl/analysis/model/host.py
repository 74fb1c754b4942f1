"""What is known of the host program."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from ppcl.analysis.model.devices import DeviceRequest
from ppcl.analysis.model.events import (
    AccessEvent,
    EventNode,
    LaunchEvent,
    MemoryObject,
    TransferEvent,
    events_of,
)
from ppcl.analysis.model.observation import Observation
from ppcl.analysis.model.region import USE_HOST_PTR
from ppcl.analysis.numbers.polynomial import Polynomial
from ppcl.diag import Remark
from ppcl.ir.node import Origin
from ppcl.ir.unit import Function


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
