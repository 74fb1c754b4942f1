"""Runs checks and tests, and says at the end how long each part took.

    python scripts/test.py [PART...]

The parts are lint, types, wheel and tests; all of them if none is named. What does not depend on
each other runs side by side. Tests begin when all else has passed.
"""

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BIN = Path(sys.executable).parent
PYTHON = sys.executable
CHECKS = {
    "lint": (
        (PYTHON, "-m", "ruff", "check", "."),
        (PYTHON, "-m", "ruff", "format", "--check", "."),
        (str(BIN / "lint-imports"),),
    ),
    "types": ((PYTHON, "-m", "mypy"),),
    "wheel": ((PYTHON, "scripts/check_wheel.py"),),
}
# What Python compiles for tests is kept, with the rest that `make clean` removes, even where the
# user's environment says not to: or each of a hundred processes would compile all of ppcl anew.
VARIABLES = {name: os.environ[name] for name in os.environ if name != "PYTHONDONTWRITEBYTECODE"}
VARIABLES["PYTHONPYCACHEPREFIX"] = str(BIN.parent / "compiled")
# Tests of a file share what is slow to make, so they stay together.
PYTEST = (PYTHON, "-m", "pytest", "-n", "auto", "--dist", "loadfile", "--no-loadscope-reorder")
# Of cases on all platforms and with all compilers, a choice: `make matrix` runs the rest.
TESTS = (*PYTEST, "-m", "not long")


@dataclass(frozen=True)
class Row:
    """How long a part took; `status` is its exit status, `output` what it printed."""

    part: str
    cpu: float
    wall: float
    tests: int | None = None
    status: int = 0
    output: str = ""


def run(part: str, commands: Sequence[Sequence[str]]) -> Row:
    """Runs commands one after the other, until one fails."""
    start, cpu, output, status = time.perf_counter(), 0.0, "", 0
    for command in commands:
        process = subprocess.Popen(
            command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
        )
        assert process.stdout is not None
        output += process.stdout.read()
        status, seconds = ended(process)
        cpu += seconds
        if status != 0:
            break
    return Row(part, cpu, time.perf_counter() - start, None, status, output)


def ended(process: "subprocess.Popen[str]") -> tuple[int, float]:
    """The exit status of a process, and the processor's seconds of all that it did."""
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    return process.returncode, used.ru_utime + used.ru_stime


def check(parts: Sequence[str]) -> Iterator[Row]:
    """Runs some of the checks side by side; what each printed is shown when it is done."""
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for row in pool.map(lambda part: run(part, CHECKS[part]), parts):
            print(row.output, end="", flush=True)
            yield row


def test() -> list[Row]:
    """Runs all tests; a row for each folder of tests, and one for what is left."""
    with tempfile.TemporaryDirectory() as folder:
        path, start = Path(folder) / "parts.json", time.perf_counter()
        command = [*TESTS, "-p", "tests.parts", "--parts", str(path)]
        status, cpu = ended(subprocess.Popen(command, cwd=ROOT, env=VARIABLES, text=True))
        wall = time.perf_counter() - start
        found = json.loads(path.read_text()) if path.exists() else {}
    rows = [Row(name, row["cpu"], row["wall"], row["tests"]) for name, row in found.items()]
    rest = max(cpu - sum(row.cpu for row in rows), 0.0)
    return [*rows, Row("collection", rest, max(wall - longest(rows), 0.0), status=status)]


def longest(rows: Sequence[Row]) -> float:
    """The wall time of the part that took longest."""
    return max((row.wall for row in rows), default=0.0)


def table(rows: Sequence[Row], wall: float) -> str:
    """What took how long, as people read it."""
    whole = Row("all", sum(row.cpu for row in rows), wall, sum(row.tests or 0 for row in rows))
    lines = [f"{'part':12}{'tests':>7}{'CPU s':>8}{'wall s':>8}"]
    for row in (*rows, whole):
        tests = "" if row.tests is None else str(row.tests)
        lines.append(f"{row.part:12}{tests:>7}{row.cpu:8.0f}{row.wall:8.0f}")
    return "\n".join(lines)


def main() -> int:
    """The first exit status that is not 0."""
    parts = sys.argv[1:] or [*CHECKS, "tests"]
    if unknown := {*parts} - {*CHECKS, "tests"}:
        print(f"no such part: {', '.join(sorted(unknown))}", file=sys.stderr)
        return 2
    start = time.perf_counter()
    rows = list(check([part for part in parts if part in CHECKS]))
    if "tests" in parts and not any(row.status for row in rows):
        rows += test()
    print(table(rows, time.perf_counter() - start))
    failed = [row for row in rows if row.status != 0]
    print(*(f"FAILED: {row.part}" for row in failed), sep="\n", end="\n" if failed else "")
    return failed[0].status if failed else 0


if __name__ == "__main__":
    sys.exit(main())
