"""A mark in a comment on a layout as it was: `ppcl: no longer true of t: now t[i*n + j]`.

It stands behind the paragraph that speaks of the layout, and names the arrays with an index of each
as it is now. A second change of an array takes its name out again: there are two layouts, and that
is the first.
"""

import re
from collections.abc import Iterator, Mapping

from ppcl.frontend import tokens
from ppcl.source import Edit, SourceFile, Span
from ppcl.transform.comments import paragraph_end, said_at

_SAYS = rb"ppcl: no longer true of [^\n:]+: now "
# A mark with what joins it to the comment's text: blanks, or the end of a line.
_MARK = re.compile(
    rb"(?: \(%b(?P<within>[^\n]*?)\)|\r?\n[ \t]*(?:(?://|\*)[ \t]*)?%b(?P<own>[^\n]*?))"
    rb"(?=\s*\*/\s*\Z|[ \t]*\r?(?:\n|\Z))" % (_SAYS, _SAYS)
)
_OPENING, _CLOSED = b"([{", b")]}"


def without_mark(text: bytes) -> bytes:
    """A comment as it was before it was marked."""
    return _MARK.sub(b"", text)


def mark(
    source: SourceFile,
    start: int,
    text: bytes,
    indices: Mapping[str, bytes],
    said_until: int,
    with_line: bool,
) -> Edit:
    """The edit of a comment that begins at `start` which says of the arrays what their indices are
    now, by name; an array that the comment's mark has already goes from it. It stands behind the
    paragraph in which the comment speaks of the layout, `said_until` there, on a line of its own
    if it may."""
    found = _MARK.search(text)
    held = dict(_entries((found["within"] or found["own"] or b"") if found else b""))
    kept = {name: entry for name, entry in held.items() if name not in indices}
    new = {
        name: b"%b[%b]" % (name.encode(), indices[name]) for name in indices.keys() - held.keys()
    }
    said = kept | dict(sorted(new.items()))
    begin, end = found.span() if found else (paragraph_end(text, said_until),) * 2
    if not said:
        return Edit(Span(source.path, start + begin, start + end), b"")
    of, now = b", ".join(name.encode() for name in said), b", ".join(said.values())
    says = b"ppcl: no longer true of %b: now %b" % (of, now)
    return said_at(source, start, text, (begin, end), says, with_line)


def _entries(said: bytes) -> Iterator[tuple[str, bytes]]:
    """The arrays of a mark, by name, each with its index."""
    depth, begin = 0, 0
    for token in tokens(said + b",", 0, len(said) + 1):
        depth += (token.text in _OPENING) - (token.text in _CLOSED)
        if token.text == b"," and depth == 0:
            entry = said[begin : token.start].strip()
            begin = token.end
            if entry:
                yield entry.partition(b"[")[0].decode("utf-8", "replace"), entry
