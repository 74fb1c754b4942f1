"""The report in SARIF 2.1.0 (OASIS), which code review tools show beside the lines."""

import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

from ppcl import __version__
from ppcl.diag import Code, Remark, RemarkKind
from ppcl.driver.compile import Compiled
from ppcl.source import Location, SourceFile

_SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
_BASES = {
    "%SRCROOT%": "The folder that ppcl was started in.",
    "PROGRAMROOT": "The program's folder.",
}
# Only what is open to the user is a finding; the rest is for information.
_KINDS: Mapping[RemarkKind, tuple[str, str]] = {
    "passed": ("pass", "none"),
    "missed": ("fail", "note"),
    "review": ("fail", "note"),
    "analysis": ("informational", "none"),
}


def sarif(compiled: Compiled) -> dict[str, object]:
    """One run. URIs are relative to the folder that ppcl was started in, or to the program's folder
    where that is elsewhere; the report says to which, and leaves open where it is."""
    codes = sorted({remark.code for remark in compiled.remarks})
    places = _Places.of(compiled.project.root, compiled.files)
    run = {
        "tool": {
            "driver": {
                "name": "ppcl",
                "version": __version__,
                "rules": [_rule(name, compiled.codes.get(name)) for name in codes],
            }
        },
        "columnKind": "unicodeCodePoints",
        "originalUriBaseIds": {places.base: {"description": {"text": _BASES[places.base]}}},
        "artifacts": [{"location": places.artifact(path)} for path in sorted(compiled.files)],
        "results": [
            _result(remark, each.name, codes, places)
            for each in compiled.passes
            for remark in each.remarks
        ],
        "properties": {"program": compiled.project.name, "target": compiled.target},
    }
    return {"$schema": _SCHEMA, "version": "2.1.0", "runs": [run]}


def _rule(name: str, code: Code | None) -> dict[str, object]:
    if code is None:  # its transformation does not explain it
        return {"id": name}
    return {
        "id": name,
        "shortDescription": {"text": code.title},
        "fullDescription": {"text": code.meaning},
        "help": {"text": code.advice},
    }


@dataclass(frozen=True)
class _Places:
    """The program's files; `base` names the folder that their URIs are relative to, and `folder` is
    the program's own in it."""

    base: str
    folder: str
    files: Mapping[str, SourceFile]

    @classmethod
    def of(cls, root: Path, files: Mapping[str, SourceFile]) -> "_Places":
        folder = os.path.relpath(root)
        if folder.startswith(os.pardir):
            return cls("PROGRAMROOT", "", files)
        return cls("%SRCROOT%", folder, files)

    def artifact(self, path: str) -> dict[str, object]:
        """Where a file is."""
        whole = os.path.normpath(os.path.join(self.folder, path))
        return {"uri": quote(os.fsencode(whole)), "uriBaseId": self.base}

    def locations(self, at: Location | None) -> Iterable[dict[str, object]]:
        """The place of a remark that has one."""
        if at is not None:
            source = self.files.get(at.file)
            column = _code_points(source, at) if source else at.column
            region = {"startLine": at.line, "startColumn": column}
            artifact = self.artifact(at.file)
            yield {"physicalLocation": {"artifactLocation": artifact, "region": region}}


def _result(remark: Remark, pass_name: str, codes: list[str], places: _Places) -> dict[str, object]:
    kind, level = _KINDS[remark.kind]
    return {
        "ruleId": remark.code,
        "ruleIndex": codes.index(remark.code),
        "kind": kind,
        "level": level,
        "message": {"text": remark.message},
        "locations": list(places.locations(remark.location)),
        "relatedLocations": [
            {**place, "message": {"text": f"{note.message} [{note.code}]"}}
            for note in remark.notes
            for place in places.locations(note.location)
        ],
        "properties": {"pass": pass_name, **remark.args},
    }


def _code_points(source: SourceFile, at: Location) -> int:
    """A column counted in characters; ppcl's own count bytes."""
    return len(source.line(at.line)[: at.column - 1].decode("utf-8", "replace")) + 1
