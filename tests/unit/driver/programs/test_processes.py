"""Work in processes of its own: what ends badly ends alone."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from ppcl.driver.programs.processes import run_each


def work(task: str) -> str:
    match task:
        case "raise":
            raise ValueError("no such thing")
        case "die":
            os.kill(os.getpid(), signal.SIGKILL)
        case "hang":
            time.sleep(60)
    return task.upper()


@pytest.mark.parametrize("jobs", [1, 3])
def test_results_are_in_the_order_of_the_tasks(jobs: int) -> None:
    ended = run_each(["a", "b", "c", "d"], work, jobs)
    assert [each.result for each in ended] == ["A", "B", "C", "D"]
    assert {each.how for each in ended} == {"done"}


def test_an_exception_is_told_and_the_rest_goes_on() -> None:
    bad, good = run_each(["raise", "a"], work)
    assert (bad.how, bad.result, bad.message) == ("failed", None, "ValueError: no such thing")
    assert good.result == "A"


def test_a_process_that_dies_is_told() -> None:
    bad, good = run_each(["die", "a"], work)
    assert bad.how == "failed"
    assert "ended with status -9" in bad.message
    assert good.result == "A"


def test_what_takes_too_long_is_ended() -> None:
    start = time.monotonic()
    late, good = run_each(["hang", "a"], work, timeout=0.3)
    assert (late.how, late.message) == ("late", "not done after 0.3 s")
    assert good.result == "A"
    assert time.monotonic() - start < 30


def test_no_tasks() -> None:
    assert run_each([], work) == []


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="NO /proc: not checked")
@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
def test_work_ends_where_the_one_who_gave_it_is_ended(how: signal.Signals) -> None:
    """The worker would stay for a minute."""
    command = (sys.executable, "-c", PARENT)
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as parent:
        assert parent.stdout is not None
        worker = int(parent.stdout.readline())
        parent.send_signal(how)
    end = time.monotonic() + 30
    while is_at_work(worker) and time.monotonic() < end:
        time.sleep(0.01)
    assert not is_at_work(worker)


PARENT = """
import os, time
from ppcl.driver.programs.processes import run_each

def work(task):
    print(os.getpid(), flush=True)
    time.sleep(60)

run_each([1], work)
"""


def is_at_work(process: int) -> bool:
    """Whether a process is there, and not only its status, for which nobody has asked yet."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False
