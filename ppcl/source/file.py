"""A source file's bytes, and places in it as people name them."""

from bisect import bisect_right
from dataclasses import dataclass
from functools import cached_property

from ppcl.source.span import Span


@dataclass(frozen=True, slots=True, order=True)
class Location:
    """A place as a person names it: path, and line and column counted from 1 (bytes)."""

    file: str
    line: int
    column: int

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}"


@dataclass(frozen=True)
class SourceFile:
    """A file of the program: its path as the user gave it, and its bytes, never decoded."""

    path: str
    data: bytes

    @cached_property
    def _line_starts(self) -> list[int]:
        starts = [0]
        position = self.data.find(b"\n")
        while position >= 0:
            starts.append(position + 1)
            position = self.data.find(b"\n", position + 1)
        return starts

    def location(self, offset: int) -> Location:
        """The line and column of a byte offset."""
        line = bisect_right(self._line_starts, offset)
        return Location(self.path, line, offset - self._line_starts[line - 1] + 1)

    def line_of(self, offset: int) -> int:
        """The number of the line of a byte offset."""
        return bisect_right(self._line_starts, offset)

    def offset(self, line: int, column: int = 1) -> int:
        """The byte offset of a line and column (both from 1)."""
        return self._line_starts[line - 1] + column - 1

    def line(self, number: int) -> bytes:
        """The bytes of a line, counted from 1, without its line ending."""
        start = self._line_starts[number - 1]
        end = self.data.find(b"\n", start)
        return self.data[start : len(self.data) if end < 0 else end].rstrip(b"\r")

    @property
    def line_ending(self) -> bytes:
        """What ends the file's lines, as far as it agrees with itself."""
        return b"\r\n" if b"\r\n" in self.data else b"\n"

    @property
    def line_count(self) -> int:
        """How many lines the file has."""
        return len(self._line_starts)

    def text(self, span: Span) -> bytes:
        """The bytes of a span of this file."""
        return self.data[span.start : span.end]

    def said(self, span: Span) -> str:
        """The text of a span, to be shown or compared: bytes that are not UTF-8 as escapes."""
        return self.text(span).decode("utf-8", "backslashreplace")
