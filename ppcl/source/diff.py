"""Unified diffs of bytes that may be in any encoding."""

import difflib
import re

from ppcl.source.file import SourceFile

_SPECIAL = re.compile(r'[\x00-\x1f\x7f"\\]')
_NO_NEWLINE = "\\ No newline at end of file\n"


def unified_diff(before: SourceFile | None, after: SourceFile) -> str:
    """The change as `git diff` shows it, of a new file where there is none before; empty where
    nothing changed.

    Bytes that are not UTF-8 come out as surrogates: write the text with `surrogateescape`.
    """
    data = before.data if before is not None else b""
    if data == after.data:
        return ""
    old = _named(f"a/{before.path}") if before is not None else "/dev/null"
    lines = difflib.unified_diff(_lines(data), _lines(after.data), old, _named(f"b/{after.path}"))
    return "".join(line if line.endswith("\n") else f"{line}\n{_NO_NEWLINE}" for line in lines)


def _named(path: str) -> str:
    """A file's name as `patch` and `git apply` read it: in quotes where it has such characters, and
    with a tab behind it where blanks might end it."""
    if _SPECIAL.search(path):
        return '"' + _SPECIAL.sub(lambda found: f"\\{ord(found[0]):03o}", path) + '"'
    return f"{path}\t" if " " in path else path


def _lines(data: bytes) -> list[str]:
    pieces = data.decode("utf-8", "surrogateescape").split("\n")
    lines = [piece + "\n" for piece in pieces[:-1]]
    return [*lines, pieces[-1]] if pieces[-1] else lines
