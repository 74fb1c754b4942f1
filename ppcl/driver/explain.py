"""What `ppcl explain` finds: the page of a code or a pass, or the remarks at a line."""

import re
from dataclasses import dataclass
from pathlib import Path

from ppcl.diag import ExitCode, PpclError, Remark
from ppcl.diag.codes import CODES, explanation
from ppcl.driver.compile import compile_program
from ppcl.driver.project import Choices, Project, open_project
from ppcl.driver.settings import FILE
from ppcl.transform.passes import available, documentation, transforms

_LINE = re.compile(r"(?P<file>.+?):(?P<line>\d+)(?::\d+)?")


@dataclass(frozen=True)
class LineRemarks:
    """The remarks of a compilation at one line of a program."""

    project: Project
    remarks: tuple[Remark, ...]


def page(topic: str) -> str | None:
    """The page of a code or a pass; None where there is none."""
    if topic in available():
        return documentation(topic)
    return explanation(topic.upper())


def remarks_at(topic: str, choices: Choices) -> LineRemarks | None:
    """The remarks at FILE:LINE, by compiling its program in memory; None for another topic.

    The program is the one of the nearest ppcl.toml above the file, else the file's folder.
    """
    found = _LINE.fullmatch(topic)
    if found is None:
        return None
    path, line = Path(found["file"]), int(found["line"])
    if not path.is_file():
        raise PpclError(f"cannot read {path}: there is no such file")
    project = open_project([str(_folder_of(path))], choices)
    compiled = compile_program(project, transforms())
    return LineRemarks(
        project,
        tuple(
            remark
            for remark in compiled.remarks
            if remark.location is not None
            and remark.location.line == line
            and (project.root / remark.location.file).resolve() == path.resolve()
        ),
    )


def _folder_of(path: Path) -> Path:
    folder = path.parent
    for above in (folder, *folder.absolute().parents):
        if (above / FILE).exists():
            return above
    return folder


def no_such_topic(topic: str) -> PpclError:
    """The error for what is neither a code nor a pass nor a line."""
    codes = f"{min(CODES)} to {max(CODES)}"
    message = f"'{topic}' is no code, pass or FILE:LINE; passes: {', '.join(available())}; "
    return PpclError(f"{message}codes: {codes}", exit_code=ExitCode.USAGE)
