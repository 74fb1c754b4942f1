"""Numbers for what is not known of a launch, from the target's nominal sizes."""

from collections.abc import Iterator, Mapping

from ppcl.analysis.data.linked import argument_of
from ppcl.analysis.model import AccessEvent, KernelModel, LaunchEvent
from ppcl.analysis.numbers.polynomial import Polynomial, Symbol
from ppcl_transforms.layout.order import local_ids
from ppcl_transforms.layout.shape import PlacedUse, Shape


def sizes_of(
    shape: Shape, kernel: KernelModel, launch: LaunchEvent, nominal: Mapping[str, int]
) -> dict[Symbol, int]:
    """Numbers for the host's values and the kernel's parameters: nominal where they are unknown.

    What the rectangle's sides are made of gets their sizes, all else the trip count.
    """
    trip = nominal["trip"]
    sizes: dict[Symbol, int] = {}
    for parameter in kernel.parameters:
        argument = argument_of(launch, parameter.index)
        if argument is not None and argument.value is not None:
            sizes |= dict.fromkeys(argument.value.symbols, trip)
    sizes |= sizes_of_sides(shape, nominal)
    for parameter in kernel.parameters:
        argument = argument_of(launch, parameter.index)
        if parameter.symbol is not None and argument is not None and argument.value is not None:
            sizes[parameter.symbol] = _evaluated(argument.value, sizes, nominal)
    return sizes


def sizes_of_sides(shape: Shape, nominal: Mapping[str, int]) -> dict[Symbol, int]:
    """Numbers for what the rectangle's sides are made of: the nominal extent; a side that only
    loops run along is as long as they are."""
    trip = nominal["trip"]
    lengths = {**dict(_run_along(shape, trip)), **dict.fromkeys(_bounds(shape), trip)}
    symbols = sorted((*shape.pitch.symbols, *shape.extent.symbols), key=lambda each: each.key)
    return {symbol: lengths.get(symbol, nominal["extent"]) for symbol in symbols}


def _bounds(shape: Shape) -> frozenset[Symbol]:
    """The symbols of the bounds of loops."""
    return frozenset(
        symbol
        for use in shape.uses
        for loop in use.use.access.loops
        if loop.upper is not None
        for symbol in use.instance.polynomial(loop.upper).symbols
    )


def _run_along(shape: Shape, trip: int) -> Iterator[tuple[Symbol, int]]:
    """The sides that are one symbol and that no work-item's id runs along, with the iterations of
    the longest loop that does."""
    for side, other, subscripts in (
        (shape.pitch, shape.extent, [use.subscripts.fast for use in shape.uses]),
        (shape.extent, shape.pitch, [use.subscripts.slow for use in shape.uses]),
    ):
        along = list(zip(shape.uses, subscripts, strict=True))
        counts = [
            count
            for use, value in along
            for count in iterations(use, trip, use.use.access, value.symbols)
        ]
        by_ids = any(local_ids(use, value) for use, value in along)
        if len(side.symbols) == 1 and not side.symbols & other.symbols and counts and not by_ids:
            yield next(iter(side.symbols)), max(counts)


def iterations(
    use: PlacedUse, trip: int, access: AccessEvent, counters: frozenset[Symbol] | None = None
) -> Iterator[int]:
    """The iterations of the loops around an access of the kernel of `use`, at its launch: of all,
    or of those with certain counters."""
    for loop in access.loops:
        if counters is None or loop.symbol in counters:
            known = use.instance.polynomial(loop.upper).as_int if loop.upper is not None else None
            yield trip if known is None else known


def _evaluated(value: Polynomial, sizes: Mapping[Symbol, int], nominal: Mapping[str, int]) -> int:
    try:
        return value.evaluate(sizes)
    except KeyError:
        return nominal["trip"]


def local_size_of(launch: LaunchEvent, nominal: Mapping[str, int]) -> tuple[int, int, int]:
    """The launch's local size, nominal where it is not known."""
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
