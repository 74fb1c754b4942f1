"""What a program may see of where its text stands: the numbers of lines and columns."""

import re
from collections.abc import Iterator

from ppcl.analysis.facts import Facts
from ppcl.source import Edit, SourceFile, Span
from ppcl.transform.contract import Plan

_LINE = re.compile(rb"\b(?:__LINE__|__builtin_LINE|source_location|source_line)\b")
_COLUMN = re.compile(rb"\b__builtin_COLUMN\b|\bsource_location\b(?s:.*?)\bcolumn\b")


def seen_places(plan: Plan, facts: Facts) -> tuple[str, Span] | None:
    """Where the program asks for a number that an edit changes: how, and the place.

    Lines behind those that are put in, or taken out, have other numbers; and so has, in its line,
    what stands behind an edit.
    """
    for edit in plan.edits:
        moves = edit.text.count(b"\n") != facts.files[edit.span.file].text(edit.span).count(b"\n")
        for source in _asking(edit, facts):
            line = _LINE.search(source.data) if moves else None
            found = line or _COLUMN.search(source.data)
            if found is not None:
                what = "lines are put in" if line else "columns move"
                place = Span(source.path, found.start(), found.end())
                return f"{what}, and the program asks for their numbers", place
    return None


def _asking(edit: Edit, facts: Facts) -> Iterator[SourceFile]:
    """The file of an edit, and those of the program that it may include."""
    own = edit.span.file
    yield facts.files[own]
    included = {path for unit in facts.units if unit.path == own for path in unit.files}
    yield from (facts.files[path] for path in sorted(included - {own}) if path in facts.files)
