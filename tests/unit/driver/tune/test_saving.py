"""What of a file stays when a device is tuned again, or two at the same time."""

import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from ppcl.diag import PpclError
from ppcl.driver.lock import locked
from ppcl.driver.tune.saving import save
from ppcl.driver.tune.tuned import Device, Tuned, read_tuned
from ppcl.transform.choosing.decisions import Decision

ON, KEEP = Decision("on", "00c0ffee"), Decision("keep", "00c0ffee")
HALF = Device("a", "pocl-cpu", "opencl", "pocl", "cpu", "1", "./run")
WHOLE = replace(HALF, complete=True, decisions={"layout:k.a/a": ON, "layout:j.b/b": ON})
SAVING = """
import sys
from pathlib import Path
from ppcl.driver.tune.saving import save
from ppcl.driver.tune.tuned import Device

for number in range(20):
    key = f"{sys.argv[2]}-{number}"
    save(Path(sys.argv[1]), Device(key, "pocl-cpu", "opencl", "pocl", "cpu", "1", "./run"))
"""


def test_each_step_of_a_first_search_is_saved() -> None:
    half = Tuned().with_device(HALF)
    assert half.devices == (HALF,)
    assert half.with_device(WHOLE).devices == (WHOLE,)


def test_what_is_complete_stays_until_the_next_search_has_ended() -> None:
    assert Tuned((WHOLE,)).with_device(HALF).devices == (WHOLE,)


def test_decisions_of_sites_that_were_not_looked_at_stay() -> None:
    """With --kernel or --passes, that is."""
    again = replace(WHOLE, decisions={"layout:k.a/a": KEEP})
    (found,) = Tuned((WHOLE,)).with_device(again).devices
    assert found.decisions == {"layout:k.a/a": KEEP, "layout:j.b/b": ON}


def test_two_processes_lose_nothing(tmp_path: Path) -> None:
    path = tmp_path / "ppcl.tune.toml"
    words = [sys.executable, "-c", SAVING, path]
    running = [subprocess.Popen([*words, name]) for name in ("a", "b", "c")]
    assert [process.wait(120) for process in running] == [0, 0, 0]
    assert len(read_tuned(path).devices) == 60
    assert os.listdir(tmp_path) == [path.name]


def test_a_file_that_stays_locked(tmp_path: Path) -> None:
    path = tmp_path / "ppcl.tune.toml"
    save(path, HALF)
    with locked(path):
        assert sorted(os.listdir(tmp_path)) == [f".{path.name}.lock", path.name]
        with (
            pytest.raises(PpclError, match="ppcl.tune.toml: another process holds"),
            locked(path, 0.1),
        ):
            raise AssertionError
    with locked(path, 0.1):
        assert read_tuned(path).devices == (HALF,)


def test_a_folder_is_made_where_it_can_be(tmp_path: Path) -> None:
    path = tmp_path / "new" / "ppcl.tune.toml"
    save(path, HALF)
    assert read_tuned(path).devices == (HALF,)
    with pytest.raises(PpclError, match=r"cannot write .*ppcl\.tune\.toml"), locked(path / "x"):
        raise AssertionError
