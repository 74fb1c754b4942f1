"""What the user says about parsing, and clang's arguments for it."""

import os
from dataclasses import dataclass
from pathlib import Path

from ppcl.frontend.system_headers import c_folders, cplusplus_folders

HEADERS = Path(__file__).parent / "headers"

_COMMON = (
    *("-ferror-limit=0", "-nostdinc", "-Wno-everything"),
    *("-Wimplicit-function-declaration", "-Wno-error=implicit-function-declaration"),
)
_OPENCL = (
    *("-x", "cl", "-target", "spir64-unknown-unknown", "-U__SPIR__", "-U__SPIR64__"),
    *("-cl-no-stdinc", "-D__OPENCL_VERSION__=120"),
    *("-Xclang", "-fdeclare-opencl-builtins", "-include", str(HEADERS / "opencl-c-ppcl.h")),
)
_CPLUSPLUS = (".cc", ".cpp", ".cxx", ".C", ".c++", ".hpp", ".hh", ".hxx")


@dataclass(frozen=True)
class ParseOptions:
    """Folders for `#include`, macros (`NAME` or `NAME=VALUE`), and the language standard."""

    include_dirs: tuple[str, ...] = ()
    defines: tuple[str, ...] = ()
    standard: str | None = None


def is_cplusplus(path: str, options: ParseOptions) -> bool:
    """Whether a host file is C++, by the standard asked for or else by its name."""
    standard = _host_standard(options)
    return "++" in standard if standard else path.endswith(_CPLUSPLUS)


def _host_standard(options: ParseOptions) -> str:
    """The standard asked for, where it is not one of OpenCL C."""
    standard = options.standard or ""
    return "" if standard.lower().startswith("cl") else standard


def kernel_arguments(root: Path, options: ParseOptions) -> list[str]:
    """Clang's arguments for OpenCL C."""
    standard = "CL1.2" if _host_standard(options) else options.standard or "CL1.2"
    return [*_COMMON, *_OPENCL, f"-cl-std={standard}", *_user_arguments(root, options)]


def host_arguments(root: Path, path: str, options: ParseOptions) -> list[str]:
    """Clang's arguments for a host file; our headers come before the system's."""
    language, default = ("c++", "gnu++17") if is_cplusplus(path, options) else ("c", "gnu11")
    system = (*(cplusplus_folders() if language == "c++" else ()), *c_folders())
    folders = [str(HEADERS / "c"), *system, str(HEADERS / "fallback")]
    return [
        *_COMMON,
        *("-x", language, f"-std={_host_standard(options) or default}"),
        f"-I{HEADERS}",  # before the user's folders, where other CL headers may lie
        *_user_arguments(root, options),
        *(argument for folder in folders for argument in ("-isystem", folder)),
    ]


def _user_arguments(root: Path, options: ParseOptions) -> list[str]:
    return [
        # __FILE__ must not depend on where the program lies
        f"-fmacro-prefix-map={os.path.abspath(root)}{os.sep}=",
        *(f"-I{folder}" for folder in options.include_dirs),
        *(f"-D{define}" for define in options.defines),
    ]
