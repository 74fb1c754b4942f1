"""Unified diffs of bytes that may be in any encoding."""

import difflib

from ppcl.source.file import SourceFile

_NO_NEWLINE = "\\ No newline at end of file\n"


def unified_diff(before: SourceFile, after: SourceFile) -> str:
    """The change as `diff -u` shows it; empty where nothing changed.

    Bytes that are not UTF-8 come out as surrogates: write the text with `surrogateescape`.
    """
    if before.data == after.data:
        return ""
    lines = difflib.unified_diff(
        _lines(before.data), _lines(after.data), f"a/{before.path}", f"b/{after.path}"
    )
    return "".join(line if line.endswith("\n") else f"{line}\n{_NO_NEWLINE}" for line in lines)


def _lines(data: bytes) -> list[str]:
    pieces = data.decode("utf-8", "surrogateescape").split("\n")
    lines = [piece + "\n" for piece in pieces[:-1]]
    return [*lines, pieces[-1]] if pieces[-1] else lines
