"""What the pages on builtins and the runtime promise: by the command and a run of what it wrote."""

import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from ppcl.verify.execute import execute

HERE = Path(__file__).parent
PRINTED = """\
divided: 15 1
shifted: 2 2 2
wrapped: 1 1 1 127
converted: 255 2 1 1 1 1
copied: 7 6 2147483647 2000 0 -1 -2147483648 0
printf: 4 four 0.25
two builds: 15 30 45 60
no compiler: 1
callbacks: 1
events, a part and a map: 4 8 6 9
atomics: 100000
offset: 3004 3005 3014 3015 3104 3105 3114 3115
states: 5 12 15 10 5 12 15 10
"""
Ppcl = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture(scope="module")
def out(tmp_path_factory: pytest.TempPathFactory, installed_ppcl: Ppcl, ppcl: Ppcl) -> Path:
    """The program with its kernels as C, built."""
    folder = tmp_path_factory.mktemp("promises")
    shutil.copytree(HERE / "c_promises", folder / "program")
    shutil.copy(HERE / "run.h", folder / "program")
    done = installed_ppcl("compile", folder / "program", "--emit", "c", "-o", folder / "out")
    assert done.returncode == 0, done.stderr
    kinds = ("cflags", "sources", "libs")
    flags = [ppcl("flags", f"--{kind}", ".", cwd=folder / "out").stdout for kind in kinds]
    cflags, sources, libs = map(str.strip, flags)
    line = f"cc -std=c99 -Wall -Wextra -Werror {cflags} host.c {sources} {libs} -O1 -o run"
    built = execute(line, folder / "out", {}, timeout=120)
    assert (built.status, built.stderr) == (0, "")
    return folder / "out"


@pytest.mark.parametrize("threads", ["1", "3"])
def test_what_is_left_open_and_the_runtime_are_as_said(threads: str, out: Path) -> None:
    done = execute("./run", out, {"PPCL_THREADS": threads}, timeout=60)
    assert (done.status, done.stdout) == (0, PRINTED)
