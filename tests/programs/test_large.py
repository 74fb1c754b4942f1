"""A large kernel is read, analysed and rewritten in seconds."""

import subprocess
import time
from collections.abc import Callable
from pathlib import Path

BASE = Path(__file__).resolve().parents[1] / "cases" / "layout" / "base"
STATEMENTS = 5_000
SECONDS = 10
Ppcl = Callable[..., subprocess.CompletedProcess[str]]


def test_a_kernel_of_5000_statements(ppcl: Ppcl, tmp_path: Path) -> None:
    kernel = (BASE / "kernel.cl").read_text()
    line = "    sum += table[row + (columns - 1) * rows] * (sum > {0} ? columns : {0});\n"
    many = "".join(line.format(number) for number in range(STATEMENTS))
    large = kernel.replace("    sums[row] = sum;\n", f"{many}    sums[row] = sum;\n")
    (tmp_path / "host.c").write_text((BASE / "host.c").read_text())
    (tmp_path / "kernel.cl").write_text(large)
    before = time.process_time()  # another load on the machine does not count
    done = ppcl(
        "compile",
        tmp_path,
        "--target",
        "amd-cpu",
        "--remarks",
        "all",
        "-o",
        tmp_path / "out",
        cwd=tmp_path,
    )
    assert done.returncode == 0, done.stderr
    assert time.process_time() - before < SECONDS
    assert "PPC" in done.stderr
