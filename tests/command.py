"""The `ppcl` command for tests, run in their own process.

To load its modules takes five times as long as to rewrite a small program, so what is run here is
the `main` of the installed command, which is loaded once. Tests of a capability as a whole start
the command itself: `installed_ppcl`.
"""

import gc
import io
import subprocess
import sys
import sysconfig
from collections.abc import Iterator, Sequence
from contextlib import chdir, contextmanager, redirect_stderr, redirect_stdout
from pathlib import Path

from ppcl.cli.main import main

INSTALLED = Path(sysconfig.get_path("scripts")) / "ppcl"
SECONDS = 120.0
Done = subprocess.CompletedProcess[str]


def run_ppcl(arguments: Sequence[str | Path], folder: Path) -> Done:
    """Run `ppcl` with these arguments in a folder."""
    words = ["ppcl", *map(str, arguments)]
    printed = [io.TextIOWrapper(io.BytesIO(), "utf-8", write_through=True) for _ in range(2)]
    with _as_process(words, folder), redirect_stdout(printed[0]), redirect_stderr(printed[1]):
        status = _status()
    out, err = (text.buffer.getvalue().decode() for text in printed)  # type: ignore[attr-defined]
    return Done(words, status, out, err)


def start_ppcl(arguments: Sequence[str | Path], folder: Path) -> Done:
    """Start the installed `ppcl` with these arguments in a folder."""
    words = [INSTALLED, *arguments]
    return subprocess.run(
        words, cwd=folder, capture_output=True, text=True, timeout=SECONDS, check=False
    )


@contextmanager
def _as_process(words: list[str], folder: Path) -> Iterator[None]:
    """What a process has of its own: the command line, the folder, when garbage is collected."""
    given, threshold = sys.argv, gc.get_threshold()
    sys.argv = words
    try:
        with chdir(folder):
            yield
    finally:
        sys.argv = given
        gc.set_threshold(*threshold)


def _status() -> int:
    try:
        main()
    except SystemExit as end:
        return int(end.code or 0)
    return 0
