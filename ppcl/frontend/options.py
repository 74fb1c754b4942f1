"""What the user says about parsing, and clang's arguments for it."""

import os
from dataclasses import dataclass
from pathlib import Path

HEADERS = Path(__file__).parent / "headers"

_COMMON = ("-ferror-limit=0", "-Wno-everything", "-nostdinc")
_OPENCL = (
    *("-x", "cl", "-target", "spir64-unknown-unknown", "-cl-no-stdinc"),
    *("-Xclang", "-fdeclare-opencl-builtins", "-include", str(HEADERS / "opencl-c-ppcl.h")),
)
_CPLUSPLUS = (".cc", ".cpp", ".cxx", ".C", ".c++", ".hpp", ".hh", ".hxx")


@dataclass(frozen=True)
class ParseOptions:
    """Folders for `#include`, macros (`NAME` or `NAME=VALUE`), and the language standard."""

    include_dirs: tuple[str, ...] = ()
    defines: tuple[str, ...] = ()
    standard: str | None = None


def is_cplusplus(path: str) -> bool:
    """Whether a host file is C++, by its name."""
    return path.endswith(_CPLUSPLUS)


def kernel_arguments(options: ParseOptions) -> list[str]:
    """Clang's arguments for OpenCL C."""
    standard = options.standard or "CL1.2"
    return [*_COMMON, *_OPENCL, f"-cl-std={standard}", *_user_arguments(options)]


def host_arguments(path: str, options: ParseOptions) -> list[str]:
    """Clang's arguments for a host file; our headers come before the system's."""
    language, standard = ("c++", "gnu++17") if is_cplusplus(path) else ("c", "gnu11")
    own = [HEADERS / "c", HEADERS]
    folders = [*map(str, own), *system_folders(is_cplusplus(path))]
    system = [argument for folder in folders for argument in ("-isystem", folder)]
    return [
        *_COMMON,
        *("-x", language, f"-std={options.standard or standard}"),
        *_user_arguments(options),
        *system,
    ]


def _user_arguments(options: ParseOptions) -> list[str]:
    return [
        *(f"-I{folder}" for folder in options.include_dirs),
        *(f"-D{define}" for define in options.defines),
    ]


def system_folders(cplusplus: bool) -> list[str]:
    """The folders of system headers that there are, found by name."""
    multiarch = f"/usr/include/{os.uname().machine}-linux-gnu"
    return [folder for folder in (multiarch, "/usr/local/include", "/usr/include") if os.path.isdir(folder)]
