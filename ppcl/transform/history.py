"""From places in the present text back to places in the text that the user wrote."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from ppcl.diag import Remark
from ppcl.source import Edit, Location, SourceFile


@dataclass(frozen=True)
class History:
    """The user's files, and the edits of each plan that was applied, in order."""

    original: Mapping[str, SourceFile]
    steps: tuple[tuple[Edit, ...], ...] = ()

    def then(self, edits: Iterable[Edit]) -> "History":
        """The history after one more plan."""
        return History(self.original, (*self.steps, tuple(sorted(set(edits)))))

    def offset(self, file: str, offset: int) -> int:
        """Where a byte of the present text was at first; inside new text, where that was put."""
        for step in reversed(self.steps):
            offset = _before([edit for edit in step if edit.span.file == file], offset)
        return offset

    def places(self, edits: Iterable[Edit]) -> tuple[Location, ...]:
        """Where in the user's text edits of the present text go."""
        return tuple(
            self.original[file].location(self.offset(file, edit.span.start))
            for edit in sorted(edits)
            if (file := edit.span.file) in self.original
        )

    def remark(self, remark: Remark, files: Mapping[str, SourceFile]) -> Remark:
        """A remark on the present text (`files`), placed in the user's."""

        def first(at: Location) -> Location:
            known = at.file in self.original and at.file in files
            return self._location(at, files[at.file]) if known else at

        return remark.placed(first)

    def _location(self, at: Location, source: SourceFile) -> Location:
        offset = self.offset(at.file, source.offset(at.line, at.column))
        return self.original[at.file].location(offset)

    def identity(self, edits: Iterable[Edit]) -> frozenset[tuple[str, int, int, bytes]]:
        """What stays the same of a plan's edits when other plans are applied before it."""
        return frozenset(
            (
                edit.span.file,
                self.offset(edit.span.file, edit.span.start),
                self.offset(edit.span.file, edit.span.end),
                edit.text,
            )
            for edit in edits
        )


def _before(edits: list[Edit], offset: int) -> int:
    """Where a byte was before some edits of its file, which are in order and do not overlap."""
    growth = 0
    for edit in edits:
        start = edit.span.start + growth
        if offset < start:
            break
        if offset < start + len(edit.text):
            return edit.span.start
        growth += len(edit.text) - (edit.span.end - edit.span.start)
    return offset - growth
