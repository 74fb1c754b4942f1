"""The kernels of tests/shapes compute what was written by hand with intrinsics, as C and as OpenCL
runtimes run them. scripts/bench_shapes.py compares their times."""

import re
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from compilers import command_of

from ppcl.driver.flags import build_flags
from ppcl.verify.execute import execute
from ppcl.verify.platforms import Loader, Platform, environment
from tests.runtime_apart import sources

SHAPES = Path(__file__).resolve().parents[1] / "shapes"
NAMES = ["fir", "stencil", "mandelbrot", "matmul", "gather", "histogram"]
BY_HAND = "-mavx2 -mfma"
WARNINGS = "-Wall -Wextra -Werror"
Ppcl = Callable[..., subprocess.CompletedProcess[str]]


def has_avx2() -> bool:
    """Whether this machine runs what was written by hand."""
    words = Path("/proc/cpuinfo").read_text().split() if Path("/proc/cpuinfo").exists() else []
    return {"avx2", "fma"} <= set(words)


pytestmark = pytest.mark.skipif(not has_avx2(), reason="NO AVX2: nothing by hand to compare with")


def names_of(output: str) -> list[str]:
    """The kernels that were run."""
    return re.findall(r"^(\w+): kernel [0-9.]+ ms, by hand [0-9.]+ ms,", output, re.MULTILINE)


@pytest.fixture(scope="module")
def out(ppcl: Ppcl, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The shapes as C, beside what was written by hand."""
    out = Path(shutil.copytree(SHAPES, tmp_path_factory.mktemp("shapes") / "out"))
    done = ppcl("compile", "host.c", "shapes.cl", "--emit", "c", "-o", out, cwd=SHAPES)
    assert done.returncode == 0, done.stderr
    return out


@pytest.mark.parametrize(
    ("compiler", "pack"),
    [
        ("gcc", 1),
        pytest.param("gcc", 16, marks=pytest.mark.long),
        pytest.param("clang", 4, marks=pytest.mark.long),
        ("clang", 16),
    ],
)
def test_the_c_computes_what_was_written_by_hand(compiler: str, pack: int, out: Path) -> None:
    found = command_of(compiler)
    if found is None:
        pytest.skip(f"NO {compiler.upper()}: the generated C was not built with it")
    tuned = "-mtune=generic" if compiler == "clang" else ""  # is built in a third of the time
    line = f"{found} {build_flags(out, 'cflags')} {WARNINGS} {tuned} -DPPCL_PACK={pack}"
    line += f" host.c by_hand.c {sources(out, out)}"
    built = execute(f"{line} {build_flags(out, 'libs')} -o shapes", out, {}, timeout=300)
    assert (built.status, built.stderr) == (0, "")
    run = execute("./shapes 1", out, {"PPCL_THREADS": "2"}, timeout=60)
    assert (run.status, run.stderr) == (0, ""), run.stdout
    assert names_of(run.stdout) == NAMES


@pytest.mark.parametrize("platform", [pytest.param("pocl", marks=pytest.mark.long), "intel"])
def test_runtimes_compute_what_was_written_by_hand(
    platform: str, loader: Loader, platform_of: Callable[[str], Platform], tmp_path: Path
) -> None:
    variables = environment(platform_of(platform), loader, tmp_path)
    shutil.copytree(SHAPES, tmp_path / "shapes")
    line = f"cc -O2 {BY_HAND} host.c by_hand.c -o host -lOpenCL -lm"
    built = execute(line, tmp_path / "shapes", variables, timeout=60)
    assert built.status == 0, built.stderr
    run = execute("./host 1", tmp_path / "shapes", variables, timeout=300)
    assert run.status == 0, run.stdout
    assert names_of(run.stdout) == NAMES
