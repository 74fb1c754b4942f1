"""What of the tools that ppcl can use is installed here, and how to get the rest."""

import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from ppcl.diag import PpclError
from ppcl.verify.platforms import Loader, find_loader, find_platforms
from ppcl.verify.recorder import build_recorder

_RUNTIMES = "apt-get install pocl-opencl-icd, or pip install 'ppcl[opencl-cpu]'"
_HEADERS = "apt-get install ocl-icd-opencl-dev, or pip install 'ppcl[opencl-cpu]'"


@dataclass(frozen=True)
class Item:
    """A thing that is looked for: what was found (empty if nothing), what it is for, how to get it.

    `needed`: whether programs cannot be built and run without it.
    """

    group: str
    name: str
    found: str
    purpose: str
    advice: str
    needed: bool = False


@dataclass(frozen=True)
class _Tool:
    name: str
    purpose: str
    package: str
    group: str = "tools"
    option: str = "--version"


_COMPILERS = (
    _Tool("cc", "programs and the recorder", "gcc", "compilers"),
    _Tool("c++", "programs in C++", "g++", "compilers"),
    _Tool("clang", "another compiler", "clang", "compilers"),
)
_TOOLS = (
    _Tool("addr2line", "lines of call sites in `verify`", "binutils"),
    _Tool("oclgrind", "races and bad accesses in `verify --oclgrind`", "oclgrind"),
    _Tool("dot", "`graph --format svg`", "graphviz", option="-V"),
)
_LIBRARIES = ("libclang", "islpy", "pycparser", "jinja2", "click")


def inventory(scratch: Path) -> list[Item]:
    """Everything that is looked for, in groups; the recorder is tried out in `scratch`."""
    return [
        *_platforms(),
        _headers(find_loader()),
        *(_tool(tool) for tool in (*_COMPILERS, *_TOOLS)),
        _recorder(scratch),
        *(_library(name) for name in _LIBRARIES),
    ]


def _platforms() -> Iterator[Item]:
    found = find_platforms()
    for platform in found:
        shown = f"{platform.library} (target {platform.target})"
        yield Item("platforms", platform.name, shown, "runs programs", "")
    if not found:
        yield Item("platforms", "any", "", "`verify` and `bench`", _RUNTIMES, needed=True)


def _headers(loader: Loader | None) -> Item:
    found = ""
    if loader is not None:
        headers = loader.include or "the system's headers"
        found = f"{headers}, {loader.library or 'the system loader'}"
    purpose = "building host programs"
    return Item("platforms", "headers, loader", found, purpose, _HEADERS, needed=True)


def _tool(tool: _Tool) -> Item:
    path = shutil.which(tool.name)
    found = f"{path} ({_first_line([path, tool.option])})" if path else ""
    advice = f"apt-get install {tool.package}"
    return Item(tool.group, tool.name, found, tool.purpose, advice, tool.name == "cc")


def _first_line(command: list[str]) -> str:
    """The first line that says a version, else the first at all."""
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=20, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return "does not answer"
    lines = [line.strip() for line in (done.stdout + done.stderr).splitlines() if line.strip()]
    numbered = [line for line in lines if any(letter.isdigit() for letter in line)]
    return (numbered or lines or ["no version given"])[0]


def _recorder(scratch: Path) -> Item:
    found, advice = "", "a C compiler: apt-get install gcc"
    try:
        found = str(build_recorder(scratch))
        found = "compiled, not cached" if found.startswith(str(scratch)) else found
    except PpclError as error:
        advice = error.message
    return Item("tools", "recorder", found, "`verify` and `bench`", advice, needed=True)


def _library(name: str) -> Item:
    try:
        found = version(name)
    except PackageNotFoundError:
        found = ""
    return Item("Python", name, found, "ppcl itself", f"pip install {name}")
