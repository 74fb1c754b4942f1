"""Kernels that run in a process of their own, which answers in lines of JSON and is ended whatever
happens."""

import json
import os
import selectors
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from ppcl.diag import ExitCode, PpclError
from ppcl.verify.started import started


@dataclass(frozen=True)
class Apart:
    """The process. What it cannot do it says as `{"error": "..."}`; what else goes wrong there is
    said in the file `errors`. `heard` is what it said and was not asked for yet."""

    process: "subprocess.Popen[bytes]"
    errors: Path
    heard: bytearray = field(default_factory=bytearray)

    def ask(self, request: object) -> None:
        """Gives it a line of JSON; that it has ended is seen by who waits for the answer."""
        assert self.process.stdin is not None
        with suppress(BrokenPipeError):
            self.process.stdin.write(json.dumps(request).encode() + b"\n")
            self.process.stdin.flush()

    def answer(self, timeout: float) -> Mapping[str, Any]:
        """The next line that it says, within `timeout` seconds. Raises PpclError where it takes
        longer (timeout), says an error, or ends (build or run failed)."""
        answer: dict[str, Any] = json.loads(self._line(time.perf_counter() + timeout, timeout))
        if "error" in answer:
            raise _failed(answer["error"])
        return answer

    def _line(self, deadline: float, timeout: float) -> bytes:
        assert self.process.stdout is not None
        with selectors.DefaultSelector() as selector:
            selector.register(self.process.stdout, selectors.EVENT_READ)
            while b"\n" not in self.heard:
                left = deadline - time.perf_counter()
                if left <= 0 or not selector.select(left):
                    message = f"the kernel took longer than {timeout:g} s"
                    raise PpclError(message, exit_code=ExitCode.TIMEOUT)
                read = os.read(self.process.stdout.fileno(), 1 << 16)
                if not read:
                    raise _failed(self._ending())
                self.heard.extend(read)
        line, _, rest = bytes(self.heard).partition(b"\n")
        self.heard[:] = rest
        return line

    def _ending(self) -> str:
        """How it ended, with its last words."""
        status = self.process.wait()
        how = f"the process that ran the kernel ended with {status}"
        if status < 0:
            how = f"the kernel ended its process by {signal.Signals(-status).name}"
        said = self.errors.read_text("utf-8", "replace").strip().splitlines()
        return f"{how}: {said[-1].strip()}" if said else how


@contextmanager
def apart(
    module: str, arguments: Sequence[str], variables: Mapping[str, str], scratch: Path
) -> Iterator[Apart]:
    """Within, a module of ppcl runs as a process, on the platform of `variables`, in the folder
    `scratch`. Raises PpclError (no platform) where pyopencl is not installed."""
    if find_spec("pyopencl") is None:
        message = "kernels are run alone with pyopencl: pip install 'ppcl[tune]'"
        raise PpclError(message, exit_code=ExitCode.NO_PLATFORM)
    said = scratch / "stderr"
    with (
        said.open("wb") as errors,
        started(
            [sys.executable, "-m", module, *arguments],
            env={**os.environ, **variables, "PYOPENCL_NO_CACHE": "1"},
            cwd=scratch,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=errors,
        ) as process,
    ):
        yield Apart(process, said)


def _failed(message: str) -> PpclError:
    return PpclError(message, exit_code=ExitCode.BUILD_OR_RUN)
