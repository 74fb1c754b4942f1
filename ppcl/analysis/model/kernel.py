"""What is known of one kernel."""

from dataclasses import dataclass
from functools import cached_property

from ppcl.analysis.model.events import AccessEvent, EventNode, MemoryObject, events_of
from ppcl.analysis.numbers.polynomial import Symbol
from ppcl.diag import Remark
from ppcl.ir.node import Declaration
from ppcl.ir.types import Type
from ppcl.ir.unit import Function


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
