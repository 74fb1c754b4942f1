"""What a generated kernel may say at a place."""

from dataclasses import dataclass, replace

from hypothesis import strategies as st

INPUTS = ("in0", "in1")
COUNTS = 8


@dataclass(frozen=True)
class Scope:
    """The kernel's `dimensions`, the names of its numbers that may be read and set, of its ids, of
    private arrays of four, and the bound of uniform loops. `depth` counts what it is nested in,
    `loops` the loops."""

    draw: st.DrawFn
    dimensions: int
    reads: tuple[str, ...] = ()
    sets: tuple[str, ...] = ()
    ids: tuple[str, ...] = ()
    arrays: tuple[str, ...] = ()
    tile: str = ""
    depth: int = 0
    loops: int = 0

    def some(self, *of: str) -> str:
        """One of some texts."""
        return self.draw(st.sampled_from(of))

    def number(self, first: int, last: int) -> int:
        """A number, both ends included."""
        return self.draw(st.integers(first, last))

    def chance(self, of: int) -> bool:
        """True once in so many times."""
        return self.number(0, of - 1) == of - 1

    def inner(self, **changes: object) -> "Scope":
        """A scope one deeper."""
        return replace(self, depth=self.depth + 1, **changes)  # type: ignore[arg-type]

    def fresh(self, *stems: str) -> str:
        """A name that is new here."""
        taken = {*self.reads, *self.sets, *self.ids, *self.arrays}
        stem = self.some(*stems)
        number = 0
        while (name := f"{stem}{number or ''}") in taken:
            number += 1
        return name
