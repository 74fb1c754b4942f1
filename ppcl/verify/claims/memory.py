"""Which buffers and host memory of a run are which objects of the graph."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from ppcl.analysis.model import BufferModel, MemoryObject
from ppcl.verify.claims.open_order import OpenOrder
from ppcl.verify.log import Buffer


@dataclass
class Used:
    """Memory of one host object: where it begins, the bytes that were used, and when."""

    object: MemoryObject
    base: int
    low: int
    high: int
    first: int
    last: int

    def overlaps(self, other: "Used") -> bool:
        """Whether another object has some of these bytes while this one is there."""
        lives = self.first < other.last and other.first < self.last
        return lives and self.low < other.high and other.low < self.high


@dataclass
class Memory:
    """What is known so far: the objects that each buffer may be, by serial; host memory."""

    candidates: dict[int, frozenset[int]] = field(default_factory=dict)
    hosts: dict[int, Used] = field(default_factory=dict)

    def may_be(self, number: int, objects: Iterable[MemoryObject]) -> frozenset[int] | None:
        """Which of these objects a buffer may be; None where nothing is known of it."""
        known = self.candidates.get(number)
        return None if known is None else known & {each.serial for each in objects}

    def is_at(self, target: MemoryObject, base: int) -> bool | None:
        """Whether an object begins at an address; None where this is the first that is seen."""
        used = self.hosts.get(target.serial)
        return None if used is None else used.base == base

    def use(self, target: MemoryObject, base: int, low: int, size: int, sequence: int) -> None:
        """An object was used, from an address on."""
        used = self.hosts.setdefault(
            target.serial, Used(target, base, low, low + size, sequence, sequence)
        )
        used.low, used.high = min(used.low, low), max(used.high, low + size)
        used.last = max(used.last, sequence)

    def overlapping(self) -> list[tuple[MemoryObject, MemoryObject]]:
        """Objects that the graph takes for two and that share memory."""
        found = list(self.hosts.values())
        return [
            (one.object, other.object)
            for at, one in enumerate(found)
            for other in found[at + 1 :]
            if one.overlaps(other)
        ]


def candidates_of(
    made: Sequence[tuple[Buffer, tuple[BufferModel, ...]]], order: OpenOrder
) -> dict[int, frozenset[int]]:
    """The objects that each buffer may be, from what may stand at its place (nothing: unknown).

    What one place makes, each once, it makes in the order in which the graph has it, where that is
    not open.
    """
    groups: dict[tuple[int, ...], list[Buffer]] = {}
    found: dict[int, frozenset[int]] = {}
    for buffer, models in made:
        groups.setdefault(tuple(model.object.serial for model in models), []).append(buffer)
        if models:
            found[buffer.number] = frozenset(_of_size(buffer, models))
    all_models = [model for _, models in made for model in models]
    unique = {m.object.serial for m in all_models if m.object.unique and not order.has(m.at)}
    for serials, buffers in groups.items():
        if serials and unique.issuperset(serials):
            slack = len(serials) - len(buffers)
            for at, buffer in enumerate(sorted(buffers, key=lambda each: each.number)):
                found[buffer.number] &= set(sorted(serials)[at : at + slack + 1])
    return found


def _of_size(buffer: Buffer, models: tuple[BufferModel, ...]) -> Iterable[int]:
    for model in models:
        size = model.object.size.as_int if model.object.size is not None else None
        if size is None or buffer.size in (0, size):
            yield model.object.serial
