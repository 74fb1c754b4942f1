"""The headers of ppcl's own that rewritten hosts include."""

import posixpath
import re

from ppcl.analysis.facts import Facts
from ppcl.emit import runtime_file
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


def include_edit(source: SourceFile, header: str) -> Edit | None:
    """The `#include` of a runtime header, after the file's OpenCL one (or its last); outside of
    conditions, as one may hold where the other does not."""
    folder = posixpath.dirname(source.path)
    line = f'#include "{posixpath.relpath(_path(header), folder)}"'.encode()
    if line in source.data:
        return None
    includes = list(re.finditer(rb"^[ \t]*#[ \t]*include[ \t]*[<\"].*$", source.data, re.MULTILINE))
    opencl = [found for found in includes if b"CL/" in found.group()]
    ending = b"\r\n" if b"\r\n" in source.data else b"\n"
    last = (opencl or includes)[-1] if includes else None
    if last is not None and _goes_on(last.group()):
        return Edit(Span(source.path, last.start(), last.start()), line + ending)
    at = _outside_conditions(source.data, last.end()) if last is not None else 0
    while at > 0 and source.data[at - 1 : at] == b"\r":
        at -= 1
    text = ending + line if at else line + ending
    return Edit(Span(source.path, at, at), text)


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
                return found.group().decode(), Span(path, found.start(), found.end())
    return None
