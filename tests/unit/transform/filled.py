"""Hosts whose array is filled in a few ways, and what ppcl makes of them."""

import shutil
import subprocess
from pathlib import Path

import pytest

from ppcl.driver.compile import compile_program
from ppcl.driver.sources.project import Choices, open_project
from ppcl.frontend import HEADERS
from ppcl.transform.passes import transforms
from tests.unit.small_program import KERNEL, PROGRAM

WARNINGS = ("-Wall", "-Wextra", "-Werror", "-Wno-sign-compare")
HOST = PROGRAM["host.c"].replace(b"return 0;", b"return argc < 0;")
STORE = b"values[r * columns + c]"


def rewritten(folder: Path, host: bytes, name: str = "host.c") -> str:
    """The host for a CPU; both versions are without a warning."""
    folder.joinpath("sum.cl").write_bytes(KERNEL)
    path = folder / name
    path.write_bytes(host)
    chosen = Choices(target="amd-cpu")
    sources = [str(path), str(folder / "sum.cl")]
    compiled = compile_program(open_project(sources, chosen), transforms())
    assert compiled.changed == (name, "sum.cl")
    for text in (host, compiled.results[name].data):
        path.write_bytes(text)
        language = ["-std=c++17"] if name.endswith("pp") else []
        command = ["gcc", "-fsyntax-only", *language, *WARNINGS, f"-I{HEADERS}", path]
        done = subprocess.run(command, capture_output=True, check=False, text=True)
        assert (done.returncode, done.stderr) == (0, "")
    return compiled.results[name].data.decode()


needs_gcc = pytest.mark.skipif(shutil.which("gcc") is None, reason="NO GCC: not checked")


def filled_by(body: bytes) -> bytes:
    start = HOST.index(b"    for (int r")
    end = HOST.index(b"}\n\nint main")
    return (HOST[:start] + body + HOST[end:]).replace(b"malloc(", b"(float *)malloc(")


AT = b"int at = r * columns + c;"
LOOPS = b"""    for (int r = 0; r < rows; ++r)
        for (int c = 0; c < columns; ++c) {
            int at = r * columns + c;
            values[at] = 1.0f + c;
        }
"""
