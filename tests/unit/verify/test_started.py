"""Processes that signals find at odd times."""

import os
import signal
import subprocess
import sys
import threading
from pathlib import Path
from unittest.mock import patch

import pytest

from ppcl.verify.started import started

SLEEP = ("sleep", "600")


class Late(subprocess.Popen[bytes]):
    """A process that is there before its object is: a signal comes in between."""

    made: int = 0

    def __init__(self, *arguments, **others) -> None:
        super().__init__(*arguments, **others)
        Late.made = self.pid
        signal.raise_signal(signal.SIGTERM)


@pytest.fixture
def stopping():
    def stop(number: int, _: object) -> None:
        raise SystemExit(128 + number)

    before = signal.signal(signal.SIGTERM, stop)
    yield
    signal.signal(signal.SIGTERM, before)


def is_there(pid: int) -> bool:
    status = Path(f"/proc/{pid}/status")
    return status.exists() and "zombie" not in status.read_text()


def test_a_signal_between_a_process_and_its_object(stopping) -> None:
    with (
        patch.object(subprocess, "Popen", Late),
        pytest.raises(SystemExit, match="143"),
        started(SLEEP),
    ):
        raise AssertionError
    assert Late.made
    assert not is_there(Late.made)


def test_signals_are_as_they_were_behind_it(stopping) -> None:
    before = signal.getsignal(signal.SIGTERM)
    with started(SLEEP) as process:
        assert signal.getsignal(signal.SIGTERM) is before
        assert is_there(process.pid)
    assert not is_there(process.pid)


def test_other_threads_start_processes_too() -> None:
    ended: list[int] = []

    def run() -> None:
        with started(("true",)) as process:
            ended.append(process.wait(60))

    thread = threading.Thread(target=run)
    thread.start()
    thread.join()
    assert ended == [0]


TWICE = """
import os, signal, time
from ppcl.cli.running import interruptible

with interruptible():
    try:
        os.kill(os.getpid(), signal.SIGINT)
        time.sleep(60)
    finally:
        os.kill(os.getpid(), signal.SIGINT)
        os.kill(os.getpid(), signal.SIGTERM)
        print("cleared", flush=True)
"""


def test_a_second_signal_does_not_break_off_the_clearing() -> None:
    done = subprocess.run(
        (sys.executable, "-c", TWICE), capture_output=True, text=True, check=False, env=os.environ
    )
    assert (done.returncode, done.stdout) == (130, "cleared\n"), done.stderr
