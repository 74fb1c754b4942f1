"""Shows ppcl at work: compiles a sample for a runtime of this machine and runs both versions.

Everything that it makes is left in build/demo to look at.
"""

import os
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Mapping
from pathlib import Path

from ppcl.diag import ExitCode, PpclError
from ppcl.verify.platforms import Platform, environment, find_loader, find_platforms
from ppcl.verify.programs import read_recipe
from ppcl.verify.timing import Paired
from ppcl.verify.versions import Versions

ROOT = Path(__file__).resolve().parent.parent
SCRATCH = ROOT / "build" / "demo"
SAMPLES = ("md", "kmeans")  # the second for runtimes on which the first is best left alone
PAIRS = 21

BOLD, DIM, RED, GREEN, CYAN = "1", "2", "31", "32", "36"


def styled(text: str, style: str) -> str:
    """The text in a style, on terminals that show it."""
    plain = not sys.stdout.isatty() or "NO_COLOR" in os.environ
    return text if plain else f"\033[{style}m{text}\033[0m"


def heading(text: str) -> None:
    """Begins a part of the demonstration."""
    print(f"\n{styled(text, BOLD)}\n{styled('─' * len(text), DIM)}", flush=True)


def indented(text: str) -> str:
    """The text, as quoted output."""
    return "".join(f"  {line}\n" for line in text.splitlines())


def diff_line(line: str) -> str:
    """A line of a unified diff in its usual colour."""
    if line.startswith(("+++", "---")):
        return styled(line, BOLD)
    return styled(line, {"+": GREEN, "-": RED, "@": CYAN}.get(line[:1], "0"))


def this_platform() -> tuple[Platform, Mapping[str, str]]:
    """The runtime to show things on, pocl if it is there, and how to build and run for it."""
    loader, platforms = find_loader(), find_platforms()
    if loader is None or not platforms:
        raise PpclError(
            "no OpenCL runtime for the CPU with headers here; as root: apt-get install "
            "pocl-opencl-icd ocl-icd-opencl-dev, or pip install 'ppcl[opencl-cpu]'",
            exit_code=ExitCode.NO_PLATFORM,
        )
    return platforms[0], environment(platforms[0], loader, SCRATCH)


def compile_sample(sample: str, target: str, after: Path) -> bool:
    """Runs `ppcl compile`, shows what it says; whether it changed anything."""
    out = str(after.relative_to(ROOT))
    command = ["ppcl", "compile", f"samples/{sample}", "--target", target, "-o", out, "--diff"]
    heading(f"$ {' '.join(command)}")
    done = subprocess.run(
        command,
        executable=Path(sysconfig.get_path("scripts")) / "ppcl",
        cwd=ROOT,
        capture_output=True,
        encoding="utf-8",
        errors="replace",
        check=False,
    )
    print(indented(done.stderr), end="")
    if done.returncode != 0:
        raise PpclError(f"ppcl ended with {done.returncode}", exit_code=ExitCode.INTERNAL)
    if done.stdout:
        print("", *map(diff_line, done.stdout.splitlines()), sep="\n")
    return bool(done.stdout)


def rewrite(platform: Platform, variables: Mapping[str, str]) -> Versions:
    """The first sample that ppcl changes for this platform, in both versions."""
    for sample in SAMPLES:
        before, after = (SCRATCH / sample / version for version in ("before", "after"))
        shutil.rmtree(SCRATCH / sample, ignore_errors=True)
        shutil.copytree(ROOT / "samples" / sample, before)
        if compile_sample(sample, platform.target, after):
            return Versions(read_recipe(before), before, after, variables)
        print(f"\nOn this platform {sample} is best left as it is.")
    raise PpclError("no sample is changed for this platform", exit_code=ExitCode.INTERNAL)


def show_answers(versions: Versions) -> None:
    """Builds and runs both versions; raises PpclError if their results differ."""
    recipe = versions.recipe
    print(f"  {recipe.build}", flush=True)
    versions.build()
    outcome = versions.compare(recipe.run)
    for name, completed in (("before", outcome.before), ("after", outcome.after)):
        print(f"\n  {styled(name, BOLD)}\n{indented(completed.stdout)}", end="")
    limit = f"largest relative difference {outcome.difference:.2g}, tolerance {recipe.tolerance:g}"
    if outcome.difference > recipe.tolerance:
        raise PpclError(f"the results differ: {limit}", exit_code=ExitCode.DIFFERENT)
    print(f"\n  {styled('The answers agree', GREEN)}: {limit}.")


def show_times(times: Paired) -> None:
    """The two median times, and their ratio with its spread."""
    before, after = times.medians
    low, high = times.spread
    for name, time in (("before", before), ("after", after)):
        bar = "█" * round(40 * time / max(before, after))
        print(f"  {name:7}{time:9.3f} ms  {styled(bar, CYAN)}")
    verdict = f"{times.speedup:.2f} times as fast" if not low <= 1 <= high else "about as fast"
    print(f"\n  {styled(verdict, BOLD)} (half of the pairs: {low:.2f} to {high:.2f})")


def demonstrate() -> None:
    """The whole demonstration, in order."""
    platform, variables = this_platform()
    print(f"Platform: {styled(platform.name, BOLD)} (target {platform.target})")
    versions = rewrite(platform, variables)
    heading(f"Both versions, built by the same line and run on {platform.name}")
    show_answers(versions)
    heading(f"Kernel times: {PAIRS} runs of each in turns, medians")
    show_times(versions.time(PAIRS))
    print(f"\nBoth versions are in {SCRATCH.relative_to(ROOT) / versions.recipe.name}.")


def main() -> int:
    """Runs the demonstration; the exit status."""
    try:
        demonstrate()
    except PpclError as error:
        print(error, file=sys.stderr)
        return error.exit_code
    return ExitCode.DONE


if __name__ == "__main__":
    sys.exit(main())
