"""Kernels as C with other compilers and C libraries, and with threads under ThreadSanitizer."""

import shutil
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path

import pytest
from compilers import command_of

from ppcl.backend.emit import emit
from ppcl.driver.compile import compile_program
from ppcl.driver.flags import build_flags
from ppcl.driver.output import mirrored, write_files
from ppcl.driver.sources.project import Choices, open_project
from ppcl.verify.execute import Completed, execute
from ppcl.verify.programs import read_recipe
from tests.samples import COMMON

ROOT = Path(__file__).resolve().parents[2]
SAMPLE = ROOT / "samples" / "md"
THREADS = ROOT / "tests" / "cases" / "threads"
WARNINGS = "-Wall -Wextra -Werror"
COUNT, GROUPS, BINS = 1 << 18, 256, 16  # as in the program
OTHERS = ("musl-gcc", "musl-gcc -static", "zig cc")

AsC = Callable[[Path], Path]


@pytest.fixture(scope="module")
def as_c(tmp_path_factory: pytest.TempPathFactory) -> AsC:
    """A program with its kernels as C."""

    @cache
    def compiled(program: Path) -> Path:
        out = tmp_path_factory.mktemp("out")
        project = open_project([str(program)], Choices(target="pocl-cpu"))
        write_files(mirrored(compile_program(project, (), emit), out))
        return out

    return compiled


def built(out: Path, line: str, host: str, made: Path) -> None:
    """Builds a program with the flags of `ppcl flags`, and without a warning."""
    flags = {kind: build_flags(out, kind) for kind in ("cflags", "sources", "libs")}
    name, _, options = line.partition(" -")
    found = command_of(name)
    if found is None:
        pytest.skip(f"NO {name.upper()}: the generated C was not built with it")
    command = f"{found} {flags['cflags']} {WARNINGS} {options and '-' + options} -O1"
    done = execute(f"{command} {host} {flags['sources']} {flags['libs']} -o {made}", out, {}, 300)
    assert (done.status, done.stderr) == (0, "")


@pytest.mark.parametrize("line", OTHERS)
def test_a_sample_runs_with_other_compilers_and_libraries(
    line: str, as_c: AsC, tmp_path: Path
) -> None:
    out, made = as_c(SAMPLE), tmp_path / "md"
    built(out, line, f"-I{COMMON} md.c", made)
    small = read_recipe(SAMPLE).small.replace("./md", str(made))
    done = execute(small, out, {"PPCL_THREADS": "2"}, timeout=60)
    assert done.status == 0, done.stderr
    assert "check: passed" in done.stdout


def run_threads(made: Path, folder: Path, *arguments: str) -> Completed:
    # Debian's clang has no symbolizer of its own beside it; binutils' gives the same names.
    options = f"atexit_sleep_ms=0 external_symbolizer_path={shutil.which('addr2line')}"
    variables: Mapping[str, str] = {"PPCL_THREADS": "4", "TSAN_OPTIONS": options}
    return execute(" ".join([str(made), *arguments]), folder, variables, timeout=120)


def hashed(values: list[int]) -> int:
    """What the host prints of its buffer."""
    found = 0
    for value in values + [0] * (GROUPS + 2 - len(values)):
        found = (found * 31 + value) % (1 << 32)
    return found


def expected() -> str:
    """What is printed of both kernels."""
    numbers = [i * 7919 % 1009 for i in range(COUNT)]
    bins = [0] * BINS
    for number in numbers:
        bins[number % BINS] += 1
    per_group = [0] * GROUPS
    for i, number in enumerate(numbers):
        per_group[i % (GROUPS * 64) // 64] += number
    sums = [sum(numbers), GROUPS, *per_group]
    return f"histogram: {hashed(bins)}\nlast_adds: {hashed(sums)}\n"


@pytest.mark.parametrize("name", ["gcc", "clang"])
def test_threads_meet_as_the_kernels_say(name: str, as_c: AsC, tmp_path: Path) -> None:
    """A data race of the kernel's own is seen, so that groups did run on several threads."""
    out, made = as_c(THREADS), tmp_path / "program"
    built(out, f"{name} -g -fsanitize=thread", "host.c", made)
    done = run_threads(made, out)
    assert (done.status, done.stderr, done.stdout) == (0, "", expected())
    # On a busy machine one thread may run all groups before the others have started.
    runs = (run_threads(made, out, "race") for _ in range(10))
    racing = next((run for run in runs if run.status != 0), done)
    assert "WARNING: ThreadSanitizer: data race" in racing.stderr
    assert "race_1_group" in racing.stderr
