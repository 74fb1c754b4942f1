"""Which definitions a program may want, where it does not parse without them."""

import re

from ppcl.diag import PpclError
from ppcl.driver.sources.problems import problems_of
from ppcl.driver.sources.project import HOST_SUFFIXES, Project

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
