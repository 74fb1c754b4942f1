import json
from dataclasses import replace
from pathlib import Path

import pytest
from sarif_kit.validate import validation_errors

from ppcl.analysis.reading.assumed import Assumed
from ppcl.diag import Code, ExitCode, Note, PpclError, Remark
from ppcl.driver.compile import Compiled
from ppcl.driver.reports.depfile import depfile, escaped
from ppcl.driver.reports.report import check_report, report
from ppcl.driver.sources.project import Project
from ppcl.source import Location, SourceFile
from ppcl.transform.engine import PassResult

FILE = "a b.c"
FILES = {FILE: SourceFile(FILE, "one\né = 2;\n".encode()), "k.cl": SourceFile("k.cl", b"")}
NOTE = Note("PPC218", "this one", Location(FILE, 1, 1))
REMARKS = (
    Remark("passed", "PPC201", "changed", Location("k.cl", 1, 1), {"distance": 33.0}),
    Remark("missed", "PPC202", "not proved", Location(FILE, 2, 4)),
    Remark("analysis", "PPC005", "assumed"),
    Remark("missed", "XYZ001", "of another transformation"),
    Remark(
        "review", "PPC218", "a comment", notes=(Note("PPC218", "this one", Location(FILE, 1, 1)),)
    ),
)


@pytest.fixture
def compiled() -> Compiled:
    project = Project(
        Path("prog"),
        "p",
        (FILE, "k.cl"),
        target="own.toml",
        assumed=Assumed((("a", "b"),)),
        settings=(Path("prog/ppcl.toml"),),
    )
    after = {**FILES, "k.cl": SourceFile("k.cl", b"new"), "ppcl/n.h": SourceFile("ppcl/n.h", b"")}
    inputs = (*FILES, "../shared/x.h")
    return Compiled(project, "mine", FILES, after, inputs, (PassResult("layout", REMARKS),), ())


def said(
    kind: str,
    code: str,
    message: str,
    location: str | None = None,
    args: dict[str, float] | None = None,
) -> dict[str, object]:
    """A remark as JSON, without notes."""
    place = {"location": location, "args": args or {}, "notes": []}
    return {"kind": kind, "code": code, "message": message, **place}


def test_the_json_report(compiled: Compiled) -> None:
    assert json.loads(report(Path("r.json"), compiled)) == {
        "version": 2,
        "program": {"name": "p", "sources": [FILE, "k.cl"], "whole": True},
        "target": "mine",
        "assumptions": {"no-overlap": [["a", "b"]]},
        "files": [
            {"path": FILE, "changed": False},
            {"path": "k.cl", "changed": True},
            {"path": "ppcl/n.h", "changed": True},
        ],
        "passes": [
            {
                "name": "layout",
                "remarks": [
                    said("passed", "PPC201", "changed", "k.cl:1:1", {"distance": 33.0}),
                    said("missed", "PPC202", "not proved", "a b.c:2:4"),
                    said("analysis", "PPC005", "assumed"),
                    said("missed", "XYZ001", "of another transformation"),
                    {
                        **said("review", "PPC218", "a comment"),
                        "notes": [
                            {"code": "PPC218", "message": "this one", "location": "a b.c:1:1"}
                        ],
                    },
                ],
            }
        ],
        "manifest": {"kernels": [], "changes": []},
    }


def test_the_sarif_report(compiled: Compiled) -> None:
    (run,) = json.loads(report(Path("r.sarif"), compiled))["runs"]
    rules = [rule["id"] for rule in run["tool"]["driver"]["rules"]]
    assert rules == ["PPC005", "PPC201", "PPC202", "PPC218", "XYZ001"]
    assert [rules[result["ruleIndex"]] for result in run["results"]] == [r.code for r in REMARKS]
    levels = [(result["kind"], result["level"]) for result in run["results"]]
    assert levels[:3] == [("pass", "none"), ("fail", "note"), ("informational", "none")]
    (place,) = run["results"][1]["locations"]
    assert place["physicalLocation"] == {
        "artifactLocation": {"uri": "prog/a%20b.c", "uriBaseId": "%SRCROOT%"},
        "region": {"startLine": 2, "startColumn": 3},
    }
    (note,) = run["results"][4]["relatedLocations"]
    assert note["message"] == {"text": "this one [PPC218]"}
    assert run["results"][0]["properties"] == {"pass": "layout", "distance": 33.0}


def test_a_report_has_the_pages_of_a_pass_of_others(compiled: Compiled) -> None:
    own = {"XYZ001": Code("not done", "It was not.", "Nothing.")}
    passes = (PassResult("mine", REMARKS, codes=own),)
    explained = replace(compiled, passes=passes)
    (run,) = json.loads(report(Path("r.sarif"), explained))["runs"]
    rules = {rule["id"]: rule for rule in run["tool"]["driver"]["rules"]}
    assert rules["XYZ001"]["shortDescription"] == {"text": "not done"}
    assert rules["PPC005"]["shortDescription"] == {"text": "assumption of the user"}
    assert b"not done" in report(Path("r.html"), explained)


def test_the_sarif_report_is_valid(compiled: Compiled) -> None:
    data = json.loads(report(Path("r.sarif"), compiled))
    assert validation_errors(data) == []
    data["runs"][0]["results"][0]["level"] = "passed"
    assert validation_errors(data) != []


@pytest.mark.parametrize("name", ["r.md", "r.txt", "r"])
def test_other_kinds_of_report_are_a_usage_error(name: str) -> None:
    with pytest.raises(PpclError, match=r"must end in one of \.json, \.sarif, \.html") as caught:
        check_report(Path(name))
    assert caught.value.exit_code == ExitCode.USAGE


def test_the_depfile_ties_outputs_to_inputs(compiled: Compiled) -> None:
    assert depfile(compiled, Path("out")) == (
        "out/a\\ b.c \\\n  out/k.cl: prog/a\\ b.c \\\n  prog/k.cl \\\n"
        "  shared/x.h \\\n  prog/ppcl.toml \\\n  own.toml\n"
    )


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("a.c", "a.c"),
        ("a b.c", "a\\ b.c"),
        ("a#b", "a\\#b"),
        ("a$b", "a$$b"),
        ("a\\b", "a\\b"),
        ("a\\ b", "a\\\\\\ b"),
    ],
)
def test_names_are_escaped_for_make(path: str, text: str) -> None:
    assert escaped(path) == text
