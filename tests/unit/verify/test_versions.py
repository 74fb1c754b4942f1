"""Two versions of a program that is a shell script."""

from pathlib import Path

import pytest

from ppcl.diag import ExitCode, PpclError
from ppcl.verify.programs import Recipe
from ppcl.verify.versions import Versions

RECIPE = Recipe("toy", "true", "sh toy.sh", "sh toy.sh", ("-d", "out"), "char", 0.0)


def versions(folder: Path, before: str, after: str) -> Versions:
    for name, text in (("before", before), ("after", after)):
        (folder / name).mkdir()
        (folder / name / "toy.sh").write_text(text)
    return Versions(RECIPE, folder / "before", folder / "after", {})


def test_results_that_differ_are_seen(tmp_path: Path) -> None:
    outcome = versions(tmp_path, "printf ab > $2", "echo hello; printf ac > $2").compare(RECIPE.run)
    assert outcome.difference == pytest.approx(1 / 99)
    assert outcome.after.stdout == "hello\n"


def test_results_of_nothing_are_no_agreement(tmp_path: Path) -> None:
    with pytest.raises(PpclError, match="wrote no result to out"):
        versions(tmp_path, ": > $2", ": > $2").compare(RECIPE.run)


def test_kernel_times_are_those_that_the_program_prints(tmp_path: Path) -> None:
    times = versions(tmp_path, "echo kernel: 4.0 ms", "echo kernel: 2.0 ms").time(pairs=2)
    assert times.speedup == 2


def test_a_program_that_prints_no_time_cannot_be_timed(tmp_path: Path) -> None:
    with pytest.raises(PpclError, match="printed no line") as caught:
        versions(tmp_path, "true", "true").time(pairs=2)
    assert caught.value.exit_code == ExitCode.BUILD_OR_RUN


def test_a_build_that_fails_ends_it(tmp_path: Path) -> None:
    broken = Versions(Recipe("toy", "false", "", "", ("x",), "char", 0), tmp_path, tmp_path, {})
    with pytest.raises(PpclError, match="'false' ended with 1"):
        broken.build()
