"""The report in SARIF 2.1.0 (OASIS), which code review tools show beside the lines."""

import os
from collections.abc import Iterable, Mapping
from urllib.parse import quote

from ppcl import __version__
from ppcl.diag import Remark, RemarkKind
from ppcl.diag.codes import CODES
from ppcl.driver.compile import Compiled
from ppcl.source import Location, SourceFile

_SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
# Only what is open to the user is a finding; the rest is for information.
_KINDS: Mapping[RemarkKind, tuple[str, str]] = {
    "passed": ("pass", "none"),
    "missed": ("fail", "note"),
    "analysis": ("informational", "none"),
}


def sarif(compiled: Compiled) -> dict[str, object]:
    """One run; URIs are relative to the program's folder."""
    codes = sorted({remark.code for remark in compiled.remarks})
    run = {
        "tool": {
            "driver": {
                "name": "ppcl",
                "version": __version__,
                "rules": [_rule(code) for code in codes],
            }
        },
        "columnKind": "unicodeCodePoints",
        "artifacts": [_artifact(path) for path in sorted(compiled.files)],
        "results": [
            _result(remark, each.name, codes, compiled.files)
            for each in compiled.passes
            for remark in each.remarks
        ],
        "properties": {"program": compiled.project.name, "target": compiled.target},
    }
    return {"$schema": _SCHEMA, "version": "2.1.0", "runs": [run]}


def _rule(name: str) -> dict[str, object]:
    code = CODES.get(name)
    if code is None:  # of a transformation that is not ppcl's own
        return {"id": name}
    return {
        "id": name,
        "shortDescription": {"text": code.title},
        "fullDescription": {"text": code.meaning},
        "help": {"text": code.advice},
    }


def _artifact(path: str) -> dict[str, object]:
    return {"location": {"uri": uri(path)}}


def _result(
    remark: Remark, pass_name: str, codes: list[str], files: Mapping[str, SourceFile]
) -> dict[str, object]:
    kind, level = _KINDS[remark.kind]
    return {
        "ruleId": remark.code,
        "ruleIndex": codes.index(remark.code),
        "kind": kind,
        "level": level,
        "message": {"text": remark.message},
        "locations": list(_locations(remark.location, files)),
        "properties": {"pass": pass_name, **remark.args},
    }


def _locations(at: Location | None, files: Mapping[str, SourceFile]) -> Iterable[dict[str, object]]:
    if at is not None:
        source = files.get(at.file)
        column = _code_points(source, at) if source else at.column
        region = {"startLine": at.line, "startColumn": column}
        yield {"physicalLocation": {"artifactLocation": {"uri": uri(at.file)}, "region": region}}


def _code_points(source: SourceFile, at: Location) -> int:
    """A column counted in characters; ppcl's own count bytes."""
    return len(source.line(at.line)[: at.column - 1].decode("utf-8", "replace")) + 1


def uri(path: str) -> str:
    """A relative path as a URI reference."""
    return quote(os.fsencode(path))
