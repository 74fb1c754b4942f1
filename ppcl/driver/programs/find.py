"""The programs that a command's SOURCE arguments stand for: one, or those of whole trees."""

import os
import pickle
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import TypeVar

from ppcl.analysis.reading.reader import LAUNCH_WORDS
from ppcl.diag import PpclError, Remark
from ppcl.driver.paths import shown_path, shown_remark
from ppcl.driver.programs.completions import completed
from ppcl.driver.programs.discovery import Archive, Found
from ppcl.driver.programs.identifiers import Identifiers
from ppcl.driver.programs.kernel_files import read_kernel_files
from ppcl.driver.programs.linkage import Linkage
from ppcl.driver.programs.processes import Ended, run_each
from ppcl.driver.programs.reach import may_launch
from ppcl.driver.programs.scan import Scan, as_cplusplus, scan_host, scan_kernel
from ppcl.driver.programs.tree import Tree, distance, folder_of, read_tree
from ppcl.driver.sources.project import (
    HOST_SUFFIXES,
    KERNEL_SUFFIXES,
    Choices,
    GivenOptions,
    Project,
    given_options,
    open_project,
)
from ppcl.driver.sources.settings import FILE
from ppcl.frontend import ParseOptions
from ppcl.ir.unit import Problem
from ppcl.source import Location, Span

INTERNAL = "PPC090"
Result = TypeVar("Result")


@dataclass(frozen=True)
class Limits:
    """How many processes work at a time, and how long each may, in seconds."""

    jobs: int = 1
    timeout: float | None = None


@dataclass(frozen=True)
class Failure:
    """Why a program, or a file that may start one, could not be read."""

    message: str
    location: Location | None = None
    code: str = ""


def failure(ended: Ended[Result]) -> Failure:
    """Why work gave no result: it failed, or took too long."""
    if ended.how == "late":
        return Failure(ended.message, code="PPC091")
    return Failure(f"internal error: {ended.message}", code=INTERNAL)


@dataclass(frozen=True)
class Candidate:
    """A program to read, or why it cannot be; `remarks` say how its files were found.

    The places in remarks and failures are as the user would name them; `parsed` are the host files
    as `Scan` has them.
    """

    name: str
    project: Project | Failure
    remarks: tuple[Remark, ...] = ()
    parsed: Mapping[str, bytes] = field(default_factory=dict)


@dataclass(frozen=True)
class Programs:
    """Programs with launches; how many there are without; files that do not parse otherwise."""

    candidates: tuple[Candidate, ...]
    without_launch: int = 0
    unread: tuple[str, ...] = ()


def find_programs(sources: Sequence[str], choices: Choices, limits: Limits) -> Programs:
    """The programs of files and folders. Files are one program, or, where several have a `main`,
    as many, found among themselves. Raises PpclError (usage, or where a source is missing)."""
    folders = [source for source in sources if os.path.isdir(source)]
    files = [source for source in sources if source not in folders]
    found = [_of_files(files, choices, limits)] if files else []
    found += [_of_folder(Path(folder), choices, limits) for folder in folders]
    return Programs(
        tuple(candidate for each in found for candidate in each.candidates),
        sum(each.without_launch for each in found),
        tuple(path for each in found for path in each.unread),
    )


def programs_of(path: Path, folder: Path, choices: Choices) -> Iterator[Candidate]:
    """The programs below a folder that a file is part of, found one after another."""
    search = _Search(read_tree(folder), given_options(choices), Limits())
    yield from search.programs_of(Path(os.path.relpath(path, folder)).as_posix())


@dataclass(frozen=True)
class Part:
    """A program of several whose files are given together: that of the `main` in a file.

    `files` are all of the user's that it is made of; `project` is None where nothing is launched.
    """

    main: str
    files: frozenset[str]
    project: Project | None
    remarks: tuple[Remark, ...] = ()


def split(project: Project) -> tuple[Part, ...]:
    """The programs of a project's sources, where more than one of these has a `main`."""
    options = project.options
    choices = Choices(
        options.include_dirs,
        options.defines,
        None,
        project.target,
        project.assumed,
        project.stated,
    )
    by_file = {
        os.path.abspath(project.root / path): given for path, given in project.host_options.items()
    }
    tree = Tree(project.root, project.sources)
    return _Search(tree, GivenOptions(choices, by_file), Limits()).parts()


def _of_files(files: Sequence[str], choices: Choices, limits: Limits) -> Programs:
    project = open_project(files, choices)
    tree = Tree(project.root, project.sources)
    found = _Search(tree, given_options(choices), limits).programs()
    if len(found.candidates) > 1:
        return found
    return Programs((Candidate(os.path.normpath(project.root), project),))


def _of_folder(folder: Path, choices: Choices, limits: Limits) -> Programs:
    if (folder / FILE).exists():
        return Programs((_of_project(folder, choices),))
    tree = read_tree(folder)
    found = _Search(tree, given_options(choices), limits).programs()
    own = [_of_project(folder / name, choices) for name in tree.projects]
    ordered = sorted((*own, *found.candidates), key=lambda candidate: candidate.name)
    return replace(found, candidates=tuple(ordered))


def _of_project(folder: Path, choices: Choices) -> Candidate:
    name = os.path.normpath(folder)
    try:
        return Candidate(name, open_project([str(folder)], choices))
    except PpclError as error:
        return Candidate(name, Failure(error.message, error.location))


@dataclass(frozen=True)
class _Search:
    """The search for the programs of one tree."""

    tree: Tree
    given: GivenOptions
    limits: Limits
    failed: dict[str, Ended[Scan]] = field(default_factory=dict)

    def programs(self) -> Programs:
        """All programs of the tree."""
        archive = self.archive()
        if not archive.identifiers.occurs(LAUNCH_WORDS):
            return Programs(())
        scans = archive.scan(archive.mains())
        mains = [scan.linkage.path for scan in scans if scan.linkage.has_main]
        linked = may_launch(archive, self._options, mains)
        found = completed(archive, [archive.link(main) for main in mains if main in linked])
        archive.scan(archive.identifiers.mentioning(LAUNCH_WORDS))
        launching = [program for program in found if program.launches]
        listed = {path for program in launching for path in program.hosts}
        alone = [scan for path, scan in sorted(archive.scans.items()) if path not in listed]
        broken = [scan.linkage for scan in alone if scan.linkage.error is not None]
        lines = [self._candidate(program, launching) for program in launching]
        lines += [self._unparsed(each) for each in broken if each.launches]
        lines += [self._failed(path, ended) for path, ended in self.failed.items()]
        return Programs(
            tuple(sorted(lines, key=lambda line: line.name)),
            len(mains) - len(linked) + len(found) - len(launching),
            tuple(shown_path(self.tree.root, each.path) for each in broken if not each.launches),
        )

    def parts(self) -> tuple[Part, ...]:
        """A program for each `main`, where there are several; kernel files that none is seen to
        open may be of any."""
        archive = self.archive()
        mains = archive.mains()
        found = [archive.program(main) for main in mains if len(mains) > 1]
        programs = [program for program in found if program is not None]
        if len(programs) < 2:
            return ()
        taken = {path for program in programs for path in program.kernels}
        free = tuple(path for path in self.tree.kernels if path not in taken)
        return tuple(
            self._part(replace(program, kernels=(*program.kernels, *free)), programs)
            for program in programs
        )

    def _part(self, program: Found, programs: Sequence[Found]) -> Part:
        headers = (path for data in program.parsed.values() for path in pickle.loads(data).files)
        files = frozenset((*program.hosts, *program.kernels, *headers))
        if not program.launches:
            return Part(program.main, files, None)
        candidate = self._candidate(program, programs)
        assert isinstance(candidate.project, Project)
        return Part(program.main, files, candidate.project, candidate.remarks)

    def programs_of(self, file: str) -> Iterator[Candidate]:
        """The programs with a launch that a file is, or may be, part of: the nearest first."""
        archive = self.archive()
        is_source = file.endswith(HOST_SUFFIXES + KERNEL_SUFFIXES)
        found: list[Found] = []
        for main in sorted(archive.mains(), key=lambda main: distance(folder_of(file), main)):
            program = archive.program(main)
            found += [program] if program is not None else []
            if program is not None and _is_part(file, is_source, program):
                yield self._candidate(program, [program])
        for program in completed(archive, found):
            if program not in found and _is_part(file, is_source, program):
                yield self._candidate(program, [program])

    def archive(self) -> Archive:
        """The tree's files; nothing is parsed yet."""
        identifiers = Identifiers(self.tree)
        kernels = read_kernel_files(self.tree)
        return Archive(self.tree, identifiers, kernels, self._read, cache(self._reread))

    def _read(self, paths: Sequence[str]) -> dict[str, Scan]:
        ended = run_each(paths, self._scan, self.limits.jobs, self.limits.timeout)
        found = dict(zip(paths, ended, strict=True))
        self.failed.update({path: end for path, end in found.items() if end.how != "done"})
        return {path: _scan_of(path, end) for path, end in found.items()}

    def _options(self, path: str) -> ParseOptions:
        return self.given.of(self.tree.root / path) or self.given.default

    def _scan(self, path: str) -> Scan:
        return scan_host(self.tree, path, self._options(path))

    def _scan_kernel(self, path: str) -> tuple[ParseOptions, list[Remark]]:
        return scan_kernel(self.tree, path, self._options(path))

    def _reread(self, path: str, why: str) -> Scan | None:
        def scan(path: str) -> Scan:
            return as_cplusplus(self.tree, path, self._options(path), why)

        return run_each([path], scan, 1, self.limits.timeout)[0].result

    def _unparsed(self, file: Linkage) -> Candidate:
        """The line of a file with a launch that does not parse, so that no program has it."""
        assert file.error is not None
        name = shown_path(self.tree.root, file.path)
        return Candidate(name, Failure(file.error.message, _place(self.tree, file.error)))

    def _failed(self, path: str, ended: Ended[Scan]) -> Candidate:
        """The line of a file that ppcl failed on."""
        return Candidate(shown_path(self.tree.root, path), failure(ended))

    def _candidate(self, program: Found, all_programs: Sequence[Found]) -> Candidate:
        folder = folder_of(program.home)
        several = sum(folder_of(other.home) == folder for other in all_programs) > 1
        name = shown_path(self.tree.root, program.home if several else folder)
        options = dict(program.options)
        remarks = list(program.remarks)
        ended = run_each(program.kernels, self._scan_kernel, self.limits.jobs, self.limits.timeout)
        for path, end in zip(program.kernels, ended, strict=True):
            options[path], said = end.result or (self._options(path), [])
            remarks += said
        shown = tuple(shown_remark(self.tree.root, remark) for remark in remarks)
        sources = (*program.hosts, *program.kernels)
        project = _project(self.tree, self.given, sources, options)
        return Candidate(name, project, shown, program.parsed)


def _project(
    tree: Tree, given: GivenOptions, sources: Iterable[str], options: dict[str, ParseOptions]
) -> Project:
    """A program of a tree, whose root is its own: so its files are as they were parsed alone."""
    paths = tuple(sources)
    folder = os.path.commonpath([folder_of(path) for path in paths])
    return Project(
        tree.root,
        os.path.basename(os.path.abspath(tree.root / folder)),
        paths,
        given.default,
        {path: options[path] for path in paths},
        given.choices.target,
        given.choices.assumed,
        stated=given.choices.stated,
        decisions=given.choices.decisions,
    )


def _is_part(file: str, is_source: bool, program: Found) -> bool:
    """Whether a file is one of a program with a launch; a header may be one of any."""
    return program.launches and (not is_source or file in (*program.hosts, *program.kernels))


def _scan_of(path: str, ended: Ended[Scan]) -> Scan:
    """What scanning gave; a file whose scan failed is one that does not parse."""
    if ended.result is not None:
        return ended.result
    problem = Problem("fatal", ended.message, Span(path, 0, 0))
    nothing: frozenset[str] = frozenset()
    return Scan(
        Linkage(path, False, nothing, nothing, nothing, False, error=problem), ParseOptions()
    )


def _place(tree: Tree, problem: Problem) -> Location | None:
    path = shown_path(tree.root, problem.span.file)
    try:
        data = (tree.root / problem.span.file).read_bytes()[: problem.span.start]
    except OSError:
        return None
    line = data.count(b"\n") + 1
    return Location(path, line, problem.span.start - (data.rfind(b"\n") + 1) + 1)
