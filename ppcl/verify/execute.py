"""Runs a command line of the user's project, with limits on its time and its output."""

import os
import selectors
import shlex
import signal
import subprocess
import time
import uuid
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from ppcl.diag import ExitCode, PpclError
from ppcl.verify.started import started

OUTPUT_LIMIT = 64 << 20  # bytes of stdout and stderr together
_GRACE = 1.0  # seconds for the output of a program that has ended but left the pipe open
_MARK = "PPCL_RUN"  # names a run in the environment of everything that it starts
_PRELOAD = "LD_PRELOAD"


@dataclass(frozen=True)
class Completed:
    """What a command did: its exit status, what it printed, and the wall time in seconds."""

    status: int
    stdout: str
    stderr: str
    seconds: float

    @property
    def ending(self) -> str:
        """How it ended: with a status, or by a signal (which a shell reports as 128 + number)."""
        number = -self.status if self.status < 0 else self.status - 128
        if number in set(signal.Signals):
            return f"was ended by {signal.Signals(number).name}"
        return f"ended with {self.status}"

    @property
    def reason(self) -> str:
        """One line of why it failed: the first of its errors, or the last thing it said."""
        lines = (self.stderr.strip() or self.stdout.strip()).splitlines()
        errors = [line for line in lines if "error" in line.lower()]
        return (errors or lines[-1:] or ["it printed nothing"])[0]


def execute(
    command: str,
    folder: Path,
    environment: Mapping[str, str],
    timeout: float,
    output_limit: int = OUTPUT_LIMIT,
) -> Completed:
    """Runs a shell command line in a folder, with these variables added.

    Raises PpclError when it takes longer than `timeout` seconds (timeout), or prints more than
    `output_limit` bytes (build or run failed). In any case everything that it started is ended.
    """
    start = time.perf_counter()
    mark = uuid.uuid4().hex
    how = {"shell": True, "cwd": folder, "stdin": subprocess.DEVNULL}
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    variables = {**os.environ, **_but_preloads(environment), _MARK: mark}
    try:
        with started(_script(command, environment), env=variables, **how, **pipes) as process:
            collected = _Collector(process, command, start + timeout, timeout, output_limit)
            stdout, stderr = collected.run()
    finally:
        _end_strays(mark)
    return Completed(process.returncode, stdout, stderr, time.perf_counter() - start)


def _script(command: str, environment: Mapping[str, str]) -> str:
    """The command line, with what is to be preloaded: the shell, which has no use for a library
    that loads a compiler, gives it to what it starts."""
    if _PRELOAD not in environment:
        return command
    return f"export {_PRELOAD}={shlex.quote(environment[_PRELOAD])}\n{command}"


def _but_preloads(environment: Mapping[str, str]) -> Mapping[str, str]:
    return {name: value for name, value in environment.items() if name != _PRELOAD}


@dataclass
class _Collector:
    """Reads what a process prints until it has ended; `deadline` in seconds of perf_counter."""

    process: "subprocess.Popen[bytes]"
    command: str
    deadline: float
    timeout: float
    limit: int

    def run(self) -> tuple[str, str]:
        pipes = (self.process.stdout, self.process.stderr)
        texts = {pipe.fileno(): bytearray() for pipe in pipes if pipe is not None}
        ended: float | None = None
        with selectors.DefaultSelector() as selector:
            for descriptor in texts:
                selector.register(descriptor, selectors.EVENT_READ)
            while selector.get_map() and (ended is None or time.perf_counter() < ended + _GRACE):
                for key, _ in selector.select(0.05):
                    self._read(selector, key.fd, texts[key.fd])
                self._check(sum(map(len, texts.values())))
                if ended is None and self.process.poll() is not None:
                    ended = time.perf_counter()
        self._wait()
        stdout, stderr = (bytes(text).decode("utf-8", "replace") for text in texts.values())
        return stdout, stderr

    def _read(self, selector: selectors.BaseSelector, descriptor: int, text: bytearray) -> None:
        data = os.read(descriptor, 1 << 16)
        text += data
        if not data:
            selector.unregister(descriptor)

    def _check(self, size: int) -> None:
        if size > self.limit:
            message = f"'{self.command}' printed more than {self.limit >> 20} MB"
            raise PpclError(message, exit_code=ExitCode.BUILD_OR_RUN)
        if time.perf_counter() > self.deadline:
            raise self._too_long()

    def _wait(self) -> None:
        """A process may close its pipes long before it ends."""
        try:
            self.process.wait(max(0.0, self.deadline - time.perf_counter()))
        except subprocess.TimeoutExpired as error:
            raise self._too_long() from error

    def _too_long(self) -> PpclError:
        message = f"'{self.command}' took longer than {self.timeout:g} s"
        return PpclError(message, exit_code=ExitCode.TIMEOUT)


def _end_strays(mark: str) -> None:
    """Ends what a run started out of its process group, by the mark."""
    for stray in _marked(mark):
        with suppress(ProcessLookupError, PermissionError):
            os.kill(stray, signal.SIGKILL)


def _marked(mark: str) -> Iterator[int]:
    """The processes that inherited the mark of a run, where the system shows it (Linux)."""
    wanted = f"{_MARK}={mark}".encode()
    for path in Path("/proc").glob("[0-9]*/environ"):
        with suppress(OSError):
            if wanted in path.read_bytes():
                yield int(path.parent.name)
