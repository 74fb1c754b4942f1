"""What the C backend's page promises, by the command and a run of what it wrote."""

import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from ppcl.verify.execute import execute

HERE = Path(__file__).parent
KINDS = ("cflags", "sources", "libs")
PRINTED = """\
ppcl: these kernels are not compiled in:
kernel 'recursive': kernels.cl:5: 'down' comes to itself: OpenCL has no recursion
recursive: 1
 3 9 3 3 7 5
"""
Ppcl = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture
def out(tmp_path: Path, installed_ppcl: Ppcl) -> Path:
    folder = tmp_path / "program"
    shutil.copytree(HERE / "c_command", folder)
    shutil.copy(HERE / "run.h", folder)
    done = installed_ppcl("compile", folder, "--emit", "c", "-o", tmp_path / "out")
    assert done.returncode == 0, done.stderr
    assert "kernel 'recursive' is not compiled to C" in done.stderr
    return tmp_path / "out"


def test_a_c90_host_that_asks_for_a_gpu_runs_the_kernels_that_there_are(
    out: Path, installed_ppcl: Ppcl
) -> None:
    flags = [installed_ppcl("flags", f"--{kind}", ".", cwd=out).stdout.strip() for kind in KINDS]
    cflags, sources, libs = flags
    line = f"cc -std=gnu89 {cflags} host.c {sources} {libs} -o run"
    assert "behind -std=gnu89" in execute(line, out, {}, timeout=60).stderr
    built = execute(f"{line} -std=gnu99 -fgnu89-inline -O1", out, {}, timeout=60)
    assert built.status == 0, built.stderr
    lost = execute("./run", out, {}, timeout=60)
    assert (lost.status, "PPCL_DEVICE_TYPE=gpu" in lost.stderr) == (1, True)
    done = execute("./run", out, {"PPCL_DEVICE_TYPE": "gpu"}, timeout=60)
    assert (done.status, done.stdout) == (0, PRINTED)
