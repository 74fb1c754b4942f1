"""Runs a program under Oclgrind, which interprets kernels and reports races and bad accesses."""

import shutil
import tempfile
from collections.abc import Mapping
from pathlib import Path

from ppcl.verify.execute import execute

OCLGRIND_SECONDS = 300.0


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
