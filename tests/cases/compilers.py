"""C compilers that generated C is built with, wherever this machine has them."""

import shlex
import shutil
import subprocess
import sys
from functools import cache
from importlib.util import find_spec
from pathlib import Path

ZIG = "zig cc"


def command_of(compiler: str) -> str | None:
    """How a compiler is called here; None where there is none."""
    if compiler == ZIG:
        return _zig()
    return (clang() or _zig()) if compiler == "clang" else shutil.which(compiler)


@cache
def clang() -> str | None:
    """Clang, or the one that pocl brings along; its C++ compiler is beside it.

    Some come without what -fsanitize links, so one that has it is preferred.
    """
    brought = sorted(map(str, Path("/usr/lib").glob("llvm-*/bin/clang")), reverse=True)
    found = [path for path in (shutil.which("clang"), *brought) if path is not None]
    return next(filter(_has_sanitizers, found), found[0] if found else None)


def _has_sanitizers(compiler: str) -> bool:
    command = [compiler, "-print-resource-dir"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return any(Path(done.stdout.strip()).glob("lib/**/libclang_rt.tsan*"))


def _zig() -> str | None:
    """Zig's C compiler, which is clang: its own command, or the package ziglang."""
    if shutil.which("zig") is not None:
        return ZIG
    return f"{shlex.quote(sys.executable)} -m ziglang cc" if find_spec("ziglang") else None
