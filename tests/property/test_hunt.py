"""A hunt that is interrupted ends in order."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from ppcl.verify.platforms import find_loader, find_platforms

ROOT = Path(__file__).resolve().parents[2]
SECONDS = 120.0


def started_below(folder: Path) -> list[str]:
    """The commands of processes whose files for the moment are in a folder."""
    wanted = f"\0TMPDIR={folder}".encode()
    found = []
    for path in Path("/proc").glob("[0-9]*"):
        try:
            if wanted in (path / "environ").read_bytes():
                found.append((path / "cmdline").read_bytes().replace(b"\0", b" ").decode())
        except OSError:
            continue
    return found


@pytest.mark.parametrize("to_all", [True, False], ids=["as a terminal does", "the first process"])
def test_an_interrupt_leaves_nothing_and_sums_up(to_all: bool, tmp_path: Path) -> None:
    if find_loader() is None or not find_platforms():
        pytest.skip("NO OPENCL HEADERS, LOADER OR PLATFORM: a hunt does not start")
    folder = tmp_path / "tmp"
    folder.mkdir()
    python = ["env", "--default-signal=INT", sys.executable]  # jobs in the background ignore it
    command = [*python, "-m", "tests.property.hunt", "--programs", "500", "--jobs", "2"]
    given = ["--targets", "pocl-cpu", "--cases", str(tmp_path / "cases"), "--alternate"]
    process = subprocess.Popen(
        [*command, *given],
        cwd=ROOT,
        env={**os.environ, "TMPDIR": str(folder)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    deadline = time.monotonic() + SECONDS
    while not list(folder.glob("ppcl-hunt-*/*/program-*/before/host")):  # one is built
        assert time.monotonic() < deadline
        time.sleep(0.05)
    (os.killpg if to_all else os.kill)(process.pid, signal.SIGINT)
    printed, errors = process.communicate(timeout=SECONDS)
    assert (process.returncode, errors) == (130, "")
    assert printed.endswith("interrupted\n")
    assert "programs      " in printed
    assert list(folder.iterdir()) == []
    assert started_below(folder) == []
