"""A rewritten program that is there already, by `ppcl compile -o OUT --report FILE.json`."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ppcl.diag import ExitCode, PpclError
from ppcl.driver.record import NAME
from ppcl.driver.reports.report import REPORT_VERSION
from ppcl.driver.sources.project import Project
from ppcl.transform.manifest import Manifest
from ppcl.transform.manifest_data import manifest_from


@dataclass(frozen=True)
class Made:
    """The files that are new or differ, by path in the program's folder, what they were declared to
    change, and the target that they were made for."""

    texts: Mapping[str, bytes]
    manifest: Manifest
    target: str


def read_made(project: Project, out: Path, report: Path) -> Made:
    """What was made of a program. Raises PpclError (usage) where these are not its files."""
    data = _report(report)
    if data["program"]["sources"] != list(project.sources):
        raise _error(f"{report} is the report of other sources: {data['program']['sources']}")
    missing = [path for path in project.sources if not (out / path).is_file()]
    if missing:
        raise _error(f"{out} has no {missing[0]}: give the OUT of `ppcl compile -o OUT`")
    if out.resolve() == project.root.resolve():
        raise _error(f"{out} is the program's own folder")
    if (out / "ppcl" / "ppcl.c").exists():
        raise _error(f"{out} has its kernels as C: verify it with --emit c")
    try:
        return Made(_differing(project.root, out), manifest_from(data["manifest"]), data["target"])
    except ValueError as error:
        raise _error(f"{report}: {error}") from error
    except OSError as error:
        raise _error(f"cannot read {error.filename}: {error.strerror}") from error


def _report(path: Path) -> dict[str, Any]:
    try:
        data = json.loads(path.read_bytes())
        if data["version"] != REPORT_VERSION:
            raise _error(f"{path} is of another version of ppcl: `ppcl compile` writes it anew")
        if not data.keys() >= {"program", "target", "manifest"} or "sources" not in data["program"]:
            raise ValueError
    except OSError as error:
        raise _error(f"cannot read {path}: {error.strerror}") from error
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        message = f"{path} was not written by `ppcl compile --report FILE.json`"
        raise _error(message) from error
    return dict(data)


def _differing(root: Path, out: Path) -> dict[str, bytes]:
    """The files of a folder that are not as in the program's."""
    names = (path.relative_to(out).as_posix() for path in sorted(out.rglob("*")) if path.is_file())
    found = {name: (out / name).read_bytes() for name in names if name != NAME}
    return {name: data for name, data in found.items() if not _is(root / name, data)}


def _is(path: Path, data: bytes) -> bool:
    return path.is_file() and path.read_bytes() == data


def _error(message: str) -> PpclError:
    return PpclError(message, exit_code=ExitCode.USAGE)
