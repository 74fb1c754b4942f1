"""Comments that say what a work-item does, where one does the work of several now: those in front
of the kernel are marked, those in it are pointed at."""

import re
from collections.abc import Iterator

from ppcl.analysis.facts import Facts
from ppcl.diag import Note, Remark
from ppcl.frontend import tokens
from ppcl.ir.unit import Function
from ppcl.transform.comments import Comment, paragraph_end, plain_comments, said_at
from ppcl.transform.contract import Commented
from ppcl.transform.obstacles import location_of
from ppcl.transform.refusals.numbering import asked_line

_SPEAKS = re.compile(rb"\b(?:work[-\s]?items?|threads?)\b", re.IGNORECASE)


def marked_comments(facts: Facts, function: Function, says: str) -> Iterator[Commented]:
    """The comments in front of a kernel that speak of work-items, and what is said in each."""
    path = function.at.span.file
    source = facts.files[path]
    by_line = asked_line(facts, path) is None
    for comment in _speaking(facts, function):
        if comment.start < function.at.span.start:
            place = paragraph_end(comment.text, _said_until(comment))
            text = f"ppcl: {says}".encode()
            edit = said_at(source, comment.start, comment.text, (place, place), text, by_line)
            yield Commented(edit, (_remark(facts, function, [comment]),))


def pointed_at(facts: Facts, function: Function) -> Iterator[Remark]:
    """What is said of the comments in a kernel that speak of work-items."""
    start = function.at.span.start
    inside = [comment for comment in _speaking(facts, function) if comment.start >= start]
    if inside:
        yield _remark(facts, function, inside)


def _speaking(facts: Facts, function: Function) -> Iterator[Comment]:
    path, span = function.at.span.file, function.at.span
    data = facts.files[path].data
    for comment in plain_comments(facts, path):
        is_head = next(tokens(data, 0, comment.start), None) is None
        is_above = not data[comment.end : span.start].strip() and comment.end <= span.start
        is_inside = span.start <= comment.start < span.end
        if (is_head or is_above or is_inside) and _SPEAKS.search(comment.text):
            yield comment


def _said_until(comment: Comment) -> int:
    return max(found.end() for found in _SPEAKS.finditer(comment.text))


def _remark(facts: Facts, function: Function, comments: list[Comment]) -> Remark:
    name, source = function.declaration.name, facts.files[function.at.span.file]
    notes = tuple(Note("PPC250", "here", source.location(each.start)) for each in comments)
    message = f"comments say what a work-item of '{name}' does: is it still true?"
    return Remark(
        "review", "PPC250", message, location_of(facts, function.name_at), {"kernel": name}, notes
    )
