"""What a layout costs on a CPU: the accesses of one work-group, enumerated (PPOpenCL §3.3.2)."""

from collections.abc import Mapping
from dataclasses import dataclass

from ppcl.analysis.locality import Runs, locality, trace_of
from ppcl.analysis.model import AccessEvent, KernelModel, LaunchEvent
from ppcl.analysis.numbers.polynomial import Polynomial
from ppcl.ir.types import FloatType, IntType, Type, VectorType
from ppcl.targets.target import Target
from ppcl_transforms.layout.nominal import local_size_of, sizes_of
from ppcl_transforms.layout.shape import PlacedUse, Shape

# Buffers lie this far apart in the addresses of a trace, in bytes.
_APART = 1 << 40


@dataclass(frozen=True)
class Cost:
    """What a layout costs at one of a target's nominal sizes, summed over the kernels.

    `distance` is PPOpenCL's: the median reuse distance in cache lines. `lines` are touched by a
    work-item's operations, each line once by an operation of work-items in step; `waits` is what a
    work-item's misses wait for one after another, in cycles.
    """

    distance: float
    lines: float
    waits: float


def cost(shape: Shape, target: Target, nominal: Mapping[str, int], transposed: bool) -> Cost:
    """What the present layout, or the other one (`transposed`), costs all kernels that use it."""
    distance = lines = waits = 0.0
    for kernel, launch in _kernels(shape):
        uses = [use for use in shape.uses if use.use.kernel is kernel and use.use.launch is launch]
        sizes = sizes_of(shape, kernel, launch, nominal)
        width = target.width(element_name(uses[0].use.access.type))
        addresses = _Addresses(shape, {use.use.access.order: use for use in uses}, transposed)
        local = local_size_of(launch, nominal)
        runs = Runs(width, target.line, target.caches)
        trace = trace_of(kernel.tree, addresses, runs, sizes, local, nominal["trip"])
        found = locality(trace)
        distance += found.distance
        lines += found.touches / found.items
        waits += found.waits / found.items
    return Cost(distance, lines, waits)


def _kernels(shape: Shape) -> list[tuple[KernelModel, LaunchEvent]]:
    """Each kernel once, at its first launch."""
    found: dict[str, tuple[KernelModel, LaunchEvent]] = {}
    for use in shape.uses:
        found.setdefault(use.use.kernel.name, (use.use.kernel, use.use.launch))
    return list(found.values())


@dataclass(frozen=True)
class _Addresses:
    """The byte address of an access of the set in one of the layouts; None for other accesses."""

    shape: Shape
    uses: Mapping[int, PlacedUse]
    transposed: bool

    def __call__(self, access: AccessEvent) -> Polynomial | None:
        use = self.uses.get(access.order)
        if use is None:
            return None
        slow, fast = use.subscripts.slow, use.subscripts.fast
        if self.transposed:
            element = fast * self.shape.extent + slow
        else:
            element = slow * self.shape.pitch + fast
        base = Polynomial.constant(use.use.parameter.index * _APART)
        return base + element * Polynomial.constant(self.shape.width)


def element_name(type_: Type) -> str:
    """The C name by which targets list widths."""
    element = type_.element if isinstance(type_, VectorType) else type_
    return element.name if isinstance(element, IntType | FloatType) else "float"
