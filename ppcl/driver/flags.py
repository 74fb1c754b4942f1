"""What a build of generated C needs, in the manner of pkg-config."""

import re
import shlex
from collections.abc import Mapping
from pathlib import Path

from ppcl.diag import ExitCode, PpclError
from ppcl.verify.programs import Recipe

# Kernels do what the standard says of OpenCL C, not of C: `errno` and floating traps are no part of
# it, and pointers to one buffer may have several types. `native` and -O3 are for vector code.
# How vectors are passed matters to nobody: all functions are the program's own.
_CFLAGS = (
    "-O3 -march=native -fno-strict-aliasing -fno-math-errno -fno-trapping-math -Wno-psabi -pthread"
)

_C90 = re.compile(r"(?<!\S)-(ansi|std=(c|gnu|iso9899:)(89|90|1990|199409))(?!\S)")
# C99 in which `inline` means what it does in C90 with GNU's extensions.
_NEWER = "-std=gnu99 -fgnu89-inline"


def build_flags(out: Path, wanted: str) -> str:
    """The flags of a kind: "cflags", "sources" or "libs". Raises PpclError (usage) where there is
    no generated C."""
    source = out / "ppcl" / "ppcl.c"
    if not source.is_file():
        message = f"no generated C in {out}: `ppcl compile --emit c ... -o {out}` makes it"
        raise PpclError(message, exit_code=ExitCode.USAGE)
    return _flags(out)[wanted]


def build_line_as_c(recipe: Recipe) -> str:
    """How a program is built, in its folder, with its kernels as C: as it is said, or by its usual
    build line with the flags after it; where that asks for C90, the runtime's C99 is for all."""
    newer = [_NEWER] if _C90.search(recipe.build) else []
    return recipe.build_c or " ".join([recipe.build, *newer, *_flags(Path()).values()])


def _flags(out: Path) -> Mapping[str, str]:
    return {
        "cflags": f"-I{shlex.quote(str(out / 'ppcl' / 'include'))} {_CFLAGS}",
        "sources": shlex.quote(str(out / "ppcl" / "ppcl.c")),
        "libs": "-lm -lpthread -ldl",  # each a part of libc in newer glibcs
    }
