"""The files of a folder and of all folders below it."""

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path, PurePosixPath

from ppcl.driver.sources.project import HOST_SUFFIXES, KERNEL_SUFFIXES
from ppcl.driver.sources.settings import FILE

# How far a file is from a folder: folders up to a common one, then folders down from there.
Distance = tuple[int, int]


@dataclass(frozen=True)
class Tree:
    """`files` are paths relative to `root`, in order; hidden folders are left out.

    `projects` are the folders (relative, too) that have a ppcl.toml; their files are not in
    `files`: what they belong to is written down.
    """

    root: Path
    files: tuple[str, ...]
    projects: tuple[str, ...] = ()

    @property
    def hosts(self) -> tuple[str, ...]:
        """The host files."""
        return tuple(path for path in self.files if path.endswith(HOST_SUFFIXES))

    @property
    def kernels(self) -> tuple[str, ...]:
        """The kernel files."""
        return tuple(path for path in self.files if path.endswith(KERNEL_SUFFIXES))

    def ending(self, path: str) -> tuple[str, ...]:
        """The files that a relative path may mean, seen from some folder of the tree."""
        wanted = PurePosixPath(*(part for part in PurePosixPath(path).parts if part != ".."))
        if wanted.is_absolute() or not wanted.name:
            return ()
        found = self._by_name.get(wanted.name, ())
        parts = wanted.parts
        return tuple(file for file in found if PurePosixPath(file).parts[-len(parts) :] == parts)

    @cached_property
    def _by_name(self) -> dict[str, tuple[str, ...]]:
        found: dict[str, tuple[str, ...]] = {}
        for file in self.files:
            name = PurePosixPath(file).name
            found[name] = (*found.get(name, ()), file)
        return found


def read_tree(root: Path) -> Tree:
    """All files below a folder. Folders that cannot be read are passed by."""
    files: list[str] = []
    projects: list[str] = []
    for folder, inner, names in os.walk(root):
        here = Path(folder).relative_to(root).as_posix()
        if FILE in names:
            projects.append(here)
            inner.clear()
            continue
        inner[:] = sorted(name for name in inner if not name.startswith("."))
        files += [os.path.normpath(os.path.join(here, name)) for name in sorted(names)]
    return Tree(root, tuple(sorted(files)), tuple(sorted(projects)))


def distance(folder: str, path: str) -> Distance:
    """How far a file is from a folder: nearest is the folder itself, then what lies below, then
    the folders round it, one after another, and what lies below those."""
    own = [part for part in PurePosixPath(folder).parts if part != "."]
    other = PurePosixPath(path).parent.parts
    common = sum(1 for _ in _common(own, other))
    return len(own) - common, len(other) - common


def nearest(folder: str, paths: Sequence[str]) -> tuple[str, ...]:
    """The nearest of some files, more than one where several are equally near."""
    if not paths:
        return ()
    least = min(distance(folder, path) for path in paths)
    return tuple(sorted(path for path in paths if distance(folder, path) == least))


def folder_of(path: str) -> str:
    """A file's folder."""
    return PurePosixPath(path).parent.as_posix()


def _common(left: Sequence[str], right: Sequence[str]) -> Iterator[str]:
    for one, other in zip(left, right, strict=False):
        if one != other:
            return
        yield one
