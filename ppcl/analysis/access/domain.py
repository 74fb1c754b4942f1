"""The domain of an access relation: its dimensions' names, and the bounds of ids and loops."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from ppcl.analysis.model import AccessEvent
from ppcl.analysis.numbers.affine import Affine
from ppcl.analysis.numbers.guard import LoopIterator
from ppcl.analysis.numbers.linear import symbol_facts
from ppcl.analysis.numbers.polynomial import ONE, Polynomial, Symbol, SymbolKind

_IDS: Mapping[SymbolKind, str] = {"group_offset": "go", "group_id": "g", "local_id": "l"}
_PARAMETERS: frozenset[SymbolKind] = frozenset(
    {"parameter", "local_size", "global_size", "num_groups", "global_offset"}
)
# isl reads these as words of its own, in any case.
_RESERVED = frozenset(
    {"and", "or", "not", "exists", "implies", "true", "false", "infty", "infinity", "nan", "rat"}
    | {"min", "max", "mod", "ceil", "floor", "ceild", "floord"}
)


@dataclass(frozen=True)
class Domain:
    """Per used dimension of the NDRange: group offset, group id, local id; then loops' counters.

    `names` is of the symbols that are dimensions or parameters; `symbols` are all that the access
    depends on, in the order of their making.
    """

    ids: tuple[str, ...]
    dimensions: tuple[str, ...]
    parameters: tuple[str, ...]
    names: Mapping[Symbol, str]
    symbols: tuple[Symbol, ...]


def domain_of(access: AccessEvent) -> Domain:
    """The domain of an access, outer loops first."""
    symbols = _symbols(access)
    used = sorted({s.name[-1] for s in symbols if s.kind in _IDS})
    ids = [f"{letters}{dimension}" for dimension in used for letters in _IDS.values()]
    names = {s: _IDS[s.kind] + s.name[-1] for s in symbols if s.kind in _IDS}
    dimensions = list(ids)
    for loop in access.loops:
        names[loop.symbol] = free_name(loop.symbol.name, dimensions)
        dimensions.append(names[loop.symbol])
    parameters: list[str] = []
    for symbol in symbols:
        if symbol.kind in _PARAMETERS:
            names[symbol] = free_name(symbol.name, [*dimensions, *parameters])
            parameters.append(names[symbol])
    return Domain(tuple(ids), tuple(dimensions), tuple(parameters), names, tuple(symbols))


def _symbols(access: AccessEvent) -> list[Symbol]:
    values = [access.offset, *(guard.value for guard in access.guards)]
    for loop in access.loops:
        values += [bound for bound in (loop.lower, loop.upper) if bound is not None]
    return sorted({s for value in values for s in value.symbols}, key=lambda s: (s.serial, s.key))


def free_name(name: str, taken: Iterable[str] = ()) -> str:
    """A name that is neither taken nor one of isl's own words."""
    plain = "".join(c if c.isalnum() and c.isascii() else "_" for c in name)
    found = plain if plain[:1].isalpha() else f"x{plain}"
    while found in taken or found.lower() in _RESERVED:
        found += "_"
    return found


def id_bounds(domain: Domain, affine: Affine) -> Iterator[str]:
    """Ids are not negative, and below the sizes that occur."""
    yield from (f"{name} >= 0" for name in domain.ids)
    for guard in symbol_facts(domain.symbols):
        text = affine.guard(guard)
        if text is not None and any(s.kind in _IDS for s in guard.value.symbols):
            yield text


def loop_bounds(loop: LoopIterator, affine: Affine) -> Iterator[str | None]:
    """A counter's bounds and its stride; None for one that is not known or not affine."""
    counter = affine.names[loop.symbol]
    lower, upper = affine.text(loop.lower), affine.text(loop.upper)
    if lower is not None and upper is not None:
        yield f"{lower} <= {counter} < {upper}"
    else:
        yield f"{counter} >= {lower}" if lower is not None else None
        yield f"{counter} < {upper}" if upper is not None else None
    if abs(loop.step) > 1:
        yield _stride(loop, affine)


def _stride(loop: LoopIterator, affine: Affine) -> str | None:
    start = loop.lower if loop.step > 0 else loop.upper and loop.upper - ONE
    travelled = None if start is None else affine.text(Polynomial.atom(loop.symbol) - start)
    return None if travelled is None else f"({travelled}) mod {abs(loop.step)} = 0"
