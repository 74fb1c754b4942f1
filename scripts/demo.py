"""Shows ppcl at work: the rewrite of a sample; the sample as plain C, built and run with no OpenCL;
and, where there is an OpenCL runtime, the rewrite verified and timed on it.

The generated program is left in build/demo to look at.
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
SCRIPTS = sysconfig.get_path("scripts")
SAMPLE = "samples/md"
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


def shell(line: str) -> str:
    """Runs a command line and shows it with what it prints; its stdout."""
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
    print(indented(done.stdout + done.stderr), end="")
    if done.returncode != 0:
        message = f"the command ended with {done.returncode}"
        raise PpclError(message, exit_code=ExitCode.BUILD_OR_RUN)
    return done.stdout


def show_rewrite() -> None:
    """The rewrite of the sample for a CPU that runs work-items one after another."""
    diff = ppcl("compile", SAMPLE, "--target", "amd-cpu", "--diff", "-q")
    print(*map(diff_line, diff.splitlines()), sep="\n")


def without_opencl() -> None:
    """The sample as plain C: its host as it is, its kernels compiled."""
    out = SCRATCH.relative_to(ROOT) / "md"
    shutil.rmtree(SCRATCH, ignore_errors=True)
    ppcl("compile", SAMPLE, "--emit", "c", "-o", str(out))
    flags = [f"$(ppcl flags --{kind} {out})" for kind in ("cflags", "sources", "libs")]
    shell(f"cc {flags[0]} {out}/md.c {flags[1]} {flags[2]} -o {out}/md")
    said = shell(f"cd {out} && ./md")
    if "check: passed" not in said:
        raise PpclError("the sample's own check failed", exit_code=ExitCode.DIFFERENT)
    print(f"\nNo OpenCL was used: the kernel is the C function in {out}/ppcl/kernels.c.")


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
        print("\nNo OpenCL runtime here, so the rewrite is not run: `ppcl doctor` says what to do.")


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
