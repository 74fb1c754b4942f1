"""Builds of the C runtime with a host and hand-written kernels, and of the same host for pocl."""

import re
import shlex
from collections.abc import Mapping
from pathlib import Path

from ppcl.frontend import HEADERS
from ppcl.verify.execute import Completed, execute

HERE = Path(__file__).parent
RUNTIME = HERE.parents[2] / "templates" / "runtime" / "c"
WARNINGS = "-Wall -Wextra -Werror -g"


def key(text: bytes) -> tuple[int, int]:
    """Hash and length of a program's text, as ppcl_kernel.h says."""
    text = re.sub(rb"[ \t\v\f\r]+(?=\n|\Z)", b"", text.replace(b"\0", b"")).rstrip(b" \t\n\v\f\r")
    number = 0xCBF29CE484222325
    for byte in text:
        number = (number ^ byte) * 0x100000001B3 % 2**64
    return number, len(text)


def compile_runtime(
    compiler: str, made: Path, headers: Path = HEADERS, variables: Mapping[str, str] | None = None
) -> Completed:
    """Compiles the runtime with the kernels of kernels.c to an object file."""
    number, length = key((HERE / "kernels.cl").read_bytes())
    defines = f"-DKERNELS_HASH={number}u -DKERNELS_LENGTH={length}"
    folders = " ".join(f"-I{shlex.quote(str(folder))}" for folder in (RUNTIME, HERE, headers))
    command = f"{compiler} {WARNINGS} {defines} {folders} -c {RUNTIME}/ppcl.c -o {made}"
    return execute(command, HERE, variables or {}, timeout=120)


def build_host(
    host: str, made: Path, rest: str, variables: Mapping[str, str] | None = None
) -> Completed:
    """Compiles and links a host of this folder with what else the line needs."""
    compiler = "c++" if host.endswith(".cpp") else "cc"
    return execute(f"{compiler} {WARNINGS} {host} -o {made} {rest}", HERE, variables or {}, 120)
