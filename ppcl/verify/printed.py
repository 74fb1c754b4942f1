"""Compares what two versions of a program print, as far as the original prints it each time.

Where something differs the original runs again, and sees that its commands took longer each time:
lines that it prints otherwise itself, such as times, are compared no more, and nothing is where
their number changes. A short time that is printed with few digits shows only so.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

# How many times as long its commands seem to take when the original runs again.
CLOCKS = (1, 3, 10, 100, 1000)


@dataclass(frozen=True)
class Line:
    """A line that differs: its number, from 1, and both texts; "nothing" past an end."""

    number: int
    before: str
    after: str


@dataclass(frozen=True)
class Printed:
    """The first line that differs, if any, and what of the print was not compared."""

    differs: Line | None = None
    note: str | None = None


def compare_printed(before: str, after: str, again: Callable[[int], str] | None = None) -> Printed:
    """Compare line by line; `again` runs the original by a clock. Without it all lines count."""
    old, new = before.split("\n"), after.split("\n")
    changing: set[int] = set()
    found = _first(old, new, changing)
    for clock in CLOCKS if found is not None and again is not None else ():
        assert again is not None
        other = again(clock).split("\n")
        if len(other) != len(old):
            return Printed(
                note="the original prints more or fewer lines each time: none is compared"
            )
        changing |= {at for at, (a, b) in enumerate(zip(old, other, strict=True)) if a != b}
        found = _first(old, new, changing)
        if found is None:
            break
    return Printed(found, _note(changing))


def _first(old: Sequence[str], new: Sequence[str], changing: set[int]) -> Line | None:
    shorter = min(len(old), len(new))
    differing = (at for at in range(shorter) if old[at] != new[at] and at not in changing)
    at = next(differing, shorter if len(old) != len(new) else None)
    if at is None:
        return None
    texts = (lines[at] if at < len(lines) else "nothing" for lines in (old, new))
    return Line(at + 1, *texts)


def _note(changing: set[int]) -> str | None:
    if not changing:
        return None
    what = f"line {min(changing) + 1}" if len(changing) == 1 else f"{len(changing)} lines"
    return f"{what} of what it prints differs between two runs of the original: not compared"
