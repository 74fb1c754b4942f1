"""What is known of a program, for passes of others: kernels, host, events, and numbers."""

from ppcl.analysis.kernels.units import KernelUnit
from ppcl.analysis.model import (
    AccessEvent,
    ArgumentBinding,
    BarrierEvent,
    BranchNode,
    BufferModel,
    EscapeEvent,
    Event,
    EventNode,
    HostModel,
    KernelModel,
    KernelParameter,
    LaunchEvent,
    LoopNode,
    MemoryObject,
    TransferEvent,
    events_of,
)
from ppcl.analysis.numbers.guard import Guard, LoopIterator
from ppcl.analysis.numbers.polynomial import Atom, Polynomial, Symbol, Term
from ppcl.analysis.numbers.proof import proves_nonnegative
from ppcl.analysis.terms.expression import is_value
from ppcl.targets.target import Target

__all__ = [
    "AccessEvent",
    "ArgumentBinding",
    "Atom",
    "BarrierEvent",
    "BranchNode",
    "BufferModel",
    "EscapeEvent",
    "Event",
    "EventNode",
    "Guard",
    "HostModel",
    "KernelModel",
    "KernelParameter",
    "KernelUnit",
    "LaunchEvent",
    "LoopIterator",
    "LoopNode",
    "MemoryObject",
    "Polynomial",
    "Symbol",
    "Target",
    "Term",
    "TransferEvent",
    "events_of",
    "is_value",
    "proves_nonnegative",
]
