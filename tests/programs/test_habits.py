"""What hosts do (DESIGN.md, "What real programs do"): each habit with its alias table.

All cases are programs: they compile, and those that print run as they say, and as the graph that
ppcl has of them says.
"""

import os
import re
import shutil
import subprocess
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest
from alias_table import falls_short, overclaims, table_of
from habit_cases import Habit, read_habits

from ppcl.analysis.facts import Facts
from ppcl.diag import PpclError
from ppcl.diag.codes_reading import READING
from ppcl.driver.graph.listing import graph_json, graph_remarks
from ppcl.driver.sources.project import Choices, open_project
from ppcl.driver.sources.read import read_program
from ppcl.frontend import HEADERS
from ppcl.targets import load
from ppcl.verify import oclgrind
from ppcl.verify.claims.check import check_graph
from ppcl.verify.observe import Program, observe
from ppcl.verify.platforms import Loader, Platform, environment, find_platforms
from ppcl.verify.recorder import build_recorder

# Codes that say what is not followed, and where.
LOST = frozenset(READING)
# Oclgrind, which starts in a fifth of the time, and sees races and what is out of bounds; or a
# runtime: Intel's builds a kernel in half of pocl's time.
OCLGRIND = oclgrind.library()
PLATFORM = "intel" if any(found.name == "intel" for found in find_platforms()) else "pocl"
COMPILERS = {".c": "gcc", ".cpp": "g++"}
FLAGS = ["-Wall", "-Werror", "-Wno-unused"]
CPLUSPLUS = ["-std=c++11"]
BINDINGS = re.compile(r"#include <CL/(?:cl|cl2|opencl)\.hpp>")
# Half of what a compiler reads for the bindings: what they include themselves.
LIBRARY = "array cstring exception functional iterator limits memory mutex string utility vector"


def bindings_of(habit: Habit, compiler: str, folder: Path, environ: dict[str, str]) -> list[str]:
    """What a program with C++ bindings is compiled with: C++11, as they are, for which a compiler
    reads less than for its own choice; where the machine has none, ppcl's own, which are as much as
    these programs use, with its C headers, which go with them."""
    texts = [(folder / host).read_text() for host in habit.hosts]
    wanted = {found[0] for text in texts for found in BINDINGS.finditer(text)}
    language = [*CPLUSPLUS] if wanted else []
    if all(is_here(each, compiler, environ.get("CPATH", "")) for each in wanted):
        return language
    return [*language, "-isystem", str(HEADERS), "-isystem", str(HEADERS / "cxx")]


@cache
def library(folder: Path) -> list[str]:
    """Has a compiler read what bindings include out of a folder, where that is precompiled."""
    path = folder / "library.h"
    path.write_text("".join(f"#include <{name}>\n" for name in LIBRARY.split()))
    made = ["-x", "c++-header", path, "-o", f"{path}.gch"]
    subprocess.run([COMPILERS[".cpp"], *FLAGS, *CPLUSPLUS, *made], check=True)
    return ["-include", str(path)]


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
    bindings = bindings_of(habit, compiler, folder, {**os.environ, **environ})
    done = subprocess.run(
        [compiler, *FLAGS, *bindings, *defines, *habit.hosts, *flags],
        cwd=folder,
        env={**os.environ, **environ},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr


@pytest.fixture(scope="module", params=read_habits(), ids=lambda habit: habit.name)
def habit(request: pytest.FixtureRequest) -> Habit:
    """One after the other, each with all of its tests."""
    assert isinstance(request.param, Habit)
    return request.param


@pytest.fixture(scope="module")
def folder(habit: Habit, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the case stands."""
    folder = tmp_path_factory.mktemp("habit")
    habit.write(folder)
    return folder


@pytest.fixture(scope="module")
def facts(habit: Habit, folder: Path) -> Facts | PpclError:
    """What ppcl finds in a case, or the error that ends it."""
    sources = [str(folder / name) for name in habit.sources]
    try:
        return read_program(open_project(sources, Choices(define=habit.defines)), load("pocl-cpu"))
    except PpclError as error:
        return error


def lost_codes(facts: Facts) -> set[str]:
    """Codes of located remarks on what is not followed."""
    return LOST & {remark.code for remark in graph_remarks(facts) if remark.location}


def has_reasons(facts: Facts) -> bool:
    """Whether some argument says why it is not known."""
    arguments = [a for launch in facts.host.launches for a in launch.arguments]
    return any(a.at and (a.reason or a.kind == "svm") for a in arguments)


def test_alias_table(habit: Habit, facts: Facts | PpclError) -> None:
    if isinstance(facts, PpclError):
        assert habit.not_yet or habit.refused, str(facts)
        assert habit.not_yet or facts.location is not None, str(facts)
        return
    found = table_of(graph_json(facts))
    if habit.want is None:
        assert habit.refused in lost_codes(facts)
    elif habit.not_yet:
        assert found != habit.want, f"followed now: drop the mark not_yet ({habit.not_yet})"
        short = falls_short(found, habit.want)
        assert not short or lost_codes(facts) or has_reasons(facts), "no reason"
        assert not facts.host.complete or list(overclaims(found, habit.want)) == []
    else:
        assert "\n".join(map(str, found)) == "\n".join(map(str, habit.want))


def test_is_a_program(
    habit: Habit,
    folder: Path,
    facts: Facts | PpclError,
    loader: Loader,
    platform_of: Callable[[str], Platform],
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    if not habit.prints:
        include = {"CPATH": str(loader.include)} if loader.include else {}
        bound = any(BINDINGS.search((folder / host).read_text()) for host in habit.hosts)
        known = library(tmp_path_factory.getbasetemp()) if bound and shutil.which("g++") else []
        compiled(habit, folder, "-fsyntax-only", *known, **include)
        return
    assert isinstance(facts, Facts)
    scratch = tmp_path_factory.getbasetemp() / "habits"
    environ = environment(platform_of(PLATFORM), loader, scratch)
    compiled(habit, folder, "-g", "-o", "program", "-lOpenCL", "-lm", **environ)
    checked = {**environ, **(oclgrind.variables(OCLGRIND, "log") if OCLGRIND else {})}
    run = observe(Program(folder, "./program", checked, build_recorder(scratch), 60))
    said = run.completed.stdout.split()
    assert (run.completed.status, said) == (0, habit.prints.split()), run.completed.stderr
    log = folder / "log"
    assert not log.exists() or log.read_text() == ""
    graph = check_graph(facts, run.processes)
    assert graph.disagreements == []
    assert graph.commands > 0
