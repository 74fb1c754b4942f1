"""What a build of generated C needs, in the manner of pkg-config."""

import shlex
from collections.abc import Mapping
from pathlib import Path

from ppcl.diag import ExitCode, PpclError

# Kernels do what the standard says of OpenCL C, not of C: `errno` and floating traps are no part of
# it, and pointers to one buffer may have several types. `native` and -O3 are for vector code.
# How vectors are passed matters to nobody: all functions are the program's own.
_CFLAGS = (
    "-O3 -march=native -fno-strict-aliasing -fno-math-errno -fno-trapping-math -Wno-psabi -pthread"
)


def build_flags(out: Path, wanted: str) -> str:
    """The flags of a kind: "cflags", "sources" or "libs". Raises PpclError (usage) where there is
    no generated C."""
    source = out / "ppcl" / "ppcl.c"
    if not source.is_file():
        message = f"no generated C in {out}: `ppcl compile --emit c ... -o {out}` makes it"
        raise PpclError(message, exit_code=ExitCode.USAGE)
    include = shlex.quote(str(out / "ppcl" / "include"))
    flags: Mapping[str, str] = {
        "cflags": f"-I{include} {_CFLAGS}",
        "sources": shlex.quote(str(source)),
        "libs": "-lm -lpthread -ldl",  # each a part of libc in newer glibcs
    }
    return flags[wanted]
