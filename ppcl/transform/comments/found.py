"""The comments of a file."""

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ppcl.analysis.facts import Facts
from ppcl.frontend import tokens
from ppcl.source import Edit, SourceFile, Span

# Lines of `//` below one another are one comment.
_COMMENT = re.compile(rb"/\*.*?\*/|//[^\n]*(?:\n[ \t]*//[^\n]*)*", re.DOTALL)


@dataclass(frozen=True)
class Comment:
    """A comment, and where it begins; those of string literals are `embedded`."""

    start: int
    text: bytes
    embedded: bool = False

    @property
    def end(self) -> int:
        """The offset behind it."""
        return self.start + len(self.text)


def all_comments(facts: Facts, path: str, edits: Sequence[Edit]) -> list[Comment]:
    """The comments of a file; those of strings only where a kernel is changed."""
    known, found = facts.once(_tokens, path), list(plain_comments(facts, path))
    for begin, end in {known.around(edit.span) for edit in edits}:
        found += _found(facts.files[path], begin, end, embedded=True)
    return sorted(found, key=lambda comment: comment.start)


def plain_comments(facts: Facts, path: str) -> Sequence[Comment]:
    """The comments of a file, those of strings left out."""
    return facts.once(_plain_comments, path)


@dataclass(frozen=True)
class _Tokens:
    """Where the tokens of a file begin and end, in order."""

    starts: Sequence[int]
    ends: Sequence[int]

    def around(self, span: Span) -> tuple[int, int]:
        """The token that has text on both sides of a span; no text where there is none."""
        at = bisect_left(self.starts, span.start) - 1
        return (self.starts[at], self.ends[at]) if at >= 0 and span.end < self.ends[at] else (0, 0)


def _tokens(facts: Facts, path: str) -> _Tokens:
    data = facts.files[path].data
    found = list(tokens(data, 0, len(data)))
    return _Tokens([token.start for token in found], [token.end for token in found])


def _plain_comments(facts: Facts, path: str) -> list[Comment]:
    source, known = facts.files[path], facts.once(_tokens, path)
    between = zip((0, *known.ends), (*known.starts, len(source.data)), strict=True)
    return [comment for begin, end in between for comment in _found(source, begin, end)]


def _found(source: SourceFile, start: int, end: int, embedded: bool = False) -> Iterator[Comment]:
    for comment in _COMMENT.finditer(source.data, start, end):
        yield Comment(comment.start(), comment.group(), embedded)
