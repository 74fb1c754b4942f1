"""The headers of ppcl's own that rewritten hosts include."""

import posixpath
import re
from collections.abc import Iterable, Iterator, Sequence

from ppcl.analysis.facts import Facts
from ppcl.emit import runtime_file
from ppcl.frontend import directives_in, tokens
from ppcl.source import Edit, SourceFile, Span

_CONDITIONS = re.compile(rb"^[ \t]*#[ \t]*(if|ifdef|ifndef|endif)\b.*$", re.MULTILINE)
_CODE = re.compile(rb"^[ \t]*[^\s#/]", re.MULTILINE)
_NAME = re.compile(rb"\b(?:ppcl|PPCL)_\w+")


def _path(header: str) -> str:
    """Where a header is, below the folder that all sources are in."""
    return f"ppcl/{header}"


def header_file(header: str) -> tuple[str, bytes]:
    """A header's path in the program's folder, and its text."""
    return _path(header), runtime_file(header)


def include_edit(
    source: SourceFile, header: str, use: int, skipped: Iterable[Span] = ()
) -> Edit | None:
    """The `#include` of a runtime header for a use at an offset: after the file's OpenCL one (or
    its last); outside of conditions, as one may hold where the other does not, and of what is
    `skipped`."""
    folder = posixpath.dirname(source.path)
    line = f'#include "{posixpath.relpath(_path(header), folder)}"'.encode()
    hidden = [span for span in skipped if span.file == source.path]
    found = [span for span in _includes(source, use) if not any(map(span.overlaps, hidden))]
    if any(source.text(span).startswith(line) for span in found):
        return None
    ending = source.line_ending
    opencl = [span for span in found if b"CL/" in source.text(span)]
    last = next(iter([*reversed(opencl), *_outer(source, found)]), None)
    if last is not None and _goes_on(source.text(last)):
        return Edit(Span(source.path, last.start, last.start), line + ending)
    at = _outside_conditions(source.data, last.end) if last is not None else 0
    while at > 0 and source.data[at - 1 : at] == b"\r":
        at -= 1
    text = ending + line if at else line + ending
    return Edit(Span(source.path, at, at), text)


def _includes(source: SourceFile, end: int) -> Iterator[Span]:
    """The lines of a file in front of an offset that include another."""
    for found in directives_in(source.data, 0, end):
        start = source.data.rfind(b"\n", 0, found.start) + 1
        if found.name == "include" and not source.data[start : found.start].strip():
            yield Span(source.path, start, found.end)


def _outer(source: SourceFile, includes: Sequence[Span]) -> Iterator[Span]:
    """Those of some lines that stand in no braces, the last one first."""
    for span in reversed(includes):
        texts = [token.text for token in tokens(source.data, 0, span.start)]
        if texts.count(b"{") == texts.count(b"}"):
            yield span


def _goes_on(line: bytes) -> bool:
    """Whether the next line belongs to this one, or to a comment that begins on it."""
    return line.rstrip().endswith(b"\\") or line.rfind(b"/*") > line.rfind(b"*/")


def _outside_conditions(data: bytes, place: int) -> int:
    """The end of the outermost `#if` around a place that has no code behind it, or the place."""
    end, inner = place, 0
    for found in _CONDITIONS.finditer(data, place):
        if found[1] != b"endif":
            inner += 1
        elif inner:
            inner -= 1
        elif _CODE.search(data, place, found.start()):
            break
        else:
            end = found.end()
    return end


def taken_name(facts: Facts, header: str) -> tuple[str, Span] | None:
    """The first place where a file that does not include a header has one of its names."""
    text = runtime_file(header)
    own = set(_NAME.findall(text))
    for path in {path for unit in facts.hosts for path in unit.files}:
        data = facts.files[path].data
        if data == text or header.encode() in data:
            continue
        for found in _NAME.finditer(data):
            if found.group() in own:
                return found.group().decode("ascii"), Span(path, found.start(), found.end())
    return None
