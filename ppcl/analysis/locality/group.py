"""The work-group whose accesses are enumerated."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from ppcl.analysis.numbers.polynomial import ZERO, Atom, Polynomial, Symbol


@dataclass(frozen=True)
class Group:
    """The work-group that is traced: the first one, its base aligned to a cache line.

    `values` has numbers for symbols; a loop whose bounds are unknown runs `trip` times, and none
    runs more than `ceiling` times. What work-items compute is remembered in `computed`.
    """

    local_size: tuple[int, int, int]
    values: Mapping[Symbol, int]
    trip: int
    ceiling: int
    computed: dict[Polynomial, list[int]] = field(default_factory=dict)
    resolved: dict[Polynomial, Polynomial] = field(default_factory=dict)

    @property
    def items(self) -> int:
        """The number of work-items."""
        x, y, z = self.local_size
        return x * y * z

    def known(self, atom: Atom) -> Polynomial | None:
        """The number that a symbol has throughout the group."""
        if not isinstance(atom, Symbol):
            return None
        if atom in self.values:
            return Polynomial.constant(self.values[atom])
        if atom.kind in ("group_id", "group_offset", "global_offset"):
            return ZERO
        if atom.kind == "local_size":
            return Polynomial.constant(self.local_size[int(atom.name[-1])])
        return None

    def with_numbers(self, value: Polynomial) -> Polynomial:
        """A value with all numbers put in that are the same throughout the group."""
        if value not in self.resolved:
            self.resolved[value] = value.substitute(self.known)
        return self.resolved[value]

    def per_item(self, value: Polynomial) -> list[int]:
        """A value over local ids for each work-item, x fastest."""
        if value not in self.computed:
            symbols = [(symbol, int(symbol.name[-1])) for symbol in value.symbols]
            self.computed[value] = [
                _evaluated(value, {symbol: place[dimension] for symbol, dimension in symbols})
                for place in self._places()
            ]
        return self.computed[value]

    def _places(self) -> Iterator[tuple[int, int, int]]:
        x, y, z = self.local_size
        return ((i, j, k) for k in range(z) for j in range(y) for i in range(x))


def _evaluated(value: Polynomial, ids: Mapping[Symbol, int]) -> int:
    """Where C leaves an operation undefined (a division by zero), any number does."""
    try:
        return value.evaluate(ids)
    except KeyError:
        return 0
