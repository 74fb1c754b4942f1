"""The entry points: a host file, a kernel file, a kernel in string literals."""

import os
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from ppcl.frontend.compiler_words import defined_by
from ppcl.frontend.files import UserFiles
from ppcl.frontend.literal import KernelText
from ppcl.frontend.missing_headers import lacks_only_headers
from ppcl.frontend.options import (
    HEADERS,
    KERNEL_STANDARDS,
    NEWEST,
    ParseOptions,
    host_arguments,
    host_standards,
    is_cplusplus,
    kernel_arguments,
    kernel_standard,
)
from ppcl.frontend.spans import KernelPlaces
from ppcl.frontend.system_headers import c_folders, cplusplus_folders
from ppcl.frontend.unincluded import unincluded
from ppcl.frontend.unit import Request, read_unit
from ppcl.ir.unit import Build, Language, TranslationUnit


def parse_host(
    root: Path, path: str, options: ParseOptions, overlay: Mapping[str, bytes]
) -> TranslationUnit:
    """A host file with the user's headers that it includes.

    `path` and the keys of `overlay` are relative to `root`; `overlay` replaces or adds files.
    What the parser does not understand is in the unit's problems; PpclError where the file
    cannot be read, or is nested too deeply.
    """
    unit = _host(root, path, options, overlay)
    made = defined_by(options.speaking)
    # Only where they are asked for: the system's headers, too, would be others with them.
    more = tuple(f"{name}={value}" for name, value in made.items() if name in unit.asked)
    if more:
        unit = _host(root, path, replace(options, defines=(*options.defines, *more)), overlay)
    build = Build(options.standard or "", options.speaking, options.unheard)
    return replace(unit, build=build)


def _host(
    root: Path, path: str, options: ParseOptions, overlay: Mapping[str, bytes]
) -> TranslationUnit:
    language: Language = "c++" if is_cplusplus(path, options) else "c"

    def parse(standard: str, more: tuple[str, ...] = ()) -> TranslationUnit:
        chosen = replace(options, standard=standard, first=(*options.first, *more))
        arguments = host_arguments(root, path, chosen)
        files = _files(root, overlay)
        return read_unit(Request(path, language, arguments, files, apart=options.apart))

    def complete(standard: str) -> TranslationUnit:
        unit = parse(standard)
        headers = unincluded(unit.problems) if language == "c++" else ()
        return min(unit, parse(standard, headers), key=_errors) if headers else unit

    return _best(host_standards(path, options), complete)


def parse_kernel(
    root: Path, path: str, options: ParseOptions, overlay: Mapping[str, bytes]
) -> TranslationUnit:
    """A file of OpenCL C; otherwise as `parse_host`."""
    return _kernels(root, path, options, overlay, None)


def parse_kernel_text(root: Path, text: KernelText, options: ParseOptions) -> TranslationUnit:
    """Kernels in string literals; spans are in the host file that holds them."""
    name = f"{text.path}.cl"
    places = KernelPlaces(name, text.path, text.data, text.offsets, text.breaks)
    return _kernels(root, name, options, {name: text.data}, places)


def _kernels(
    root: Path,
    path: str,
    options: ParseOptions,
    overlay: Mapping[str, bytes],
    places: KernelPlaces | None,
) -> TranslationUnit:
    """Kernels by the standard asked for, or else the first that fits them, or fits them best."""
    asked = kernel_standard(options)

    def parse(standard: str) -> TranslationUnit:
        arguments = kernel_arguments(root, replace(options, standard=standard))
        return read_unit(Request(path, "opencl", arguments, _files(root, overlay), places))

    return _best((asked,) if asked else KERNEL_STANDARDS, parse)


# What is said of a program that needs C++20: its words, and what the library lacks without it.
_NEWER = re.compile(
    r"no (?:member|type|template|class template) named|'auto' not allowed|namespace 'std'"
    r"|'(?:concept|requires|consteval|constinit|co_await|co_return|co_yield|char8_t|import)'"
    r"|'(?:ranges|views)'"
)


def _best(standards: Sequence[str], parse: Callable[[str], TranslationUnit]) -> TranslationUnit:
    """The unit by the first standard that fits it, or else that fits it best."""
    best = parse(standards[0])
    for standard in standards[1:]:
        if not _errors(best) or lacks_only_headers(best.problems):
            break
        if standard == NEWEST and not any(_NEWER.search(p.message) for p in best.problems):
            continue
        best = min(best, parse(standard), key=_errors)
    return best


def _errors(unit: TranslationUnit) -> int:
    return sum(problem.severity != "warning" for problem in unit.problems)


def _files(root: Path, overlay: Mapping[str, bytes]) -> UserFiles:
    foreign = (str(HEADERS), *c_folders(), *cplusplus_folders())
    return UserFiles(os.path.abspath(root), foreign, dict(overlay))
