"""The macro invocations of one file, and which of them hold a byte offset."""

from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from ppcl.frontend import lexing


class Invocation(NamedTuple):
    """A use of a macro, `NAME` or `NAME(arguments)`: byte offsets in its file."""

    start: int
    end: int
    name: str


Chain = tuple[Invocation, ...]


@dataclass(frozen=True)
class Invocations:
    """The invocations that stand in a file's text; those in macro bodies do not count."""

    text: bytes
    found: tuple[Invocation, ...]
    _known: dict[Invocation, list[tuple[int, int]]] = field(default_factory=dict)

    @cached_property
    def _starts(self) -> list[int]:
        return [invocation.start for invocation in self.found]

    @cached_property
    def _chains(self) -> list[Chain]:
        """Per invocation, itself and those around it, outermost first."""
        chains: list[Chain] = []
        current: Chain = ()
        for invocation in self.found:
            while current and current[-1].end <= invocation.start:
                current = current[:-1]
            current = (*current, invocation)
            chains.append(current)
        return chains

    def at(self, offset: int) -> Invocation | None:
        """The invocation that begins at an offset."""
        index = bisect_right(self._starts, offset) - 1
        found = self.found[index] if index >= 0 else None
        return found if found and found.start == offset else None

    def around(self, offset: int) -> Chain:
        """The invocations that hold an offset, outermost first."""
        index = bisect_right(self._starts, offset) - 1
        chain = self._chains[index] if index >= 0 else ()
        while chain and chain[-1].end <= offset:
            chain = chain[:-1]
        return chain

    def same_argument(self, invocation: Invocation, start: int, end: int) -> bool:
        """Whether `[start, end)` lies in one argument of an invocation."""
        if invocation not in self._known:
            self._known[invocation] = self._arguments(invocation)
        return any(begin <= start and end <= stop for begin, stop in self._known[invocation])

    def _arguments(self, invocation: Invocation) -> list[tuple[int, int]]:
        name_end = invocation.start + len(invocation.name)
        bracket = lexing.next_token(self.text, name_end)
        if bracket is None or bracket.text != b"(" or bracket.end > invocation.end:
            return []
        return lexing.split(self.text, bracket.end, invocation.end - 1, b",")


def ordered(found: Iterable[Invocation]) -> tuple[Invocation, ...]:
    """Invocations by place, outer ones before those in them."""
    return tuple(sorted(set(found), key=lambda i: (i.start, -i.end)))
