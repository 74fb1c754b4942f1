"""Times the samples' kernels as C against OpenCL runtimes for CPUs, on unmodified source.

    python scripts/bench_c.py [--pairs 20] [SAMPLE...]

Each sample is built twice: with its kernels compiled by `ppcl compile --emit c`, and as it is. Both
run in turns on each runtime that is found, with as many threads. The time is the kernel time that a
sample prints (the median over its repeats); a ratio is theirs by ours, of runs next to each other,
so that above 1 the C is faster. Prints a table of medians, with half of the ratios in brackets.
"""

import argparse
import math
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from pathlib import Path
from statistics import median, quantiles

from ppcl.driver.flags import build_flags
from ppcl.verify.platforms import Loader, Platform, environment, find_loader, find_platforms
from ppcl.verify.programs import Recipe, build, read_recipe

ROOT = Path(__file__).resolve().parent.parent
PPCL = Path(sysconfig.get_path("scripts")) / "ppcl"
TIME = re.compile(r"^kernel: ([0-9.]+) ms", re.MULTILINE)


def built_as_c(sample: Path, folder: Path, recipe: Recipe) -> None:
    """Builds a sample with its kernels in C."""
    command: list[str | Path] = [PPCL, "compile", sample, "--emit", "c", "-o", folder, "-q"]
    subprocess.run(command, check=True, stderr=subprocess.DEVNULL)
    flags = {kind: build_flags(folder, kind) for kind in ("cflags", "sources", "libs")}
    compiler, *_ = recipe.build.split()
    hosts = " ".join(sorted(path.name for path in folder.glob("*.c*") if path.suffix != ".cl"))
    line = f"{compiler} {flags['cflags']} {hosts} {flags['sources']} {flags['libs']} -o program"
    subprocess.run(["/bin/sh", "-c", line], cwd=folder, check=True)


def kernel_time(command: str, folder: Path, variables: dict[str, str]) -> float:
    """The kernel time that a run prints, in ms."""
    done = subprocess.run(
        ["/bin/sh", "-c", command],
        cwd=folder,
        env={**os.environ, **variables},
        capture_output=True,
        text=True,
        check=True,
    )
    found = TIME.search(done.stdout)
    if found is None:
        raise SystemExit(f"{command} prints no kernel time")
    return float(found[1])


def ratios(
    name: str, platforms: tuple[Platform, ...], loader: Loader, pairs: int, scratch: Path
) -> tuple[float, dict[str, tuple[float, list[float]]]]:
    """Our median time, and by platform theirs with the ratios."""
    sample = ROOT / "samples" / name
    recipe = read_recipe(sample)
    ours_in, theirs_in = scratch / name / "c", scratch / name / "opencl"
    built_as_c(sample, ours_in, recipe)
    shutil.copytree(sample, theirs_in)
    variables = {each.name: dict(environment(each, loader, scratch)) for each in platforms}
    build(recipe.build, theirs_in, variables[platforms[0].name])
    own = re.sub(r"^\S+", "./program", recipe.run)
    found: dict[str, tuple[float, list[float]]] = {}
    all_ours: list[float] = []
    for platform in platforms:
        kernel_time(recipe.run, theirs_in, variables[platform.name])
        ours, theirs = [], []
        for _ in range(pairs):
            ours.append(kernel_time(own, ours_in, {}))
            theirs.append(kernel_time(recipe.run, theirs_in, variables[platform.name]))
        all_ours += ours
        quotients = [b / a for a, b in zip(ours, theirs, strict=True)]
        found[platform.name] = (median(theirs), quotients)
    return median(all_ours), found


def main() -> None:
    """Prints the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("samples", nargs="*")
    parser.add_argument("--pairs", type=int, default=20)
    given = parser.parse_args()
    loader, platforms = find_loader(), find_platforms()
    if loader is None or not platforms:
        sys.exit("no OpenCL runtime here: `ppcl doctor` says what to do")
    names = given.samples or sorted(path.parent.name for path in ROOT.glob("samples/*/ppcl.toml"))
    heads = [f"{each.name}, ms | {each.name} / C" for each in platforms]
    print(f"| sample | C, ms | {' | '.join(heads)} |")
    print("|---" * (2 + 2 * len(platforms)) + "|")
    medians: dict[str, list[float]] = {each.name: [] for each in platforms}
    with tempfile.TemporaryDirectory() as scratch:
        for name in names:
            ours, found = ratios(name, platforms, loader, given.pairs, Path(scratch))
            cells = []
            for platform, (theirs, quotients) in found.items():
                low, middle, high = quantiles(quotients, n=4)
                medians[platform].append(middle)
                cells.append(f"{theirs:.2f} | {middle:.2f} ({low:.2f} to {high:.2f})")
            print(f"| {name} | {ours:.2f} | {' | '.join(cells)} |", flush=True)
    means = [math.exp(sum(map(math.log, each)) / len(each)) for each in medians.values()]
    print(f"| geomean | | {' | '.join(f'| {mean:.2f}' for mean in means)} |")


if __name__ == "__main__":
    main()
