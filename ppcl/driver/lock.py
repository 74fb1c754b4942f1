"""A file that several processes change in turns."""

import fcntl
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from ppcl.diag import ExitCode, PpclError

PATIENCE = 30.0  # seconds; who changes a file does so in milliseconds
_PAUSE = 0.02


@contextmanager
def locked(path: Path, patience: float = PATIENCE) -> Iterator[None]:
    """Within, no other process is within for the same file. Raises PpclError (usage) where one is
    for longer than `patience` seconds, or the file's folder cannot be written to."""
    lock = path.with_name(f".{path.name}.lock")
    descriptor = _acquired(lock, path, time.monotonic() + patience)
    try:
        yield
    finally:
        lock.unlink(missing_ok=True)
        os.close(descriptor)


def _acquired(lock: Path, path: Path, deadline: float) -> int:
    while time.monotonic() < deadline:
        try:
            lock.parent.mkdir(parents=True, exist_ok=True)
            descriptor = os.open(lock, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o666)
        except OSError as error:
            raise _failed(path, error.strerror or str(error)) from error
        if _holds(descriptor, lock):
            return descriptor
        os.close(descriptor)
        time.sleep(_PAUSE)
    raise _failed(path, f"another process holds {lock}")


def _holds(descriptor: int, lock: Path) -> bool:
    """Whether the file could be locked, and is still the one of its name: who held it before has
    removed it."""
    with suppress(BlockingIOError, FileNotFoundError):
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        return os.path.samestat(os.fstat(descriptor), lock.stat())
    return False


def _failed(path: Path, problem: str) -> PpclError:
    return PpclError(f"cannot write {path}: {problem}", exit_code=ExitCode.USAGE)
