"""Samples as plain C: built without OpenCL, they pass their own checks and agree with a runtime."""

import os
import re
import shlex
import shutil
import subprocess
from array import array
from collections.abc import Callable
from pathlib import Path

import pytest

from ppcl.driver.flags import build_flags
from ppcl.verify.platforms import Loader, environment, find_platforms
from ppcl.verify.programs import build as build_program
from ppcl.verify.programs import read_recipe
from ppcl.verify.trees import lay_out

SAMPLES = Path(__file__).resolve().parents[2] / "samples"
NAMES = sorted(path.parent.name for path in SAMPLES.glob("*/ppcl.toml"))
AS_IT_IS = ("md", "spmv")  # one in C, and one in C++
WARNINGS = ("-Wall", "-Wextra", "-Werror")

Ppcl = Callable[..., subprocess.CompletedProcess[str]]


def build(out: Path, compiler: str, *flags: str, last: str = "") -> Path:
    """The sample in a folder, built against its own kernels; `last` comes after all flags."""
    hosts = [path.name for path in out.iterdir() if path.suffix in (".c", ".cpp")]
    given = {kind: shlex.split(build_flags(out, kind)) for kind in ("cflags", "sources", "libs")}
    line = [compiler, *flags, *given["cflags"], *hosts, *given["sources"], *given["libs"]]
    done = subprocess.run(
        [*line, *last.split(), "-o", "program"],
        cwd=out,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return out / "program"


def run_small(folder: Path, small: str, variables: dict[str, str] | None = None) -> bytes:
    """Runs a sample's small case; the bytes of its result."""
    program = re.sub(r"^\S+", "./program", small)
    done = subprocess.run(
        ["/bin/sh", "-c", f"{program} -d result.bin"],
        cwd=folder,
        env={**os.environ, **(variables or {})},
        capture_output=True,
        text=True,
        check=False,
    )
    assert "check: passed" in done.stdout, done.stdout + done.stderr
    return (folder / "result.bin").read_bytes()


def of_a_runtime(sample: str, loader: Loader, folder: Path) -> bytes:
    """What the sample computes on an OpenCL runtime; tests/programs/test_samples.py compares them.

    The last one is Intel's, where it is here: it builds a kernel in half of pocl's time.
    """
    platforms = find_platforms()
    if not platforms:
        pytest.skip("NO PLATFORM: there is nothing to compare with")
    recipe = read_recipe(SAMPLES / sample)
    variables = environment(platforms[-1], loader, folder)
    original = lay_out(SAMPLES / sample, {}, folder / "original")
    build_program(recipe.build, original, variables)
    shutil.copy(original / shlex.split(recipe.small)[0], original / "program")
    return run_small(original, recipe.small, dict(variables))


# With the flags as they are, or less for the compiler to do, which is most of the time.
@pytest.mark.parametrize(
    ("sample", "optimized"),
    [
        *((name, "") for name in AS_IT_IS),
        *((name, "-O1") for name in NAMES if name not in AS_IT_IS),
        *(pytest.param(n, "", marks=pytest.mark.long) for n in NAMES if n not in AS_IT_IS),
    ],
)
def test_a_sample_runs_without_opencl(
    sample: str, optimized: str, ppcl: Ppcl, installed_ppcl: Ppcl, loader: Loader, tmp_path: Path
) -> None:
    """No loader is linked, no warning is left, and the host is the sample's own."""
    out = tmp_path / "out"
    run = installed_ppcl if sample == "md" else ppcl
    done = run("compile", SAMPLES / sample, "--emit", "c", "-o", out)
    assert done.returncode == 0, done.stderr
    host = next(path for path in out.iterdir() if path.suffix in (".c", ".cpp"))
    assert host.read_bytes() == (SAMPLES / sample / host.name).read_bytes()
    compiler = "c++" if host.suffix == ".cpp" else "cc"
    if shutil.which(compiler) is None:
        pytest.skip(f"NO {compiler}: {sample} is not built as C")
    program = build(out, compiler, *WARNINGS, last=optimized)
    linked = subprocess.run(["ldd", program], capture_output=True, text=True, check=True).stdout
    assert "OpenCL" not in linked
    element = {"float": "f", "double": "d", "int": "i"}[read_recipe(SAMPLES / sample).element]
    ours = array(element, run_small(out, read_recipe(SAMPLES / sample).small))
    theirs = array(element, of_a_runtime(sample, loader, tmp_path))
    assert ours == pytest.approx(theirs, rel=1e-4, abs=1e-6)
