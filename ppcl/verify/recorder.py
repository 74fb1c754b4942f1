"""The recorder: a C library that is preloaded into a program and writes down what OpenCL does.

It is compiled on first use and kept in the user's cache folder, by its text and the compiler.
"""

import hashlib
import os
import shutil
import subprocess
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from ppcl.diag import ExitCode, PpclError
from ppcl.emit import runtime_file
from ppcl.frontend.options import HEADERS
from ppcl.source import cache_folder

TEXTS = (
    *("recorder.c", "attach.h", "log.h", "objects.h", "pending.h", "capture.h", "images.h"),
    "later.h",
)
COMPILERS = ("cc", "gcc", "clang")
FLAGS = ("-O2", "-shared", "-fPIC", "-std=gnu11")
LIBRARIES = ("-ldl", "-lpthread")
LOG_LIMIT = 1 << 30


def build_recorder(scratch: Path) -> Path:
    """The compiled recorder: from the cache, else made now, in `scratch` if there is no cache.

    Raises PpclError (build or run failed) where it cannot be compiled.
    """
    compiler = next((found for name in COMPILERS if (found := shutil.which(name))), None)
    if compiler is None:
        message = "no C compiler (cc, gcc or clang) for the recorder"
        raise PpclError(message, exit_code=ExitCode.BUILD_OR_RUN)
    name = f"recorder-{_key(compiler)}.so"
    for folder in (cache_folder(), scratch):
        library = folder / name
        if library.exists():
            return library
        try:
            folder.mkdir(parents=True, exist_ok=True)
            return _compile(compiler, library)
        except OSError:
            continue
    raise PpclError(f"cannot write the recorder to {scratch}", exit_code=ExitCode.BUILD_OR_RUN)


@dataclass(frozen=True)
class Recording:
    """What a run is recorded for: all that its host sees or, with `times`, kernel times only and
    all of the launches in `captured` ("KERNEL:N", from 1). `limit` is of the log, in bytes; the
    host sees that commands took `clock` times as long as they did."""

    times: bool = False
    captured: tuple[str, ...] = ()
    limit: int = LOG_LIMIT
    clock: int = 1


EVERYTHING = Recording()
TIMES = Recording(times=True)


def recording(library: Path, folder: Path, wanted: Recording = EVERYTHING) -> Mapping[str, str]:
    """Variables with which a program writes its logs to `folder`.

    What is preloaded already stays so, after the recorder.
    """
    preloaded = [str(library), *filter(None, [os.environ.get("LD_PRELOAD")])]
    variables = {
        "LD_PRELOAD": os.pathsep.join(preloaded),
        "PPCL_RECORD": str(folder),
        "PPCL_RECORD_LIMIT": str(wanted.limit),
        "PPCL_RECORD_CLOCK": str(wanted.clock),
    }
    if wanted.times:
        variables["PPCL_RECORD_TIMES"] = "1"
    if wanted.captured:
        variables["PPCL_RECORD_CAPTURE"] = ",".join(wanted.captured)
    return variables


def _key(compiler: str) -> str:
    """What the library depends on: text, headers, flags, compiler."""
    version = subprocess.run([compiler, "--version"], capture_output=True, check=False).stdout
    parts = [compiler.encode(), version, " ".join((*FLAGS, *LIBRARIES)).encode()]
    parts += [runtime_file(f"record/{name}") for name in TEXTS]
    parts += [path.read_bytes() for path in sorted((HEADERS / "CL").glob("*.h"))]
    return hashlib.sha256(b"\0".join(parts)).hexdigest()[:24]


def _compile(compiler: str, library: Path) -> Path:
    """Compiles beside the library's place, so that others find all of it or none."""
    with tempfile.TemporaryDirectory(dir=library.parent, prefix=".recorder-") as name:
        folder = Path(name)
        for text in TEXTS:
            (folder / text).write_bytes(runtime_file(f"record/{text}"))
        made = folder / library.name
        command = [compiler, *FLAGS, f"-I{HEADERS}", TEXTS[0], "-o", made.name, *LIBRARIES]
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            reason = (done.stderr.strip().splitlines() or ["no reason given"])[0]
            message = f"the recorder cannot be compiled: {reason}"
            raise PpclError(message, exit_code=ExitCode.BUILD_OR_RUN)
        os.replace(made, library)
    return library
