"""Runs a program with the recorder in it."""

import os
import shlex
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from ppcl.diag import ExitCode, PpclError
from ppcl.verify.execute import Completed, execute
from ppcl.verify.log import Process
from ppcl.verify.read_logs import read_logs
from ppcl.verify.recorder import EVERYTHING, Recording, recording


class OverLimit(PpclError):
    """What is recorded of a run is more than the log may be."""


@dataclass(frozen=True)
class Program:
    """A built program: where it runs, by which command, with which variables.

    `output` are arguments of which the last is the file that its raw result goes to, if any;
    `as_c`: whether its kernels are C, in a runtime of its own.
    """

    folder: Path
    command: str
    environment: Mapping[str, str]
    recorder: Path
    timeout: float
    output: tuple[str, ...] = ()
    as_c: bool = False

    @property
    def result(self) -> Path | None:
        """The file that the raw result goes to."""
        return self.folder / self.output[-1] if self.output else None


@dataclass(frozen=True)
class Run:
    """One run: what was seen, and the raw result that it wrote."""

    completed: Completed
    processes: list[Process] = field(default_factory=list)
    result: bytes | None = None

    @property
    def launches(self) -> int:
        """How many launches were seen."""
        return sum(len(process.launches) for process in self.processes)


def observe(program: Program, wanted: Recording = EVERYTHING) -> Run:
    """Runs a program once, recorded. Raises OverLimit, or PpclError where
    kernels were to run as C and did not, or as `execute` does."""
    if program.result:
        program.result.unlink(missing_ok=True)
    with tempfile.TemporaryDirectory(prefix="ppcl-log-") as name:
        logs = Path(name)
        variables = {**program.environment, **recording(program.recorder, logs, wanted)}
        if program.environment.get("LD_PRELOAD"):
            both = (variables["LD_PRELOAD"], program.environment["LD_PRELOAD"])
            variables["LD_PRELOAD"] = os.pathsep.join(both)
        command = f"{program.command} {shlex.join(program.output)}".rstrip()
        completed = execute(command, program.folder, variables, program.timeout)
        processes = read_logs(logs)
    if any(process.overflown for process in processes):
        size = f"{wanted.limit / 2**30:g} GB"
        message = f"'{program.command}' has more than {size} in what is recorded of its buffers"
        raise OverLimit(f"{message}: give it a smaller size", exit_code=ExitCode.BUILD_OR_RUN)
    if program.as_c and completed.status == 0 and not _all_attached(processes):
        message = (
            f"nothing recorded: '{program.command}' did not run its kernels as C; its build line "
            "needs what `ppcl flags` prints, and no -static"
        )
        raise PpclError(message, exit_code=ExitCode.BUILD_OR_RUN)
    return Run(completed, processes, _result(program))


def _all_attached(processes: Sequence[Process]) -> bool:
    """Whether all that was launched ran in runtimes within the program, and there was one."""
    return all(process.attached for process in processes) and bool(processes)


def _result(program: Program) -> bytes | None:
    path = program.result
    return path.read_bytes() if path and path.is_file() else None
