"""`ppcl` as a command that must leave no file behind in its folder for temporary ones."""

import os
import subprocess
import tempfile
from collections.abc import Mapping
from pathlib import Path
from unittest.mock import patch

from tests.command import INSTALLED, run_ppcl

Done = subprocess.CompletedProcess[str]


def variables(folder: Path) -> Mapping[str, str]:
    """An environment with a folder for temporary files, and `ppcl` in the path for build lines."""
    temporary = folder / "tmp"
    temporary.mkdir()
    path = os.pathsep.join([str(INSTALLED.parent), os.environ["PATH"]])
    return {**os.environ, "TMPDIR": str(temporary), "PATH": path}


def start(environment: Mapping[str, str], *arguments: str | Path) -> Done:
    """Starts the command."""
    done = subprocess.run(
        [INSTALLED, *arguments],
        env=environment,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    return in_order(environment, done)


def run(environment: Mapping[str, str], *arguments: str | Path) -> Done:
    """Runs the command in this process."""
    folder = Path(environment["TMPDIR"])
    with patch.dict(os.environ, environment), patch.object(tempfile, "tempdir", str(folder)):
        return in_order(environment, run_ppcl(arguments, folder))


def in_order(environment: Mapping[str, str], done: Done) -> Done:
    """A command that left nothing behind, and told no trace of its own."""
    assert list(Path(environment["TMPDIR"]).iterdir()) == []
    assert "Traceback" not in done.stderr
    return done
