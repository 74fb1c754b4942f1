"""What the user says about parsing, and clang's arguments for it."""

import os
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from ppcl.frontend.system_headers import c_folders, cplusplus_folders

HEADERS = Path(__file__).parent / "headers"
# The C++ bindings of OpenCL, in front of others like all our headers.
BINDINGS = HEADERS / "cxx"

_QUIET = ("-Wno-everything",)
_COMMON = (
    *("-ferror-limit=0", "-nostdinc"),
    *("-Wimplicit-function-declaration", "-Wno-error=implicit-function-declaration"),
)
# Extensions that clang's machine of no vendor says it has.
_OF_VENDORS = (
    *("cl_intel_subgroups", "cl_intel_subgroups_short", "cl_intel_required_subgroup_size"),
    *("cl_intel_device_side_avc_motion_estimation", "cl_intel_planar_yuv"),
    *("cl_amd_media_ops", "cl_amd_media_ops2"),
)
_OPENCL = (
    *("-x", "cl", "-target", "spir64-unknown-unknown", "-U__SPIR__", "-U__SPIR64__"),
    "-cl-no-stdinc",
    "-fgnu-keywords",
    *(f"-U{name}" for name in _OF_VENDORS),
    *("-Xclang", "-fdeclare-opencl-builtins", "-include", str(HEADERS / "opencl-c-ppcl.h")),
)
# What kernels are read as where no standard is asked for: the first that fits.
KERNEL_STANDARDS = ("CL1.2", "CL2.0", "CL3.0")
_ASKED = frozenset({"CL1.0", "CL1.1", *KERNEL_STANDARDS})
# A device of version 1.2 compiles the older ones, too.
_VERSIONS = {"2.0": "200", "3.0": "300"}
# What hosts are read as where no standard is asked for, likewise: names that C++17 brought are
# ambiguous in older programs, and others went; C++20 has words that were names before.
NEWEST = "gnu++20"
_CPLUSPLUS_STANDARDS = ("gnu++17", NEWEST, "gnu++14", "gnu++98")
_C_STANDARDS = ("gnu11",)
_CPLUSPLUS = (".cc", ".cpp", ".cxx", ".C", ".c++", ".hpp", ".hh", ".hxx")


@dataclass(frozen=True)
class ParseOptions:
    """Folders for `#include`, macros (`NAME` or `NAME=VALUE`), the language standard, and files
    (absolute ones, or headers of the library) that are read in front of the main one. `apart` are
    the names of records that stand for others in other files of the program.

    `quoted_dirs` are folders for `#include "..."` alone; `speaking` the build's options on which
    macros of the compiler's own hang, `handed_on` those that the parser of a host file gets as they
    are, and `unheard` words of its command that are not understood. `warnings` says whether what
    compilers warn of in kernels is a problem, too.
    """

    include_dirs: tuple[str, ...] = ()
    defines: tuple[str, ...] = ()
    standard: str | None = None
    first: tuple[str, ...] = ()
    apart: frozenset[str] = frozenset()
    quoted_dirs: tuple[str, ...] = ()
    speaking: tuple[str, ...] = ()
    unheard: tuple[str, ...] = ()
    warnings: bool = False
    handed_on: tuple[str, ...] = ()


def is_cplusplus(path: str, options: ParseOptions) -> bool:
    """Whether a host file is C++, by the standard asked for or else by its name."""
    standard = _host_standard(options)
    return "++" in standard if standard else path.endswith(_CPLUSPLUS)


def host_standards(path: str, options: ParseOptions) -> tuple[str, ...]:
    """The standards by which a host file may be read, in turn."""
    asked = _host_standard(options)
    if asked:
        return (asked,)
    return _CPLUSPLUS_STANDARDS if is_cplusplus(path, options) else _C_STANDARDS


def _host_standard(options: ParseOptions) -> str:
    """The standard asked for, where it is not one of OpenCL C."""
    standard = options.standard or ""
    return "" if standard.lower().startswith("cl") else standard


def kernel_arguments(root: Path, options: ParseOptions) -> list[str]:
    """Clang's arguments for OpenCL C."""
    standard = kernel_standard(options) or KERNEL_STANDARDS[0]
    version = _VERSIONS.get(standard[2:], "120")
    return [
        *(*(() if options.warnings else _QUIET), *_COMMON, *_OPENCL),
        *(f"-cl-std={standard}", f"-D__OPENCL_VERSION__={version}"),
        *_user_arguments(root, options),
    ]


def kernel_standard(options: ParseOptions) -> str | None:
    """The standard of OpenCL C asked for, None where there is none."""
    standard = options.standard or ""
    return standard.upper() if standard.upper() in _ASKED else None


def host_arguments(root: Path, path: str, options: ParseOptions) -> list[str]:
    """Clang's arguments for a host file; our headers come before the system's."""
    language = "c++" if is_cplusplus(path, options) else "c"
    system = (*(cplusplus_folders() if language == "c++" else ()), *c_folders())
    folders = [str(HEADERS / "c"), *system, str(HEADERS / "fallback")]
    return [
        *(*_QUIET, *_COMMON, *options.handed_on),
        *("-x", language, f"-std={host_standards(path, options)[0]}"),
        *((f"-I{BINDINGS}",) if language == "c++" else ()),
        f"-I{HEADERS}",  # before the user's folders, where other CL headers may lie
        *_user_arguments(root, options),
        *(argument for folder in folders for argument in ("-isystem", folder)),
    ]


def host_folders(root: Path, path: str, options: ParseOptions) -> tuple[str, ...]:
    """The folders in which a host file's headers are looked for."""
    arguments = host_arguments(root, path, options)
    given = (argument[2:] for argument in arguments if argument.startswith("-I"))
    pairs = [*pairwise(arguments)]
    quoted = (folder for option, folder in pairs if option == "-iquote")
    return (*quoted, *given, *(folder for option, folder in pairs if option == "-isystem"))


def _user_arguments(root: Path, options: ParseOptions) -> list[str]:
    return [
        # __FILE__ must not depend on where the program lies
        f"-fmacro-prefix-map={os.path.abspath(root)}{os.sep}=",
        *(word for folder in options.quoted_dirs for word in ("-iquote", folder)),
        *(f"-I{folder}" for folder in options.include_dirs),
        *(f"-D{define}" for define in options.defines),
        *(argument for file in options.first for argument in ("-include", file)),
    ]
