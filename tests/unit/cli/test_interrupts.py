"""What ends ppcl from outside: an interrupt, an output that takes no more."""

import signal
import subprocess
import time
from pathlib import Path

import pytest

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
