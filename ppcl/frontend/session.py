"""An open translation unit: parsing, files, diagnostics.

Clang recurses with the depth of its input, so `parsed` and all that is asked of its result belong
on a thread with a large stack (`on_large_stack`), where libclang then stays.
Source: clang-c/Index.h.
"""

import ctypes
import os
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from ctypes import (
    CFUNCTYPE,
    POINTER,
    Structure,
    byref,
    c_char_p,
    c_int,
    c_size_t,
    c_uint,
    c_ulong,
    c_void_p,
    py_object,
)
from typing import Any, Literal, NamedTuple, TypeVar

from ppcl.frontend.native import Location, Range, String, encoded, function, text


class File(NamedTuple):
    """A file that clang has opened (CXFile), and the name used to open it."""

    handle: int
    opened: str


class Inclusion(NamedTuple):
    """A file that was read: the name used to open it, and the places of the `#include`s that led
    there, the innermost first.
    """

    opened: str
    stack: tuple[int, ...]


class _UnsavedFile(Structure):
    _fields_ = (("name", c_char_p), ("contents", c_char_p), ("length", c_ulong))


class _RangeList(Structure):
    _fields_ = (("count", c_uint), ("ranges", POINTER(Range)))


# libclang would parse on a thread of its own, with 8 MB of stack: not enough for 5,000 loops.
os.environ.setdefault("LIBCLANG_NOTHREADS", "1")
_STACK_BYTES = 256 << 20
# Detailed preprocessing record, keep going after fatal errors; the beginning of a file alone, and
# of its functions only what they are, which clang needs to know to read what follows.
_PARSE_FLAGS, _BEGINNING, _WITHOUT_BODIES = 0x01 | 0x200, 0x04, 0x40
Part = Literal["all", "beginning", "declarations", "rest"]
_Result = TypeVar("_Result")
_INCLUSION_VISITOR = CFUNCTYPE(None, c_void_p, POINTER(Location), c_uint, py_object)
_create_index = function("createIndex", c_void_p, c_int, c_int)
_dispose_index = function("disposeIndex", None, c_void_p)
_parse = function(
    "parseTranslationUnit2",
    c_int,
    c_void_p,
    c_char_p,
    POINTER(c_char_p),
    c_int,
    POINTER(_UnsavedFile),
    c_uint,
    c_uint,
    POINTER(c_void_p),
)
_dispose_unit = function("disposeTranslationUnit", None, c_void_p)
_save = function("saveTranslationUnit", c_int, c_void_p, c_char_p, c_uint)
_version = function("getClangVersion", String)
_visit_inclusions = function("getInclusions", None, c_void_p, _INCLUSION_VISITOR, py_object)
_file_name = function("getFileName", String, c_void_p)
_file_location = function(
    "getFileLocation",
    None,
    Location,
    POINTER(c_void_p),
    POINTER(c_uint),
    POINTER(c_uint),
    POINTER(c_uint),
)
_file_contents = function("getFileContents", c_void_p, c_void_p, c_void_p, POINTER(c_size_t))
_all_skipped = function("getAllSkippedRanges", POINTER(_RangeList), c_void_p)
_dispose_ranges = function("disposeSourceRangeList", None, POINTER(_RangeList))
_diagnostic_count = function("getNumDiagnostics", c_uint, c_void_p)
_diagnostic = function("getDiagnostic", c_void_p, c_void_p, c_uint)
_dispose_diagnostic = function("disposeDiagnostic", None, c_void_p)
_diagnostic_spelling = function("getDiagnosticSpelling", String, c_void_p)
_diagnostic_location = function("getDiagnosticLocation", Location, c_void_p)
_diagnostic_severity = function("getDiagnosticSeverity", c_int, c_void_p)


@_INCLUSION_VISITOR  # type: ignore[untyped-decorator]
def _collect_file(file: int, stack: Any, depth: int, found: list[Inclusion]) -> None:
    name = text(_file_name(file))
    found.append(Inclusion(name, tuple(stack[level].raw for level in range(depth))))


def file_location(raw: int, data: Any) -> tuple[File | None, int]:
    """The file (None: not in one) and byte offset of a place.

    In a macro: that of the argument's text, or the begin of the outermost invocation.
    """
    file, offset = c_void_p(), c_uint()
    _file_location(Location(data, raw), byref(file), None, None, byref(offset))
    found = File(file.value, text(_file_name(file))) if file.value else None
    return found, offset.value


def contents(unit: int, file: File) -> bytes:
    """The bytes of a file as clang read them."""
    size = c_size_t()
    data = _file_contents(unit, file.handle, byref(size))
    return ctypes.string_at(data, size.value) if data else b""


def inclusions(unit: int) -> list[Inclusion]:
    """Every file that was read, the main file first."""
    found: list[Inclusion] = []
    _visit_inclusions(unit, _collect_file, found)
    return found


def skipped_ranges(unit: int) -> Iterator[Range]:
    """The ranges that inactive preprocessor branches take, those of a precompiled header last."""
    result = _all_skipped(unit)
    try:
        ranges = result[0].ranges
        for index in reversed(range(result[0].count)):
            yield Range.from_buffer_copy(ranges[index])
    finally:
        _dispose_ranges(result)


def diagnostics(unit: int) -> Iterator[tuple[int, str, Location]]:
    """Severity (2 warning, 3 error, 4 fatal), message and place of each diagnostic."""
    for index in range(_diagnostic_count(unit)):
        item = _diagnostic(unit, index)
        yield (
            _diagnostic_severity(item),
            text(_diagnostic_spelling(item), "replace"),
            _diagnostic_location(item),
        )
        _dispose_diagnostic(item)


def has_diagnostics(unit: int) -> bool:
    """Whether clang says anything of a unit."""
    return bool(_diagnostic_count(unit))


def saved(unit: int, path: str) -> bool:
    """Whether the beginning of a unit could be written to a file, for clang to read."""
    return int(_save(unit, encoded(path), 0)) == 0


def version() -> str:
    """Which clang this is."""
    return text(_version())


def on_large_stack(action: Callable[[], _Result]) -> _Result:
    """Run an action on a thread whose stack is large enough for deeply nested input."""
    usual = threading.stack_size(_STACK_BYTES)
    try:
        with ThreadPoolExecutor(max_workers=1) as pool:
            return pool.submit(action).result()
    finally:
        threading.stack_size(usual)


@contextmanager
def parsed(
    path: str,
    arguments: Sequence[str],
    unsaved: Mapping[str, bytes],
    part: Part = "all",
) -> Iterator[int | None]:
    """A translation unit while it is open, None where clang gave up; or the beginning of one, or
    the declarations that this has.

    Of the rest of one, behind a precompiled header, what that has at its top is not told of, which
    would take a quarter of the time for a small program. Nor are instances of templates.
    """
    flags = _PARSE_FLAGS | (_BEGINNING if part in ("beginning", "declarations") else 0)
    flags |= _WITHOUT_BODIES if part == "declarations" else 0
    index = _create_index(int(part == "rest"), 0)
    unit = c_void_p()
    argv = (c_char_p * len(arguments))(*map(encoded, arguments))
    files = (_UnsavedFile * len(unsaved))(
        *(_UnsavedFile(encoded(name), data, len(data)) for name, data in unsaved.items())
    )
    try:
        failed = _parse(
            index, encoded(path), argv, len(argv), files, len(files), flags, byref(unit)
        )
        yield None if failed else unit.value
    finally:
        if unit.value:
            _dispose_unit(unit)
        _dispose_index(index)
