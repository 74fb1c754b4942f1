"""Work-items that do nothing touch nothing: kernels as C over buffers that end at, or begin behind,
a page which nobody may touch. Sanitizers do not see what a masked instruction touches."""

import signal
from collections.abc import Callable
from pathlib import Path

import pytest
from compilers import command_of

from ppcl.backend.emit import emit
from ppcl.driver.compile import compile_program
from ppcl.driver.flags import build_flags
from ppcl.driver.output import mirrored, write_files
from ppcl.driver.sources.project import Choices, open_project
from ppcl.verify.execute import execute
from ppcl.verify.platforms import Loader, Platform, environment

FOLDER = Path(__file__).parent / "c_guarded"
SIDES = ("end", "begin")
COUNTS = (1, 5, 37, 173)  # of the work-items that are launched, 192, the others do nothing
BUILDS = {
    "rows as long as the machine's": ("gcc", ""),
    "rows of eight": ("gcc", "-O3 -DPPCL_ROW=8"),
    "short vectors": ("gcc", "-O1 -mno-avx2 -DPPCL_PACK=4"),
    "packs of two": ("gcc", "-O0 -DPPCL_PACK=2"),
    "clang": ("clang", "-mtune=generic"),
}


@pytest.fixture(scope="module")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The program as C."""
    out = tmp_path_factory.mktemp("guarded")
    project = open_project([str(FOLDER)], Choices(target="pocl-cpu"))
    write_files(mirrored(compile_program(project, (), emit), out))
    return out


@pytest.fixture(scope="module")
def expected(
    loader: Loader,
    platform_of: Callable[[str], Platform],
    tmp_path_factory: pytest.TempPathFactory,
) -> dict[int, str]:
    """What Intel's runtime computes, by the number of work-items."""
    made = tmp_path_factory.mktemp("intel") / "host"
    variables = environment(platform_of("intel"), loader, made.parent)
    assert execute(f"cc host.c -o {made} -lOpenCL", FOLDER, variables, timeout=60).status == 0
    done = {n: execute(f"{made} end {n}", FOLDER, variables, timeout=120) for n in COUNTS}
    assert all(each.status == 0 for each in done.values())
    return {n: each.stdout for n, each in done.items()}


@pytest.mark.parametrize("build", BUILDS)
def test_no_page_beside_a_buffer_is_touched(
    build: str, compiled: Path, expected: dict[int, str], tmp_path: Path
) -> None:
    made = _built(build, compiled, tmp_path)
    for n in COUNTS:
        for side in SIDES:
            done = execute(f"{made} {side} {n}", compiled, {"PPCL_THREADS": "2"}, timeout=60)
            assert done.status == 0, (side, n, done.stdout[-200:])
            assert done.stdout == expected[n]


def test_a_page_that_is_touched_is_found(compiled: Path, tmp_path: Path) -> None:
    """Buffers of one element too few."""
    made = _built("rows of eight", compiled, tmp_path)
    done = execute(f"{made} end 37 1", compiled, {"PPCL_THREADS": "2"}, timeout=60)
    assert done.status in (-signal.SIGSEGV, 128 + signal.SIGSEGV)  # by itself, or by its shell


def _built(build: str, out: Path, folder: Path) -> Path:
    compiler, options = BUILDS[build]
    found = command_of(compiler)
    if found is None:
        pytest.skip(f"NO {compiler.upper()}: the generated C was not built with it")
    flags, libraries = build_flags(out, "cflags"), build_flags(out, "libs")
    line = f"{found} {flags} {options} host.c ppcl/ppcl.c {libraries} -o {folder}/host"
    built = execute(line, out, {}, timeout=300)
    assert (built.status, built.stderr) == (0, "")
    return folder / "host"
