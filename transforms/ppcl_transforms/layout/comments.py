"""Comments that a layout change makes untrue, or leaves out: ppcl points at them."""

import re
from collections.abc import Iterable, Iterator, Sequence

from ppcl.diag import Note, Remark
from ppcl.frontend import tokens
from ppcl.source import Edit, SourceFile

# Lines of `//` below one another are one comment.
_COMMENT = re.compile(rb"/\*.*?\*/|//[^\n]*(?:\n[ \t]*//[^\n]*)*", re.DOTALL)
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


def stale_comments(
    source: SourceFile, edits: Iterable[Edit], names: Iterable[str]
) -> Iterator[Remark]:
    """A remark for each comment of an edited file that shows an index into one of `names`, speaks
    of how elements are stored, or stands in the text of an index that was changed. It stands at the
    nearest change, with notes in the comment."""
    own = [edit for edit in edits if edit.span.file == source.path]
    for start, text in _comments(source, own) if own else ():
        nearest = min(own, key=lambda edit: _distance(edit, start, start + len(text)))
        at = source.location(nearest.span.start)
        if any(edit.span.start <= start < edit.span.end for edit in own):
            yield Remark("review", "PPC218", _LEFT_OUT, at, {"name": ""})
        for message, name, places in _said(text, names):
            notes = tuple(_note(source, start + begin, start + end) for begin, end in places)
            yield Remark("review", "PPC218", message, at, {"name": name}, notes)


def _note(source: SourceFile, start: int, end: int) -> Note:
    return Note("PPC218", f"'{_plain(source.data[start:end])}'", source.location(start))


def _plain(text: bytes) -> str:
    """A text of several lines on one."""
    return _MARGIN.sub(b" ", text).decode("utf-8", "replace")


def _comments(source: SourceFile, edits: Sequence[Edit]) -> Iterator[tuple[int, bytes]]:
    """The comments of a file with their begins; those of strings only where a kernel is changed."""
    end = 0
    for token in tokens(source.data, 0, len(source.data)):
        yield from _found(source, end, token.start)
        if any(token.start < e.span.start and e.span.end < token.end for e in edits):
            yield from _found(source, token.start, token.end)
        end = token.end
    yield from _found(source, end, len(source.data))


def _found(source: SourceFile, start: int, end: int) -> Iterator[tuple[int, bytes]]:
    for comment in _COMMENT.finditer(source.data, start, end):
        yield comment.start(), comment.group()


def _distance(edit: Edit, start: int, end: int) -> tuple[int, int]:
    """How far a change is from a comment; of two that are as far, the first."""
    return max(edit.span.start - end, start - edit.span.end, 0), edit.span.start


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
    plain = _MARGIN.sub(lambda margin: b" " * len(margin.group()), text)
    if (spoken := [found.span() for found in _SPEAKS.finditer(plain)]) and not is_shown:
        first = _plain(text[slice(*spoken[0])])
        yield (
            f"a comment speaks of how elements are stored ('{first}'): is it still true?",
            "",
            spoken,
        )
