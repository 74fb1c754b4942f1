"""Edits: the only way in which ppcl changes a program."""

from collections.abc import Iterable
from dataclasses import dataclass

from ppcl.source.file import SourceFile
from ppcl.source.span import Span


@dataclass(frozen=True, slots=True, order=True)
class Edit:
    """Replace the bytes of `span` by `text` (an insertion where the span is empty)."""

    span: Span
    text: bytes


class EditConflict(Exception):
    """Two different edits touch the same bytes."""


def apply_edits(source: SourceFile, edits: Iterable[Edit]) -> SourceFile:
    """The file after all `edits` of it; the same edit given twice counts once.

    Raises EditConflict where two edits overlap, or insert different text at one place.
    """
    ordered = sorted(set(edits))
    pieces: list[bytes] = []
    position = 0
    previous: Edit | None = None
    for edit in ordered:
        if edit.span.start < position or (previous and edit.span == previous.span):
            raise EditConflict(f"{source.location(edit.span.start)}: two edits of the same bytes")
        pieces += [source.data[position : edit.span.start], edit.text]
        position = edit.span.end
        previous = edit
    pieces.append(source.data[position:])
    return SourceFile(source.path, b"".join(pieces))
