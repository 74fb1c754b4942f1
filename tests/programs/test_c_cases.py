"""The kernels of tests/cases/c as C: the form that each gets, and what it computes, as built by
several compilers in several ways."""

import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from c_cases import CODES, EXPECTED, FILES, PROGRAMS, Launch, launches_of, write_program
from compilers import command_of

from ppcl.backend.emit import emit
from ppcl.driver.compile import Compiled, compile_program
from ppcl.driver.flags import build_flags
from ppcl.driver.output import mirrored, write_files
from ppcl.driver.sources.project import Choices, open_project
from ppcl.verify.execute import execute
from ppcl.verify.platforms import Loader, Platform, environment
from tests.runtime_apart import sources

WARNINGS = "-Wall -Wextra -Werror"
SANITIZED = "-O0 -g1 -DPPCL_PACK=2 -fsanitize=address,undefined"
BY_LD = "-fuse-ld=bfd"  # gold warns of symbols in clang's own library
# Compilers, and how to build: with the flags that `ppcl flags` gives, then these. For some
# processors clang takes three times as long, only to tune the same instructions for them. Rows are
# of vectors as wide as the machine's, or less: the kernels' own shortest row has only four.
BUILDS = {
    "gcc": ("gcc", "-DPPCL_ROW=16"),
    "gcc with rows of eight": ("gcc", "-DPPCL_ROW=8"),
    "gcc with vectors of four": ("gcc", "-O1 -mno-avx2 -DPPCL_PACK=4"),
    "gcc with sanitizers": ("gcc", SANITIZED),
    "g++ with packs of two": ("g++", "-x c++ -O0 -DPPCL_PACK=2"),
    "g++ that optimizes a little": ("g++", "-x c++ -O1 -DPPCL_PACK=2"),
    "clang": ("clang", "-mtune=generic -DPPCL_ROW=16"),
    "clang with sanitizers": ("clang", f"{SANITIZED} {BY_LD}"),
}
# Each compiler, most and least that it optimizes (tests of samples do a little), whole packs and
# short ones, the sanitizers: the others are pairs of these, and the programs of tests/property are
# built in all of them.
LONG = ("gcc with sanitizers", "clang", "g++ that optimizes a little")
ILLEGAL = "    if (get_local_id(0) == 0) barrier(CLK_LOCAL_MEM_FENCE);"
Ppcl = Callable[..., subprocess.CompletedProcess[str]]
LAUNCHES = [launch for file in FILES for launch in launches_of(file)]


@pytest.fixture(scope="module")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> dict[str, tuple[Compiled, Path]]:
    """The programs of all files, compiled to C, and where."""
    folder = tmp_path_factory.mktemp("cases")
    return {name: _compiled(folder / name, files) for name, files in PROGRAMS.items()}


def _compiled(folder: Path, files: list[str]) -> tuple[Compiled, Path]:
    write_program(folder / "program", files)
    project = open_project([str(folder / "program")], Choices(target="pocl-cpu"))
    made = compile_program(project, (), emit)
    write_files(mirrored(made, folder / "out"))
    return made, folder / "out"


@pytest.mark.parametrize("launch", LAUNCHES, ids=lambda launch: launch.kernel)
def test_the_form_is_as_said(launch: Launch, compiled: dict[str, tuple[Compiled, Path]]) -> None:
    made = [program for program, _ in compiled.values()]
    remarks = [r for program in made for each in program.passes for r in each.remarks]
    own = {r.code for r in remarks if f"kernel '{launch.kernel}' " in r.message}
    assert own & set(CODES.values()) == {CODES[launch.form]}


@pytest.mark.parametrize(
    "build", [pytest.param(b, marks=pytest.mark.long) if b in LONG else b for b in BUILDS]
)
def test_it_computes_what_it_should(
    build: str, compiled: dict[str, tuple[Compiled, Path]], tmp_path: Path
) -> None:
    compiler, options = BUILDS[build]
    found = command_of(compiler)
    if found is None:
        pytest.skip(f"NO {compiler.upper()}: the generated C was not built with it")
    printed = [
        _printed(out, f"{found} {{cflags}} {WARNINGS} {options}", tmp_path / name)
        for name, (_, out) in compiled.items()
    ]
    assert "".join(printed) == EXPECTED.read_text()


def _printed(out: Path, line: str, made: Path) -> str:
    """What a program prints that is built as a line says."""
    line = line.format(cflags=build_flags(out, "cflags"))
    line = f"{line} host.c {sources(out, out)} {build_flags(out, 'libs')} -o {made}"
    built = execute(line, out, {}, timeout=300)
    assert (built.status, built.stderr) == (0, "")
    done = execute(str(made), out, {"PPCL_THREADS": "3"}, timeout=60)
    assert (done.status, done.stderr) == (0, "")
    return done.stdout


@pytest.mark.parametrize("platform", [pytest.param("pocl", marks=pytest.mark.long), "intel"])
def test_platforms_compute_the_same(
    platform: str, loader: Loader, platform_of: Callable[[str], Platform], tmp_path: Path
) -> None:
    """What is expected is right; pocl takes three times as long to say so."""
    variables = environment(platform_of(platform), loader, tmp_path)
    files = [file for each in PROGRAMS.values() for file in each]
    write_program(tmp_path / "program", files)
    built = execute("cc host.c -o host -lOpenCL", tmp_path / "program", variables, timeout=60)
    assert built.status == 0, built.stderr
    done = execute("./host", tmp_path / "program", variables, timeout=300)
    assert done.status == 0, done.stdout
    assert done.stdout == EXPECTED.read_text()


def test_nothing_is_written_where_a_kernel_is_refused(installed_ppcl: Ppcl, tmp_path: Path) -> None:
    write_program(tmp_path / "program", ["options.cl"])
    path = tmp_path / "program" / "options.cl"
    text = path.read_text().replace("int sum = 0;", f"int sum = 0;\n{ILLEGAL}")
    path.write_text(text)
    line = text[: text.index(ILLEGAL)].count("\n") + 1
    options = ("--emit", "c", "--target", "pocl-cpu", "-o", "out")
    done = installed_ppcl("compile", "program", *options, cwd=tmp_path)
    assert done.returncode == 3
    assert f"options.cl:{line}:" in done.stderr
    assert "only some work-items of a group come to this barrier" in done.stderr
    assert not (tmp_path / "out").exists()
