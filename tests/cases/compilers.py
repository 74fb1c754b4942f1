"""C compilers that generated C is built with, wherever this machine has them."""

import shlex
import shutil
import sys
from importlib.util import find_spec
from pathlib import Path


def command_of(compiler: str) -> str | None:
    """How a compiler is called here; None where there is none."""
    return shutil.which(compiler) or (_other_clang() if compiler == "clang" else None)


def _other_clang() -> str | None:
    """Clang as pocl brings it along, or as the package ziglang has it."""
    found = sorted(Path("/usr/lib").glob("llvm-*/bin/clang"))
    if found:
        return str(found[-1])
    return f"{shlex.quote(sys.executable)} -m ziglang cc" if find_spec("ziglang") else None
