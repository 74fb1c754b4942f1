"""Builds the wheel, installs it in a clean environment and compiles a sample with it.

Catches what an editable install hides: files that are missing from the wheel, and imports that
only work in a checkout. Everything happens in a temporary folder.
"""

import shutil
import subprocess
import sys
import tempfile
import venv
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def run(command: Sequence[str | Path], folder: Path) -> str:
    """Runs a command; its stdout, or the end of this program with what it printed."""
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        sys.exit(f"wheel: {' '.join(map(str, command))} failed\n{done.stdout}{done.stderr}")
    return done.stdout


def build_wheel(folder: Path) -> Path:
    """The wheel of this checkout, built in a folder."""
    run([sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "-w", folder, ROOT], ROOT)
    (wheel,) = folder.glob("*.whl")
    return wheel


def install(wheel: Path, folder: Path) -> Path:
    """The `ppcl` command of a clean environment that holds the wheel."""
    venv.create(folder)
    there = ("--python", folder / "bin" / "python")  # to put pip in each time takes seconds
    run([sys.executable, "-m", "pip", *there, "install", "--quiet", "--no-compile", wheel], folder)
    return folder / "bin" / "ppcl"


def main() -> None:
    """Fails unless the installed wheel shows a diff of md."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        wheel = build_wheel(folder)
        ppcl = install(wheel, folder / "venv")
        for part in ("samples/md", "samples/common"):
            shutil.copytree(ROOT / part, folder / part)
        diff = run([ppcl, "compile", "samples/md", "--target", "amd-cpu", "--diff"], folder)
        if not diff.startswith("---"):
            sys.exit(f"wheel: the installed ppcl shows no diff of samples/md\n{diff}")
        print(f"wheel: {wheel.name} installs cleanly and rewrites samples/md")


if __name__ == "__main__":
    main()
