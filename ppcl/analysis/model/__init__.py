"""What analysis finds out: plain dataclasses that every layer above may read.

One walk makes all of it (`ppcl.analysis.walk`), of host and kernels alike.
"""

from ppcl.analysis.model.events import (
    DEVICE_KINDS,
    AccessEvent,
    ArgumentBinding,
    BarrierEvent,
    BranchNode,
    EscapeEvent,
    Event,
    EventNode,
    LaunchEvent,
    LoopNode,
    MemoryObject,
    ObjectKind,
    Precision,
    TransferEvent,
    TransferKind,
    events_of,
)
from ppcl.analysis.model.host import (
    BufferModel,
    HostModel,
    KernelName,
    LostLaunch,
    ProgramModel,
    QueueModel,
)
from ppcl.analysis.model.kernel import KernelModel, KernelParameter

__all__ = [
    "DEVICE_KINDS",
    "AccessEvent",
    "ArgumentBinding",
    "BarrierEvent",
    "BranchNode",
    "BufferModel",
    "EscapeEvent",
    "Event",
    "EventNode",
    "HostModel",
    "KernelModel",
    "KernelName",
    "KernelParameter",
    "LaunchEvent",
    "LoopNode",
    "LostLaunch",
    "MemoryObject",
    "ObjectKind",
    "Precision",
    "ProgramModel",
    "QueueModel",
    "TransferEvent",
    "TransferKind",
    "events_of",
]
