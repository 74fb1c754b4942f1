"""Images through the command: `ppcl compile --emit c`, and a run of what it wrote."""

import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from ppcl.verify.execute import execute
from ppcl.verify.platforms import Loader, Platform, environment

HERE = Path(__file__).parent
KERNELS = ("blur", "between", "described", "turned", "volume", "layers", "lines")
RIGHT = "".join(f"{name}: right\n" for name in KERNELS)
Ppcl = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A host that holds each kernel's result against a plain loop."""
    folder = tmp_path_factory.mktemp("images") / "program"
    shutil.copytree(HERE / "c_images", folder)
    shutil.copy(HERE / "run.h", folder)
    return folder


@pytest.fixture(scope="module")
def flags(program: Path, installed_ppcl: Ppcl, ppcl: Ppcl) -> dict[str, str]:
    """What the C of the program, in `out`, is built with."""
    done = installed_ppcl("compile", program, "--emit", "c", "-o", program / "out")
    assert done.returncode == 0, done.stderr
    return {
        kind: ppcl("flags", f"--{kind}", ".", cwd=program / "out").stdout.strip()
        for kind in ("cflags", "sources", "libs")
    }


@pytest.mark.parametrize("compiler", ["gcc", "clang"])
def test_kernels_on_images_are_right(compiler: str, program: Path, flags: dict[str, str]) -> None:
    if shutil.which(compiler) is None:
        pytest.skip(f"NO {compiler.upper()}: images were not built with it")
    line = f"{compiler} -Wall -Wextra -Werror {flags['cflags']} host.c {flags['sources']}"
    built = execute(f"{line} {flags['libs']} -O1 -o run", program / "out", {}, timeout=120)
    assert (built.status, built.stderr) == (0, "")
    done = execute("./run", program / "out", {}, timeout=60)
    assert (done.status, done.stdout) == (0, RIGHT)


@pytest.mark.parametrize("platform", ["pocl", "intel"])
def test_a_runtime_finds_the_same(
    platform: str, program: Path, loader: Loader, platform_of: Callable[[str], Platform]
) -> None:
    variables = environment(platform_of(platform), loader, program / "scratch")
    built = execute("cc host.c -o run -lOpenCL -lm", program, variables, timeout=60)
    assert built.status == 0, built.stderr
    done = execute("./run", program, variables, timeout=120)
    assert (done.status, done.stdout) == (0, RIGHT)
