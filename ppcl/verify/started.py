"""A process in a session of its own, which is ended whatever happens."""

import os
import signal
import subprocess
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any

_ENDING = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


@contextmanager
def started(command: str | Sequence[str], **how: Any) -> Iterator["subprocess.Popen[bytes]"]:
    """Within, the process (`how` as of subprocess.Popen); behind, its group is no more."""
    process: subprocess.Popen[bytes] | None = None
    try:
        with _deferred():
            process = subprocess.Popen(command, start_new_session=True, **how)
        yield process
    finally:
        if process is not None:
            _end(process)


@contextmanager
def _deferred() -> Iterator[None]:
    """Signals that would break off what is within by an exception come behind it: a process that is
    there before its object is would be left. They reach the main thread only."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    came: list[int] = []
    before = {each: signal.signal(each, lambda number, _: came.append(number)) for each in _ENDING}
    try:
        yield
    finally:
        for each, handler in before.items():
            signal.signal(each, handler)
    for number in came:
        signal.raise_signal(number)


def _end(process: "subprocess.Popen[bytes]") -> None:
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    for pipe in (process.stdin, process.stdout, process.stderr):
        if pipe is not None:
            with suppress(BrokenPipeError):
                pipe.close()
