"""Programs found in a tree of files, as a linker would find their parts.

Every file with a `main` starts a program. The files that define what it uses are taken as from an
archive: the nearest one first, never one with a `main` of its own.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby

from ppcl.diag import Remark
from ppcl.driver.paths import shown_path
from ppcl.driver.programs.identifiers import Identifiers
from ppcl.driver.programs.kernel_files import KernelFiles, kernels_of
from ppcl.driver.programs.linkage import Linkage, last_name, plain_name
from ppcl.driver.programs.scan import Scan
from ppcl.driver.programs.tree import Distance, Tree, distance, folder_of
from ppcl.frontend import ParseOptions
from ppcl.source import Location

# Reads host files alone.
Read = Callable[[Sequence[str]], Mapping[str, Scan]]
# Reads a host file as C++; the second argument says why. None where it cannot be read so.
Reread = Callable[[str, str], Scan | None]


@dataclass(frozen=True)
class Found:
    """A program of a tree: its host files, that with `main` first, and its kernel files.

    Paths are relative to the tree's root; `home` is the file round which the others were looked
    for, and after which the program is named; `launches` says that some host file has a launch;
    `parsed` are the host files as `Scan` has them.
    """

    main: str
    home: str
    hosts: tuple[str, ...]
    kernels: tuple[str, ...]
    options: Mapping[str, ParseOptions]
    launches: bool
    remarks: tuple[Remark, ...]
    parsed: Mapping[str, bytes]


@dataclass(frozen=True)
class Wanted:
    """A function or variable that a program needs, by its key. `anywhere` is False for what is
    looked for beside the program only; `in_any_language` lets C define what C++ calls, and the
    other way round."""

    key: str
    variable: bool
    anywhere: bool
    in_any_language: bool = False

    def is_in(self, linkage: Linkage) -> bool:
        """Whether a file defines it, and no `main`."""
        names = {self.key, plain_name(self.key) or self.key}
        known = {plain_name(key) or key for key in linkage.defines}
        found = names & known if self.in_any_language else {self.key} & linkage.defines
        return bool(found) and not linkage.has_main


@dataclass(frozen=True)
class Archive:
    """The host files of a tree, read alone when they are asked for, and its kernel files."""

    tree: Tree
    identifiers: Identifiers
    kernels: KernelFiles
    read: Read
    reread: Reread
    scans: dict[str, Scan] = field(default_factory=dict)
    _aside: dict[str, Scan] = field(default_factory=dict)

    def scan(self, paths: Iterable[str]) -> list[Scan]:
        """Files read alone, each once."""
        wanted = tuple(paths)
        self.scans.update(zip(wanted, self.peek(wanted), strict=True))
        return [self.scans[path] for path in wanted]

    def peek(self, paths: Sequence[str]) -> list[Scan]:
        """`scan`, but the files are not among `scans` before a program asks for them."""
        missing = tuple(p for p in paths if p not in self.scans and p not in self._aside)
        self._aside.update(self.read(missing) if missing else {})
        return [self.scans.get(path) or self._aside[path] for path in paths]

    def mains(self) -> tuple[str, ...]:
        """The files that may start a program, by their text."""
        return self.identifiers.with_word("main")

    def program(self, main: str) -> Found | None:
        """The program that a file starts; None where it starts none."""
        (scan,) = self.scan((main,))
        return self.link(main) if scan.linkage.has_main else None

    def link(self, main: str, completing: str | None = None) -> Found:
        """What a file is linked with; `completing` is taken in any case, and the nearest files are
        those near to it."""
        return _Link(self, main, completing or main).program()

    def definers(self, folder: str, wanted: Wanted) -> tuple[str, ...]:
        """The files without a `main` that define what is wanted, of those the nearest ones."""
        name = last_name(wanted.key)
        if name is None:
            return ()
        words = self.identifiers
        for find in (words.with_word,) if wanted.variable else (words.defining, words.including):
            paths = [path for path in find(name) if wanted.anywhere or _is_below(folder, path)]
            for _, group in groupby(sorted(paths, key=_far(folder)), key=_far(folder)):
                scans = self.scan(group)
                found = tuple(s.linkage.path for s in scans if wanted.is_in(s.linkage))
                if found:
                    return tuple(sorted(found))
        return ()


def _far(folder: str) -> Callable[[str], Distance]:
    return lambda path: distance(folder, path)


def _is_below(folder: str, path: str) -> bool:
    return distance(folder, path)[0] == 0


@dataclass
class _Link:
    """One program while its files are found."""

    archive: Archive
    main: str
    home: str
    scans: dict[str, Scan] = field(default_factory=dict)
    remarks: list[Remark] = field(default_factory=list)

    @property
    def folder(self) -> str:
        """The folder in which the nearest files are."""
        return folder_of(self.home)

    def program(self) -> Found:
        started = (self.main, self.home)
        self.scans.update(zip(started, self.archive.scan(started), strict=True))
        self._close()
        linkages = [scan.linkage for scan in self.scans.values()]
        kernels, said = kernels_of(self.archive.tree, self.archive.kernels, self.folder, linkages)
        remarks = [*(r for scan in self.scans.values() for r in scan.remarks), *self.remarks, *said]
        return Found(
            self.main,
            self.home,
            tuple(self.scans),
            kernels,
            {path: scan.options for path, scan in self.scans.items()},
            any(each.launches for each in linkages),
            tuple(remarks),
            {path: scan.parsed for path, scan in self.scans.items() if scan.parsed},
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

    def _variables(self) -> set[str]:
        return {key for scan in self.scans.values() for key in scan.linkage.variables}

    def _define(self, key: str) -> None:
        """Take the nearest file that defines a name; for one of a system header, only where it
        lies with the program's own files."""
        wanted = Wanted(key, key in self._variables(), key in self._own_needs())
        near = self.archive.definers(self.folder, wanted)
        if not near:
            self._define_as_cplusplus(wanted)
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

    def _define_as_cplusplus(self, wanted: Wanted) -> None:
        """A function that C++ files call and a C file defines, or the other way round: such a
        program links only if its build reads the C files as C++."""
        key = wanted.key
        paths = self.archive.definers(self.folder, replace(wanted, in_any_language=True))[:1]
        name = plain_name(key)
        why = f"C++ files call its '{name}'"
        if name is None and paths:
            why = f"it calls '{key}', which a C++ file defines"
            users = self.scans.items()
            paths = tuple(path for path, scan in users if _is_c_user(scan.linkage, key))
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
