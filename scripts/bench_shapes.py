"""Times the kernels of tests/shapes as C, on one thread, against what was written by hand.

    python scripts/bench_shapes.py [--runs 11] [--compiler CC]... [--flags=FLAGS]

Kernel and hand-written code are built with the same compiler and flags, and run in turns in one
process; a run's time is the least of 41 rounds. Prints a table of medians over the runs. A ratio is
the time by hand by the kernel's, of one run: below 1 the kernel is slower. Half of the ratios are
in brackets.
"""

import argparse
import os
import re
import shutil
import subprocess
import tempfile
from pathlib import Path
from statistics import median, quantiles

from bench_c import ROOT, built_as_c, text_mark

LINE = re.compile(r"^(\w+): kernel ([0-9.]+) ms, by hand ([0-9.]+) ms", re.MULTILINE)
ROUNDS = 41


def measured(folder: Path, runs: int) -> dict[str, list[tuple[float, float]]]:
    """By kernel and run: its time and that of the code by hand, in ms."""
    found: dict[str, list[tuple[float, float]]] = {}
    for _ in range(runs):
        done = subprocess.run(
            ["./program", str(ROUNDS)],
            cwd=folder,
            env={**os.environ, "PPCL_THREADS": "1"},
            capture_output=True,
            text=True,
            check=True,
        )
        for name, kernel, hand in LINE.findall(done.stdout):
            found.setdefault(name, []).append((float(kernel), float(hand)))
    return found


def main() -> None:
    """Prints the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--runs", type=int, default=11)
    parser.add_argument("--compiler", action="append")
    parser.add_argument("--flags", default="")
    given = parser.parse_args()
    shapes = ROOT / "tests" / "shapes"
    print("| kernel | compiler | C, ms | by hand, ms | by hand / C | text |")
    print("|---" * 6 + "|")
    for compiler in given.compiler or ["gcc"]:
        with tempfile.TemporaryDirectory() as scratch:
            folder = Path(shutil.copytree(shapes, Path(scratch) / "shapes"))
            sources = [shapes / "host.c", shapes / "shapes.cl"]
            built_as_c(sources, folder, compiler, given.flags)
            for name, times in measured(folder, given.runs).items():
                low, middle, high = quantiles([hand / kernel for kernel, hand in times], n=4)
                kernel, hand = (median(each) for each in zip(*times, strict=True))
                ratio = f"{middle:.2f} ({low:.2f} to {high:.2f})"
                times_shown = (f"{kernel:.3f}", f"{hand:.3f}", ratio)
                row = (name, Path(compiler).name, *times_shown, text_mark("shapes", folder))
                print(f"| {' | '.join(row)} |", flush=True)


if __name__ == "__main__":
    main()
