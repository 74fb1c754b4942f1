"""The rectangle of a linked set: its pitch, its extent, and every access as (slow, fast)."""

from dataclasses import dataclass

from ppcl.analysis.access.delinearise import Subscripts, candidates, element_offset, split
from ppcl.analysis.access.instantiate import Instance, instantiate
from ppcl.analysis.data.linked import KernelUse, LinkedSet, kernel_uses
from ppcl.analysis.facts import Facts
from ppcl.analysis.model import AccessEvent, MemoryObject
from ppcl.analysis.numbers.polynomial import Polynomial

# So many accesses tell which pitch is meant where none is proved.
_TOLD_BY = 32


@dataclass(frozen=True)
class PlacedUse:
    """A kernel access at a launch with its subscripts over the host's values."""

    use: KernelUse
    instance: Instance
    subscripts: Subscripts


@dataclass(frozen=True)
class Shape:
    """`pitch` x `extent` elements of `width` bytes: element `slow * pitch + fast`."""

    pitch: Polynomial
    extent: Polynomial
    width: int
    uses: tuple[PlacedUse, ...]


@dataclass(frozen=True)
class NoShape:
    """Why a set has no rectangle: a code, a message, and the access that shows it."""

    code: str
    message: str
    access: AccessEvent | None


def shape_of(facts: Facts, linked: LinkedSet) -> Shape | NoShape:
    """The rectangle that all kernel accesses of a set agree on, with the extent from its size."""
    uses = list(kernel_uses(facts, linked))
    if not uses:
        return NoShape("PPC200", f"no kernel reads or writes '{linked.name}' by index", None)
    width = uses[0].access.width
    for use in uses:
        if use.access.width != width or use.access.type != uses[0].access.type:
            message = f"'{linked.name}' is accessed with different element types"
            return NoShape("PPC208", message, use.access)
        if element_offset(use.access) is None:
            message = f"an index into '{linked.name}' is not followed"
            return NoShape("PPC202", message, use.access)
    return _search(linked, uses, width, _wholes(facts, linked))


def _wholes(facts: Facts, linked: LinkedSet) -> list[MemoryObject]:
    """The set's buffers, without those that are parts of others (which forbid a change)."""
    parts = {transfer.peer for transfer in facts.host.transfers if transfer.kind == "share"}
    return [buffer for buffer in linked.buffers if buffer not in parts]


def _search(
    linked: LinkedSet, uses: list[KernelUse], width: int, wholes: list[MemoryObject]
) -> Shape | NoShape:
    """Try each candidate pitch of the accesses, in order."""
    instances = _instances(uses)
    indices = [_index_at(use, instance) for use, instance in zip(uses, instances, strict=True)]
    pitches = [p for p in candidates(indices) if p.as_int != 1]
    if not pitches:
        return NoShape(
            "PPC200", f"'{linked.name}' is accessed as one row: it has no other layout", None
        )
    at = list(zip(uses, instances, indices, strict=True))
    failed: dict[Polynomial, AccessEvent] = {}
    for pitch in pitches:
        placed: list[PlacedUse] = []
        for use, instance, index in at:
            found = _place(use, instance, index, pitch)
            if found is None:
                failed[pitch] = use.access
                break
            placed.append(found)
        else:
            return _with_extent(linked, placed, pitch, width, wholes)
    return _no_rectangle(linked, at[:_TOLD_BY], failed)


def _no_rectangle(
    linked: LinkedSet,
    some: list[tuple[KernelUse, Instance, Polynomial]],
    failed: dict[Polynomial, AccessEvent],
) -> NoShape:
    """The first access that fits not into rows of the pitch that most of `some` fit into."""
    fits = {each: sum(_place(*use, each) is not None for use in some) for each in failed}
    pitch = max(failed, key=lambda each: fits[each])
    message = f"the accesses of '{linked.name}' are not proved to be rows of one rectangle"
    if len(failed) == 1 or 2 * fits[pitch] >= len(some):
        message += f": this one is not proved to be `row * {pitch} + column`, column below {pitch}"
    return NoShape("PPC202", message, failed[pitch])


def _instances(uses: list[KernelUse]) -> list[Instance]:
    """The instance of each use; one for all uses of a kernel at one launch."""
    known: dict[tuple[int, int], Instance] = {}
    for use in uses:
        key = (id(use.kernel), id(use.launch))
        if key not in known:
            known[key] = instantiate(use.kernel, use.launch)
    return [known[id(use.kernel), id(use.launch)] for use in uses]


def _index_at(use: KernelUse, instance: Instance) -> Polynomial:
    index = element_offset(use.access)
    assert index is not None
    return instance.polynomial(index)


def _place(
    use: KernelUse, instance: Instance, index: Polynomial, pitch: Polynomial
) -> PlacedUse | None:
    access = use.access
    guards = (*(instance.guard(g) for g in access.guards), *instance.facts)
    loops = tuple(instance.loop(loop) for loop in access.loops)
    found = split(index, pitch, guards, loops)
    return PlacedUse(use, instance, found) if found is not None else None


def _with_extent(
    linked: LinkedSet,
    placed: list[PlacedUse],
    pitch: Polynomial,
    width: int,
    wholes: list[MemoryObject],
) -> Shape | NoShape:
    row = pitch * Polynomial.constant(width)
    extents = {_quotient(buffer.size, row) for buffer in wholes}
    extent = extents.pop() if extents else None
    if extents or extent is None:
        message = f"the size of '{linked.name}' is not proved to be a multiple of its pitch {pitch}"
        return NoShape("PPC203", message, placed[0].use.access)
    return Shape(pitch, extent, width, tuple(placed))


def _quotient(size: Polynomial | None, row: Polynomial) -> Polynomial | None:
    return None if size is None else size.divide_exactly(row)
