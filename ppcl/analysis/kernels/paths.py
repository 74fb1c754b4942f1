"""Where the files stand that the host opens at run time."""

import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath


@dataclass(frozen=True)
class Places:
    """Where a host file's program may run: in the program's folder `root`, in one above the file
    `near`, or beside it; and in those that commands `enter`. Paths are relative to `root`."""

    root: Path
    near: str
    entered: tuple[str, ...] = ()

    def find_file(self, path: str, sources: Sequence[str], folders: Sequence[str]) -> str | None:
        """The file that the host means by `path`; None where there is none.

        The places are tried, then the include `folders` and the path as it is. Where several have
        such a file, one that is among the sources is meant.
        """
        found = [n for n in self._candidates(path, folders) if os.path.isfile(self.root / n)]
        among = [name for name in found if name in sources]
        if among or found:
            return (among or found)[0]
        alike = [s for s in sources if PurePosixPath(s).name == PurePosixPath(path).name]
        return alike[0] if len(alike) == 1 else None

    def _candidates(self, path: str, folders: Sequence[str]) -> Iterator[str]:
        if os.path.isabs(path):
            yield self._relative(path)
            return
        for place in self._places():
            yield self._named(os.path.join(place, path))
        for include in folders:
            yield self._relative(os.path.join(include, path))

    def _named(self, path: str) -> str:
        """A path as all others name its file: one that leaves `root` and comes back, too."""
        tidy = _tidy(path)
        if not tidy.startswith("../"):
            return tidy
        root = os.path.abspath(self.root)
        return _tidy(os.path.relpath(os.path.normpath(os.path.join(root, tidy)), root))

    def other_file(self, path: str, chosen: str) -> str | None:
        """Another file than `chosen` that the host may mean by `path`, by where it runs."""
        if os.path.isabs(path):
            return None
        found = (self._named(os.path.join(place, path)) for place in self._places())
        return next((n for n in found if n != chosen and os.path.isfile(self.root / n)), None)

    def find_folders(self, folder: str) -> tuple[str, ...]:
        """The folders that a build option may mean, as paths that the process can open: the nearest
        first; one that is not there where there is none."""
        if os.path.isabs(folder):
            return (folder,)
        found = (self.root / place / folder for place in self._places())
        some = tuple(str(path) for path in found if os.path.isdir(path))
        return some or (str(self.root / folder),)

    def other_include(
        self, path: str, spelled: Iterable[str], kernel: str, folders: Sequence[str]
    ) -> str | None:
        """Another file than `path`, which is read in a kernel's file, that its `#include` may mean:
        runtimes look in the folder that the host runs in, and in the include `folders`. Without a
        `spelled` name it may be that from any of these."""
        places = [*map(str, self._places()), *map(self._relative, folders)]
        bases = [os.path.dirname(kernel) or ".", *places]
        names = sorted(spelled) or sorted({os.path.relpath(path, base) for base in bases})
        found = (_tidy(os.path.join(place, name)) for name in names for place in places)
        return next((n for n in found if n != path and os.path.isfile(self.root / n)), None)

    def _places(self) -> Iterator[PurePosixPath]:
        folder = PurePosixPath(self.near).parent
        yield from (folder, *folder.parents, *map(PurePosixPath, self.entered))

    def _relative(self, path: str) -> str:
        return _tidy(os.path.relpath(path, self.root))


def _tidy(path: str) -> str:
    return Path(os.path.normpath(path)).as_posix()
