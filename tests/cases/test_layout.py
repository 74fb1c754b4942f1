"""The layout pass on a small program and its twins: what is refused, and what the rewrite is."""

import json
from pathlib import Path

import pytest
from twins import BASE, Twin, compare_with_golden, read_twins, wanted_line

from tests.command import run_ppcl

FOLDER = Path(__file__).parent / "layout"
FILES = (
    "comments",
    "twins",
    "choice",
    "bindings",
    "lambdas",
    "references",
    "pragmas",
    "sight",
    "loaders",
    "nested",
    "fills",
    "flat",
    "effects",
    "numbers",
    "strides",
    "embedded",
    "opencl",
    "characters",
    "rows",
)
TWINS = [BASE, *(twin for name in FILES for twin in read_twins(FOLDER / f"{name}.toml"))]
# Programs that once got, or could get, a wrong rewrite: any well-founded refusal will do.
TRAPS = read_twins(FOLDER / "traps.toml")


def compile_twin(twin: Twin, where: Path) -> tuple[dict[str, bytes], dict[str, object]]:
    """Write a twin's files to `where`, compile it to `where/out`, and give texts and report."""
    texts = twin.texts(FOLDER)
    for name, data in texts.items():
        (where / name).write_bytes(data)
    target = FOLDER / twin.target if twin.target.endswith(".toml") else twin.target
    given = ("--target", target, "--report", "report.json")
    done = run_ppcl(["compile", *texts, "-o", "out", *given], where)
    assert done.returncode == 0, done.stderr
    return texts, json.loads((where / "report.json").read_text())


def remarks_of(report: dict[str, object]) -> list[dict[str, object]]:
    """The layout pass's remarks on the table (all other buffers have one row)."""
    passes = report["passes"]
    assert isinstance(passes, list)
    found = [remark for entry in passes if entry["name"] == "layout" for remark in entry["remarks"]]
    return [remark for remark in found if remark["args"].get("buffer") == "d_table"]


def codes_of(report: dict[str, object]) -> set[object]:
    """The codes of all remarks of the pass, and of their notes."""
    passes = report["passes"]
    assert isinstance(passes, list)
    remarks = [remark for entry in passes for remark in entry["remarks"]]
    return {said["code"] for remark in remarks for said in (remark, *remark["notes"])}


@pytest.mark.parametrize("twin", TWINS, ids=lambda twin: twin.name)
def test_twin(twin: Twin, tmp_path: Path, update_golden: bool) -> None:
    """Its remark, at its place; and, where it is rewritten, how."""
    texts, report = compile_twin(twin, tmp_path)
    remarks = remarks_of(report)
    assert [remark["code"] for remark in remarks][:1] == [twin.want], remarks
    assert not twin.also or twin.also in codes_of(report)
    place = wanted_line(texts, twin.want)
    if place is not None:
        location = str(remarks[0]["location"])
        assert location.startswith(f"{place[0]}:{place[1]}"), (location, place)
    changed = {path: (tmp_path / "out" / path).read_bytes() != data for path, data in texts.items()}
    assert any(changed.values()) == (twin.want == "PPC201"), changed
    if twin.want == "PPC201":
        golden = FOLDER / "golden" / f"{twin.name}.diff"
        compare_with_golden(golden, texts, tmp_path / "out", update_golden)


@pytest.mark.parametrize("trap", TRAPS, ids=lambda trap: trap.name)
def test_trap_is_left_alone(trap: Twin, tmp_path: Path) -> None:
    texts, report = compile_twin(trap, tmp_path)
    assert [remark["code"] for remark in remarks_of(report)][:1] != ["PPC201"]
    for path, data in texts.items():
        assert (tmp_path / "out" / path).read_bytes() == data


def test_running_on_the_output_changes_nothing(tmp_path: Path) -> None:
    compile_twin(BASE, tmp_path)
    again = ["compile", "host.c", "kernel.cl", "--diff", "--target", "amd-cpu"]
    done = run_ppcl(again, tmp_path / "out")
    assert done.returncode == 0, done.stderr
    assert done.stdout == ""
