"""What ends ppcl from outside: an interrupt, an output that takes no more."""

import json
import os
import signal
import subprocess
import time
from pathlib import Path
from types import SimpleNamespace

import pytest

from ppcl.cli.start import start
from tests.command import INSTALLED

COMPILE = (INSTALLED, "compile", "prog", "--target", "amd-cpu")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="NO /dev/full: not checked")
def test_an_output_that_is_full_is_said() -> None:
    with open("/dev/full", "wb") as full:
        done = subprocess.run(COMPILE, stdout=full, stderr=subprocess.PIPE, check=False)
    assert done.returncode == 2
    last = done.stderr.decode().splitlines()[-1]
    assert last == "ppcl: error: cannot write the output: No space left on device"


def test_an_interrupt_leaves_no_traceback(prog: Path) -> None:
    command = (*COMPILE, "-o", "out")
    with subprocess.Popen(command, stderr=subprocess.PIPE) as process:
        waits = Path(f"/proc/{process.pid}/maps")
        while process.poll() is None and "libclang" not in waits.read_text():
            time.sleep(0.01)
        process.send_signal(signal.SIGINT)
        error = process.communicate()[1].decode()
    assert process.returncode == -signal.SIGINT
    assert "Traceback" not in error
    assert not Path("out").exists()


def test_an_interrupt_ends_the_loading_of_modules(monkeypatch: pytest.MonkeyPatch) -> None:
    handlers = []

    def load(name: str) -> SimpleNamespace:
        handlers.append((name, signal.getsignal(signal.SIGINT)))
        return SimpleNamespace(main=lambda: handlers.append(signal.getsignal(signal.SIGINT)))

    monkeypatch.setattr("ppcl.cli.start.import_module", load)
    before = signal.getsignal(signal.SIGINT)
    start()
    assert handlers == [("ppcl.cli.main", signal.SIG_DFL), before]


def test_a_report_goes_into_a_pipe() -> None:
    os.mkfifo("pipe.json")
    command = (*COMPILE, "-q", "--report", "pipe.json")
    with subprocess.Popen(command, stdout=subprocess.DEVNULL) as process:
        assert json.loads(Path("pipe.json").read_text())["target"] == "amd-cpu"
    assert process.returncode == 0
    assert Path("pipe.json").is_fifo()


def test_a_device_that_is_full_stays(ppcl) -> None:
    link = Path("full.json")
    link.symlink_to("/dev/full")
    done = ppcl("compile", "prog", "--target", "amd-cpu", "--report", str(link))
    assert done.status == 2
    assert "cannot write full.json: No space left on device" in done.err
    assert Path("/dev/full").is_char_device()
