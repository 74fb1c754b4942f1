"""Exact places of nodes, in the presence of macros.

Clang gives each node the locations of its first and last token. A node is placed by the innermost
macro invocation that holds both: where both stand in one argument of it, the node is the user's
own text and has an exact span; otherwise the macro's body made it, and the invocation stands for
it.
"""

import re
from bisect import bisect_left
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from ppcl.frontend import lexing
from ppcl.frontend.files import IN_MACRO, Locations, UserFiles
from ppcl.frontend.invocations import Chain, Invocation, Invocations
from ppcl.frontend.native import Range
from ppcl.ir.node import Origin
from ppcl.source import Span

# Stands for the macro where a node of a kernel reaches from one string into another.
_SEVERAL = "several string literals"
# Characters that only an escape puts into a string literal.
_ESCAPED = frozenset(b'"\\\n\t\r')
_LAST_WORD = re.compile(rb"\w+\Z")


class Placed(NamedTuple):
    """A node's origin, and the invocation in whose argument its text stands."""

    at: Origin
    argument_of: Invocation | None = None


class _End(NamedTuple):
    """One end of a node: the invocations around its token, and the one whose body made it."""

    file: str
    offset: int
    chain: Chain = ()
    body: Invocation | None = None


@dataclass(frozen=True)
class KernelPlaces:
    """Where the text of a kernel in string literals stands: file `path`, `offsets` per byte.

    Clang reads the text as a file of its own, named `name`.
    """

    name: str
    path: str
    data: bytes
    offsets: tuple[int, ...]
    breaks: tuple[int, ...] = ()

    def span(self, start: int, end: int) -> Span:
        """The span in the host file of bytes of the kernel."""
        first = self.offsets[min(start, len(self.data))]
        if end <= start:
            return Span(self.path, first, first)
        last = self.offsets[end - 1]
        width = min(2, self.offsets[end] - last) if self.data[end - 1] in _ESCAPED else 1
        return Span(self.path, first, last + width)

    def inverse(self, span: Span) -> tuple[int, int]:
        """The bytes of the kernel that a span of the host file stands for."""
        return bisect_left(self.offsets, span.start), bisect_left(self.offsets, span.end)


@dataclass(frozen=True)
class Spans:
    """Places nodes of one translation unit."""

    files: UserFiles
    locations: Locations
    invocations: Mapping[str, Invocations]
    literal: KernelPlaces | None = None
    opencl: bool = False
    _closings: dict[str, dict[int, list[tuple[int, int]]]] = field(default_factory=dict)

    def span(self, file: str, start: int, end: int) -> Span:
        """The span of bytes of a file that clang read, in the file that the user wrote."""
        if self.literal is None or file != self.literal.name:
            return Span(file, start, max(start, end))
        return self.literal.span(start, end)

    def source(self, span: Span) -> tuple[str, bytes, int, int]:
        """The file that clang read, its bytes, and where in it a span stands."""
        if self.literal is None or span.file != self.literal.path:
            return span.file, self.files.text(span.file), span.start, span.end
        return self.literal.name, self.literal.data, *self.literal.inverse(span)

    def word_before(self, raw: int) -> str:
        """The word that ends at an encoded location; none where a macro may have made it."""
        if raw & IN_MACRO:
            return ""
        file, end = self.locations.place(raw)
        known, word = self.invocations.get(file), _LAST_WORD.search(self.files.text(file)[:end])
        if word is None or (known is not None and known.around(end - 1)):
            return ""
        return word.group().decode("ascii")

    def exact(self, range_: Range) -> Span:
        """The span of what is known not to be in a macro, such as a directive."""
        file, start = self.locations.place(range_.begin)
        last_file, end = self.locations.place(range_.end)
        return self._closed(file, start, end if last_file == file else start)

    def _closed(self, file: str, start: int, end: int) -> Span:
        """A span with the parenthesis that clang leaves out at the end of `(float4)(x)`."""
        if self.opencl and file:
            if file not in self._closings:
                self._closings[file] = lexing.closings(self.files.text(file))
            for begin, close in self._closings[file].get(end, ()):
                end = max(end, close) if start < begin else end
        return self.span(file, start, end)

    def place(self, range_: Range) -> Placed:
        """The origin of the node with the given extent."""
        placed = self._place(range_)
        if self.literal is None:
            return placed
        span, breaks = placed.at.span, self.literal.breaks
        if any(span.start < place < span.end for place in breaks):
            return Placed(Origin(span, placed.at.macro or _SEVERAL), placed.argument_of)
        return placed

    def _place(self, range_: Range) -> Placed:
        if not (range_.begin | range_.end) & IN_MACRO:
            return Placed(Origin(self.exact(range_)))
        first = self._first(range_.begin)
        last = self._last(range_.end, first)
        common = _common(first.chain, last.chain)
        if first.file != last.file:
            return Placed(Origin(self.span(first.file, first.offset, first.offset)))
        start = first.chain[common].start if len(first.chain) > common else first.offset
        end = last.chain[common].end if len(last.chain) > common else last.offset
        if common == 0:
            return Placed(Origin(self._closed(first.file, start, end)))
        holder = first.chain[common - 1]
        if holder not in (first.body, last.body) and self.invocations[first.file].same_argument(
            holder, start, end
        ):
            return Placed(Origin(self._closed(first.file, start, end)), holder)
        return Placed(self.invocation(first.file, holder))

    def invocation(self, file: str, holder: Invocation) -> Origin:
        """The origin of what a macro's body made."""
        return Origin(self.span(file, holder.start, holder.end), holder.name)

    def partly_in(self, at: Origin) -> Origin:
        """The origin of a node that ends or begins somewhere in an invocation's expansion.

        Clang gives it the text up to the invocation's end: `x * TWO` for the product in
        `x * 1 + 1`. The invocation stands for it.
        """
        file, _, start, end = self.source(at.span)
        known = self.invocations.get(file)
        if known is None:
            return at
        holders = (*known.around(end - 1), *known.around(start))
        partial = (h for h in holders if h.start >= start or h.end <= end)
        holder = next(partial, None)
        return self.invocation(file, holder) if holder is not None else at

    def _first(self, raw: int) -> _End:
        if not raw & IN_MACRO:
            return _End(*self.locations.place(raw))
        return self._in_macro(raw)

    def _in_macro(self, raw: int) -> _End:
        file, offset = self.locations.spelled(raw)
        known = self.invocations.get(file)
        if known is None:
            return _End(file, offset)
        return _End(file, offset, known.around(offset), known.at(offset))

    def _last(self, raw: int, first: _End) -> _End:
        if raw & IN_MACRO:
            last = self._in_macro(raw - 1)
            return last._replace(offset=last.offset + 1)
        file, offset = self.locations.place(raw)
        outermost = first.chain[0] if first.chain else None
        if outermost is not None and file == first.file and outermost.end == offset:
            return _End(file, offset, (outermost,), outermost)
        return _End(file, offset)


def _common(left: Chain, right: Chain) -> int:
    """How many invocations two chains begin with in common."""
    count = 0
    for one, other in zip(left, right, strict=False):
        if one != other:
            break
        count += 1
    return count
