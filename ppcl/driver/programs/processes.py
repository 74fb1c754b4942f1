"""Work done in processes of its own, so that neither a crash nor a hang ends the rest."""

import signal
import sys
import time
from collections.abc import Callable, Generator, Sequence
from contextlib import closing
from ctypes import CDLL
from dataclasses import dataclass, field
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from multiprocessing.context import ForkProcess
from typing import Generic, Literal, TypeVar

_PR_SET_PDEATHSIG = 1
Task = TypeVar("Task")
Result = TypeVar("Result")


@dataclass(frozen=True)
class Ended(Generic[Result]):
    """How a piece of work ended: with a result, by a failure that `message` tells, or too late.

    `seconds` is wall time.
    """

    how: Literal["done", "failed", "late"]
    result: Result | None
    message: str
    seconds: float


@dataclass
class _Running(Generic[Result]):
    """A process at work; `number` is its task's."""

    number: int
    process: ForkProcess
    connection: Connection
    started: float = field(default_factory=time.monotonic)


def run_each(
    tasks: Sequence[Task],
    work: Callable[[Task], Result],
    jobs: int = 1,
    timeout: float | None = None,
) -> list[Ended[Result]]:
    """Do a piece of work for each task, each in a process, `jobs` at a time; in the tasks' order.

    `timeout` is in seconds of wall time, for each.
    """
    ended: dict[int, Ended[Result]] = {}
    with closing(_run(tasks, work, jobs, timeout)) as outcomes:
        ended.update(outcomes)
    return [ended[number] for number in range(len(tasks))]


def _run(
    tasks: Sequence[Task], work: Callable[[Task], Result], jobs: int, timeout: float | None
) -> Generator[tuple[int, Ended[Result]], None, None]:
    waiting = iter(enumerate(tasks))
    running: list[_Running[Result]] = []
    try:
        while True:
            while len(running) < jobs and (item := next(waiting, None)) is not None:
                running.append(_start(item[0], work, item[1]))
            if not running:
                return
            wait([each.connection for each in running], _patience(running, timeout))
            for each in list(running):
                outcome = _outcome(each, timeout)
                if outcome is not None:
                    running.remove(each)
                    yield each.number, outcome
    finally:
        for each in running:
            _end(each)


def _start(number: int, work: Callable[[Task], Result], task: Task) -> _Running[Result]:
    context = get_context("fork")
    here, there = context.Pipe(duplex=False)
    process = context.Process(target=_work, args=(work, task, there), daemon=True)
    process.start()
    there.close()
    return _Running(number, process, here)


def _work(work: Callable[[Task], Result], task: Task, connection: Connection) -> None:
    """What the process does: the result, or what failed, goes back to its parent."""
    _end_with_parent()
    try:
        connection.send((work(task), ""))
    except Exception as error:
        connection.send((None, f"{type(error).__name__}: {error}"))


def _end_with_parent() -> None:
    """Have the system end this process where its parent is killed (Linux, prctl(2))."""
    if sys.platform == "linux":
        CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)


def _patience(running: Sequence[_Running[Result]], timeout: float | None) -> float | None:
    """How long the first that may be late still has, in seconds."""
    if timeout is None:
        return None
    return max(0.0, min(each.started for each in running) + timeout - time.monotonic())


def _outcome(each: _Running[Result], timeout: float | None) -> Ended[Result] | None:
    """How a process ended; None while it is at work."""
    seconds = time.monotonic() - each.started
    if each.connection.poll():
        try:
            result, message = each.connection.recv()
        except EOFError:
            each.process.join()
            result, message = None, f"the process ended with status {each.process.exitcode}"
        _end(each)
        return Ended("failed" if message else "done", result, message, seconds)
    if timeout is not None and seconds >= timeout:
        _end(each)
        return Ended("late", None, f"not done after {timeout:g} s", seconds)
    return None


def _end(each: _Running[Result]) -> None:
    each.process.kill()
    each.process.join()
    each.connection.close()
