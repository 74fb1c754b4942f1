"""Shows ppcl at work: the rewrite of a sample; the sample before and after it as plain C, built and
run with no OpenCL; and, where there is an OpenCL runtime, the rewrite verified and timed on it.

The generated programs are left in build/demo to look at.
"""

import os
import re
import shutil
import subprocess
import sys
import sysconfig
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from ppcl.diag import ExitCode, PpclError
from ppcl.verify.compare import largest_difference
from ppcl.verify.platforms import Platform, find_loader, find_platforms

ROOT = Path(__file__).resolve().parent.parent
SCRATCH = ROOT / "build" / "demo"
SCRIPTS = sysconfig.get_path("scripts")
SAMPLE = "samples/md"
HEADERS = "samples/common"
TARGET = "amd-cpu"
VERSIONS = {"before": (), "after": ("--target", TARGET)}
TOLERANCE = 1e-4  # relative
RUNS = 5
OPTIONS = ""  # more for the compiler
ARGUMENTS = ""  # the sample's own size
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


def ppcl(*arguments: str) -> str:
    """Runs ppcl and shows what it says; its stdout."""
    heading(f"$ ppcl {' '.join(arguments)}")
    done = subprocess.run(
        ["ppcl", *arguments],
        executable=Path(SCRIPTS) / "ppcl",
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


def shell(line: str, shown: bool = True) -> str:
    """Runs a command line and shows it with what it prints; its stdout."""
    if shown:
        heading(f"$ {line}")
    environment = {**os.environ, "PATH": f"{SCRIPTS}{os.pathsep}{os.environ['PATH']}"}
    done = subprocess.run(
        ["/bin/sh", "-c", line],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    if shown or done.returncode != 0:
        print(indented(done.stdout + done.stderr), end="")
    if done.returncode != 0:
        message = f"the command ended with {done.returncode}"
        raise PpclError(message, exit_code=ExitCode.BUILD_OR_RUN)
    return done.stdout


def show_rewrite() -> None:
    """The rewrite of the sample for a CPU that runs work-items one after another."""
    diff = ppcl("compile", SAMPLE, "--target", TARGET, "--diff", "-q")
    print(*map(diff_line, diff.splitlines()), sep="\n")


@dataclass(frozen=True)
class Ran:
    """What a run of the sample made: its result, and the time of its kernel in milliseconds."""

    result: bytes
    time: float


def built(version: str) -> Path:
    """A version of the sample as plain C: its host, and its kernels compiled."""
    out = Path(os.path.relpath(SCRATCH / version, ROOT))
    ppcl("compile", SAMPLE, *VERSIONS[version], "--emit", "c", "-o", str(out), "-q")
    flags = [f"$(ppcl flags --{kind} {out})" for kind in ("cflags", "sources", "libs")]
    shell(f"cc {flags[0]} -I {HEADERS} {out}/md.c {flags[1]} {flags[2]} -o {out}/md{OPTIONS}")
    return out


def run(out: Path, shown: bool) -> Ran:
    """Runs a version that was built."""
    said = shell(f"cd {out} && ./md -d result.bin{ARGUMENTS}", shown)
    time = re.search(r"kernel: ([0-9.]+) ms", said)
    if "check: passed" not in said or time is None:
        raise PpclError("the sample's own check failed", exit_code=ExitCode.DIFFERENT)
    return Ran((ROOT / out / "result.bin").read_bytes(), float(time[1]))


def compared(before: list[Ran], after: list[Ran]) -> str:
    """Whether the runs of two versions agree, and how long their kernels took.

    Raises PpclError where they do not.
    """
    pairs = list(zip(before, after, strict=True))
    largest = max(largest_difference(b.result, a.result, "float") for b, a in pairs)
    if largest > TOLERANCE:
        message = f"the two versions differ: by {largest:.1e} of a value"
        raise PpclError(message, exit_code=ExitCode.DIFFERENT)
    exact = all(b.result == a.result for b, a in pairs)
    how = "every bit is the same" if exact else f"largest relative difference {largest:.1e}"
    times = [median(run.time for run in runs) for runs in (before, after)]
    return (
        f"answers: {len(before[0].result) // 4} floats, {how}\n"
        f"kernel:  {times[0]:.3f} ms before, {times[1]:.3f} ms after (medians of {len(pairs)} runs)"
    )


def without_opencl() -> None:
    """The sample as plain C before and after the rewrite: built, run in turns, and compared."""
    shutil.rmtree(SCRATCH, ignore_errors=True)
    before, after = map(built, VERSIONS)
    turns = [[run(out, turn == 0) for out in (before, after)] for turn in range(RUNS)]
    said = compared([b for b, _ in turns], [a for _, a in turns])
    heading("before and after, as plain C, in turns")
    print(styled(indented(said), GREEN))
    print(f"No OpenCL was used: the kernels are C functions in {after}/ppcl/kernels.c.")


def with_opencl(platform: Platform) -> None:
    """Verifies the rewrite on a runtime of this machine, and times it."""
    where = (SAMPLE, "--target", platform.target, "--platform", platform.name)
    print(styled(indented(ppcl("verify", *where)), GREEN), end="")
    print(indented(ppcl("bench", *where, "--pairs", str(PAIRS), "--seconds", "0")), end="")


def demonstrate() -> None:
    """The whole demonstration, in order."""
    show_rewrite()
    without_opencl()
    platforms = find_platforms() if find_loader() is not None else ()
    if platforms:
        with_opencl(platforms[0])
    else:
        print("\nNo OpenCL runtime here to run it on: `ppcl doctor` says what to do.")


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
