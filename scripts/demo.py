"""Shows ppcl at work: compiles a sample for a runtime of this machine, verifies it and times it.

The rewritten program is left in build/demo to look at.
"""

import os
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

from ppcl.diag import ExitCode, PpclError
from ppcl.verify.platforms import Platform, find_loader, find_platforms

ROOT = Path(__file__).resolve().parent.parent
SCRATCH = ROOT / "build" / "demo"
SAMPLES = ("md", "kmeans")  # the second for runtimes on which the first is best left alone
PAIRS = 20

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


def this_platform() -> Platform:
    """The runtime to show things on, pocl if it is there."""
    platforms = find_platforms()
    if find_loader() is None or not platforms:
        raise PpclError(
            "no OpenCL runtime for the CPU with headers here; as root: apt-get install "
            "pocl-opencl-icd ocl-icd-opencl-dev, or pip install 'ppcl[opencl-cpu]'",
            exit_code=ExitCode.NO_PLATFORM,
        )
    return platforms[0]


def ppcl(*arguments: str) -> str:
    """Runs ppcl and shows what it says; its stdout."""
    heading(f"$ ppcl {' '.join(arguments)}")
    done = subprocess.run(
        ["ppcl", *arguments],
        executable=Path(sysconfig.get_path("scripts")) / "ppcl",
        cwd=ROOT,
        capture_output=True,
        encoding="utf-8",
        errors="replace",
        check=False,
    )
    print(indented(done.stderr), end="")
    if done.returncode != 0:
        print(indented(done.stdout), end="")
        raise PpclError(f"ppcl ended with {done.returncode}", exit_code=ExitCode.INTERNAL)
    return done.stdout


def rewritten_sample(platform: Platform) -> str:
    """The first sample that ppcl changes for this platform; its diff is shown."""
    for sample in SAMPLES:
        out = SCRATCH / sample
        shutil.rmtree(out, ignore_errors=True)
        options = ("--target", platform.target, "-o", str(out.relative_to(ROOT)), "--diff")
        diff = ppcl("compile", f"samples/{sample}", *options)
        if diff:
            print("", *map(diff_line, diff.splitlines()), sep="\n")
            return sample
        print(f"\nOn this platform {sample} is best left as it is.")
    raise PpclError("no sample is changed for this platform", exit_code=ExitCode.INTERNAL)


def demonstrate() -> None:
    """The whole demonstration, in order."""
    platform = this_platform()
    print(f"Platform: {styled(platform.name, BOLD)} (target {platform.target})")
    sample = rewritten_sample(platform)
    where = (f"samples/{sample}", "--platform", platform.name)
    print(styled(indented(ppcl("verify", *where)), GREEN), end="")
    print(indented(ppcl("bench", *where, "--pairs", str(PAIRS), "--seconds", "0")), end="")
    print(f"\nThe rewritten program is in {SCRATCH.relative_to(ROOT) / sample}.")


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
