"""Which layout a target wants: the reuse distances of both (PPOpenCL §3.3.2, Alg. 3)."""

from collections.abc import Mapping
from dataclasses import dataclass

from ppcl.analysis.linked import argument_of
from ppcl.analysis.locality import locality, trace_of
from ppcl.analysis.model import AccessEvent, KernelModel, LaunchEvent
from ppcl.analysis.polynomial import Polynomial, Symbol
from ppcl.ir.types import FloatType, IntType, Type, VectorType
from ppcl.targets.target import Target
from ppcl_transforms.layout.shape import PlacedUse, Shape

# Buffers lie this far apart in the addresses of a trace, in bytes.
_APART = 1 << 40


@dataclass(frozen=True)
class Distances:
    """What the present and the other layout cost, per nominal size, and what the figures are:
    reuse distances in cache lines, or (on GPUs) numbers of strided accesses."""

    present: tuple[float, ...]
    other: tuple[float, ...]
    measure: str = "reuse distance"

    @property
    def better(self) -> bool:
        """Whether the other layout is better for every nominal size."""
        return all(o < p for p, o in zip(self.present, self.other, strict=True))

    @property
    def worse(self) -> bool:
        """Whether the other layout is no better for any nominal size."""
        return all(o >= p for p, o in zip(self.present, self.other, strict=True))


def is_coalesced(shape: Shape) -> bool:
    """Whether neighbouring work-items of some dimension access neighbouring elements."""
    return any(_ids(use, use.subscripts.fast) for use in shape.uses)


def _ids(use: PlacedUse, value: Polynomial) -> frozenset[str]:
    """The local ids that a subscript depends on, through counters that start from one too."""
    starts = {loop.symbol: loop.lower for loop in use.use.access.loops if loop.lower is not None}
    found: set[str] = set()
    pending = list(value.symbols)
    seen: set[Symbol] = set()
    while pending:
        symbol = pending.pop()
        if symbol in seen:
            continue
        seen.add(symbol)
        if symbol.kind == "local_id":
            found.add(symbol.name)
        pending += starts[symbol].symbols if symbol in starts else ()
    return frozenset(found)


def _is_strided(use: PlacedUse) -> bool:
    """Whether neighbouring work-items of dimension 0 access elements that lie a row apart."""
    x = "l0"
    return x in _ids(use, use.subscripts.slow) and x not in _ids(use, use.subscripts.fast)


def distances(shape: Shape, target: Target) -> Distances:
    """The distances over all kernels that use the set, summed.

    On a GPU "a coalesced layout is always preferred" (§3.3.2): an access counts as 1 where
    neighbouring work-items of dimension 0 lie a row apart, and as 0 otherwise.
    """
    if target.kind == "gpu":
        strided = [_is_strided(use) for use in shape.uses]
        row = ["l0" in _ids(use, use.subscripts.fast) for use in shape.uses]
        return Distances((float(sum(strided)),), (float(sum(row)),), "strided accesses")
    totals = [
        (_total(shape, target, nominal, False), _total(shape, target, nominal, True))
        for nominal in target.nominal
    ]
    return Distances(tuple(now for now, _ in totals), tuple(then for _, then in totals))


def _total(shape: Shape, target: Target, nominal: Mapping[str, int], transposed: bool) -> float:
    total = 0.0
    for kernel, launch in _kernels(shape):
        uses = [use for use in shape.uses if use.use.kernel is kernel and use.use.launch is launch]
        sizes = _sizes(shape, kernel, launch, nominal)
        width = target.width(element_name(uses[0].use.access.type))
        addresses = _Addresses(shape, {use.use.access.order: use for use in uses}, transposed)
        local = _local_size(launch, sizes, nominal)
        trace = trace_of(kernel.tree, addresses, width, target.line, sizes, local, nominal["trip"])
        total += locality(trace).distance
    return total


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


def _sizes(
    shape: Shape, kernel: KernelModel, launch: LaunchEvent, nominal: Mapping[str, int]
) -> dict[Symbol, int]:
    """Numbers for the host's values and the kernel's parameters: nominal where they are unknown.

    What the rectangle's sides are made of gets the nominal extent, all else the trip count.
    """
    sides = _unknown_side_symbols(shape)
    sizes: dict[Symbol, int] = {}
    for parameter in kernel.parameters:
        argument = argument_of(launch, parameter.index)
        if argument is None or argument.value is None:
            continue
        for symbol in argument.value.symbols:
            sizes[symbol] = nominal["extent"] if symbol in sides else nominal["trip"]
    sizes |= dict.fromkeys(sides, nominal["extent"])
    for symbol in _loop_symbols(shape):
        sizes.setdefault(symbol, nominal["trip"])
    for parameter in kernel.parameters:
        argument = argument_of(launch, parameter.index)
        if parameter.symbol is not None and argument is not None and argument.value is not None:
            sizes[parameter.symbol] = _evaluated(argument.value, sizes, nominal)
    return sizes


def _unknown_side_symbols(shape: Shape) -> frozenset[Symbol]:
    """The symbols of the pitch and extent, those left out that bound a loop over a row."""
    loops = {
        symbol
        for use in shape.uses
        for loop in use.use.access.loops
        for bound in [loop.upper]
        if bound is not None
        for symbol in use.instance.polynomial(bound).symbols
    }
    return (shape.pitch.symbols | shape.extent.symbols) - loops


def _loop_symbols(shape: Shape) -> frozenset[Symbol]:
    return (shape.pitch.symbols | shape.extent.symbols) - _unknown_side_symbols(shape)


def _evaluated(value: Polynomial, sizes: Mapping[Symbol, int], nominal: Mapping[str, int]) -> int:
    try:
        return value.evaluate(sizes)
    except KeyError:
        return nominal["trip"]


def _local_size(
    launch: LaunchEvent, sizes: Mapping[Symbol, int], nominal: Mapping[str, int]
) -> tuple[int, int, int]:
    known = launch.local_size or ()
    default = (nominal["local_x"], nominal["local_y"], nominal["local_z"])
    found: list[int] = []
    for dimension in range(3):
        if dimension >= (launch.dimensions or 1):
            found.append(1)
            continue
        value = known[dimension].as_int if dimension < len(known) else None
        found.append(value if value is not None else default[dimension])
    return (found[0], found[1], found[2])


def element_name(type_: Type) -> str:
    """The C name by which targets list widths."""
    element = type_.element if isinstance(type_, VectorType) else type_
    return element.name if isinstance(element, IntType | FloatType) else "float"
