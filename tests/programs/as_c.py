"""Samples as plain C: how they are built, without OpenCL, and run."""

import re
import shlex
import subprocess
from pathlib import Path

from ppcl.driver.flags import build_flags
from tests.runtime_apart import sources
from tests.samples import COMMON


def build(out: Path, compiler: str, *flags: str, last: str = "") -> Path:
    """The sample in a folder, built against its own kernels; `last` comes after all flags, and
    with it the runtime is not built again."""
    hosts = [path.name for path in out.iterdir() if path.suffix in (".c", ".cpp")]
    flags = (*flags, f"-I{COMMON}")
    given = {kind: shlex.split(build_flags(out, kind)) for kind in ("cflags", "sources", "libs")}
    if last:
        given["sources"] = shlex.split(sources(out, out))
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


def run_small(folder: Path, small: str) -> bytes:
    """Runs a sample's small case; the bytes of its result."""
    program = re.sub(r"^\S+", "./program", small)
    done = subprocess.run(
        ["/bin/sh", "-c", f"{program} -d result.bin"],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )
    assert "check: passed" in done.stdout, done.stdout + done.stderr
    return (folder / "result.bin").read_bytes()
