"""The original and the rewritten program as folders of their own."""

import shutil
from collections.abc import Mapping
from pathlib import Path

from ppcl.diag import ExitCode, PpclError

# Copies are made in the last four, in a folder of temporary files that may be in the program's.
_LEFT_OUT = shutil.ignore_patterns(
    *(".git", ".hg", ".svn", "__pycache__", ".venv", "*.sock"),
    *("ppcl-verify-*", "ppcl-bench-*", "ppcl-tune-*", "ppcl-capture-*"),
)


def lay_out(root: Path, texts: Mapping[str, bytes], folder: Path) -> Path:
    """A copy of a program's folder, with these files written over it.

    Raises PpclError (build or run failed) where it cannot be copied.
    """
    try:
        shutil.copytree(root, folder, symlinks=True, ignore=_LEFT_OUT)
        for path, text in texts.items():
            place = folder / path
            place.parent.mkdir(parents=True, exist_ok=True)
            if place.is_symlink():
                place.unlink()
            place.write_bytes(text)
    except (OSError, shutil.Error) as error:
        message = f"cannot copy {root} to build it: {error}"
        raise PpclError(message, exit_code=ExitCode.BUILD_OR_RUN) from error
    return folder
