"""Runs versions of a launch in a process of their own."""

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ppcl.diag import ExitCode, PpclError
from ppcl.verify.apart import Apart, apart
from ppcl.verify.replay.launch import Argument, Replay

_WORKER = "ppcl.verify.replay.worker"


@dataclass(frozen=True)
class Session:
    """Versions that are built and have run twice. `outputs` are the buffers of each one after the
    second, in the order of its memories."""

    process: Apart
    device: str
    outputs: Sequence[Sequence[bytes]]
    timeout: float

    def rounds(self, count: int) -> list[list[float]]:
        """So many rounds; each has the milliseconds of every version. Raises PpclError where the
        process crashes, or takes longer than the timeout."""
        self.process.ask({"rounds": count})
        answer = self.process.answer(self.timeout)
        return [list(map(float, each)) for each in answer["milliseconds"]]


@contextmanager
def session(
    versions: Sequence[Replay], variables: Mapping[str, str], scratch: Path, timeout: float
) -> Iterator[Session]:
    """Within, the versions of a launch on the platform of `variables`; `timeout` in seconds is for
    each answer. Raises PpclError where one does not build or run, or takes too long, and where
    pyopencl is not installed."""
    job = scratch / "job.json"
    try:
        jobs = [_job(version, scratch / str(number)) for number, version in enumerate(versions)]
        job.write_text(json.dumps({"versions": jobs}))
    except OSError as error:  # of names that come from anybody, or of buffers that are large
        message = f"cannot write {error.filename or scratch}: {error.strerror}"
        raise PpclError(message, exit_code=ExitCode.BUILD_OR_RUN) from error
    with apart(_WORKER, [str(job)], variables, scratch) as process:
        answer = process.answer(timeout)
        outputs = [[Path(path).read_bytes() for path in each["after"]] for each in jobs]
        yield Session(process, str(answer["device"]), outputs, timeout)


def _job(version: Replay, folder: Path) -> Mapping[str, Any]:
    """A version as the worker wants it, its text and buffers written to a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "kernel.cl").write_bytes(version.text)
    options = [version.options, *_included(version, folder / "include")]
    memories = []
    for number, memory in enumerate(version.memories):
        before = folder / f"before-{number}"
        before.write_bytes(memory.before)
        memories.append({"flags": memory.flags, "before": str(before)})
    return {
        "text": str(folder / "kernel.cl"),
        "options": " ".join(options),
        "kernel": version.kernel,
        "offset": version.offset,
        "global": version.global_size,
        "local": version.local_size,
        "arguments": [_argument(argument) for argument in version.arguments],
        "memories": memories,
        "after": [str(folder / f"after-{number}") for number in range(len(memories))],
    }


def _included(version: Replay, folder: Path) -> Iterator[str]:
    """Writes the files that a version includes, and yields the options that find them."""
    for path, data in version.includes.items():
        place = folder / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(data)
    for path in version.include_folders if version.includes else ():
        place = folder / path
        place.mkdir(parents=True, exist_ok=True)  # `..` is looked up in a folder that is there
        yield f"-I {place}"


def _argument(argument: Argument) -> Mapping[str, object]:
    return {**vars(argument), "value": argument.value.hex()}
