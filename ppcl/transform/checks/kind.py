"""What the engine asks of each kind of change that a plan may declare (docs/equivalence.md).

A kind says how kernels, launches and data of the new program stand for those of the old one. What
it says nothing of must be as it was. `checks/kinds.py` lists all that there are.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import ClassVar

from ppcl.analysis.facts import Facts
from ppcl.analysis.model import AccessEvent, KernelModel, LaunchEvent, TransferEvent
from ppcl.analysis.numbers.polynomial import Polynomial
from ppcl.source import Edit
from ppcl.transform.checks.expressed import Scalars
from ppcl.transform.checks.host.place import Place
from ppcl.transform.checks.host.side import OnHost
from ppcl.transform.checks.versions import Versions

# Pairs of byte offsets that must be equal: what the old access becomes (None where that cannot be
# said), and what the new one is. A kernel has a pair for each launch, over the host's values.
Pairs = Iterator[tuple[Polynomial | None, Polynomial]]
Moved = Callable[[AccessEvent, AccessEvent], Pairs]
Sides = tuple[Polynomial | None, ...]


class Difference(Exception):
    """What is not as declared, for people."""


@dataclass(frozen=True)
class Moves:
    """The data that are elsewhere than before, on one side of the program (the host, a kernel).

    `objects` are those whose accesses change, by serial number, and `names` their names;
    `shuffled` are the buffers whose transfers change, by serial number, with the pitch, extent and
    width in bytes by which they must transpose.
    """

    objects: Mapping[int, Moved] = field(default_factory=dict)
    names: frozenset[str] = frozenset()
    shuffled: Mapping[int, Sides] = field(default_factory=dict)

    def of(self, access: AccessEvent) -> Moved | None:
        """How an access must be related to its new form, where it may change."""
        return self.objects.get(access.object.serial)

    def sides(self, transfer: TransferEvent) -> Sides:
        """By what a transfer must transpose after the rewrite; as before where nothing is said."""
        found = {self.shuffled.get(buffer.serial) for buffer in transfer.buffers}
        declared = found.pop() if len(found) == 1 else None
        if declared is None or transfer.kind in ("copy", "fill"):
            return transfer.transposed
        return declared


@dataclass(frozen=True)
class Change:
    """What a run of the new program shows of a declared change: of the original's kernel of a name.
    `kind` is what the manifest calls it."""

    kind: ClassVar[str]
    kernel: str


@dataclass(frozen=True)
class Planned:
    """The facts that a plan was made from, all that it declares, and the scalars that have other
    values by now than in a run of the original."""

    facts: Facts
    declared: "tuple[Kind, ...]"
    turned: Scalars


@dataclass(frozen=True)
class InKernel:
    """A kernel in both analyses, by its key in the old one; what each of its launches became."""

    before: Facts
    key: str
    new: KernelModel
    launches: tuple[tuple[LaunchEvent, LaunchEvent], ...]

    @property
    def old(self) -> KernelModel:
        """The kernel as it was."""
        return self.before.kernels[self.key]


class Kind:
    """A kind of change. Its classes are frozen dataclasses that answer what concerns them."""

    @property
    def resizes(self) -> bool:
        """Whether launches have other sizes, so that the host may read these otherwise."""
        return False

    def kernels(self) -> frozenset[str]:
        """The kernels of the old program, by their keys, that it speaks of."""
        return frozenset()

    def names(self) -> Mapping[str, str]:
        """The kernels, by their keys, that have a new name."""
        return {}

    def launches(self, old: LaunchEvent, new: LaunchEvent) -> tuple[LaunchEvent, ...]:
        """The launches that stand for an old one, one after the other, each with its `order`; `new`
        is what other kinds have made of it. Raises Difference."""
        del old
        return (new,)

    def versions(self, kernel: Versions) -> Iterator[Versions]:
        """What must do the same, where a kernel's text stands for what it was in another way than
        as it is. Raises Difference."""
        yield kernel

    def on_host(self, before: Facts) -> Moves:
        """The host's data that are elsewhere."""
        del before
        return Moves()

    def places(self, host: OnHost) -> Iterator[Place]:
        """The places of the host whose text may change, each shown to be what was declared; all
        other text must be as it was."""
        del host
        yield from ()

    def edits(self, before: Facts) -> Iterator[Edit]:
        """The edits of the host's text that follow from what it says: each must have been made."""
        del before
        yield from ()

    def in_kernel(self, kernel: InKernel) -> Moves:
        """A kernel's data that are elsewhere."""
        del kernel
        return Moves()

    def moved(self, kernel: KernelModel, key: str) -> frozenset[int]:
        """The parameters of a kernel, by index, whose accesses may have another place."""
        del kernel, key
        return frozenset()

    def changed(self, key: str) -> frozenset[int]:
        """The scalar parameters of a kernel, by index, that are worth something else: nothing may
        use them but the places that moved."""
        del key
        return frozenset()

    def shown(self, plan: Planned) -> Iterator[Change]:
        """What a run can be held against, in the names before the plan."""
        del plan
        yield from ()


@dataclass(frozen=True)
class Together(Kind):
    """All that a plan declares, as one."""

    kinds: tuple[Kind, ...]

    @property
    def resizes(self) -> bool:
        """Whether one does."""
        return any(kind.resizes for kind in self.kinds)

    def kernels(self) -> frozenset[str]:
        """Those of all."""
        return frozenset[str]().union(*(kind.kernels() for kind in self.kinds))

    def names(self) -> Mapping[str, str]:
        """Those of all."""
        return {old: new for kind in self.kinds for old, new in kind.names().items()}

    def launches(self, old: LaunchEvent, new: LaunchEvent) -> tuple[LaunchEvent, ...]:
        """What one makes of a launch the next goes on with."""
        found: tuple[LaunchEvent, ...] = (new,)
        for kind in self.kinds:
            found = tuple(launch for each in found for launch in kind.launches(old, each))
        return found

    def versions(self, kernel: Versions) -> Iterator[Versions]:
        """What one makes of a kernel the next goes on with."""
        found = [kernel]
        for kind in self.kinds:
            found = [each for known in found for each in kind.versions(known)]
        yield from found

    def on_host(self, before: Facts) -> Moves:
        """Those of all."""
        return _joined(kind.on_host(before) for kind in self.kinds)

    def places(self, host: OnHost) -> Iterator[Place]:
        """Those of all."""
        return (place for kind in self.kinds for place in kind.places(host))

    def edits(self, before: Facts) -> Iterator[Edit]:
        """Those of all."""
        return (edit for kind in self.kinds for edit in kind.edits(before))

    def in_kernel(self, kernel: InKernel) -> Moves:
        """Those of all."""
        return _joined(kind.in_kernel(kernel) for kind in self.kinds)

    def moved(self, kernel: KernelModel, key: str) -> frozenset[int]:
        """Those of all."""
        return frozenset[int]().union(*(kind.moved(kernel, key) for kind in self.kinds))

    def changed(self, key: str) -> frozenset[int]:
        """Those of all."""
        return frozenset[int]().union(*(kind.changed(key) for kind in self.kinds))

    def shown(self, plan: Planned) -> Iterator[Change]:
        """Those of all."""
        return (change for kind in self.kinds for change in kind.shown(plan))


def _joined(moves: Iterable[Moves]) -> Moves:
    found = Moves()
    for each in moves:
        found = Moves(
            {**found.objects, **each.objects},
            found.names | each.names,
            {**found.shuffled, **each.shuffled},
        )
    return found
