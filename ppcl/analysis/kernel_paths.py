"""Where the files stand that the host opens at run time."""

import os
from collections.abc import Iterator, Sequence
from pathlib import Path, PurePosixPath


def find_file(
    root: Path, path: str, near: str, sources: Sequence[str], folders: Sequence[str]
) -> str | None:
    """The file that the host means by `path`, relative to `root`; None where there is none.

    Hosts run in the program's folder, in one above their file, or beside it: the folders from that
    of `near` up to `root` are tried, then the include folders and the path as it is. Where several
    have such a file, one that is among the sources is meant.
    """
    found = [name for name in _candidates(root, path, near, folders) if os.path.isfile(root / name)]
    among = [name for name in found if name in sources]
    if among or found:
        return (among or found)[0]
    alike = [s for s in sources if PurePosixPath(s).name == PurePosixPath(path).name]
    return alike[0] if len(alike) == 1 else None


def _candidates(root: Path, path: str, near: str, folders: Sequence[str]) -> Iterator[str]:
    if os.path.isabs(path):
        yield _relative(root, path)
        return
    folder = PurePosixPath(near).parent
    for above in (folder, *folder.parents):
        yield _tidy(os.path.join(above, path))
    for include in folders:
        yield _relative(root, os.path.join(include, path))


def _relative(root: Path, path: str) -> str:
    return _tidy(os.path.relpath(path, root))


def _tidy(path: str) -> str:
    return Path(os.path.normpath(path)).as_posix()


def find_folder(root: Path, folder: str, near: str) -> str:
    """The folder that a build option means, as a path that the process can open."""
    if os.path.isabs(folder):
        return folder
    start = PurePosixPath(near).parent
    found = (root / above / folder for above in (start, *start.parents))
    return str(next((path for path in found if os.path.isdir(path)), root / folder))
