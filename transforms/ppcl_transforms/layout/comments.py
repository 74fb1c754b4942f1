"""Comments that a layout change makes untrue, or leaves out: they are changed with it, marked, or
pointed at."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from ppcl.analysis.facts import Facts
from ppcl.diag import Note, Remark
from ppcl.frontend import tokens
from ppcl.source import Edit, SourceFile, Span, is_word, words
from ppcl.transform.comments import Comment, all_comments
from ppcl.transform.refusals.numbering import asked_line
from ppcl_transforms.layout.marks import mark, without_mark
from ppcl_transforms.layout.text import spaced_as

_MARGIN = re.compile(rb"\s*\n\s*(?:\*(?!/)|//)?\s*")
_FORMULA = rb"[^\[\]]*(?:\*[^\[\]]*\+|\+[^\[\]]*\*)[^\[\]]*"
_LEFT_OUT = "a comment stands in an index that is written anew, and is left out"
# What people say of the order of elements in memory; a blank stands for any number of them.
_WORDS = (
    rb"\[%(formula)s\]|\bat \w+ ?(?:\* ?\w+ ?\+|\+ ?\w+ ?\*) ?\w+",
    rb"\b(?:un)?coalesc\w*|\btranspos\w*|\binterleav\w*|\bcontiguous\w*|\b\w+[- ]major\b",
    rb"\blayout\b|\blaid out\b|\bstrided?\b|\bpitch\b|\bleading dimension",
    rb"\barrays? of struct\w*|\bstruct\w* of arrays?\b|\bAoS\b|\bSoA\b",
    rb"\bstored (?:by|as|in|row|col|one)\w*|\b(?:stored|stands?|lies?|kept) together\b",
    rb"\b(?!step\b)(\w{3,}) (?:by|after) \1\b|\bone after (?:an|the )other\b",
    rb"\b(?:adjacent|consecutive|neighbou?ring) (?:elements?|words|addresses|work-items|threads)",
)
_SPEAKS = re.compile(
    b"|".join(_WORDS).replace(b" ", b" +").replace(b"+?", b"*") % {b"formula": _FORMULA},
    re.IGNORECASE,
)
_SHOWN = re.compile(rb"\b([A-Za-z_]\w*)\s*\[([^\[\]\n]*)\]?", re.ASCII)
_NAMED = re.compile(rb"\b([A-Za-z_]\w*)\s*\[\s*\Z", re.ASCII)
_WHOLE = re.compile(rb"\s*([A-Za-z_]\w*)\[(.*)\]\Z", re.ASCII | re.DOTALL)
_FAR = 200  # bytes in front of an index in which its array is named


@dataclass(frozen=True)
class _NewIndex:
    """A changed index: the texts between the brackets, none `before` where there were none."""

    name: str
    before: bytes | None
    after: bytes


def stale_comments(
    facts: Facts, edits: Iterable[Edit], names: Iterable[str]
) -> list[tuple[Edit | None, tuple[Remark, ...]]]:
    """For each comment of an edited file that shows an index into an array of one of `names`,
    speaks of how elements are stored, or stands in an index that goes: the edit that makes it true,
    if there is one, and what is to be said without it."""
    by_file: dict[str, list[Edit]] = {}
    for edit in edits:
        by_file.setdefault(edit.span.file, []).append(edit)
    known = frozenset(filter(is_word, names))
    indices = {
        path: list(_new_indices(facts.files[path], by_file[path], known)) for path in by_file
    }
    found: list[tuple[Edit | None, tuple[Remark, ...]]] = []
    for path in sorted(by_file):
        others = [each for other in sorted(by_file) if other != path for each in indices[other]]
        here = _File(facts, facts.files[path], by_file[path], known, indices[path], others)
        for comment in all_comments(facts, path, here.edits):
            remarks = tuple(here.remarks(comment))
            changes = here.changes(comment)
            found += [(edit, remarks) for edit in changes] if changes else [(None, remarks)]
    return found


def _new_indices(
    source: SourceFile, edits: Iterable[Edit], names: frozenset[str]
) -> Iterator[_NewIndex]:
    """The indices into arrays of these names that the edits of a file change, in their order."""
    for edit in sorted(edits):
        named = _NAMED.search(source.data[: edit.span.start][-_FAR:])
        whole = _WHOLE.match(edit.text)
        if named is not None:
            found = _NewIndex(_name(named), source.text(edit.span), edit.text)
        elif whole is not None:
            found = _NewIndex(_name(whole), None, whole[2])
        else:
            continue
        if found.name in names and b"\n" not in found.after:
            yield found


@dataclass(frozen=True)
class _File:
    """A file that a plan edits. `names` are of the arrays and parameters whose layout changes,
    `indices` what the plan makes of theirs in this file, `others` in the other files."""

    facts: Facts
    source: SourceFile
    edits: Sequence[Edit]
    names: frozenset[str]
    indices: Sequence[_NewIndex]
    others: Sequence[_NewIndex]

    def remarks(self, comment: Comment) -> Iterator[Remark]:
        """What is said of a comment, at the nearest change, with notes in the comment."""
        nearest = min(self.edits, key=lambda edit: _distance(edit, comment))
        at = self.source.location(nearest.span.start)
        if self._goes(comment):
            yield Remark("review", "PPC218", _LEFT_OUT, at, {"name": ""})
        for message, name, places in _said(comment.text, self.names):
            start = comment.start
            notes = tuple(_note(self.source, start + b, start + e) for b, e in places)
            yield Remark("review", "PPC218", message, at, {"name": name}, notes)

    def changes(self, comment: Comment) -> Sequence[Edit]:
        """The edits of a comment: new indices where it shows old ones of the code and says nothing
        else of the layout, or a mark where it speaks of these arrays or functions."""
        if comment.embedded or self._goes(comment):
            return ()
        anew = self._shown_anew(comment)
        if anew or not self.indices or not self._is_of_these(comment):
            return anew
        shown, until = self._to_show(comment), _said_until(comment.text, self.names)
        may_add = self._may_add_lines
        return [mark(self.source, comment.start, comment.text, shown, until, may_add)]

    @property
    def _may_add_lines(self) -> bool:
        return asked_line(self.facts, self.source.path) is None

    def _goes(self, comment: Comment) -> bool:
        return any(edit.span.start <= comment.start < edit.span.end for edit in self.edits)

    def _shown_anew(self, comment: Comment) -> Sequence[Edit]:
        known = {
            (each.name, _words(each.before)): each.after
            for each in (*self.others, *self.indices)
            if each.before is not None
        }
        shown = [f for f in _SHOWN.finditer(comment.text) if _name(f) in self.names]
        rest = _SHOWN.sub(b"", _plain(comment.text))
        if _SPEAKS.search(rest) or without_mark(comment.text) != comment.text:
            return ()
        edits = []
        for found in shown:
            after = known.get((_name(found), _words(found[2])))
            if after is None:
                return ()
            start, end = (comment.start + place for place in found.span(2))
            edits.append(Edit(Span(self.source.path, start, end), spaced_as(found[2], after)))
        return edits

    def _is_of_these(self, comment: Comment) -> bool:
        """Whether what a comment says of a layout is of these arrays: it names one, stands behind
        code that does, or shows an old index and no other, at the head of the file or at a function
        that is changed."""
        if not any(_said(without_mark(comment.text), self.names)):
            return False
        if self.names & self._named(comment):
            return True
        old = {_words(i.before) for i in (*self.indices, *self.others) if i.before is not None}
        shown = [_words(found[2]) for found in _SHOWN.finditer(without_mark(comment.text))]
        return old.issuperset(shown) and (self._is_head(comment) or self._is_at(comment))

    def _named(self, comment: Comment) -> set[str]:
        """The words of a comment, and of the code in front of it on its line."""
        begin = self.source.data.rfind(b"\n", 0, comment.start) + 1
        return set(words(self.source.data[begin : comment.start] + without_mark(comment.text)))

    def _is_head(self, comment: Comment) -> bool:
        return next(tokens(self.source.data, 0, comment.start), None) is None

    def _is_at(self, comment: Comment) -> bool:
        """Whether a comment stands in front of a function that is changed, or in it."""
        functions = [f.at.span for unit in self.facts.units for f in unit.functions if f.body]
        own = [s for s in functions if any(s.contains(edit.span) for edit in self.edits)]
        return any(
            span.start <= comment.start < span.end
            or self.source.data[comment.end : max(comment.end, span.start)].isspace()
            for span in own
        )

    def _to_show(self, comment: Comment) -> Mapping[str, bytes]:
        """What to say of each array: of those that the comment names, else of this file's."""
        said = self._named(comment)
        shown = sorted((*self.indices, *self.others), key=lambda each: b"%" in each.after)
        every = {each.name: each.after for each in reversed(shown)}
        own = {each.name: every[each.name] for each in self.indices}
        return {name: text for name, text in every.items() if name in said} or own


def _name(found: re.Match[bytes]) -> str:
    return found[1].decode("utf-8", "replace")


def _words(text: bytes) -> tuple[bytes, ...]:
    return tuple(token.text for token in tokens(text, 0, len(text)))


def _note(source: SourceFile, start: int, end: int) -> Note:
    shown = _plain(source.data[start:end]).decode("utf-8", "replace")
    return Note("PPC218", f"'{shown}'", source.location(start))


def _plain(text: bytes) -> bytes:
    """A text of several lines on one."""
    return _MARGIN.sub(b" ", text)


def _distance(edit: Edit, comment: Comment) -> tuple[int, int]:
    """How far a change is from a comment; of two that are as far, the first."""
    far = max(edit.span.start - comment.end, comment.start - edit.span.end, 0)
    return far, edit.span.start


def _said_until(text: bytes, names: frozenset[str]) -> int:
    """Where a comment last shows an index into these arrays, or speaks of a layout."""
    ends = [found.end() for found in _SHOWN.finditer(text) if _name(found) in names]
    ends += [found.end() for found in _SPEAKS.finditer(_blanked(text))]
    return max(ends, default=len(text))


def _blanked(text: bytes) -> bytes:
    """A text whose lines are joined by blanks, each byte at its place."""
    return _MARGIN.sub(lambda margin: b" " * len(margin.group()), text)


def _said(
    text: bytes, names: Iterable[str]
) -> Iterator[tuple[str, str, Sequence[tuple[int, int]]]]:
    """What may be untrue of a comment now, the name that it shows, and where in it."""
    is_shown = False
    for name in sorted(set(names)):
        shown = re.compile(rb"\b%b\s*\[[^\[\]\n]*\]?" % re.escape(name.encode()))
        if places := [found.span() for found in shown.finditer(text)]:
            is_shown = True
            yield f"a comment shows an index into '{name}', whose layout was changed", name, places
    spoken = [found.span() for found in _SPEAKS.finditer(_blanked(text))]
    if spoken and not is_shown:
        first = _plain(text[slice(*spoken[0])]).decode("utf-8", "replace")
        yield (
            f"a comment speaks of how elements are stored ('{first}'): is it still true?",
            "",
            spoken,
        )
