"""Two texts side by side: their lines in rows, as a reviewer compares them."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Literal

from ppcl.source.file import SourceFile

# A piece of a line, and whether the other side has something else there.
Piece = tuple[str, bool]
_WORD = re.compile(r"\w+|\s+|.")
# Lines less alike than this are shown as a whole, not word by word.
_ALIKE = 0.5


@dataclass(frozen=True)
class Side:
    """A line on one side: its number from 1 and its pieces."""

    number: int
    pieces: tuple[Piece, ...]


@dataclass(frozen=True)
class Row:
    """One row of the comparison; `skipped` counts the lines left out in its place."""

    kind: Literal["same", "changed", "skipped"]
    before: Side | None
    after: Side | None
    skipped: int = 0


def side_by_side(before: SourceFile, after: SourceFile, context: int = 3) -> list[Row]:
    """The rows of a changed file: what differs, with some lines around it."""
    left, right = _lines(before), _lines(after)
    matcher = SequenceMatcher(None, left, right, autojunk=False)
    rows: list[Row] = []
    shown = 0
    for group in matcher.get_grouped_opcodes(context) if left != right else ():
        if group[0][1] > shown:
            rows.append(Row("skipped", None, None, group[0][1] - shown))
        for kind, start, end, other, other_end in group:
            rows += _rows(kind == "equal", (left, start, end), (right, other, other_end))
        shown = group[-1][2]
    if rows and shown < len(left):
        rows.append(Row("skipped", None, None, len(left) - shown))
    return rows


def _lines(source: SourceFile) -> list[str]:
    return source.data.decode("utf-8", "replace").splitlines()


_Range = tuple[Sequence[str], int, int]


def _rows(same: bool, before: _Range, after: _Range) -> Iterator[Row]:
    lines, start, end = before
    others, other, other_end = after
    for index in range(max(end - start, other_end - other)):
        left = lines[start + index] if start + index < end else None
        right = others[other + index] if other + index < other_end else None
        pieces = _pieces(left, right) if not same else ([(left or "", False)],) * 2
        yield Row(
            "same" if same else "changed",
            Side(start + index + 1, tuple(pieces[0])) if left is not None else None,
            Side(other + index + 1, tuple(pieces[1])) if right is not None else None,
        )


def _pieces(left: str | None, right: str | None) -> tuple[list[Piece], list[Piece]]:
    if left is None or right is None:
        return [(left or "", True)], [(right or "", True)]
    words, others = _WORD.findall(left), _WORD.findall(right)
    matcher = SequenceMatcher(None, words, others, autojunk=False)
    if matcher.ratio() < _ALIKE:
        return [(left, True)], [(right, True)]
    before: list[Piece] = []
    after: list[Piece] = []
    for kind, start, end, other, other_end in matcher.get_opcodes():
        before.append(("".join(words[start:end]), kind != "equal"))
        after.append(("".join(others[other:other_end]), kind != "equal"))
    return [p for p in before if p[0]], [p for p in after if p[0]]
