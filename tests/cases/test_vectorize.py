"""The vectorization pass on a small program and its twins: what is refused, and what is written."""

from pathlib import Path

import pytest
from twins import Twin, compare_with_golden
from vectorize_cases import BASE, FOLDER, TWINS, compiled

from tests.command import run_ppcl


@pytest.mark.parametrize("twin", TWINS, ids=lambda twin: twin.name)
def test_twin(twin: Twin, tmp_path: Path, update_golden: bool) -> None:
    """What is said of it; and, where it is rewritten, how."""
    texts, report = compiled(twin, tmp_path)
    passes = report["passes"]
    assert isinstance(passes, list)
    assert twin.want in [remark["code"] for entry in passes for remark in entry["remarks"]], passes
    out = tmp_path / "out"
    changed = any((out / path).read_bytes() != data for path, data in texts.items())
    assert changed == (twin.want == "PPC260")
    if changed:
        golden = FOLDER / "golden" / f"{twin.name}.diff"
        compare_with_golden(golden, texts, out, update_golden)


def test_running_on_the_output_changes_nothing(tmp_path: Path) -> None:
    texts, _ = compiled(BASE, tmp_path)
    again = ["compile", *texts, "--diff", "--target", "pocl-cpu", "--passes", "vectorize"]
    done = run_ppcl(again, tmp_path / "out")
    assert done.returncode == 0, done.stderr
    assert done.stdout == ""
