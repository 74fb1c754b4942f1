"""What a build of generated C needs."""

import shlex
from dataclasses import replace
from pathlib import Path

import pytest

from ppcl.diag import ExitCode, PpclError
from ppcl.driver.flags import build_flags, build_line_as_c
from ppcl.verify.programs import Recipe, read_recipe

RECIPE = Recipe("toy", "cc toy.c -o toy -lOpenCL", "./toy", "./toy")
KINDS = ("cflags", "sources", "libs")


def test_a_program_is_built_as_c_with_the_flags_after_its_own_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "ppcl").mkdir()
    (tmp_path / "ppcl" / "ppcl.c").touch()
    monkeypatch.chdir(tmp_path)
    flags = [build_flags(Path(), kind) for kind in KINDS]
    assert shlex.split(flags[1]) == ["ppcl/ppcl.c"]
    assert build_line_as_c(RECIPE) == " ".join([RECIPE.build, *flags])
    assert build_line_as_c(replace(RECIPE, build_c="make as-c")) == "make as-c"


def test_ppcl_toml_may_say_how(tmp_path: Path) -> None:
    text = '[build]\ncommand = "make"\nc = "make as-c"\n[run]\ncommand = "./toy"\n'
    (tmp_path / "ppcl.toml").write_text(text)
    assert build_line_as_c(read_recipe(tmp_path)) == "make as-c"


def test_there_must_be_generated_c(tmp_path: Path) -> None:
    with pytest.raises(PpclError, match="no generated C in") as caught:
        build_flags(tmp_path, "cflags")
    assert caught.value.exit_code == ExitCode.USAGE


@pytest.mark.parametrize("standard", ["-std=gnu89", "-ansi", "-std=c90"])
def test_a_line_for_c90_is_raised_to_what_the_runtime_is_written_in(standard: str) -> None:
    line = build_line_as_c(replace(RECIPE, build=f"cc {standard} toy.c -o toy -lOpenCL"))
    assert line.startswith(f"cc {standard} toy.c -o toy -lOpenCL -std=gnu99 -fgnu89-inline -I")
    assert "gnu99" not in build_line_as_c(replace(RECIPE, build="cc -std=c11 -DA=-ansi toy.c"))
