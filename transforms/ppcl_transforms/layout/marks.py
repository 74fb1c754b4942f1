"""A mark in a comment on a layout as it was: `ppcl: no longer true of t: now t[i*n + j]`.

It stands behind the paragraph that speaks of the layout, and names the arrays with an index of each
as it is now. A second change of an array takes its name out again: there are two layouts, and that
is the first.
"""

import re
from collections.abc import Iterator, Mapping

from ppcl.frontend import tokens
from ppcl.source import Edit, SourceFile, Span

_SAYS = rb"ppcl: no longer true of [^\n:]+: now "
# A mark with what joins it to the comment's text: blanks, or the end of a line.
_MARK = re.compile(
    rb"(?: \(%b(?P<within>[^\n]*?)\)|\r?\n[ \t]*(?:(?://|\*)[ \t]*)?%b(?P<own>[^\n]*?))"
    rb"(?=\s*\*/\s*\Z|[ \t]*\r?(?:\n|\Z))" % (_SAYS, _SAYS)
)
_CLOSING = re.compile(rb"\s*(?:\*/)?\Z")
_HEAD = re.compile(rb"[ \t]*(?:(?://|\*)[ \t]*)?")
_BLANK_LINE = re.compile(rb"\s*\n[ \t]*(?:\*(?!/)|//)?[ \t\r]*(?=\n)")
_OPENING, _CLOSED = b"([{", b")]}"
_COLUMNS = 100


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
    begin, end = found.span() if found else (_paragraph_end(text, said_until),) * 2
    span = Span(source.path, start + begin, start + end)
    if not said:
        return Edit(span, b"")
    of, now = b", ".join(name.encode() for name in said), b", ".join(said.values())
    says = b"ppcl: no longer true of %b: now %b" % (of, now)
    head = _own_line(source, start, text, begin, len(says)) if with_line else b""
    return Edit(span, head + says if head else b" (%b)" % says)


def _paragraph_end(text: bytes, said_until: int) -> int:
    blank, closing = _BLANK_LINE.search(text, said_until), _CLOSING.search(text)
    return blank.start() if blank else closing.start() if closing else len(text)


def _own_line(source: SourceFile, start: int, text: bytes, place: int, more: int) -> bytes:
    """What a line of its own at a place in a comment begins with. Empty where there is none, as in
    the midst of code, or where a comment of one line has room for `more` bytes."""
    data, ending = source.data, source.line_ending
    begin = data.rfind(b"\n", 0, start) + 1
    front = data[begin:start]
    lines = (front + text[:place]).split(b"\n")[1:]
    if lines:
        head = _HEAD.match(lines[-1])
        return ending + (head.group() if head else b"")
    below = ending + re.sub(rb"[^\t]", b" ", front)
    if text.startswith(b"//"):
        fits = bool(front.strip()) and start - begin + place + more < _COLUMNS
        return b"" if fits else below + b"// "
    is_last = not data[start + len(text) :].split(b"\n", 1)[0].strip()
    fits = start - begin + len(text) + more < _COLUMNS
    return b"" if fits or not is_last else below + b" * "


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
