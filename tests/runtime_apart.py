"""Kernels as C, built apart from a runtime that is compiled once.

Both are one file to compile, `ppcl.c`, and the runtime is most of it, the same in every program.
What tests a program's kernels builds no more than these, and links the runtime as it was compiled
before. Tests of the runtime, of build lines and of each compiler with all of it build `ppcl.c`.
"""

import os
import shlex
import tempfile
from pathlib import Path

from ppcl.emit import runtime_file
from ppcl.frontend import HEADERS
from ppcl.verify.execute import execute

KERNELS_ONLY = "ppcl/kernels_only.c"
VARIABLE = "PPCL_TESTS_RUNTIME"  # the folder that a session keeps it in
TEXTS = Path(__file__).resolve().parents[1] / "templates" / "runtime" / "c"
COMPILER = "cc -std=gnu99 -O1 -g -w -pthread"
_END_OF_KERNELS = b'#include "objects.h"'
_KEPT = """
struct ppcl_kept { const struct ppcl_program *programs; const unsigned *count; };
#ifdef __cplusplus
extern "C"
#else
extern
#endif
const struct ppcl_kept ppcl_kept;
"""
_PROGRAMS = "const struct ppcl_kept ppcl_kept = {ppcl_programs, &ppcl_program_count};\n"
_NO_KERNELS = """\
#define ppcl_programs ppcl_kept.programs
#define ppcl_program_count (*ppcl_kept.count)
"""


def kernels_only() -> bytes:
    """What `ppcl.c` says before its runtime, as a file of its own in the same folder."""
    text, found, _ = runtime_file("c/ppcl.c").partition(_END_OF_KERNELS)
    assert found
    return text + f"{_KEPT}{_PROGRAMS}".encode()


def sources(out: Path, scratch: Path) -> str:
    """What a build line of a program in a folder has in place of its `ppcl.c`."""
    (out / KERNELS_ONLY).write_bytes(kernels_only())
    return f"{shlex.quote(str(out / KERNELS_ONLY))} {shlex.quote(str(runtime(scratch)))}"


def runtime(scratch: Path) -> Path:
    """The runtime, of any program's kernels: as it was compiled in this session, or in a folder."""
    folder = Path(os.environ.get(VARIABLE) or scratch)
    made = folder / "ppcl_runtime.o"
    if not made.exists():
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=folder) as name:
            (Path(name) / "kernels.c").write_text(_KEPT + _NO_KERNELS)
            command = f"{COMPILER} -I. -I{HEADERS} -c {TEXTS / 'ppcl.c'} -o ppcl_runtime.o"
            done = execute(command, Path(name), {}, timeout=120)
            assert done.status == 0, done.stderr
            os.replace(Path(name) / made.name, made)
    return made
