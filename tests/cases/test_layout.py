"""The layout pass on a small program and its twins: what is refused, and what the rewrite is."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from twins import BASE, Twin, read_twins, wanted_line

FOLDER = Path(__file__).parent / "layout"
FILES = ("twins", "bindings", "lambdas", "pragmas")
TWINS = [BASE, *(twin for name in FILES for twin in read_twins(FOLDER / f"{name}.toml"))]
# Programs that once got, or could get, a wrong rewrite: any well-founded refusal will do.
TRAPS = read_twins(FOLDER / "traps.toml")


def compile_twin(twin: Twin, where: Path) -> tuple[dict[str, bytes], dict[str, object]]:
    """Write a twin's files to `where`, compile it to `where/out`, and give texts and report."""
    texts = twin.texts(FOLDER)
    for name, data in texts.items():
        (where / name).write_bytes(data)
    command = [sys.executable, "-m", "ppcl", "compile", *texts, "-o", "out"]
    target = FOLDER / twin.target if twin.target.endswith(".toml") else twin.target
    command += ["--target", str(target), "--report", "report.json"]
    done = subprocess.run(command, cwd=where, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return texts, json.loads((where / "report.json").read_text())


def remarks_of(report: dict[str, object]) -> list[dict[str, object]]:
    """The layout pass's remarks on the table (all other buffers have one row)."""
    passes = report["passes"]
    assert isinstance(passes, list)
    found = [remark for entry in passes if entry["name"] == "layout" for remark in entry["remarks"]]
    return [remark for remark in found if remark["args"].get("buffer") == "d_table"]


def codes_of(report: dict[str, object]) -> set[object]:
    """The codes of all remarks of the pass."""
    passes = report["passes"]
    assert isinstance(passes, list)
    return {remark["code"] for entry in passes for remark in entry["remarks"]}


@pytest.mark.parametrize("twin", TWINS, ids=lambda twin: twin.name)
def test_twin(twin: Twin, tmp_path: Path) -> None:
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


@pytest.mark.parametrize(
    "twin",
    [twin for twin in TWINS if twin.want == "PPC201"],
    ids=lambda twin: twin.name,
)
def test_accepted_twin_has_the_golden_diff(twin: Twin, tmp_path: Path, update_golden: bool) -> None:
    texts, _ = compile_twin(twin, tmp_path)
    found = "".join(
        f"--- {path}\n{changed_lines(data, (tmp_path / 'out' / path).read_bytes())}"
        for path, data in texts.items()
    )
    golden = FOLDER / "golden" / f"{twin.name}.diff"
    if update_golden:
        golden.parent.mkdir(exist_ok=True)
        golden.write_text(found)
    assert found == golden.read_text()


def changed_lines(before: bytes, after: bytes) -> str:
    """The lines that differ, as `-old` and `+new`; the two texts must have as many lines."""
    old, new = before.decode().splitlines(), after.decode().splitlines()
    if len(old) != len(new):
        inserted = [line for line in new if line not in old]
        return "".join(f"+{line}\n" for line in inserted)
    pairs = [(a, b) for a, b in zip(old, new, strict=True) if a != b]
    return "".join(f"-{a}\n+{b}\n" for a, b in pairs)


@pytest.mark.parametrize("trap", TRAPS, ids=lambda trap: trap.name)
def test_trap_is_left_alone(trap: Twin, tmp_path: Path) -> None:
    texts, report = compile_twin(trap, tmp_path)
    assert [remark["code"] for remark in remarks_of(report)][:1] != ["PPC201"]
    for path, data in texts.items():
        assert (tmp_path / "out" / path).read_bytes() == data


def test_running_on_the_output_changes_nothing(tmp_path: Path) -> None:
    compile_twin(BASE, tmp_path)
    again = [sys.executable, "-m", "ppcl", "compile", "host.c", "kernel.cl", "--diff"]
    done = subprocess.run(
        [*again, "--target", "amd-cpu"],
        cwd=tmp_path / "out",
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout == ""
