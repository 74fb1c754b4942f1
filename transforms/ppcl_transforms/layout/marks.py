"""A mark in a comment on a layout as it was: `ppcl: the layout is no longer so: t[i*n + j]`.

It stands behind the comment's text, and names the arrays with an index of each as it is now. A
second change of an array takes its name out again: there are two layouts, and that is the first.
"""

import re
from collections.abc import Iterator, Mapping

from ppcl.frontend import tokens
from ppcl.source import Edit, SourceFile, Span

_SAYS = b"ppcl: the layout is no longer so: "
# A mark with what joins it to the comment's text: blanks, or the end of a line.
_MARK = re.compile(
    rb"(?: \(%b(?P<within>[^\n]*)\)|\r?\n[ \t]*(?:(?://|\*)[ \t]*)?%b(?P<own>[^\n]*?))"
    rb"(?=\s*(?:\*/)?\Z)" % (_SAYS, _SAYS)
)
_CLOSING = re.compile(rb"\s*(?:\*/)?\Z")
_HEAD = re.compile(rb"[ \t]*(?:(?://|\*)[ \t]*)?")
_OPENING, _CLOSED = b"([{", b")]}"


def without_mark(text: bytes) -> bytes:
    """A comment as it was before it was marked."""
    return _MARK.sub(b"", text)


def mark(
    source: SourceFile, start: int, text: bytes, indices: Mapping[str, bytes], with_line: bool
) -> Edit:
    """The edit of a comment that begins at `start` which says of the arrays what their indices are
    now, by name, on a line of its own if it may be; an array that the comment's mark has already
    goes from it."""
    found = _MARK.search(text)
    held = dict(_entries((found["within"] or found["own"] or b"") if found else b""))
    kept = {name: entry for name, entry in held.items() if name not in indices}
    new = {
        name: b"%b[%b]" % (name.encode(), indices[name]) for name in indices.keys() - held.keys()
    }
    said = kept | dict(sorted(new.items()))
    begin, end = found.span() if found else (_text_end(text), _text_end(text))
    span = Span(source.path, start + begin, start + end)
    if not said:
        return Edit(span, b"")
    says = _SAYS + b", ".join(said.values())
    head = _own_line(source, start, text[:begin]) if with_line else b""
    return Edit(span, head + says if head else b" (%b)" % says)


def _text_end(text: bytes) -> int:
    closing = _CLOSING.search(text)
    return closing.start() if closing else len(text)


def _own_line(source: SourceFile, start: int, text: bytes) -> bytes:
    """What a line of its own behind a comment's text begins with; empty where there is none: behind
    code, and in a comment of one line that is closed."""
    data, ending = source.data, source.line_ending
    begin = data.rfind(b"\n", 0, start) + 1
    lines = (data[begin:start] + text).split(b"\n")[1:]
    if lines:
        head = _HEAD.match(lines[-1])
        return ending + (head.group() if head else b"")
    is_alone = not data[begin:start].strip()
    return ending + data[begin:start] + b"// " if is_alone and text.startswith(b"//") else b""


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
