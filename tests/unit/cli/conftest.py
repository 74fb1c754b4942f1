"""The `ppcl` command, run in this process."""

import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from ppcl.cli.main import main
from tests.unit.small_program import PROGRAM


@dataclass(frozen=True)
class Done:
    """How a command ended, and what it printed."""

    status: int
    out: str
    err: str


Ppcl = Callable[..., Done]


@pytest.fixture
def ppcl(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Ppcl:
    """Runs `ppcl` with these arguments."""

    def run(*arguments: str) -> Done:
        monkeypatch.setattr(sys, "argv", ["ppcl", *arguments])
        with pytest.raises(SystemExit) as ended:
            main()
        printed = capsys.readouterr()
        return Done(int(ended.value.code or 0), printed.out, printed.err)

    return run


@pytest.fixture(autouse=True)
def prog(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The small program in `prog`, below the working directory."""
    monkeypatch.chdir(tmp_path)
    folder = Path("prog")
    folder.mkdir()
    for name, data in PROGRAM.items():
        (folder / name).write_bytes(data)
    return folder
