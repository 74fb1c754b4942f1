"""Timings of `ppcl bench` in a report: only of the very rewrite that it shows."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from ppcl.diag import ExitCode, PpclError
from ppcl.driver.compile import Compiled
from ppcl.driver.reports.measured import (
    BENCH_VERSION,
    Row,
    fingerprint,
    outcome,
    read_measured,
    text_mark,
)
from ppcl.driver.reports.report import report
from ppcl.driver.sources.project import Project
from ppcl.source import SourceFile

FILES = {"k.c": SourceFile("k.c", b"int a;\n")}
RESULTS = {"k.c": SourceFile("k.c", b"int b;\n")}
PROJECT = Project(Path("p"), "prog", ("k.c",), target="pocl-cpu")
COMPILED = Compiled(PROJECT, "pocl-cpu", FILES, RESULTS, ("k.c",), (), ())
RATIO = {"ratio": 1.5049, "quartiles": [1.4, 1.604]}
TIMING: dict[str, object] = {
    "platform": "pocl",
    "target": "pocl-cpu",
    "variant": "default",
    "before": fingerprint(FILES),
    "after": fingerprint(RESULTS),
    "verdict": "faster",
    "pairs": 20,
    "kernels": RATIO,
    "total": {"ratio": 1.01, "quartiles": [0.99, 1.02]},
}


def written(folder: Path, *timings: dict[str, object], version: int = BENCH_VERSION) -> Path:
    path = folder / "bench.json"
    path.write_text(json.dumps({"version": version, "command": "./p 9", "timings": timings}))
    return path


def test_kernels_and_the_whole_program(tmp_path: Path) -> None:
    other = {**TIMING, "variant": "none", "after": fingerprint(FILES), "verdict": "unchanged"}
    rows = read_measured(written(tmp_path, TIMING, other), COMPILED)
    where = ("pocl", "./p 9")
    assert rows[:2] == (
        Row(*where, "this rewrite, kernels", "1.50", "1.40 to 1.60", 20, "faster"),
        Row(*where, "this rewrite, whole program", "1.01", "0.99 to 1.02", 20, ""),
    )
    assert [row.what for row in rows[2:]] == [
        "passes: none, kernels",
        "passes: none, whole program",
    ]


def test_kernels_as_c_are_another_rewrite(tmp_path: Path) -> None:
    as_c = replace(COMPILED, generated={"ppcl/kernels.c": b"int c;\n"})
    with pytest.raises(PpclError, match="no timing of this rewrite of 'prog'"):
        read_measured(written(tmp_path, TIMING), as_c)
    own = written(tmp_path, {**TIMING, "after": outcome(as_c)})
    assert len(read_measured(own, as_c)) == 2


def test_a_mark_names_the_text() -> None:
    assert text_mark(COMPILED).startswith("`prog/pocl-cpu@")
    for said, same in ((b" /* more */\n", True), (b"// more\n", True), (b"int more;\n", False)):
        results = {path: SourceFile(path, s.data + said) for path, s in RESULTS.items()}
        assert (text_mark(replace(COMPILED, results=results)) == text_mark(COMPILED)) == same
    as_c, other, runtime = (
        replace(COMPILED, generated={"ppcl/kernels.c": kernels, "ppcl/ppcl.c": runtime})
        for kernels, runtime in ((b"int c;\n", b"1"), (b"int d;\n", b"1"), (b"int c;\n", b"2"))
    )
    assert text_mark(as_c).startswith("`prog/c@")
    assert text_mark(as_c) != text_mark(other)
    assert text_mark(as_c) == text_mark(runtime)


def test_the_page_has_the_table(tmp_path: Path) -> None:
    page = report(Path("r.html"), COMPILED, written(tmp_path, TIMING)).decode()
    assert "<td>1.40 to 1.60</td>" in page
    assert 'href="#measured"' in page
    assert 'href="#measured"' not in report(Path("r.html"), COMPILED).decode()


@pytest.mark.parametrize("stale", ["before", "after", "target"])
def test_other_sources_rewrites_and_targets_are_refused(stale: str, tmp_path: Path) -> None:
    path = written(tmp_path, {**TIMING, stale: "another"})
    with pytest.raises(PpclError, match="no timing of this rewrite of 'prog'") as caught:
        read_measured(path, COMPILED)
    assert caught.value.exit_code == ExitCode.USAGE


@pytest.mark.parametrize(
    "text", ["", "[]", "{}", f'{{"version": {BENCH_VERSION}, "timings": [1]}}']
)
def test_what_is_no_such_file(text: str, tmp_path: Path) -> None:
    path = tmp_path / "bench.json"
    path.write_text(text)
    with pytest.raises(PpclError, match="was not written by `ppcl bench --report`"):
        read_measured(path, COMPILED)


def test_a_missing_file_and_an_old_one(tmp_path: Path) -> None:
    with pytest.raises(PpclError, match="cannot read .*none.json"):
        read_measured(tmp_path / "none.json", COMPILED)
    with pytest.raises(PpclError, match="another version"):
        read_measured(written(tmp_path, TIMING, version=1), COMPILED)


def test_files_and_their_order_make_the_fingerprint() -> None:
    both = {"a": SourceFile("a", b"bc"), "b": SourceFile("b", b"")}
    moved = {"a": SourceFile("a", b"b"), "b": SourceFile("b", b"c")}
    assert fingerprint(both) == fingerprint(dict(reversed(both.items())))
    assert len({fingerprint(both), fingerprint(moved), fingerprint({})}) == 3
