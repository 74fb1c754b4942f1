"""The examples of examples/ci, each in a program's folder of its own."""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from ppcl.verify.platforms import Loader, Platform, environment

ROOT = Path(__file__).resolve().parents[2]
EXAMPLES = ROOT / "examples" / "ci"
BASE = ROOT / "tests" / "cases" / "layout" / "base"
Run = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A small program under the names of md, which the examples have, and a header of its own."""
    copy = tmp_path / "program"
    copy.mkdir()
    shutil.copy(ROOT / "samples" / "md" / "ppcl.toml", copy)
    text = (BASE / "host.c").read_text().replace('"kernel.cl"', '"md.cl"')
    (copy / "md.c").write_text(f'#include "extra.h"\n{text}')
    (copy / "md.cl").write_text((BASE / "kernel.cl").read_text())
    (copy / "extra.h").write_text("/* nothing */\n")
    return copy


@pytest.fixture
def run(
    folder: Path, loader: Loader, platform_of: Callable[[str], Platform], tmp_path: Path
) -> Run:
    """Runs a command in the program's folder, with ppcl in the path and OpenCL for builds."""
    variables = environment(platform_of("pocl"), loader, tmp_path / "platform")
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"

    def execute(*arguments: str, status: int = 0) -> subprocess.CompletedProcess[str]:
        if shutil.which(arguments[0], path=path) is None:
            pytest.skip(f"NO {arguments[0]}: this example was not run")
        done = subprocess.run(
            arguments,
            cwd=folder,
            env={**os.environ, **variables, "PATH": path},
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == status, done.stdout + done.stderr
        return done

    return execute


def edit(path: Path) -> None:
    """Change a file so little that nothing else changes."""
    path.write_text(path.read_text() + "\n")


def test_make_runs_ppcl_when_something_changed(folder: Path, run: Run) -> None:
    shutil.copy(EXAMPLES / "Makefile", folder)
    assert "ppcl compile" in run("make").stdout
    assert "row_sums__" in (folder / "build" / "generated" / "md.cl").read_text()
    assert "up to date" in run("make").stdout
    for changed in ("md.cl", "extra.h"):
        edit(folder / changed)
        assert "ppcl compile" in run("make", "-n").stdout


@pytest.mark.parametrize(("generator", "tool"), [("Unix Makefiles", "make"), ("Ninja", "ninja")])
def test_cmake_runs_ppcl_when_something_changed(
    loader: Loader, folder: Path, run: Run, generator: str, tool: str
) -> None:
    run(tool, "--version")
    shutil.copy(EXAMPLES / "CMakeLists.txt", folder)
    found = {"OpenCL_INCLUDE_DIR": loader.include, "OpenCL_LIBRARY": loader.library}
    given = [f"-D{name}={path}" for name, path in found.items() if path is not None]
    run("cmake", "-S", ".", "-B", "build", "-G", generator, *given)
    said = "ppcl: rewriting for pocl-cpu"
    assert said in run("cmake", "--build", "build").stdout
    assert (folder / "build" / "generated" / "md").is_file()
    assert said not in run("cmake", "--build", "build").stdout
    for changed in ("md.cl", "extra.h"):
        edit(folder / changed)
        assert said in run("cmake", "--build", "build").stdout


def test_the_hook_stops_a_commit_of_a_stale_program(folder: Path, run: Run) -> None:
    run("git", "init", "-q")
    run("git", "config", "user.email", "someone@example.com")
    run("git", "config", "user.name", "Someone")
    shutil.copy(EXAMPLES / "pre-commit", folder / ".git" / "hooks" / "pre-commit")
    run("git", "add", ".")
    refused = run("git", "commit", "-qm", "no generated program", status=1)
    assert "stale: generated/md.c" in refused.stderr
    run("ppcl", "compile", ".", "--target", "pocl-cpu", "-o", "generated", "-q")
    run("git", "add", ".")
    run("git", "commit", "-qm", "the program and what ppcl makes of it")
    edit(folder / "md.cl")
    run("git", "add", "md.cl")
    assert "stale: generated/md.cl" in run("git", "commit", "-qm", "x", status=1).stderr
    run("ppcl", "compile", ".", "--target", "pocl-cpu", "-o", "generated", "-q")
    assert "not staged" in run("git", "commit", "-qm", "x", status=1).stderr
    run("git", "add", "generated")
    run("git", "commit", "-qm", "both")


def test_the_workflow_s_commands_are_right(folder: Path, run: Run) -> None:
    lines = (EXAMPLES / "workflow.yml").read_text().splitlines()
    steps = [line.split("run: ", 1)[1] for line in lines if "run: ppcl" in line]
    assert len(steps) == 2
    for step in steps:
        run("sh", "-c", step)
    assert {"ppcl.sarif", "ppcl.html", "ppcl.diff"} <= {path.name for path in folder.iterdir()}
