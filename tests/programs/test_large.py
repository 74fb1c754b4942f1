"""A large kernel is read, analysed and rewritten in a time that grows with its length."""

import subprocess
import time
from collections.abc import Callable
from pathlib import Path

BASE = Path(__file__).resolve().parents[1] / "cases" / "layout" / "base"
LINE = "    sum += table[row + (columns - 1) * rows] * (sum > {0} ? columns : {0});\n"
FEW, MANY = 500, 4_000
Ppcl = Callable[..., subprocess.CompletedProcess[str]]


def test_time_grows_with_the_statements_of_a_kernel(ppcl: Ppcl, tmp_path: Path) -> None:
    first = seconds_for(20, ppcl, tmp_path / "first")  # modules and platforms are loaded in it
    few = seconds_for(FEW, ppcl, tmp_path / "few")
    many = seconds_for(MANY, ppcl, tmp_path / "many")
    assert many < 2 * few * MANY / FEW, (first, few, many)


def seconds_for(statements: int, ppcl: Ppcl, folder: Path) -> float:
    """The processor time that a kernel of so many statements takes: no other program's load."""
    folder.mkdir()
    kernel = (BASE / "kernel.cl").read_text()
    many = "".join(LINE.format(number) for number in range(statements))
    large = kernel.replace("    sums[row] = sum;\n", f"{many}    sums[row] = sum;\n")
    (folder / "host.c").write_text((BASE / "host.c").read_text())
    (folder / "kernel.cl").write_text(large)
    before = time.process_time()
    options = ("--target", "amd-cpu", "--remarks", "all", "-o", folder / "out")
    done = ppcl("compile", folder, *options, cwd=folder)
    spent = time.process_time() - before
    assert done.returncode == 0, done.stderr
    assert "PPC" in done.stderr
    return spent
