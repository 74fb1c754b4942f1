"""Kernel time of each sample before and after ppcl, on each OpenCL runtime of this machine.

    .venv/bin/python scripts/bench_layout.py [--pairs N] [SAMPLE...]

Prints the rows of the table in docs/benchmarks.md. The versions run in turns at the samples' usual
sizes; the ratio is the median over the pairs, with its interquartile range. A sample that ppcl
leaves alone on a platform is timed against itself: what that row shows is the noise.
"""

import argparse
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from pathlib import Path

from ppcl.diag import ExitCode, PpclError
from ppcl.verify.platforms import Loader, Platform, environment, find_loader, find_platforms
from ppcl.verify.programs import read_recipe
from ppcl.verify.versions import Versions

SAMPLES = Path(__file__).resolve().parent.parent / "samples"
HEADER = """\
| sample | platform | changed | before, ms | after, ms | times as fast | half of the pairs |
|---|---|---|---|---|---|---|"""


def compile_sample(before: Path, target: str, after: Path) -> bool:
    """Runs `ppcl compile`; whether it changed anything."""
    ppcl = Path(sysconfig.get_path("scripts")) / "ppcl"
    done = subprocess.run(
        [ppcl, "compile", before, "--target", target, "-o", after, "--diff"],
        capture_output=True,
        check=False,
    )
    if done.returncode != 0:
        words = done.stderr.decode(errors="replace").strip()
        raise PpclError(f"ppcl compile {before.name}: {words}", exit_code=ExitCode.INTERNAL)
    return bool(done.stdout)


def row(sample: str, platform: Platform, loader: Loader, scratch: Path, pairs: int) -> str:
    """One sample on one platform, as a row of the table."""
    before, after = (scratch / f"{sample}-{platform.name}" / v for v in ("before", "after"))
    shutil.copytree(SAMPLES / sample, before)
    changed = compile_sample(before, platform.target, after)
    variables = environment(platform, loader, scratch)
    versions = Versions(read_recipe(before), before, after, variables)
    versions.build()
    versions.time(1)
    times = versions.time(pairs)
    (old, new), (low, high) = times.medians, times.spread
    return (
        f"| {sample} | {platform.name} | {'yes' if changed else 'no'} | {old:.3f} | {new:.3f} "
        f"| {times.speedup:.2f} | {low:.2f} to {high:.2f} |"
    )


def main() -> int:
    """Prints the table; the exit status."""
    names = sorted(path.parent.name for path in SAMPLES.glob("*/ppcl.toml"))
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--pairs", type=int, default=20, help="runs of each version (default 20)")
    parser.add_argument("sample", nargs="*", default=names)
    arguments = parser.parse_args()
    loader, platforms = find_loader(), find_platforms()
    if loader is None or not platforms:
        print("no OpenCL runtime for the CPU here", file=sys.stderr)
        return ExitCode.NO_PLATFORM
    print(HEADER)
    with tempfile.TemporaryDirectory() as scratch:
        for sample in arguments.sample:
            for platform in platforms:
                print(row(sample, platform, loader, Path(scratch), arguments.pairs), flush=True)
    return ExitCode.DONE


if __name__ == "__main__":
    try:
        sys.exit(main())
    except PpclError as error:
        print(error, file=sys.stderr)
        sys.exit(error.exit_code)
