"""Runs a command line of the user's project, with a time limit."""

import os
import signal
import subprocess
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from ppcl.diag import ExitCode, PpclError


@dataclass(frozen=True)
class Completed:
    """What a command did: its exit status, what it printed, and the wall time in seconds."""

    status: int
    stdout: str
    stderr: str
    seconds: float

    @property
    def reason(self) -> str:
        """One line of why it failed: the first of its errors, or the last thing it said."""
        lines = (self.stderr.strip() or self.stdout.strip()).splitlines()
        errors = [line for line in lines if "error" in line.lower()]
        return (errors or lines[-1:] or ["it printed nothing"])[0]


def execute(
    command: str, folder: Path, environment: Mapping[str, str], timeout: float
) -> Completed:
    """Runs a shell command line in a folder, with these variables added.

    Raises PpclError (timeout) when it takes longer than `timeout` seconds; its processes are ended.
    """
    start = time.perf_counter()
    process = subprocess.Popen(
        command,
        shell=True,
        cwd=folder,
        env={**os.environ, **environment},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        errors="replace",
        start_new_session=True,
    )
    try:
        stdout, stderr = process.communicate(timeout=timeout)
    except subprocess.TimeoutExpired as error:
        raise PpclError(
            f"'{command}' took longer than {timeout:g} s", exit_code=ExitCode.TIMEOUT
        ) from error
    finally:
        _end(process)
    return Completed(process.returncode, stdout, stderr, time.perf_counter() - start)


def _end(process: subprocess.Popen[str]) -> None:
    """Ends the shell and what it started; the group is its own session."""
    if process.poll() is None:
        os.killpg(process.pid, signal.SIGKILL)
        process.communicate()
