"""Comments that a layout change makes untrue, or leaves out: ppcl points at them."""

import re
from collections.abc import Iterable, Iterator

from ppcl.diag import Remark
from ppcl.source import Edit, SourceFile

_COMMENT = re.compile(rb"/\*.*?\*/|//[^\n]*", re.DOTALL)


def stale_comments(
    source: SourceFile, edits: Iterable[Edit], names: Iterable[str]
) -> Iterator[Remark]:
    """A remark for each comment of an edited file that shows an index into one of `names`, or
    stands in the text of an index that was changed."""
    spans = [edit.span for edit in edits if edit.span.file == source.path]
    if not spans:
        return
    named = rb"|".join(re.escape(name.encode()) for name in sorted(set(names)))
    shown = re.compile(rb"\b(" + named + rb")\s*\[")
    for comment in _COMMENT.finditer(source.data):
        place = source.location(comment.start())
        if any(span.start <= comment.start() < span.end for span in spans):
            message = "this comment stands in an index that is written anew, and is left out"
            yield Remark("missed", "PPC218", message, place, {"name": ""})
        found = shown.search(comment.group())
        if found is not None:
            name = found.group(1).decode("utf-8", "surrogateescape")
            place = source.location(comment.start() + found.start())
            message = f"this comment shows an index into '{name}', whose layout was changed"
            yield Remark("missed", "PPC218", message, place, {"name": name})
