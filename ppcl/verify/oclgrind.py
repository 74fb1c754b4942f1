"""Runs a program under Oclgrind, which interprets kernels and reports races and bad accesses."""

import re
import shutil
import tempfile
from collections.abc import Mapping
from pathlib import Path

from ppcl.verify.execute import execute

OCLGRIND_SECONDS = 300.0
_LIBRARY = "liboclgrind-rt.so"
# Below the launcher's prefix. To look everywhere in /usr/lib takes a second.
_FOLDERS = ("lib*", "lib*/oclgrind", "lib*/*", "lib*/*/oclgrind")
_NUMBERS = re.compile(r"0x[0-9a-f]+|\d+")


def available() -> bool:
    """Whether Oclgrind is installed."""
    return shutil.which("oclgrind") is not None


def findings(command: str, folder: Path, environment: Mapping[str, str]) -> str:
    """What Oclgrind reports of a command: its log, empty if it found nothing.

    Its exit status is the program's, so only the log tells (Oclgrind 21.10).
    """
    with tempfile.TemporaryDirectory() as scratch:
        log = Path(scratch) / "log"
        options = f"--data-races --check-api --log '{log}'"
        completed = execute(f"oclgrind {options} {command}", folder, environment, OCLGRIND_SECONDS)
        found = log.read_text(errors="replace") if log.exists() else ""
    return found if completed.status == 0 else f"{found}{completed.reason}\n"


def library() -> Path | None:
    """The library that Oclgrind's launcher preloads; None where it is not found.

    The launcher would put it before the recorder's, so both are preloaded without it.
    """
    launcher = shutil.which("oclgrind")
    if launcher is None:
        return None
    prefix = Path(launcher).resolve().parent.parent
    found = (path for folder in _FOLDERS for path in sorted(prefix.glob(f"{folder}/{_LIBRARY}")))
    return next(found, None)


def variables(runtime: Path, log: str) -> Mapping[str, str]:
    """Variables with which a program runs under Oclgrind, which writes what it finds to a log."""
    return {
        "LD_PRELOAD": str(runtime),
        "OCLGRIND_DATA_RACES": "1",
        "OCLGRIND_CHECK_API": "1",
        "OCLGRIND_LOG": log,
    }


def new_reports(before: str, after: str) -> list[str]:
    """First lines of the reports that only the second log has, whatever their numbers are."""
    known = set(map(_kind, _heads(before)))
    return [head for head in dict.fromkeys(_heads(after)) if _kind(head) not in known]


def _heads(log: str) -> list[str]:
    """Reports are paragraphs; the lines below the first say where."""
    return [line.strip() for line in log.splitlines() if line.strip() and not line[0].isspace()]


def _kind(head: str) -> str:
    return _NUMBERS.sub("N", head)
