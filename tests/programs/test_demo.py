"""`make demo`, on a machine without OpenCL."""

from pathlib import Path

import pytest

from ppcl.diag import ExitCode, PpclError
from scripts import demo
from scripts.demo import Ran, compared


def test_both_versions_are_built_and_run_as_c(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setattr(demo, "find_loader", lambda: None)
    monkeypatch.setattr(demo, "SCRATCH", tmp_path / "demo")
    monkeypatch.setattr(demo, "OPTIONS", " -O0")
    monkeypatch.setattr(demo, "ARGUMENTS", " -n 256 -r 1")
    monkeypatch.setattr(demo, "RUNS", 1)
    assert demo.main() == 0
    said = capsys.readouterr().out
    assert "md_energy__n_relayout" in said
    assert "answers: 256 floats, every bit is the same" in said
    assert "ms before" in said
    assert "`ppcl doctor` says what to do" in said
    kernels = [(tmp_path / "demo" / v / "ppcl" / "kernels.c").read_text() for v in demo.VERSIONS]
    assert ["md_energy__n_relayout" in text for text in kernels] == [False, True]


def test_answers_that_differ_end_it() -> None:
    runs = [[Ran(b"\0\0\x80\x3f", 1.0)], [Ran(b"\0\0\x81\x3f", 1.0)]]  # 1.0 and 1.0078125
    with pytest.raises(PpclError, match=r"differ: by 7\.8e-03") as caught:
        compared(*runs)
    assert caught.value.exit_code == ExitCode.DIFFERENT


def test_the_last_bits_may_differ() -> None:
    said = compared([Ran(b"\0\0\x80\x3f", 3.0)], [Ran(b"\1\0\x80\x3f", 2.0)])
    assert said.splitlines() == [
        "answers: 1 floats, largest relative difference 1.2e-07",
        "kernel:  3.000 ms before, 2.000 ms after (medians of 1 runs)",
    ]
