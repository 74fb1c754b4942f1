"""What a failing run under Oclgrind says, without one that is installed."""

import stat
from pathlib import Path

import pytest

from ppcl.verify import oclgrind


@pytest.fixture
def fake(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A stand-in that writes `found` to the log and ends as the program does."""
    script = tmp_path / "oclgrind"
    script.write_text('#!/bin/sh\nprintf "%s" "$FOUND" > "$4"; shift 4; "$@"\n')
    script.chmod(script.stat().st_mode | stat.S_IXUSR)
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    return tmp_path


def test_the_log_is_the_finding(fake: Path) -> None:
    assert oclgrind.available()
    assert oclgrind.findings("true", fake, {"FOUND": "a race"}) == "a race"
    assert oclgrind.findings("true", fake, {"FOUND": ""}) == ""


def test_a_program_that_fails_is_a_finding_too(fake: Path) -> None:
    said = oclgrind.findings("sh -c 'echo crashed; exit 3'", fake, {"FOUND": ""})
    assert said == "crashed\n"


@pytest.mark.parametrize("folder", ["lib", "lib64/oclgrind", "lib/of-a-machine/oclgrind"])
def test_the_library_lies_below_the_launchers_prefix(
    folder: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    launcher, library = tmp_path / "bin" / "oclgrind", tmp_path / folder / "liboclgrind-rt.so"
    for path in (launcher, library):
        path.parent.mkdir(parents=True)
        path.touch(mode=0o755)
    monkeypatch.setenv("PATH", str(launcher.parent))
    assert oclgrind.library() == library
