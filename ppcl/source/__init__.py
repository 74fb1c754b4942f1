"""Source text: files, spans, edits, diffs. The text is the program of record."""

from ppcl.source.cache import cache_folder
from ppcl.source.diff import unified_diff
from ppcl.source.edit import Edit, EditConflict, apply_edits
from ppcl.source.file import Location, SourceFile
from ppcl.source.rows import Row, Side, side_by_side
from ppcl.source.span import Span
from ppcl.source.words import WORD, is_plain, is_word, uses_of, words

__all__ = [
    "WORD",
    "Edit",
    "EditConflict",
    "Location",
    "Row",
    "Side",
    "SourceFile",
    "Span",
    "apply_edits",
    "cache_folder",
    "is_plain",
    "is_word",
    "side_by_side",
    "unified_diff",
    "uses_of",
    "words",
]
