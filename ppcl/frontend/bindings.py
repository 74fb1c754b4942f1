"""OpenCL's C++ bindings as ppcl brings them: read as the program's own, never edited or copied."""

import os
from pathlib import Path

from ppcl.frontend.options import BINDINGS

_MARK = "../<ppcl>/"


def binding_name(path: str) -> str:
    """The name in the program of a file at an absolute path; "" where it is no binding."""
    folder = str(BINDINGS) + os.sep
    return _MARK + Path(path[len(folder) :]).as_posix() if path.startswith(folder) else ""


def is_binding(name: str) -> bool:
    """Whether a name stands for a file of the bindings."""
    return name.startswith(_MARK)


def binding_text(name: str) -> bytes:
    """The bytes of a file of the bindings."""
    return (BINDINGS / name.removeprefix(_MARK)).read_bytes()
