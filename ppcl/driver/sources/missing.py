"""What a program lacks that does not parse: where headers may be that are not found, and which
definitions it may want.
"""

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from ppcl.diag import PpclError
from ppcl.driver.sources.project import HOST_SUFFIXES, KERNEL_SUFFIXES, Project
from ppcl.frontend import MISSING_FILE, missing_headers, parse_host, parse_kernel
from ppcl.ir.unit import Problem


def problems_of(project: Project, source: str) -> tuple[Problem, ...]:
    """The problems of a source, read alone. Raises PpclError where it cannot be read."""
    parse = parse_kernel if source.endswith(KERNEL_SUFFIXES) else parse_host
    return parse(project.root, source, project.options_of(source), {}).problems


# How far is looked: folders above the program, folders below each, and how many of these.
_ABOVE = 4
_BELOW = 3
_MOST_FOLDERS = 2_000
# What builds make headers from: autoconf and CMake name these so.
_TEMPLATES = (".in", ".cmake", ".cmake.in")


@dataclass(frozen=True)
class _Header:
    """A header, the folder for -I that has it, or the file that a build makes it from."""

    name: str
    folder: str = ""
    template: str = ""


def headers_to_give(project: Project, error: PpclError) -> str:
    """What to give where a header is not found: the folder that has it, or what makes it; so for
    the others that the same file misses. Nothing where the error is another."""
    if not error.message.endswith(MISSING_FILE):
        return ""
    folders = list(_folders_near(project.root))
    return _told([_found(name, folders) for name in _missing(project, error)])


def _missing(project: Project, error: PpclError) -> list[str]:
    """The headers that the first source misses that misses the one of an error, which is first."""
    first = error.message.split("'")[1]
    for source in project.sources:
        names = missing_headers(problems_of(project, source))
        if first in names:
            return list(dict.fromkeys([first, *names]))
    return [first]


def _folders_near(root: Path) -> Iterator[str]:
    """Folders where headers may be, the nearest first: below the program's, then below those that
    it stands in."""
    above = [os.path.normpath(root / (".." + "/.." * level)) for level in range(_ABOVE)]
    inner = (folder for start in (os.path.normpath(root), *above) for folder in _below(start))
    yield from islice(dict.fromkeys(islice(inner, 2 * _MOST_FOLDERS)), _MOST_FOLDERS)


def _below(start: str) -> Iterator[str]:
    for folder, inner, _ in os.walk(start):
        deep = os.path.relpath(folder, start).count(os.sep) + 1 if folder != start else 0
        inner[:] = [n for n in sorted(inner) if not n.startswith(".")] if deep < _BELOW else []
        yield os.path.normpath(folder)


def _found(name: str, folders: list[str]) -> _Header:
    """The header where it, or what it is made from, lies in one of several folders."""
    for folder in folders:
        if os.path.isfile(os.path.join(folder, name)):
            return _Header(name, folder)
    made = (os.path.join(f, name + ending) for f in folders for ending in _TEMPLATES)
    return _Header(name, template=next(filter(os.path.isfile, made), ""))


def _told(headers: list[_Header]) -> str:
    folders = dict.fromkeys(f"-I {header.folder}" for header in headers if header.folder)
    others = [
        header.name + (f" (a build makes it from {header.template})" if header.template else "")
        for header in headers
        if not header.folder
    ]
    known = [" ".join(folders)] if folders else []
    unknown = [f"by -I or -p the place of {', '.join(others)}"] if others else []
    return f"give {', and '.join(known + unknown)}"


_UNDECLARED = re.compile(r"use of undeclared identifier '([A-Z][A-Z0-9_]*)'")


def macros_to_give(project: Project, error: PpclError) -> str:
    """What to give where the file of an error does not know names that look like macros'; nothing
    where the error is another.

    But for the one that the error speaks of, those that the host writes as `-DNAME` are left out:
    they are given when a kernel is built.
    """
    first = _UNDECLARED.search(error.message)
    if error.location is None or first is None:
        return ""
    names = dict.fromkeys((first[1], *_undeclared(project, error.location.file)))
    given = _given(project) - {first[1]}
    return f"give {' '.join(f'-D {name}=...' for name in names if name not in given)}"


def _undeclared(project: Project, path: str) -> list[str]:
    """The names that a source does not know; an included file's are not looked for."""
    if path not in project.sources:
        return []
    found = (_UNDECLARED.search(problem.message) for problem in problems_of(project, path))
    return [name[1] for name in found if name is not None]


def _given(project: Project) -> set[str]:
    texts = (
        (project.root / path).read_text("utf-8", "replace")
        for path in project.sources
        if path.endswith(HOST_SUFFIXES)
    )
    return {name for text in texts for name in re.findall(r"-D\s*([A-Za-z_]\w*)", text)}
