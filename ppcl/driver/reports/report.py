"""The report of a compilation: JSON for programs, SARIF for code review, HTML for people."""

import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from ppcl.diag import ExitCode, PpclError, Remark
from ppcl.driver.compile import Compiled
from ppcl.driver.reports.measured import Row, read_measured
from ppcl.driver.reports.page import report_page
from ppcl.driver.reports.sarif import sarif
from ppcl.transform.manifest_data import manifest_json

REPORT_VERSION = 2
Render = Callable[[Compiled, Sequence[Row]], str]


def report_json(compiled: Compiled) -> dict[str, object]:
    """The report as data; paths and places are relative to the program's folder."""
    project = compiled.project
    return {
        "version": REPORT_VERSION,
        "program": {"name": project.name, "sources": list(project.sources), "whole": True},
        "target": compiled.target,
        "assumptions": {
            **project.assumed.as_data(),
            **project.stated.as_data(),
        },
        "files": [
            {"path": path, "changed": compiled.is_changed(path)}
            for path in sorted(compiled.results)
        ],
        "passes": [
            {"name": each.name, "remarks": [_remark(remark) for remark in each.remarks]}
            for each in compiled.passes
        ],
        "manifest": manifest_json(compiled.manifest),
    }


def _remark(remark: Remark) -> dict[str, object]:
    return {
        "kind": remark.kind,
        "code": remark.code,
        "message": remark.message,
        "location": str(remark.location) if remark.location else None,
        "args": dict(remark.args),
        "notes": [
            {
                "code": note.code,
                "message": note.message,
                "location": str(note.location) if note.location else None,
            }
            for note in remark.notes
        ],
    }


def _as_json(data: dict[str, object]) -> str:
    return json.dumps(data, indent=2) + "\n"


_RENDERERS: Mapping[str, Render] = {
    ".json": lambda compiled, _: _as_json(report_json(compiled)),
    ".sarif": lambda compiled, _: _as_json(sarif(compiled)),
    ".html": report_page,
}


def check_report(path: Path) -> None:
    """Raises PpclError (usage) for a kind of report that there is not."""
    if path.suffix not in _RENDERERS:
        known = ", ".join(_RENDERERS)
        message = f"no report of the kind '{path.name}': its name must end in one of {known}"
        raise PpclError(message, exit_code=ExitCode.USAGE)


def report(path: Path, compiled: Compiled, measured: Path | None = None) -> bytes:
    """The report of a file's kind; with what a file of `ppcl bench` has on it, where one is given.

    Raises PpclError as `check_report` and `read_measured` do.
    """
    check_report(path)
    rows = read_measured(measured, compiled) if measured is not None else ()
    return _RENDERERS[path.suffix](compiled, rows).encode("utf-8", "replace")
