"""Where the graph has its events, to be found by the recorded call sites."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import PurePath
from typing import Generic, TypeVar

from ppcl.analysis.facts import Facts
from ppcl.frontend import is_binding
from ppcl.ir.node import Origin
from ppcl.source import SourceFile
from ppcl.verify.sites import RecordedSite

T = TypeVar("T")


@dataclass(frozen=True)
class Sources:
    """The files that ppcl read, as recorded places name them."""

    facts: Facts

    @cached_property
    def files(self) -> Mapping[str, SourceFile]:
        """The files by path, without the bindings that ppcl brings: a program is built with the
        machine's own, of the same names."""
        files = self.facts.files
        return {path: source for path, source in files.items() if not is_binding(path)}

    @cached_property
    def _functions(self) -> Mapping[str, list[tuple[str, range]]]:
        """The files and lines of functions by their names."""
        found: dict[str, list[tuple[str, range]]] = {}
        for function in self.facts.host.functions.values():
            if lines := self.lines(function.at):
                entry = (function.at.span.file, lines)
                found.setdefault(function.declaration.name, []).append(entry)
        return found

    def lines(self, origin: Origin) -> range:
        """The lines that something stands on; none where its file is not known."""
        source = self.files.get(origin.span.file)
        if source is None:
            return range(0)
        first, last = (source.location(at).line for at in (origin.span.start, origin.span.end))
        return range(first, last + 1)

    def file_of(self, place: RecordedSite) -> str | None:
        """The file of a place: by its function, as debug information may be read wrongly (binutils
        2.40 takes a header of DWARF 5 for the file that includes it); else by its path."""
        name = place.key[1].partition("(")[0].rpartition("::")[2]
        for file, lines in self._functions.get(name, ()):
            if place.line in lines:
                return file
        parts = PurePath(place.file).parts[::-1]
        shared = {file: _alike(PurePath(file).parts[::-1], parts) for file in self.files}
        best = max(shared, key=lambda file: shared[file], default=None)
        return best if best is not None and shared[best] else None

    def is_elsewhere(self, place: RecordedSite) -> bool:
        """Whether a place is in a file that was not read. The machine's C++ bindings may make a
        copy by other commands than those that ppcl brings."""
        return bool(place.file) and self.file_of(place) is None

    def text(self, file: str, line: int) -> str:
        """A line of a file, without blanks; "" where it has no such line."""
        lines = self.files[file].data.splitlines()
        text = lines[line - 1] if 0 < line <= len(lines) else b""
        return text.decode("utf-8", "replace").replace(" ", "")


def _alike(one: tuple[str, ...], other: tuple[str, ...]) -> int:
    """How many parts are equal from the start on."""
    same = [a == b for a, b in zip(one, other, strict=False)]
    return same.index(False) if False in same else len(same)


@dataclass(frozen=True)
class Placed(Generic[T]):
    """Things of one kind by the lines that their calls stand on; `calls` are the API's functions
    that make them."""

    sources: Sources
    calls: tuple[str, ...]
    items: list[T] = field(default_factory=list)
    lines: dict[tuple[str, int], list[T]] = field(default_factory=dict)

    def add(self, item: T, origins: Iterable[Origin | None]) -> None:
        """One more, with where it stands."""
        self.items.append(item)
        for origin in dict.fromkeys(each for each in origins if each is not None):
            for line in self.sources.lines(origin):
                self.lines.setdefault((origin.span.file, line), []).append(item)

    def at(self, place: RecordedSite) -> tuple[list[T], bool]:
        """What may stand at a recorded place, and whether the place is sure.

        Debug information gives a call's line, or that of a macro or a caller round it: where the
        line itself does not hold the call, it may be any.
        """
        file = self.sources.file_of(place)
        found = self.lines.get((file, place.line), []) if file is not None else []
        if found:
            return found, True
        text = self.sources.text(file, place.line) if file is not None else ""
        return ([], True) if any(f"{call}(" in text for call in self.calls) else (self.items, False)
