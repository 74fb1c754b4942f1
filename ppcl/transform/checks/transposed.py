"""Transposed: elements are stored the other way round, `[fast, slow]` instead of `[slow, fast]`.

The place of each access is shown by polynomials: the old one is split into row and column, and the
new one must be their sum the other way round, at each launch.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar

from ppcl.analysis.access.alike import is_alike
from ppcl.analysis.access.delinearise import element_offset, split
from ppcl.analysis.access.instantiate import Instance, instantiate
from ppcl.analysis.facts import Facts
from ppcl.analysis.model import AccessEvent, KernelModel, KernelParameter
from ppcl.analysis.numbers.polynomial import ZERO, Polynomial, make_term
from ppcl.transform.checks.expressed import shown
from ppcl.transform.checks.host.calls import shuffled_calls
from ppcl.transform.checks.host.elements import moved_elements
from ppcl.transform.checks.host.place import Place
from ppcl.transform.checks.host.side import OnHost
from ppcl.transform.checks.kind import Change, InKernel, Kind, Moved, Moves, Pairs, Planned

BYTES = "bytes"  # in an expression: the size of the buffer
_AS_IT_IS = Instance((), ())


@dataclass(frozen=True)
class Layout(Change):
    """A kernel's buffer argument whose elements lie elsewhere than before.

    Element `slow * pitch + fast` is now element `fast * extent + slow`; `width` is an element's
    size in bytes. `pitch` and `extent` are expressions over the kernel's scalar parameters, `bytes`
    (of the buffer) and `global_size[d]` of the launch; None where there is no such expression.
    """

    kind: ClassVar[str] = "transposed"
    index: int
    width: int
    pitch: str | None
    extent: str | None


@dataclass(frozen=True)
class Transposed(Kind):
    """Element `slow * pitch + fast` becomes `fast * extent + slow`.

    `parameters` ("kernel.parameter", kernels by their keys) and `hosts` (the serials of host
    objects) change so; transfers of the buffers in `shuffled` (serials) transpose instead of the
    host's accesses. `pitch` and `extent` are the host's polynomials, `width` the element size in
    bytes.
    """

    parameters: tuple[str, ...]
    hosts: tuple[int, ...]
    shuffled: tuple[int, ...]
    pitch: Polynomial
    extent: Polynomial
    width: int

    def kernels(self) -> frozenset[str]:
        """Those of the parameters."""
        return frozenset(name.rpartition(".")[0] for name in self.parameters)

    def on_host(self, before: Facts) -> Moves:
        """The host's arrays, or the transfers."""
        accessed = (access.object for access in before.host.accesses)
        names = frozenset(target.name for target in accessed if target.serial in self.hosts)
        sides = (self.pitch, self.extent, Polynomial.constant(self.width))
        moved = _on_host(before, self)
        return Moves(dict.fromkeys(self.hosts, moved), names, dict.fromkeys(self.shuffled, sides))

    def places(self, host: OnHost) -> Iterator[Place]:
        """The indices into the host's arrays, or the calls of the transfers."""
        yield from moved_elements(host, self.hosts)
        yield from shuffled_calls(host, self.shuffled)

    def in_kernel(self, kernel: InKernel) -> Moves:
        """The parameters of a kernel."""
        objects = [each.object for each in self.of(kernel.old, kernel.key) if each.object]
        if not objects:
            return Moves()
        launches = [
            (instantiate(kernel.old, was), instantiate(kernel.new, now))
            for was, now in kernel.launches
        ]
        moved = _in_kernel(self, launches)
        serials = {target.serial: moved for target in objects}
        return Moves(serials, frozenset(target.name for target in objects))

    def moved(self, kernel: KernelModel, key: str) -> frozenset[int]:
        """The parameters of a kernel."""
        return frozenset(parameter.index for parameter in self.of(kernel, key))

    def of(self, kernel: KernelModel, key: str) -> Iterator[KernelParameter]:
        """Those of a kernel's parameters that are transposed."""
        return (p for p in kernel.parameters if f"{key}.{p.name}" in self.parameters)

    def shown(self, plan: Planned) -> Iterator[Change]:
        """The sides of the rectangle, as each kernel's launches show them."""
        for key, kernel in plan.facts.kernels.items():
            for parameter in self.of(kernel, key):
                pitch, extent = (
                    shown(plan.facts, kernel, side, plan.turned)
                    for side in (self.pitch, self.extent)
                )
                if pitch is None and extent is not None:
                    pitch = f"{BYTES} / ({self.width} * ({extent}))"
                if extent is None and pitch is not None:
                    extent = f"{BYTES} / ({self.width} * ({pitch}))"
                yield Layout(kernel.name, parameter.index, self.width, pitch, extent)


def _on_host(facts: Facts, transposed: Transposed) -> Moved:
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


def _in_kernel(transposed: Transposed, launches: Sequence[tuple[Instance, Instance]]) -> Moved:
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
