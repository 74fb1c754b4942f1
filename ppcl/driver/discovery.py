"""Programs found in a tree of files, as a linker would find their parts.

Every file with a `main` starts a program. The files that define what it uses are taken as from an
archive: the nearest one first, never one with a `main` of its own.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from ppcl.diag import Remark
from ppcl.driver.kernel_files import KernelFiles, kernels_of
from ppcl.driver.linkage import Linkage, plain_name
from ppcl.driver.paths import shown_path
from ppcl.driver.scan import Scan
from ppcl.driver.tree import Tree, distance, folder_of, nearest
from ppcl.frontend import ParseOptions
from ppcl.source import Location

# Reads a host file as C++; the second argument says why. None where it cannot be read so.
Reread = Callable[[str, str], Scan | None]


@dataclass(frozen=True)
class Found:
    """A program of a tree: its host files, that with `main` first, and its kernel files.

    Paths are relative to the tree's root; `launches` says that some host file has a launch.
    """

    main: str
    hosts: tuple[str, ...]
    kernels: tuple[str, ...]
    options: Mapping[str, ParseOptions]
    launches: bool
    remarks: tuple[Remark, ...]


@dataclass(frozen=True)
class Archive:
    """All host files of a tree, read alone, and its kernel files."""

    tree: Tree
    scans: Mapping[str, Scan]
    kernels: KernelFiles
    reread: Reread

    def programs(self) -> list[Found]:
        """The programs, in the order of their main files."""
        mains = sorted(path for path, scan in self.scans.items() if scan.linkage.has_main)
        return [_Link(self, path).program() for path in mains]

    def definers(self, name: str) -> tuple[str, ...]:
        """The files without a `main` that define a key or, as C++, a function of that name."""
        return self._definers.get(name, ())

    @cached_property
    def _definers(self) -> dict[str, tuple[str, ...]]:
        found: dict[str, tuple[str, ...]] = {}
        for scan in self.scans.values():
            for key in () if scan.linkage.has_main else scan.linkage.defines:
                for name in {key, plain_name(key) or key}:
                    found[name] = (*found.get(name, ()), scan.linkage.path)
        return found


@dataclass
class _Link:
    """One program while its files are found."""

    archive: Archive
    main: str
    scans: dict[str, Scan] = field(default_factory=dict)
    remarks: list[Remark] = field(default_factory=list)

    @property
    def folder(self) -> str:
        """The folder of the file with `main`."""
        return folder_of(self.main)

    def program(self) -> Found:
        self.scans[self.main] = self.archive.scans[self.main]
        self._close()
        linkages = [scan.linkage for scan in self.scans.values()]
        kernels, said = kernels_of(self.archive.tree, self.archive.kernels, linkages)
        remarks = [*(r for scan in self.scans.values() for r in scan.remarks), *self.remarks, *said]
        return Found(
            self.main,
            tuple(self.scans),
            kernels,
            {path: scan.options for path, scan in self.scans.items()},
            any(each.launches for each in linkages),
            tuple(remarks),
        )

    def _close(self) -> None:
        """Take files until everything that some file of the tree defines is defined."""
        looked: set[str] = set()
        while open_keys := sorted(self._open() - looked):
            looked.add(open_keys[0])
            self._define(open_keys[0])

    def _open(self) -> set[str]:
        """What is needed and not defined so far."""
        defined = {key for scan in self.scans.values() for key in scan.linkage.defines}
        return (self._own_needs() | self._library_needs()) - defined

    def _own_needs(self) -> set[str]:
        return {key for scan in self.scans.values() for key in scan.linkage.needs}

    def _library_needs(self) -> set[str]:
        return {key for scan in self.scans.values() for key in scan.linkage.library}

    def _define(self, key: str) -> None:
        """Take the nearest file that defines a name; for one of a system header, only where it
        lies with the program's own files."""
        candidates = [path for path in self.archive.definers(key) if self._fits(path, key)]
        if key not in self._own_needs():
            candidates = [path for path in candidates if distance(self.folder, path)[0] == 0]
        near = nearest(self.folder, candidates)
        if not near:
            self._define_as_cplusplus(key)
            return
        first = min(near, key=self._rank)
        if len(near) > 1:
            self._say_choice(key, first, near)
        self.scans[first] = self.archive.scans[first]

    def _rank(self, path: str) -> tuple[int, bool, str]:
        """Least for the file that defines most of what is open; one that parses, if there are
        several of these; then the first by name."""
        linkage = self.archive.scans[path].linkage
        return -len(linkage.defines & self._open()), linkage.error is not None, path

    def _fits(self, path: str, key: str) -> bool:
        return key in self.archive.scans[path].linkage.defines

    def _define_as_cplusplus(self, key: str) -> None:
        """A function that C++ files call and a C file defines, or the other way round: such a
        program links only if its build reads the C files as C++."""
        name = plain_name(key)
        if name is not None:
            why = f"C++ files call its '{name}'"
            paths = nearest(self.folder, self.archive.definers(name))[:1]
        else:
            why = f"it calls '{key}', which a C++ file defines"
            users = [path for path, scan in self.scans.items() if _is_c_user(scan.linkage, key)]
            paths = tuple(users) if self.archive.definers(key) else ()
        for path in paths:
            scan = self.archive.reread(path, why)
            if scan is not None and _resolves(scan.linkage, key):
                self.scans[path] = scan

    def _say_choice(self, key: str, first: str, near: tuple[str, ...]) -> None:
        root = self.archive.tree.root
        rest = " and ".join(shown_path(root, path) for path in near if path != first)
        name = plain_name(key) or key
        message = f"'{name}' is defined here and in {rest}, equally near; this file is taken"
        self.remarks.append(Remark("analysis", "PPC151", message, Location(first, 1, 1)))


def _is_c_user(user: Linkage, key: str) -> bool:
    return key in user.needs and not user.cplusplus


def _resolves(reread: Linkage, key: str) -> bool:
    """Whether a file read as C++ defines a key, or calls by it what C++ files define."""
    return key in reread.defines or key in map(plain_name, reread.needs)
