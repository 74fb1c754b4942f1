"""What `ppcl explain` finds: the page of a code or a pass, or what is known of a line."""

import os
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from ppcl.analysis.facts import Facts
from ppcl.diag import ExitCode, PpclError, Remark
from ppcl.diag.codes import explanation
from ppcl.diag.render import ordered
from ppcl.driver.compile import compile_program
from ppcl.driver.graph.listing import graph_remarks
from ppcl.driver.known import Known
from ppcl.driver.line import Line, Told, concerns, nearest, setting, told_of
from ppcl.driver.paths import shown_remark
from ppcl.driver.programs.find import Candidate, programs_of
from ppcl.driver.sources.project import Choices, Project, open_project
from ppcl.driver.sources.read import ANY_TARGET, read_program, target_of
from ppcl.driver.sources.settings import FILE
from ppcl.frontend import MISSING_FILE
from ppcl.transform.engine import PassResult
from ppcl.transform.passes import available, codes, documentation, transforms

_LINE = re.compile(r"(?P<file>.+?):(?P<line>\d+)(?::(?P<column>\d+))?")


@dataclass(frozen=True)
class FileLine:
    """FILE:LINE or FILE:LINE:COLUMN as the user wrote it."""

    path: Path
    line: int
    column: int | None

    def __str__(self) -> str:
        column = f":{self.column}" if self.column is not None else ""
        return f"{self.path}:{self.line}{column}"


@dataclass(frozen=True)
class Answer:
    """What is said of a place: lines of text, and remarks with places as the user knows them.

    `passes` is None where no target is known, so that no pass was asked.
    """

    where: tuple[str, ...]
    known: tuple[Known, ...]
    remarks: tuple[Remark, ...]
    near: tuple[tuple[int, Known], ...]
    passes: tuple[PassResult, ...] | None
    target: str | None

    @property
    def is_empty(self) -> bool:
        """Whether nothing at all is known of the place."""
        return not (self.known or self.remarks or any(each.remarks for each in self.passes or ()))


def page(topic: str) -> str | None:
    """The page of a code or a pass; None where there is none."""
    if topic in available():
        return documentation(topic)
    code = codes().get(topic.upper())
    return explanation(topic.upper(), code) if code is not None else None


def topics() -> list[tuple[str, str]]:
    """All passes and codes, each with what it is about on a line."""
    pages = ((name, documentation(name).strip().partition("\n")[0]) for name in available())
    return [*pages, *((name, code.title) for name, code in sorted(codes().items()))]


def place_of(topic: str) -> FileLine:
    """FILE:LINE or FILE:LINE:COLUMN. Raises PpclError for another topic, or a missing file."""
    found = _LINE.fullmatch(topic)
    if found is None:
        raise _no_such_topic(topic)
    path = Path(found["file"])
    if not path.is_file():
        raise PpclError(f"cannot read {path}: there is no such file")
    return FileLine(path, int(found["line"]), int(found["column"]) if found["column"] else None)


def _no_such_topic(topic: str) -> PpclError:
    own = [name for name in codes() if name.startswith("PPC")]
    message = f"'{topic}' is no code, pass or FILE:LINE; passes: {', '.join(available())}; "
    return PpclError(f"{message}codes: {min(own)} to {max(own)}", exit_code=ExitCode.USAGE)


def explain_place(place: FileLine, sources: Sequence[str], choices: Choices) -> Answer:
    """What is known of a place of its program, and with a target what each pass says of it.

    The program is that of SOURCEs, of the ppcl.toml above the file, or the one found in its folder
    or a folder above. Raises PpclError where there is none, or it cannot be read.
    """
    failed: PpclError | None = None
    for program in _programs_of(place.path, sources, choices):
        try:
            return _explained(place, program)
        except PpclError as error:
            if MISSING_FILE not in error.message:
                raise
            failed = failed or error  # the tree above may have the header
    message = f"{place.path} is part of no program that is found: give the program's SOURCEs"
    raise failed or PpclError(message)


def _explained(place: FileLine, program: Candidate) -> Answer:
    project = program.project
    assert isinstance(project, Project)
    reading = replace(project, target=project.target or ANY_TARGET)
    facts = read_program(reading, target_of(reading))
    line = _line_of(place, project, facts)
    told = told_of(facts, graph_remarks(facts), line)
    passes = _verdicts(project, told, line) if project.target is not None else None
    remarks = [shown_remark(project.root, remark) for remark in told.remarks]
    remarks += [remark for remark in program.remarks if _is_at(remark, place)]
    answer = Answer(
        tuple(setting(facts, line)),
        told.known,
        tuple(ordered(remarks)),
        (),
        passes,
        project.target,
    )
    return replace(answer, near=tuple(nearest(facts, line))) if answer.is_empty else answer


def _is_at(remark: Remark, place: FileLine) -> bool:
    at = remark.location
    return (
        at is not None and at.line == place.line and Path(at.file).resolve() == place.path.resolve()
    )


def _line_of(place: FileLine, project: Project, facts: Facts) -> Line:
    """The place as the program names it. Raises PpclError where it is none of the program's."""
    wanted = place.path.resolve()
    file = next((path for path in facts.files if (project.root / path).resolve() == wanted), None)
    if file is None:
        known = ", ".join(os.path.normpath(project.root / path) for path in facts.files)
        raise PpclError(f"{place.path} is no part of the program: it reads {known}")
    count = facts.files[file].line_count
    if not 1 <= place.line <= count:
        raise PpclError(f"{place.path} has {count} lines", exit_code=ExitCode.USAGE)
    return Line(file, place.line, place.column)


def _verdicts(project: Project, told: Told, line: Line) -> tuple[PassResult, ...]:
    """What each pass says of the line and of the data that it uses."""
    compiled = compile_program(project, transforms())
    return tuple(
        PassResult(
            each.name,
            tuple(
                shown_remark(project.root, remark)
                for remark in ordered(each.remarks)
                if concerns(told, line, remark)
            ),
        )
        for each in compiled.passes[1:]
    )


def _programs_of(path: Path, sources: Sequence[str], choices: Choices) -> Iterator[Candidate]:
    """The programs that a file may be part of, the likeliest first."""
    if sources:
        yield Candidate("", open_project(sources, choices))
        return
    for folder in (path.parent, *path.parent.absolute().parents):
        if (folder / FILE).exists():
            yield Candidate("", open_project([str(folder)], choices))
            return
    for folder in _folders(path):
        yield from programs_of(path, folder, choices)


def _folders(path: Path) -> Iterator[Path]:
    """The file's folder and those above it, up to the working directory if that is one of them,
    else one up."""
    folder, here = path.parent, Path.cwd()
    inside = here in (folder.absolute(), *folder.absolute().parents)
    yield folder
    while inside and folder.absolute() != here:
        folder = folder.parent
        yield folder
    if not inside:
        yield Path(os.path.normpath(folder / ".."))
