"""The cases of habits are programs: all compile, and those that print run as they say, and as
the graph that ppcl has of them says."""

import os
import re
import shutil
import subprocess
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest
from habit_cases import Habit, read_habits

from ppcl.driver.project import Choices, open_project
from ppcl.driver.read import read_program, target_of
from ppcl.frontend import HEADERS
from ppcl.verify import oclgrind
from ppcl.verify.claims.check import check_graph
from ppcl.verify.observe import Program, observe
from ppcl.verify.platforms import Loader, Platform, environment, find_platforms
from ppcl.verify.recorder import build_recorder

HABITS = read_habits()
# Oclgrind, which starts in a fifth of the time, and sees races and what is out of bounds; or a
# runtime: Intel's builds a kernel in half of pocl's time.
OCLGRIND = oclgrind.library()
PLATFORM = "intel" if any(found.name == "intel" for found in find_platforms()) else "pocl"
COMPILERS = {".c": "gcc", ".cpp": "g++"}
FLAGS = ["-Wall", "-Werror", "-Wno-unused"]
BINDINGS = re.compile(r"#include <CL/(?:cl|cl2|opencl)\.hpp>")


def headers_of(habit: Habit, compiler: str, folder: Path, environ: dict[str, str]) -> list[str]:
    """Where the machine has no C++ bindings, ppcl's own, which are as much as these programs use,
    with its C headers, which go with them."""
    texts = [(folder / host).read_text() for host in habit.hosts]
    wanted = {found[0] for text in texts for found in BINDINGS.finditer(text)}
    if all(is_here(each, compiler, environ.get("CPATH", "")) for each in wanted):
        return []
    return ["-isystem", str(HEADERS), "-isystem", str(HEADERS / "cxx")]


@cache
def is_here(include: str, compiler: str, folders: str) -> bool:
    """Whether a compiler finds a header, by itself or in more folders."""
    done = subprocess.run(
        [compiler, "-x", "c++", "-M", "-o", os.devnull, "-"],
        input=include,
        text=True,
        env={**os.environ, "CPATH": folders},
        capture_output=True,
        check=False,
    )
    return done.returncode == 0


def compiled(habit: Habit, folder: Path, *flags: str, **environ: str) -> None:
    """Run the compiler on a program's host files."""
    compiler = COMPILERS[Path(habit.hosts[0]).suffix]
    if shutil.which(compiler) is None:
        pytest.skip(f"NO COMPILER: {compiler} is not installed")
    defines = [f"-D{define}" for define in habit.defines]
    headers = headers_of(habit, compiler, folder, {**os.environ, **environ})
    done = subprocess.run(
        [compiler, *FLAGS, *headers, *defines, *habit.hosts, *flags],
        cwd=folder,
        env={**os.environ, **environ},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("habit", HABITS, ids=lambda habit: habit.name)
def test_is_a_program(
    habit: Habit,
    loader: Loader,
    platform_of: Callable[[str], Platform],
    tmp_path: Path,
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    habit.write(tmp_path)
    include = {"CPATH": str(loader.include)} if loader.include else {}
    if not habit.prints:
        compiled(habit, tmp_path, "-fsyntax-only", **include)
        return
    scratch = tmp_path_factory.getbasetemp() / "habits"
    environ = environment(platform_of(PLATFORM), loader, scratch)
    compiled(habit, tmp_path, "-g", "-o", "program", "-lOpenCL", "-lm", **environ)
    interpreted = oclgrind.variables(OCLGRIND, "log") if OCLGRIND else {}
    with_it = {**environ, **interpreted}
    run = observe(Program(tmp_path, "./program", with_it, build_recorder(scratch), 60))
    log = tmp_path / "log"
    assert not log.exists() or log.read_text() == ""
    said = run.completed.stdout.split()
    assert (run.completed.status, said) == (0, habit.prints.split()), run.completed.stderr
    sources = [str(tmp_path / name) for name in habit.sources]
    project = open_project(sources, Choices(define=habit.defines, target="pocl-cpu"))
    graph = check_graph(read_program(project, target_of(project)), run.processes)
    assert graph.disagreements == []
    assert graph.commands > 0
