"""What the user states of a program, and nothing proves."""

from collections.abc import Iterator
from dataclasses import dataclass


@dataclass(frozen=True)
class Assumed:
    """`no_overlap`: groups of names (of buffers, or of host objects) that do not share memory.
    `full_groups`: the groups of each launch fill its NDRange, as OpenCL 1.x demands: no launch
    fails for its sizes."""

    no_overlap: tuple[tuple[str, ...], ...] = ()
    full_groups: bool = False

    def words(self) -> Iterator[str]:
        """Each statement, as people say it."""
        yield from (f"{' and '.join(group)} do not overlap" for group in self.no_overlap)
        if self.full_groups:
            yield "the groups of each launch fill its NDRange"

    def with_others(self, others: "Assumed") -> "Assumed":
        """These statements and others."""
        return Assumed(self.no_overlap + others.no_overlap, self.full_groups or others.full_groups)

    def as_data(self) -> dict[str, object]:
        """As ppcl.toml has it."""
        found: dict[str, object] = {"no-overlap": [list(group) for group in self.no_overlap]}
        if self.full_groups:
            found["full-groups"] = True
        return found


NOTHING_ASSUMED = Assumed()
