"""`// ppcl: keep`: places that the user wants left as they are."""

import re
from collections.abc import Iterator

from ppcl.analysis.facts import Facts
from ppcl.source import Location, SourceFile, Span

_MARK = re.compile(rb"(?://|/\*)[ \t]*ppcl:[ \t]*keep\b[^\n]*")
_SPACE_AND_COMMENTS = re.compile(rb"(?:\s+|//[^\n]*|/\*.*?\*/)*", re.DOTALL)
_HEAD_OF_FUNCTION = re.compile(rb"[^;{}#]*")


def kept(facts: Facts, span: Span) -> Location | None:
    """The mark that forbids a change of `span`, None where nothing does.

    A mark at the end of a line keeps that line. A mark on a line of its own keeps the next line
    of code, or the whole function that begins there.
    """
    source = facts.files.get(span.file)
    if source is None:
        return None
    for mark in _MARK.finditer(source.data):
        if touches(span, _kept_by(facts, source, mark.start(), mark.end())):
            return source.location(mark.start())
    return None


def touches(edited: Span, kept_span: Span) -> bool:
    """Whether an edit of a span changes another: they share bytes, or it inserts inside."""
    inside = kept_span.start <= edited.start <= kept_span.end
    return edited.overlaps(kept_span) or (
        edited.file == kept_span.file and edited.start == edited.end and inside
    )


def _kept_by(facts: Facts, source: SourceFile, start: int, end: int) -> Span:
    number = source.location(start).line
    begin = source.offset(number)
    if source.data[begin:start].strip():
        return Span(source.path, begin, _line_end(source, begin))
    blank = _SPACE_AND_COMMENTS.match(source.data, begin)
    code = blank.end() if blank else end
    function = next(_functions_at(facts, source, code), None)
    return function or Span(source.path, begin, _line_end(source, code))


def _functions_at(facts: Facts, source: SourceFile, code: int) -> Iterator[Span]:
    """The function whose declaration begins at a byte, from there to its end."""
    head = _HEAD_OF_FUNCTION.match(source.data, code)
    last = head.end() if head else code
    for unit in facts.units:
        for function in unit.functions:
            span, name = function.at.span, function.name_at.span
            if function.body and span.file == source.path and code <= name.start <= last:
                yield Span(source.path, code, span.end)


def _line_end(source: SourceFile, offset: int) -> int:
    end = source.data.find(b"\n", offset)
    return len(source.data) if end < 0 else end
