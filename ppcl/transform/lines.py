"""Statements and lines that are put into the user's text."""

from collections.abc import Iterable

from ppcl.frontend import COMMENT, tokens
from ppcl.ir.statement import Declare, Statement
from ppcl.source import Edit, SourceFile, Span


def behind_declarations(source: SourceFile, place: int, statements: Iterable[Statement]) -> int:
    """The offset behind the declarations that statements begin with, `place` if there is none."""
    for statement in statements:
        end = source.data.find(b";", statement.at.span.end - 1)
        between = source.data[statement.at.span.end : end].strip()
        if not isinstance(statement, Declare) or statement.at.macro or between:
            break
        place = end + 1
    return place


def own_line(source: SourceFile, place: int, text: bytes) -> Edit:
    """An edit that puts a statement behind an offset, on a line of its own where that can be."""
    data = source.data
    end = data.find(b"\n", place)
    rest = data[place:end].strip()
    if rest and (not rest.startswith(b"//") or rest.endswith(b"\\")):
        return Edit(Span(source.path, place, place), b" " + text)
    ending = b"\r\n" if data[end - 1 : end] == b"\r" else b"\n"
    following = data[end + 1 :].split(b"\n", 1)[0]
    start = end - len(ending) + 1
    indentation = following[: -len(following.lstrip())]
    return Edit(Span(source.path, start, start), ending + indentation + text)


def in_front_of(source: SourceFile, offset: int) -> int:
    """Where the line begins in front of which a declaration stands, or the comment above it: lines
    that are put there do not come between the two. A comment that begins the file is no such."""
    data = source.data
    begin = own = data.rfind(b"\n", 0, offset) + 1
    last = max((token.end for token in tokens(data, 0, own)), default=0)
    gap = 2  # line ends: one empty line may be between
    for comment in reversed(list(COMMENT.finditer(data, last, own))):
        start = data.rfind(b"\n", 0, comment.start()) + 1
        is_alone = not data[start : comment.start()].strip() and start >= last
        if not is_alone or data.count(b"\n", comment.end(), begin) > gap:
            break
        begin, gap = start, 1
    return begin if data[:begin].strip() else own
