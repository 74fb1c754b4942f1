"""Sets up what `make demo` and `make test` need: Debian packages, `.venv`, Python packages.

    python3 scripts/setup.py demo|test

The demo needs a C compiler and no OpenCL. For the tests, Debian packages are installed only as
root, only when missing; without them the same commands run with less (an OpenCL runtime comes from
wheels then), and what is left out is said. Needs nothing but Python 3.11's standard library.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
OLDEST_PYTHON = (3, 11)


@dataclass(frozen=True)
class SystemPackage:
    """Something of Debian's: its packages, how to see that it is there, what is lost without."""

    packages: tuple[str, ...]
    present: Callable[[], bool]
    without: str


def command(package: str, name: str, without: str) -> SystemPackage:
    """A package that is there when its command is."""
    return SystemPackage((package,), lambda: shutil.which(name) is not None, without)


def has_pocl() -> bool:
    """Whether pocl is among the system's OpenCL runtimes."""
    vendors = Path("/etc/OpenCL/vendors")
    return any("libpocl" in path.read_text(errors="replace") for path in vendors.glob("*.icd"))


def has_headers() -> bool:
    """Whether the C compiler finds the OpenCL headers by itself."""
    return Path("/usr/include/CL/cl.h").exists()


POCL = SystemPackage(("pocl-opencl-icd",), has_pocl, "nothing runs on pocl")
HEADERS = SystemPackage(
    ("ocl-icd-opencl-dev", "opencl-headers"), has_headers, "headers and loader come from wheels"
)
FOR_TESTS = (
    command("g++", "c++", "C++ samples are not built"),
    command("oclgrind", "oclgrind", "no check for data races"),
    command("graphviz", "dot", "no graph is drawn"),
    command("patch", "patch", "diffs are not applied"),
    command("cmake", "cmake", "its example for CI is not run"),
    command("ninja-build", "ninja", "CMake's example is run with Make only"),
    command("musl-tools", "musl-gcc", "no program is built against musl"),
    command("git", "git", "the hook for commits is not run"),
    command(
        "chromium-headless-shell", "chromium-headless-shell", "no report is opened in a browser"
    ),
)


def say(text: str) -> None:
    """Tells the user what takes time, or what is missing."""
    print(f"setup: {text}", file=sys.stderr, flush=True)


def fail(text: str) -> int:
    """Ends the set-up with advice."""
    say(text)
    return 1


def runs(arguments: Sequence[str]) -> bool:
    """Runs a command quietly; shows its last lines if it fails."""
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    done = subprocess.run(arguments, capture_output=True, text=True, env=environment, check=False)
    if done.returncode != 0:
        lines = (done.stdout + done.stderr).strip().splitlines()[-15:]
        print(f"$ {' '.join(arguments)}", *lines, sep="\n  ", file=sys.stderr)
    return done.returncode == 0


def apt_install(packages: Sequence[str]) -> bool:
    """Installs Debian packages, if this is a Debian machine and its administrator asks."""
    if os.geteuid() != 0 or shutil.which("apt-get") is None:
        return False
    say(f"installing {' '.join(packages)} with apt-get")
    if not runs(["apt-get", "update", "-qq"]):
        say("the package lists could not be updated; trying with those that are there")
    return runs(["apt-get", "install", "-qq", "-y", "--no-install-recommends", *packages])


def install_system(wanted: Sequence[SystemPackage]) -> None:
    """Installs what is missing; says loudly what goes without."""
    missing = [item for item in wanted if not item.present()]
    if not missing:
        return
    packages = [name for item in missing for name in item.packages]
    apt_install(packages)
    for item in (item for item in missing if not item.present()):
        names = " ".join(item.packages)
        say(f"NOT INSTALLED: {names}: {item.without} (as root: apt-get install {names})")


def can_make_venv() -> bool:
    """Whether this Python can make an environment with pip in it (Debian's may not)."""
    probe = [sys.executable, "-c", "import ensurepip, venv"]
    return subprocess.run(probe, capture_output=True, check=False).returncode == 0


def make_venv() -> bool:
    """Makes `.venv` unless it is there; True if it is there in the end."""
    if (VENV / "bin" / "pip").exists():
        return True
    if not can_make_venv() and sys.base_prefix == "/usr":
        apt_install(["python3-venv"])
    if not can_make_venv():
        return False
    say(f"making {VENV.name} with Python {sys.version.split()[0]}")
    return runs([sys.executable, "-m", "venv", "--clear", str(VENV)])


def pip_install(extras: str) -> bool:
    """Installs ppcl with these extras, editable, into `.venv`."""
    say(f"installing ppcl and its Python packages ({extras or 'no extras'})")
    pip = [str(VENV / "bin" / "python"), "-m", "pip", "install", "--quiet"]
    return runs([*pip, "--editable", f"{ROOT}[{extras}]" if extras else str(ROOT)])


def set_up(purpose: str) -> int:
    """Everything for one purpose, `demo` or `test`; the exit status."""
    if sys.version_info < OLDEST_PYTHON:
        return fail("ppcl needs Python 3.11 or later: make PYTHON=/path/to/python3.11 ...")
    if shutil.which("cc") is None:
        return fail("no C compiler: install one (as root: apt-get install gcc libc6-dev)")
    if purpose == "test":
        install_system([POCL, HEADERS, *FOR_TESTS])
    if not make_venv():
        return fail(
            f"{sys.executable} cannot make a virtual environment: install Python's venv module "
            "(as root: apt-get install python3-venv), or make PYTHON=/path/to/another/python3 ..."
        )
    if not pip_install("dev,tune" if purpose == "test" else ""):
        return fail("pip could not install ppcl; the lines above say why")
    if purpose == "test" and not pip_install("opencl-cpu"):
        say("NOT INSTALLED: the OpenCL runtime from wheels: nothing runs on Intel's runtime")
    (VENV / f"{purpose}.stamp").touch()
    return 0


def main() -> int:
    """Reads the purpose from the command line."""
    if sys.argv[1:] not in (["demo"], ["test"]):
        return fail("usage: python3 scripts/setup.py demo|test")
    return set_up(sys.argv[1])


if __name__ == "__main__":
    sys.exit(main())
