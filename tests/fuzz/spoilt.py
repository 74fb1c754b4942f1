"""What must hold of ppcl on any input: it ends in time, with an exit code that is documented, and
what it wrote is whole. Each command runs in a process of its own."""

import os
import resource
import shutil
import signal
import sys
import tempfile
import time
import traceback
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NoReturn

from ppcl.cli.main import main
from tests.command import run_ppcl

# Of the processor's time. The machine may be busy: WALL_SECONDS is for what waits.
SECONDS = 10
WALL_SECONDS = 90
CODES = (0, 2, 3)


@dataclass(frozen=True)
class Run:
    """How a command ended: its exit code (negative: by a signal), the processor's seconds."""

    command: str
    code: int
    seconds: float
    output: str

    @property
    def problem(self) -> str | None:
        """What is wrong with the way that it ended."""
        if self.code in CODES and "Traceback" not in self.output:
            return None
        how = f"exit code {self.code} after {self.seconds:.1f} s"
        return f"{self.command}: {how}: {self.output[-600:]}"


def warm_up(program: Path) -> None:
    """Run the commands on a program as it is, in this process: what they load and what a first one
    finds out is then there in each process that is begun from here."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(shutil.copytree(program, Path(name) / "program"))
        for command in _commands(["."], folder.with_name("same"), folder.with_name("changed")):
            assert run_ppcl(command, folder).returncode == 0


def run(arguments: list[str], folder: Path) -> Run:
    """Run `ppcl` in a folder, in a process of its own."""
    log = folder.with_name(f"{folder.name}.log")
    process = os.fork()
    if process == 0:
        _run_and_exit(arguments, folder, log)
    status, used = _wait(process)
    code = os.waitstatus_to_exitcode(status)
    seconds = used.ru_utime + used.ru_stime
    return Run(" ".join(arguments[:1]), code, seconds, log.read_text("utf-8", "replace"))


def _run_and_exit(arguments: list[str], folder: Path, log: Path) -> NoReturn:
    code: object = 1
    try:
        descriptor = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o666)
        os.dup2(descriptor, 1)
        os.dup2(descriptor, 2)
        os.chdir(folder)
        sys.argv = ["ppcl", *arguments]
        resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS + 1))
        main()
        code = 0
    except SystemExit as end:
        code = end.code or 0
    except BaseException:
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code if isinstance(code, int) else 1)


def _wait(process: int) -> tuple[int, resource.struct_rusage]:
    end = time.monotonic() + WALL_SECONDS
    while True:
        found, status, used = os.wait4(process, os.WNOHANG)
        if found:
            return status, used
        if time.monotonic() > end:
            os.kill(process, signal.SIGKILL)
        time.sleep(0.005)


@dataclass(frozen=True)
class Verdict:
    """What is wrong with what ppcl did on an input; the exit codes; the slowest command."""

    problems: tuple[str, ...]
    codes: tuple[int, ...]
    seconds: float


def judged(files: dict[str, bytes], sources: tuple[str, ...], folder: Path) -> Verdict:
    """Write a program to a folder and run ppcl on it."""
    for name, data in files.items():
        (folder / name).write_bytes(data)
    same, changed = folder.with_name("same"), folder.with_name("changed")
    runs = [run(command, folder) for command in _commands(sources, same, changed)]
    graph, copied, compiled = runs
    found = [done.problem for done in runs]
    for done, out in ((copied, same), (compiled, changed)):
        if done.code != 0 and out.exists():
            found.append(f"exit code {done.code}, but {out.name} was written")
    if copied.code == 0:
        different = [name for name in sources if (same / name).read_bytes() != files[name]]
        found += [f"--passes none changed {name}" for name in different]
    if {copied.code, graph.code} == {0, 3}:
        found.append(f"graph ends with {graph.code}, compile with {copied.code}")
    wrong = tuple(problem for problem in found if problem is not None)
    return Verdict(wrong, tuple(done.code for done in runs), max(done.seconds for done in runs))


def _commands(sources: Sequence[str], same: Path, changed: Path) -> Iterator[list[str]]:
    """The graph, and both outputs: with no pass, and with all of them."""
    yield ["graph", *sources, "--format", "json"]
    yield ["compile", *sources, "--passes", "none", *_to(same)]
    yield ["compile", *sources, *_to(changed)]


def _to(out: Path) -> list[str]:
    return ["--target", "amd-cpu", "-o", str(out)]
