"""What a terminal gets: colours where they are wanted, and a word where something takes long."""

import os
import pty
import subprocess
from pathlib import Path
from time import monotonic

import pytest

from ppcl.cli import show
from tests.command import INSTALLED

COMPILE = ("compile", "prog", "--target", "amd-cpu")
RED = "\033[31m"


def on_a_terminal(*arguments: str, **variables: str) -> str:
    """What a command prints where its output is a terminal."""
    master, slave = pty.openpty()
    environment = {k: v for k, v in os.environ.items() if k != "NO_COLOR"} | variables
    with subprocess.Popen((INSTALLED, *arguments), stdout=slave, stderr=slave, env=environment):
        os.close(slave)
        printed = b""
        while True:
            try:
                piece = os.read(master, 65536)
            except OSError:  # the other end is closed
                break
            if not piece:
                break
            printed += piece
    os.close(master)
    return printed.decode()


def test_no_color_is_heeded(prog: Path) -> None:
    assert RED in on_a_terminal(*COMPILE)
    assert "\033[" not in on_a_terminal(*COMPILE, NO_COLOR="1")


def test_color_says_otherwise(ppcl) -> None:
    assert RED in ppcl("--color", "always", *COMPILE).out
    assert "\033[" not in ppcl("--color", "auto", *COMPILE).out
    assert ppcl("--color", "red", *COMPILE).status == 2


def test_what_takes_long_is_said(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(show, "_PATIENCE", 0.0)
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    said, end = "", monotonic() + 10
    with show.patience("reading prog"):
        while not said and monotonic() < end:
            said = capsys.readouterr().err
    assert said == "reading prog ..."
    assert capsys.readouterr().err == "\r\033[K"


def test_what_is_quick_is_not(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    with show.patience("reading prog"):
        pass
    assert capsys.readouterr().err == ""
