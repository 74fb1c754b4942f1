"""Where in a comment something more is said: behind the paragraph that it is of."""

import re

from ppcl.source import Edit, SourceFile, Span

_CLOSING = re.compile(rb"\s*(?:\*/)?\Z")
_HEAD = re.compile(rb"[ \t]*(?:(?://|\*)[ \t]*)?")
_BLANK_LINE = re.compile(rb"\s*\n[ \t]*(?:\*(?!/)|//)?[ \t\r]*(?=\n)")
_COLUMNS = 100


def paragraph_end(text: bytes, said_until: int) -> int:
    """The end of the paragraph of a comment in which `said_until` is."""
    blank, closing = _BLANK_LINE.search(text, said_until), _CLOSING.search(text)
    return blank.start() if blank else closing.start() if closing else len(text)


def said_at(
    source: SourceFile, start: int, text: bytes, place: tuple[int, int], says: bytes, by_line: bool
) -> Edit:
    """The edit that says something at a place (its begin and end) in a comment which begins at
    `start`: on a line of its own if it may, else in parentheses."""
    begin, end = place
    span = Span(source.path, start + begin, start + end)
    head = _own_line(source, start, text, begin, len(says)) if by_line else b""
    return Edit(span, head + says if head else b" (%b)" % says)


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
