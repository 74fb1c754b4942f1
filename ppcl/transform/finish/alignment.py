"""Lines that go on inside a bracket stay aligned to it where an edit in front of it moves it."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from ppcl.analysis.facts import Facts
from ppcl.frontend import pieces
from ppcl.source import Edit, SourceFile, Span
from ppcl.transform.contract import Plan

_OPENING, _CLOSING = (b"(", b"[", b"{"), (b")", b"]", b"}")
_TABS = (8, 4)


def realigned(plan: Plan, facts: Facts) -> Plan:
    """The plan, with new indentation for lines that began below what its edits move."""
    moved = [
        edit
        for path in dict.fromkeys(edit.span.file for edit in plan.edits)
        for edit in moved_lines(
            facts.files[path],
            [e for e in plan.edits if e.span.file == path],
            facts.once(_continued_in, path),
        )
    ]
    return replace(plan, edits=(*plan.edits, *moved)) if moved else plan


def moved_lines(
    source: SourceFile, edits: list[Edit], lines: Iterable[tuple[int, tuple[int, ...]]]
) -> Iterator[Edit]:
    """New indentation for the `lines` of a file that follow what some edits of it move."""
    shifts = {source.line_of(edit.span.start): 0 for edit in edits}
    for number, brackets in lines:
        moved = [b for b in reversed(brackets) if source.line_of(b) in shifts]
        if not moved:
            continue
        line = source.line(number)
        indent = line[: len(line) - len(line.lstrip())]
        head = next((b for b in moved if _is_below(source, b, indent)), None)
        if head is None or indent == line:
            continue
        shift = shifts[source.line_of(head)] + _growth(source, edits, head)
        start = source.offset(number)
        span = Span(source.path, start, start + len(indent))
        text = indent + b" " * shift if shift > 0 else indent.removesuffix(b" " * -shift)
        if text != indent and not any(edit.span.overlaps(span) for edit in edits):
            shifts[number] = shift
            yield Edit(span, text)


def _continued_in(facts: Facts, path: str) -> list[tuple[int, tuple[int, ...]]]:
    return list(continued(facts.files[path]))


def continued(source: SourceFile) -> Iterator[tuple[int, tuple[int, ...]]]:
    """The lines that begin inside brackets, with these; none inside of strings and directives."""
    opened: list[int] = []
    behind = 1
    for piece in pieces(source.data):
        if piece.name:
            ends = [piece.at, *(token.end for token in piece.tokens)]
            behind = source.line_of(ends[-1])
            continue
        for token in piece.tokens:
            first = source.line_of(token.start)
            for number in range(behind + 1, first + 1) if opened and first > behind else ():
                yield number, tuple(opened)
            behind = source.line_of(token.end)
            if token.text in _OPENING:
                opened.append(token.start)
            elif token.text in _CLOSING and opened:
                opened.pop()


def _is_below(source: SourceFile, bracket: int, indent: bytes) -> bool:
    """Whether a line with this indentation begins below what follows a bracket on its line."""
    place = source.location(bracket)
    line = source.line(place.line)
    inside = line[place.column :]
    head = line[: len(line) - len(inside.lstrip())]
    return bool(inside.strip()) and any(_width(head, t) == _width(indent, t) for t in _TABS)


def _growth(source: SourceFile, edits: Iterable[Edit], bracket: int) -> int:
    """By how many columns edits on its line move a bracket."""
    begin = source.offset(source.line_of(bracket))
    before = [e for e in edits if begin <= e.span.start and e.span.end <= bracket]
    return sum(
        _width(edit.text, 1) - _width(source.text(edit.span), 1)
        for edit in before
        if b"\n" not in edit.text
    )


def _width(text: bytes, tab: int) -> int:
    return len(text.decode("utf-8", "replace").expandtabs(tab))
