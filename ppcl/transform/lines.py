"""Statements that are put into the user's text."""

from ppcl.source import Edit, SourceFile, Span


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
