"""Builds of the C runtime with a host and hand-written kernels, and of the same host for pocl."""

import shlex
from collections.abc import Mapping
from pathlib import Path

from ppcl.backend.key import key_of
from ppcl.frontend import HEADERS
from ppcl.verify.execute import Completed, execute

HERE = Path(__file__).parent
RUNTIME = HERE.parents[2] / "templates" / "runtime" / "c"
WARNINGS = "-Wall -Wextra -Werror -g"


def compile_runtime(
    compiler: str, made: Path, headers: Path = HEADERS, variables: Mapping[str, str] | None = None
) -> Completed:
    """Compiles the runtime with the kernels of kernels.c to an object file."""
    key = key_of((HERE / "kernels.cl").read_bytes(), "")
    defines = f"-DKERNELS_HASH={key.hash}u -DKERNELS_LENGTH={key.length}"
    folders = " ".join(f"-I{shlex.quote(str(folder))}" for folder in (RUNTIME, HERE, headers))
    command = f"{compiler} {WARNINGS} {defines} {folders} -c {RUNTIME}/ppcl.c -o {made}"
    return execute(command, HERE, variables or {}, timeout=120)


def build_host(
    host: str, made: Path, rest: str, variables: Mapping[str, str] | None = None
) -> Completed:
    """Compiles and links a host of this folder with what else the line needs."""
    compiler = "c++" if host.endswith(".cpp") else "cc"
    return execute(f"{compiler} {WARNINGS} {host} -o {made} {rest}", HERE, variables or {}, 120)
