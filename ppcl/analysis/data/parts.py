"""Buffers that are parts of others, and which of them hold the bytes that a transfer moves."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from ppcl.analysis.model import HostModel, MemoryObject, TransferEvent
from ppcl.analysis.numbers.guard import Guard
from ppcl.analysis.numbers.polynomial import ZERO, Polynomial
from ppcl.analysis.numbers.sizes import at_least


@dataclass(frozen=True)
class Part:
    """Bytes of a whole buffer: from `start` on, `size` of them; None where that is not known."""

    whole: int
    start: Polynomial | None
    size: Polynomial | None

    def is_apart(self, other: "Part") -> bool:
        """Whether two parts of one buffer are proved to share no byte."""
        return self._ends_before(other) or other._ends_before(self)

    def _ends_before(self, other: "Part") -> bool:
        if self.start is None or self.size is None or other.start is None:
            return False
        return at_least(other.start, self.start + self.size, [Guard(self.size, ">=")])


@dataclass(frozen=True)
class Sharing:
    """The parts of a host program's buffers."""

    host: HostModel

    @cached_property
    def _families(self) -> dict[int, dict[int, Part]]:
        """All buffers that are parts of a whole one, and itself, by the whole one's serial."""
        found: dict[int, dict[int, Part]] = {}
        for model in self.host.buffers:
            for parent in model.parents:
                family = found.setdefault(parent.serial, {})
                family[parent.serial] = Part(parent.serial, ZERO, parent.size)
                family[model.object.serial] = Part(parent.serial, model.start, model.object.size)
        return found

    def others(self, buffer: MemoryObject, event: TransferEvent) -> Iterator[int]:
        """The other buffers, by serial, that may hold bytes which a transfer of one moves."""
        for whole, family in self._families.items():
            own = family.get(buffer.serial)
            if own is None:
                continue
            moved = _moved(whole, own, event)
            for serial, part in family.items():
                if serial != buffer.serial and not part.is_apart(moved):
                    yield serial


def _moved(whole: int, own: Part, event: TransferEvent) -> Part:
    """The bytes of the whole buffer that a transfer of a part moves."""
    if own.start is None or event.offset is None or event.size is None:
        return own
    return Part(whole, own.start + event.offset, event.size)
