"""What is written for the process that runs a launch."""

from dataclasses import replace
from pathlib import Path

import pytest

from ppcl.diag import PpclError
from ppcl.verify.replay.launch import Replay
from ppcl.verify.replay.session import session

REPLAY = Replay("k", 1, b"", "", (0,), (1,), None, (), (), "cpu", "1", None, {"a.h": b""})


@pytest.mark.parametrize("folder", ["a.h", "long" * 100])
def test_folders_that_cannot_be_made(folder: str, tmp_path: Path) -> None:
    """A capture may come from anybody."""
    wrong = replace(REPLAY, include_folders=(folder,))
    with (
        pytest.raises(PpclError, match="cannot write .*: File"),
        session((wrong,), {}, tmp_path, 9),
    ):
        raise AssertionError
