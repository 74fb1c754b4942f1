"""Which definitions a program may want, where it does not parse without them."""

import re

from ppcl.diag import PpclError
from ppcl.driver.paths import shown_path
from ppcl.driver.project import HOST_SUFFIXES, KERNEL_SUFFIXES, Project
from ppcl.frontend import parse_host, parse_kernel

_UNDECLARED = re.compile(r"use of undeclared identifier '([A-Z][A-Z0-9_]*)'")


def missing_macros(project: Project, error: PpclError) -> tuple[str, ...]:
    """The names that look like macros' and that the file of an error does not know.

    But for the one that the error speaks of, those that the host writes as `-DNAME` are left out:
    they are given when a kernel is built.
    """
    first = _UNDECLARED.search(error.message)
    if error.location is None or first is None:
        return ()
    paths = {shown_path(project.root, source): source for source in project.sources}
    path = paths.get(error.location.file)
    if path is None:
        return (first[1],)
    parse = parse_kernel if path.endswith(KERNEL_SUFFIXES) else parse_host
    problems = parse(project.root, path, project.options_of(path), {}).problems
    found = [_UNDECLARED.search(problem.message) for problem in problems]
    names = dict.fromkeys((first[1], *(name[1] for name in found if name is not None)))
    given = _given(project) - {first[1]}
    return tuple(name for name in names if name not in given)


def _given(project: Project) -> set[str]:
    texts = (
        (project.root / path).read_text("utf-8", "replace")
        for path in project.sources
        if path.endswith(HOST_SUFFIXES)
    )
    return {name for text in texts for name in re.findall(r"-D\s*([A-Za-z_]\w*)", text)}
