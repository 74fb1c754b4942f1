"""Statements that are put into the user's text."""

from collections.abc import Iterable

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
