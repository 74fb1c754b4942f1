"""Copies of a program's folder."""

from pathlib import Path

import pytest

from ppcl.verify.trees import lay_out


@pytest.mark.parametrize("command", ["verify", "bench", "tune", "capture"])
def test_a_copy_may_be_made_within_the_folder(command: str, tmp_path: Path) -> None:
    """As of a program in /tmp, where the copies are, too."""
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "host.c").write_text("old")
    folder = tmp_path / "tmp" / f"ppcl-{command}-0" / "pocl" / "original"
    folder.parent.mkdir(parents=True)
    lay_out(tmp_path, {"data/host.c": b"new"}, folder)
    assert (folder / "data" / "host.c").read_text() == "new"
    assert (tmp_path / "data" / "host.c").read_text() == "old"
    assert list((folder / "tmp").iterdir()) == []
