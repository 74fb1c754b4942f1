"""Times the samples' kernels as C against OpenCL runtimes for CPUs, on unmodified source.

    python scripts/bench_c.py [--pairs 20] [SAMPLE...]
        [--compiler CC] [--flags=FLAGS]... [--arguments=ARGUMENTS]

Each sample is built twice: with its kernels compiled by `ppcl compile --emit c`, and as it is. Both
run in turns on each runtime that is found, with as many threads. The time is the kernel time that a
sample prints (the median over its repeats); a ratio is theirs by ours, of runs next to each other,
so that above 1 the C is faster. Prints a table of medians, with half of the ratios in brackets.
--flags builds the C once more with FLAGS, as one more rival: -DPPCL_PACK=1 is without packs.
--compiler is for samples in C, instead of the one that a sample names; --arguments are the
samples'.
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
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median, quantiles

from ppcl.driver.flags import build_flags
from ppcl.driver.reports.measured import short_hash
from ppcl.targets import load
from ppcl.verify.platforms import environment, find_loader, find_platforms
from ppcl.verify.programs import Recipe, build, read_recipe

ROOT = Path(__file__).resolve().parent.parent
COMMON = ROOT / "samples" / "common"
PPCL = Path(sysconfig.get_path("scripts")) / "ppcl"
TIME = re.compile(r"^kernel: ([0-9.]+) ms", re.MULTILINE)


@dataclass(frozen=True)
class Rival:
    """What our C is measured against: a command, in a folder, with variables."""

    name: str
    command: str
    folder: Path
    variables: Mapping[str, str]


def built_as_c(sources: Sequence[str | Path], folder: Path, compiler: str, more: str) -> None:
    """Builds a program with its kernels in C; `more` flags come last."""
    command = [PPCL, "compile", *sources, "--emit", "c", "-o", folder, "-q"]
    subprocess.run(command, check=True, stderr=subprocess.DEVNULL)
    flags = {kind: build_flags(folder, kind) for kind in ("cflags", "sources", "libs")}
    hosts = " ".join(sorted(path.name for path in folder.glob("*.c*") if path.suffix != ".cl"))
    line = f"{compiler} {flags['cflags']} {more} {hosts} {flags['sources']} {flags['libs']}"
    subprocess.run(["/bin/sh", "-c", f"{line} -o program"], cwd=folder, check=True)


def text_mark(name: str, folder: Path) -> str:
    """Names the C that was measured, as docs/ledger.md says."""
    kernels = "ppcl/kernels.c"
    return f"`{name}/c@{short_hash({kernels: (folder / kernels).read_bytes()})}`"


def kernel_time(command: str, folder: Path, variables: Mapping[str, str]) -> float:
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


def rivals_of(
    name: str, recipe: Recipe, given: argparse.Namespace, scratch: Path
) -> tuple[Rival, list[Rival]]:
    """Our build of a sample, and what it is measured against."""
    sample, folder = ROOT / "samples" / name, scratch / name
    run = f"{recipe.run} {given.arguments}"
    own = re.sub(r"^\S+", "./program", run)
    compiler = given.compiler or recipe.build.split()[0]
    found = []
    for number, flags in enumerate(["", *given.flags]):
        built_as_c([sample], folder / f"c{number}", compiler, f"{flags} -I {COMMON}")
        found.append(Rival(flags, own, folder / f"c{number}", {}))
    shutil.copytree(sample, folder / "opencl")
    for platform in given.platforms:
        variables = environment(platform, given.loader, scratch)
        build(recipe.build, folder / "opencl", {**variables, "PPCL_ROOT": str(sample)})
        found.append(Rival(platform.name, run, folder / "opencl", variables))
    return found[0], found[1:]


def ratios(ours: Rival, theirs: Rival, pairs: int) -> tuple[list[float], list[float], list[float]]:
    """Our times, theirs, and theirs by ours, of runs in turns."""
    kernel_time(theirs.command, theirs.folder, theirs.variables)  # to fill the runtime's cache
    times = [
        [kernel_time(each.command, each.folder, each.variables) for each in (ours, theirs)]
        for _ in range(pairs)
    ]
    own, other = zip(*times, strict=True)
    return list(own), list(other), [b / a for a, b in times]


def main() -> None:
    """Prints the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("samples", nargs="*")
    parser.add_argument("--pairs", type=int, default=20)
    parser.add_argument("--compiler")
    parser.add_argument("--arguments", default="")
    parser.add_argument("--flags", action="append", default=[])
    given = parser.parse_args()
    given.loader = find_loader()
    given.platforms = [each for each in find_platforms() if load(each.target).kind == "cpu"]
    if given.loader is None or not given.platforms:
        sys.exit("no OpenCL runtime here: `ppcl doctor` says what to do")
    names = given.samples or sorted(path.parent.name for path in ROOT.glob("samples/*/ppcl.toml"))
    against = [*given.flags, *(each.name for each in given.platforms)]
    columns = " | ".join(f"{name}, ms | {name} / C" for name in against)
    print(f"| sample | C, ms | {columns} | text |")
    print("|---" * (3 + 2 * len(against)) + "|")
    medians: dict[str, list[float]] = {name: [] for name in against}
    with tempfile.TemporaryDirectory() as scratch:
        for name in names:
            recipe = read_recipe(ROOT / "samples" / name)
            ours, rivals = rivals_of(name, recipe, given, Path(scratch))
            cells, own = [], []
            for rival in rivals:
                mine, theirs, quotients = ratios(ours, rival, given.pairs)
                low, middle, high = quantiles(quotients, n=4)
                medians[rival.name].append(middle)
                own += mine
                cells.append(f"{median(theirs):.2f} | {middle:.2f} ({low:.2f} to {high:.2f})")
            cells.append(text_mark(name, ours.folder))
            print(f"| {name} | {median(own):.2f} | {' | '.join(cells)} |", flush=True)
    means = [math.exp(sum(map(math.log, each)) / len(each)) for each in medians.values()]
    print(f"| geomean | | {' | '.join(f'| {mean:.2f}' for mean in means)} | |")


if __name__ == "__main__":
    main()
