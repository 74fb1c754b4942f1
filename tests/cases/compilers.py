"""C compilers that generated C is built with, wherever this machine has them."""

import shlex
import shutil
import sys
from importlib.util import find_spec
from pathlib import Path

ZIG = "zig cc"


def command_of(compiler: str) -> str | None:
    """How a compiler is called here; None where there is none."""
    if compiler == ZIG:
        return _zig()
    return (clang() or _zig()) if compiler == "clang" else shutil.which(compiler)


def clang() -> str | None:
    """Clang, or the one that pocl brings along; its C++ compiler is beside it."""
    brought = sorted(Path("/usr/lib").glob("llvm-*/bin/clang"))
    return shutil.which("clang") or (str(brought[-1]) if brought else None)


def _zig() -> str | None:
    """Zig's C compiler, which is clang: its own command, or the package ziglang."""
    if shutil.which("zig") is not None:
        return ZIG
    return f"{shlex.quote(sys.executable)} -m ziglang cc" if find_spec("ziglang") else None
