"""Shows how the time that ppcl takes grows with a program, as a table of Markdown.

python -m tests.growth [KIND...]

The times are CPU seconds of the whole command, the least of three runs.
"""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

from tests.command import INSTALLED
from tests.growth.programs import COMMANDS, KINDS, written

SIZES = (50, 100, 200, 400, 800)


def seconds(arguments: tuple[str, ...], folder: Path) -> float:
    """The CPU time of a command, in seconds."""
    process = subprocess.Popen(
        (INSTALLED, *arguments), cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        raise SystemExit(f"ppcl {' '.join(arguments)} ended with {process.returncode}")
    return used.ru_utime + used.ru_stime


def main() -> None:
    print("| of each | command |", *(f" {size} |" for size in SIZES), sep="")
    print("|---" * (2 + len(SIZES)), "|", sep="")
    with tempfile.TemporaryDirectory() as where:
        for kind in sys.argv[1:] or KINDS:
            folders = [written(kind, size, Path(where, kind, str(size))) for size in SIZES]
            for name, arguments in COMMANDS.items():
                least = (min(seconds(arguments, each) for _ in range(3)) for each in folders)
                print(f"| {kind} | {name} |", *(f" {time:.1f} |" for time in least), sep="")


if __name__ == "__main__":
    main()
