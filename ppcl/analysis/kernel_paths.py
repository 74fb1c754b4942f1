"""Where the files stand that the host opens at run time."""

import os
from collections.abc import Iterable, Iterator, Sequence
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
    for above in _folders(near):
        yield _tidy(os.path.join(above, path))
    for include in folders:
        yield _relative(root, os.path.join(include, path))


def _relative(root: Path, path: str) -> str:
    return _tidy(os.path.relpath(path, root))


def _tidy(path: str) -> str:
    return Path(os.path.normpath(path)).as_posix()


def other_file(root: Path, path: str, near: str, chosen: str) -> str | None:
    """Another file than `chosen` that the host may mean by `path`, by the folder it runs in."""
    if os.path.isabs(path):
        return None
    found = (_tidy(os.path.join(above, path)) for above in _folders(near))
    return next((n for n in found if n != chosen and os.path.isfile(root / n)), None)


def find_folders(root: Path, folder: str, near: str) -> tuple[str, ...]:
    """The folders that a build option may mean, as paths that the process can open: the nearest
    first; one that is not there where there is none."""
    if os.path.isabs(folder):
        return (folder,)
    found = (root / above / folder for above in _folders(near))
    return tuple(str(path) for path in found if os.path.isdir(path)) or (str(root / folder),)


def other_include(
    root: Path, path: str, spelled: Iterable[str], kernel: str, near: str, folders: Sequence[str]
) -> str | None:
    """Another file than `path`, which is read in a kernel's file, that its `#include` may mean:
    runtimes look in the folder that the host runs in, and in the include `folders`. Without a
    `spelled` name it may be that from any of these."""
    places = [*map(str, _folders(near)), *(_relative(root, folder) for folder in folders)]
    bases = [os.path.dirname(kernel) or ".", *places]
    names = sorted(spelled) or sorted({os.path.relpath(path, base) for base in bases})
    found = (_tidy(os.path.join(place, name)) for name in names for place in places)
    return next((n for n in found if n != path and os.path.isfile(root / n)), None)


def _folders(near: str) -> tuple[PurePosixPath, ...]:
    """The folders that a host of this path may run in."""
    folder = PurePosixPath(near).parent
    return (folder, *folder.parents)
