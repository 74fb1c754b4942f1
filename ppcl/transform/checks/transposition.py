"""The accesses and transfers that a plan declared to be transposed, and how they must then be."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field

from ppcl.analysis.access.alike import is_alike
from ppcl.analysis.access.delinearise import element_offset, split
from ppcl.analysis.access.instantiate import Instance, instantiate
from ppcl.analysis.facts import Facts
from ppcl.analysis.model import AccessEvent, KernelModel, TransferEvent
from ppcl.analysis.numbers.polynomial import ZERO, Polynomial, make_term
from ppcl.transform.contract import Declared, Transposed

# Pairs of byte offsets that must be equal: what the old access becomes (None where that cannot be
# said), and what the new one is. A kernel has a pair for each launch, over the host's values.
Pairs = Iterator[tuple[Polynomial | None, Polynomial]]
Declaration = Callable[[AccessEvent, AccessEvent], Pairs]
Sides = tuple[Polynomial | None, ...]

_AS_IT_IS = Instance((), ())


@dataclass(frozen=True)
class Transposition:
    """What is declared for one side.

    `objects` are those whose accesses change, by serial number, and `names` their names;
    `shuffled` are the buffers whose transfers change, by serial number, with the pitch, extent and
    width in bytes by which they must.
    """

    objects: Mapping[int, Declaration]
    names: frozenset[str]
    shuffled: Mapping[int, Sides] = field(default_factory=dict)

    def of(self, access: AccessEvent) -> Declaration | None:
        """How an access must be related to its new form, where it may change."""
        return self.objects.get(access.object.serial)

    def sides(self, transfer: TransferEvent) -> Sides:
        """By what a transfer must transpose after the rewrite; as before where nothing is said."""
        found = {self.shuffled.get(buffer.serial) for buffer in transfer.buffers}
        declared = found.pop() if len(found) == 1 else None
        if declared is None or transfer.kind in ("copy", "fill"):
            return transfer.transposed
        return declared


def host_transposition(before: Facts, declared: Declared) -> Transposition:
    """What is declared for the host's objects and transfers."""
    objects = {
        serial: _on_host(before, transposed)
        for transposed in declared.transposed
        for serial in transposed.hosts
    }
    shuffled = {
        serial: (t.pitch, t.extent, Polynomial.constant(t.width))
        for t in declared.transposed
        for serial in t.shuffled
    }
    accessed = (access.object for access in before.host.accesses)
    names = frozenset(target.name for target in accessed if target.serial in objects)
    return Transposition(objects, names, shuffled)


def _on_host(facts: Facts, transposed: Transposed) -> Declaration:
    def pairs(before: AccessEvent, after: AccessEvent) -> Pairs:
        if is_alike(facts, before, (transposed.pitch, transposed.extent), transposed.width):
            yield before.offset, after.offset
            return
        expected = _expected(before, transposed, _AS_IT_IS)
        yield expected if expected is not None else _divided(before, transposed), after.offset

    return pairs


def _divided(access: AccessEvent, transposed: Transposed) -> Polynomial | None:
    """The byte offset that an access has whose row and column only division tells: an element's
    number is not negative, so `%` and `/` do."""
    element = element_offset(access)
    if element is None or access.width != transposed.width or access.precision != "exact":
        return None
    if element == ZERO:
        return ZERO
    column, row = (make_term(op, (element, transposed.pitch)) for op in ("%", "/"))
    turned = column * transposed.extent + row
    return turned * Polynomial.constant(transposed.width)


def kernel_transposition(
    before: Facts, after: Facts, declared: Declared, kernel: str, new: KernelModel
) -> Transposition:
    """What is declared for the parameters of a kernel, by its key in the facts before."""
    old = before.kernels[kernel]
    launches = [
        (instantiate(old, was), instantiate(new, now))
        for was, now in zip(before.host.launches, after.host.launches, strict=True)
        if was.kernel == kernel
    ]
    found: dict[int, Declaration] = {}
    names: set[str] = set()
    for transposed in declared.transposed:
        for parameter in old.parameters:
            if f"{kernel}.{parameter.name}" in transposed.parameters and parameter.object:
                found[parameter.object.serial] = _in_kernel(transposed, launches)
                names.add(parameter.object.name)
    return Transposition(found, frozenset(names))


def _in_kernel(transposed: Transposed, launches: list[tuple[Instance, Instance]]) -> Declaration:
    def pairs(before: AccessEvent, after: AccessEvent) -> Pairs:
        for was, now in launches:
            yield _expected(before, transposed, was), now.polynomial(after.offset)

    return pairs


def _expected(access: AccessEvent, transposed: Transposed, instance: Instance) -> Polynomial | None:
    """The byte offset that an access is declared to have, None where it is not a row and column."""
    element = element_offset(access)
    if element is None or access.width != transposed.width:
        return None
    guards = (*(instance.guard(guard) for guard in access.guards), *instance.facts)
    loops = tuple(instance.loop(loop) for loop in access.loops)
    found = split(instance.polynomial(element), transposed.pitch, guards, loops)
    if found is None:
        return None
    turned = found.fast * transposed.extent + found.slow
    return turned * Polynomial.constant(transposed.width)
