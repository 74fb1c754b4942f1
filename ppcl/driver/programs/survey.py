"""Many programs read one after another, each with its coverage: `ppcl graph --summary`."""

import pickle
from dataclasses import dataclass, replace

from ppcl.diag import PpclError, Remark
from ppcl.driver.paths import shown_path, shown_remark
from ppcl.driver.programs.coverage import Coverage, coverage
from ppcl.driver.programs.find import INTERNAL, Candidate, Failure, Limits, Programs, failure
from ppcl.driver.programs.processes import Ended, run_each
from ppcl.driver.sources.project import Project
from ppcl.driver.sources.read import ANY_TARGET, read_program, target_of


@dataclass(frozen=True)
class Line:
    """What there is to say of a program: its coverage, or why it could not be read.

    Paths and places are as the user would name them; `seconds` is wall time.
    """

    name: str
    sources: tuple[str, ...]
    result: Coverage | Failure
    remarks: tuple[Remark, ...]
    seconds: float


@dataclass(frozen=True)
class Survey:
    """Programs, a line each; beside them what `Programs` counts."""

    lines: tuple[Line, ...]
    without_launch: int
    unread: tuple[str, ...]

    @property
    def has_defect(self) -> bool:
        """Whether ppcl failed on some program."""
        results = [line.result for line in self.lines]
        return any(isinstance(each, Failure) and each.code == INTERNAL for each in results)


def survey(programs: Programs, limits: Limits) -> Survey:
    """Read programs, each in a process of its own."""
    readable = [each for each in programs.candidates if isinstance(each.project, Project)]
    ended = iter(run_each(readable, _read, limits.jobs, limits.timeout))
    lines = tuple(
        _line(candidate, next(ended))
        if isinstance(candidate.project, Project)
        else Line(candidate.name, (), candidate.project, candidate.remarks, 0.0)
        for candidate in programs.candidates
    )
    return Survey(lines, programs.without_launch, programs.unread)


def _read(candidate: Candidate) -> Coverage | Failure:
    """The coverage of one program, with places as the user would name them."""
    assert isinstance(candidate.project, Project)
    project = replace(candidate.project, target=candidate.project.target or ANY_TARGET)
    parsed = {path: pickle.loads(data) for path, data in candidate.parsed.items()}
    try:
        found = coverage(read_program(project, target_of(project), {}, parsed))
    except PpclError as error:
        return Failure(error.message, error.location)
    shown = tuple(shown_remark(project.root, remark) for remark in found.reasons)
    return replace(found, reasons=shown)


def _line(candidate: Candidate, ended: Ended[Coverage | Failure]) -> Line:
    project = candidate.project
    assert isinstance(project, Project)
    result = ended.result if ended.result is not None else failure(ended)
    sources = tuple(shown_path(project.root, path) for path in project.sources)
    return Line(candidate.name, sources, result, candidate.remarks, ended.seconds)
