"""A kernel's text where it stands in a string of the host: as plain text for passes, and back.

The plain text has the same length, so that places in it are those in the host's file. What ends
a line of the string (`\\n"`, the host's new line and the next quote) is blanks and a line's end.
"""

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from ppcl.analysis.facts import Facts
from ppcl.frontend import Token, pragmas, tokens
from ppcl.ir.node import Origin
from ppcl.source import Edit, SourceFile, Span

# One end of a line: an escape, the quotes between two literals, or a line that is continued.
_END = re.compile(rb'\\n(?:"\s*"|\\\r?\n)?|"\s*"|\\\r?\n')
_PART = re.compile(rb'(?P<end>%s)|[^"\\\r\n]+' % _END.pattern)
_ESCAPE = re.compile(rb"\\.", re.DOTALL)
_LOOSE = frozenset(b" \t;{},()")


class NotPlain(Exception):
    """What a string holds that is not plain text in lines, and where."""

    def __init__(self, message: str, span: Span) -> None:
        super().__init__(f"a kernel's text is in strings of the host: {message}")
        self.at = Origin(span)


@dataclass(frozen=True)
class KernelSource:
    """The file that passes read a kernel in. `ends` are the places at which lines of a string end
    in the host's file, `end` is how a new line of it ends; none for a text that is no string.
    `joined`: some lines end for the host only."""

    source: SourceFile
    ends: tuple[tuple[int, int], ...] = ()
    end: bytes = b""
    joined: bool = False

    def written(self, edits: Iterable[Edit]) -> tuple[Edit, ...]:
        """The edits as they are made in the host's file. Raises NotPlain where one begins or stops
        within what ends a line."""
        edits = tuple(edits)
        if not self.end:
            return edits
        for edit in edits:
            self._refuse_within(edit.span, edit.span.start)
            self._refuse_within(edit.span, edit.span.end)
            if self.joined and any(pragmas(edit.text)):
                raise NotPlain("a pragma needs a line of its own", edit.span)
        return tuple(Edit(edit.span, self._quoted(edit.text)) for edit in edits)

    def _refuse_within(self, span: Span, offset: int) -> None:
        number = bisect_left(self.ends, (offset, 0)) - 1
        if number >= 0 and self.ends[number][0] < offset < self.ends[number][1]:
            raise NotPlain("a line would end in the middle", span)

    def _quoted(self, text: bytes) -> bytes:
        *lines, last = text.split(b"\n")
        return b"".join(line.rstrip() + self.end for line in lines) + last


def kernel_source(facts: Facts, kernel: Span) -> KernelSource:
    """The text of a kernel that stands at a place. Raises NotPlain where it is in strings that hold
    more than lines of plain text."""
    source = facts.files[kernel.file]
    run = next((r for r in facts.once(_runs, kernel.file) if _overlaps(r, kernel)), ())
    if not run and any(kernel.file in unit.files for unit in facts.hosts):
        raise NotPlain("they are several, or a macro's", kernel)
    if not run or run[0].kind == "raw":
        return KernelSource(source)
    ends = tuple(_ends(source, kernel))
    plain = bytearray(b" " * len(source.data))
    for literal in run:
        plain[literal.start : literal.end] = b"\n" + _plain(literal.text[1:-1]) + b" "
    for start, end in ends:
        plain[start:end] = b" " * (end - start - 1) + b"\n"
    first = source.data[slice(*ends[0])] if ends else b""
    ending = first if first.startswith(b"\\n") else b"\\n" + first
    joined = not all(source.data.startswith(b"\\n", start) for start, _ in ends)
    return KernelSource(SourceFile(source.path, bytes(plain)), ends, ending, joined)


def _runs(facts: Facts, path: str) -> list[tuple[Token, ...]]:
    """The string literals of a file, those of a kind that stand next to each other together."""
    data = facts.files[path].data
    groups = groupby(tokens(data, 0, len(data)), lambda token: token.kind)
    return [tuple(literals) for kind, literals in groups if kind in ("string", "raw")]


def _overlaps(literals: Sequence[Token], kernel: Span) -> bool:
    return literals[0].start < kernel.start and kernel.end < literals[-1].end


def _ends(source: SourceFile, kernel: Span) -> Iterator[tuple[int, int]]:
    """Where lines of a string end within a kernel."""
    position = kernel.start
    while position < kernel.end:
        part = _PART.match(source.data, position, kernel.end)
        if part is None:
            at = Span(kernel.file, position, position + 2)
            raise NotPlain(f"'{source.said(at)}' is not plain text in lines", at)
        if part["end"] is not None:
            _refuse_glue(source, Span(kernel.file, *part.span()))
            yield part.span()
        position = part.end()


def _refuse_glue(source: SourceFile, end: Span) -> None:
    """Refuse two literals between which a token may go on."""
    data = source.data
    is_line = data.startswith(b"\\n", end.start)
    if not is_line and not {data[end.start - 1], data[end.end]} & _LOOSE:
        raise NotPlain("a word may go on in the next line", end)


def _plain(body: bytes) -> bytes:
    """A literal's text, with blanks for escapes."""
    return _ESCAPE.sub(lambda escape: b" " * len(escape[0]), body)
