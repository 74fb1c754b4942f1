"""Command lines that run too long, print too much, or leave something behind."""

import os
import time
from pathlib import Path

import pytest

from ppcl.diag import ExitCode, PpclError
from ppcl.verify.execute import execute


def runs(folder: Path) -> bool:
    """Whether the process that wrote its number to `pid` still does."""
    number = int((folder / "pid").read_text())
    time.sleep(0.2)
    try:
        os.kill(number, 0)
    except ProcessLookupError:
        return False
    return "zombie" not in Path(f"/proc/{number}/status").read_text()


def test_what_it_prints_is_limited(tmp_path: Path) -> None:
    start = time.monotonic()
    with pytest.raises(PpclError, match="'yes' printed more than 1 MB") as caught:
        execute("yes", tmp_path, {}, timeout=60, output_limit=1 << 20)
    assert caught.value.exit_code == ExitCode.BUILD_OR_RUN
    assert time.monotonic() - start < 30


def test_time_is_limited_even_if_the_pipes_are_closed(tmp_path: Path) -> None:
    with pytest.raises(PpclError, match="took longer than 0.5 s") as caught:
        execute("exec >&- 2>&-; sleep 30", tmp_path, {}, timeout=0.5)
    assert caught.value.exit_code == ExitCode.TIMEOUT


@pytest.mark.parametrize("start", ["sleep 60", "setsid sleep 60"])
def test_nothing_that_it_started_is_left(tmp_path: Path, start: str) -> None:
    begun = time.monotonic()
    done = execute(f"{start} & echo $! > pid; echo end", tmp_path, {}, timeout=30)
    assert (done.status, done.stdout) == (0, "end\n")
    assert time.monotonic() - begun < 10
    assert not runs(tmp_path)


def test_both_streams_are_read_to_their_end(tmp_path: Path) -> None:
    done = execute("seq 30000; seq 30000 >&2; exit 4", tmp_path, {}, timeout=30)
    assert done.stdout == done.stderr
    assert done.stdout.endswith("\n30000\n")
    assert done.status == 4


def test_what_is_preloaded_is_for_the_program_and_not_for_the_shell(tmp_path: Path) -> None:
    command = "grep -c libutil /proc/$$/maps; grep -c libutil /proc/self/maps"
    done = execute(command, tmp_path, {"LD_PRELOAD": "libutil.so.1"}, timeout=10)
    shell, program = done.stdout.split()
    assert (shell, done.stderr) == ("0", "")
    assert int(program) > 0
