"""Runs versions of a launch in a process of their own, and ends it whatever happens."""

import json
import os
import selectors
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from ppcl.diag import ExitCode, PpclError
from ppcl.verify.replay.launch import Argument, Replay

_WORKER = "ppcl.verify.replay.worker"


@dataclass(frozen=True)
class Session:
    """Versions that are built and have run twice. `outputs` are the buffers of each one after the
    second, in the order of its memories."""

    process: "subprocess.Popen[bytes]"
    device: str
    outputs: Sequence[Sequence[bytes]]
    timeout: float

    def rounds(self, count: int) -> list[list[float]]:
        """So many rounds; each has the milliseconds of every version. Raises PpclError where the
        process crashes, or takes longer than the timeout."""
        assert self.process.stdin is not None
        with suppress(BrokenPipeError):
            self.process.stdin.write(json.dumps({"rounds": count}).encode() + b"\n")
            self.process.stdin.flush()
        answer = _answer(self.process, self.timeout)
        return [list(map(float, each)) for each in answer["milliseconds"]]


@contextmanager
def session(
    versions: Sequence[Replay], variables: Mapping[str, str], scratch: Path, timeout: float
) -> Iterator[Session]:
    """Within, the versions of a launch on the platform of `variables`; `timeout` in seconds is for
    each answer. Raises PpclError where one does not build or run, or takes too long, and where
    pyopencl is not installed."""
    if find_spec("pyopencl") is None:
        message = "kernels are run alone with pyopencl: pip install 'ppcl[tune]'"
        raise PpclError(message, exit_code=ExitCode.NO_PLATFORM)
    jobs = [_job(version, scratch / str(number)) for number, version in enumerate(versions)]
    job = scratch / "job.json"
    job.write_text(json.dumps({"versions": jobs}))
    process = subprocess.Popen(
        [sys.executable, "-m", _WORKER, str(job)],
        env={**os.environ, **variables, "PYOPENCL_NO_CACHE": "1"},
        cwd=scratch,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=(scratch / "stderr").open("wb"),
        start_new_session=True,
    )
    try:
        answer = _answer(process, timeout)
        outputs = [[Path(path).read_bytes() for path in each["after"]] for each in jobs]
        yield Session(process, str(answer["device"]), outputs, timeout)
    finally:
        _end(process)


def _job(version: Replay, folder: Path) -> Mapping[str, Any]:
    """A version as the worker wants it, its text and buffers written to a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "kernel.cl").write_bytes(version.text)
    for path, data in version.includes.items():
        place = folder / "include" / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(data)
    memories = []
    for number, memory in enumerate(version.memories):
        before = folder / f"before-{number}"
        before.write_bytes(memory.before)
        memories.append({"flags": memory.flags, "before": str(before)})
    included = [f"-I{folder / 'include'}"] if version.includes else []
    return {
        "text": str(folder / "kernel.cl"),
        "options": [*shlex.split(version.options), *included],
        "kernel": version.kernel,
        "offset": version.offset,
        "global": version.global_size,
        "local": version.local_size,
        "arguments": [_argument(argument) for argument in version.arguments],
        "memories": memories,
        "after": [str(folder / f"after-{number}") for number in range(len(memories))],
    }


def _argument(argument: Argument) -> Mapping[str, object]:
    return {**vars(argument), "value": argument.value.hex()}


def _answer(process: "subprocess.Popen[bytes]", timeout: float) -> Mapping[str, Any]:
    """The next line that the worker says."""
    assert process.stdout is not None
    deadline = time.perf_counter() + timeout
    line = bytearray()
    with selectors.DefaultSelector() as selector:
        selector.register(process.stdout, selectors.EVENT_READ)
        while not line.endswith(b"\n"):
            left = deadline - time.perf_counter()
            if left <= 0 or not selector.select(left):
                message = f"the kernel took longer than {timeout:g} s"
                raise PpclError(message, exit_code=ExitCode.TIMEOUT)
            read = os.read(process.stdout.fileno(), 1 << 16)
            if not read:
                raise _failed(_ending(process))
            line += read
    answer: dict[str, Any] = json.loads(line)
    if "error" in answer:
        version = f" (version {answer['version']})" if answer["version"] else ""
        raise _failed(f"{answer['error'].strip().splitlines()[0]}{version}")
    return answer


def _ending(process: "subprocess.Popen[bytes]") -> str:
    status = process.wait()
    if status < 0:
        return f"the kernel ended its process by {signal.Signals(-status).name}"
    return f"the process that ran the kernel ended with {status}"


def _end(process: "subprocess.Popen[bytes]") -> None:
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    for pipe in (process.stdin, process.stdout):
        if pipe is not None:
            with suppress(BrokenPipeError):
                pipe.close()


def _failed(message: str) -> PpclError:
    return PpclError(message, exit_code=ExitCode.BUILD_OR_RUN)
