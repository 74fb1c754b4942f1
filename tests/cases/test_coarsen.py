"""The coarsening pass on a small program and its twins: what is refused, and what is written."""

import json
from pathlib import Path

import pytest
from twins import Twin, compare_with_golden, read_twins

from tests.command import run_ppcl

FOLDER = Path(__file__).parent / "coarsen"
BASE = Twin("base", "the program as it is", "PPC240", (), (), target="pocl-cpu", choice="y2")
TWINS = [BASE, *read_twins(FOLDER / "twins.toml", target="pocl-cpu", choice="y2")]


def compiled(twin: Twin, where: Path) -> tuple[dict[str, bytes], dict[str, object]]:
    """Write a twin's files to `where`, compile it to `where/out`, and give texts and report."""
    texts = twin.texts(FOLDER)
    for name, data in texts.items():
        (where / name).write_bytes(data)
    choice = f"coarsen:bank={twin.choice}"
    given = ("--target", twin.target, "--passes", "coarsen", "--decide", choice)
    given += ("--assume", twin.assume) if twin.assume else ()
    done = run_ppcl(["compile", *texts, "-o", "out", *given, "--report", "report.json"], where)
    assert done.returncode == 0, done.stderr
    return texts, json.loads((where / "report.json").read_text())


def codes_of(report: dict[str, object]) -> list[str]:
    """The codes of all remarks of the pass, and of what decides."""
    passes = report["passes"]
    assert isinstance(passes, list)
    return [remark["code"] for entry in passes for remark in entry["remarks"]]


@pytest.mark.parametrize("twin", TWINS, ids=lambda twin: twin.name)
def test_twin(twin: Twin, tmp_path: Path, update_golden: bool) -> None:
    """What is said of it; and, where it is rewritten, how."""
    texts, report = compiled(twin, tmp_path)
    assert twin.want in codes_of(report), report["passes"]
    out = tmp_path / "out"
    changed = any((out / path).read_bytes() != data for path, data in texts.items())
    assert changed == (twin.want in ("PPC240", "PPC250"))
    if changed:
        golden = FOLDER / "golden" / f"{twin.name}.diff"
        compare_with_golden(golden, texts, out, update_golden)


def test_running_on_the_output_changes_nothing(tmp_path: Path) -> None:
    texts, _ = compiled(BASE, tmp_path)
    again = ["compile", *texts, "--diff", "--target", "pocl-cpu", "--passes", "coarsen"]
    done = run_ppcl(again, tmp_path / "out")
    assert done.returncode == 0, done.stderr
    assert done.stdout == ""
