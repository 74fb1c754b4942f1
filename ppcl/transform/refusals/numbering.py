"""What a program may see of where its text stands: the numbers of lines and columns."""

import re
from collections.abc import Iterator

from ppcl.analysis.facts import Facts
from ppcl.analysis.names.macros import definitions
from ppcl.ir.unit import MacroUse, TranslationUnit
from ppcl.source import Edit, SourceFile, Span
from ppcl.transform.contract import Plan

_NAME = "__LINE__"
_LINE = re.compile(rb"\b__LINE__\b")
_TOLD_LINE = re.compile(rb"\b(?:__builtin_LINE|source_location|source_line)\b")
_COLUMN = re.compile(rb"\b__builtin_COLUMN\b|\bsource_location\b(?s:.*?)\bcolumn\b")


def seen_places(plan: Plan, facts: Facts) -> tuple[str, Span] | None:
    """Where the program asks for a number that an edit changes: how, and the place.

    Lines behind those that are put in, or taken out, have other numbers; and so has, in its line,
    what stands behind an edit. An error's message is not looked at: its line is the new file's.
    """
    for path in dict.fromkeys(edit.span.file for edit in plan.edits):
        moved = any(_moves(edit, facts) for edit in plan.edits if edit.span.file == path)
        place = asked_line(facts, path) if moved else None
        if place is not None:
            return "lines are put in, and the program asks for their numbers", place
        place = _found(_COLUMN, path, facts)
        if place is not None:
            return "columns move, and the program asks for their numbers", place
    return None


def _moves(edit: Edit, facts: Facts) -> bool:
    return edit.text.count(b"\n") != facts.files[edit.span.file].text(edit.span).count(b"\n")


def _found(pattern: re.Pattern[bytes], own: str, facts: Facts) -> Span | None:
    """The first place of a pattern in a file, and in those that it may include."""
    included = {path for unit in _units_of(own, facts) for path in unit.files}
    for path in (own, *sorted(included - {own})):
        found = pattern.search(facts.files[path].data) if path in facts.files else None
        if found is not None:
            return Span(path, found.start(), found.end())
    return None


def _units_of(path: str, facts: Facts) -> Iterator[TranslationUnit]:
    return (unit for unit in facts.units if unit.path == path)


def asked_line(facts: Facts, path: str) -> Span | None:
    """Where the program asks for the number of a line of a file, None where it does not."""
    return facts.once(_asked_line, path)


def _asked_line(facts: Facts, path: str) -> Span | None:
    own = facts.files[path]
    told = _found(_TOLD_LINE, own.path, facts)
    if told is not None:
        return told
    units = list(_units_of(own.path, facts))
    if any(_LINE.search(body) for unit in units for _, body in unit.given):
        return Span(own.path, 0, 0)
    if not units:
        return _found(_LINE, own.path, facts)
    uses = {use for unit in units for use in unit.macro_uses if use.at.file == own.path}
    said = {name: _said(name, facts) for name in {use.name for use in uses}}
    asking = sorted((u for u in uses if said[u.name] or u.name == _NAME), key=lambda u: u.at)
    seen = (use.at for use in asking if _is_seen(use, said[use.name], own, facts))
    return next(seen, None) or _unread(own, units, uses)


def _said(name: str, facts: Facts) -> int:
    """How often a macro says the number of a line, in its body and those of macros in it."""
    return sum(len(_LINE.findall(macro.body)) for macro in definitions(facts, [name]))


def _is_seen(use: MacroUse, said: int, source: SourceFile, facts: Facts) -> bool:
    """Whether the number of a line that a macro says is used where the program may go on.

    Of a call of several lines it is that of the last one to clang, and of some to others."""
    line = source.location(max(use.at.start, use.at.end - 1)).line
    nodes = [
        node
        for unit in _units_of(source.path, facts)
        for node in unit.numbers.get(use.at, ())
        if node.value == line
    ]
    return len(nodes) < max(said, 1) or any(facts.endings.seen_before(node) for node in nodes)


def _unread(source: SourceFile, units: list[TranslationUnit], uses: set[MacroUse]) -> Span | None:
    """A `__LINE__` that neither stands in a macro nor is read as a number, as in a directive."""
    known = {use.at for use in uses} | {macro.at for unit in units for macro in unit.macros}
    for found in _LINE.finditer(source.data):
        place = Span(source.path, found.start(), found.end())
        if not any(span.contains(place) for span in known if span.file == source.path):
            return place
    return None
