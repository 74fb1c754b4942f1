"""A host or kernel file read alone: what it defines and needs, and where its headers are."""

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from ppcl.analysis.reading.reader import LAUNCH_WORDS
from ppcl.diag import PpclError, Remark
from ppcl.driver.programs.includes import Headers
from ppcl.driver.programs.linkage import Linkage, linkage
from ppcl.driver.programs.tree import Tree, folder_of, nearest
from ppcl.frontend import ParseOptions, host_folders, missing_headers, parse_host, parse_kernel
from ppcl.ir.pickling import pickled
from ppcl.ir.unit import Problem, TranslationUnit
from ppcl.source import Location, Span

CPLUSPLUS = "gnu++17"
# Headers that headers include, which are looked for in turn.
_ROUNDS = 6

Parse = Callable[[ParseOptions], TranslationUnit]


@dataclass(frozen=True)
class Scan:
    """What reading a file alone gave: its linkage, the options that it needs, and why these.

    `parsed` is the file as it was parsed, pickled, as most files of a tree are of no program with a
    launch; nothing where it is nested too deeply for that.
    """

    linkage: Linkage
    options: ParseOptions
    remarks: tuple[Remark, ...] = ()
    parsed: bytes = b""


def scan_host(tree: Tree, path: str, options: ParseOptions) -> Scan:
    """Read a host file; one that is no C is tried as C++, as some builds do with `.c` files."""
    try:
        found = _scan(tree, path, options)
        if found.linkage.error is None or found.linkage.cplusplus:
            return found
        other = as_cplusplus(tree, path, options, "it does not parse as C")
        return other if other.linkage.error is None else found
    except PpclError as error:
        problem = Problem("fatal", error.message, Span(path, 0, 0))
        nothing: frozenset[str] = frozenset()
        unread = Linkage(path, False, nothing, nothing, nothing, False, error=problem)
        return Scan(unread, options)


def as_cplusplus(tree: Tree, path: str, options: ParseOptions, why: str) -> Scan:
    """Read a host file as C++. Raises PpclError where it cannot be read."""
    found = _scan(tree, path, replace(options, standard=CPLUSPLUS))
    message = f"this file is read as C++: {why}"
    remark = Remark("analysis", "PPC152", message, Location(path, 1, 1))
    return replace(found, remarks=(*found.remarks, remark))


def scan_kernel(tree: Tree, path: str, options: ParseOptions) -> tuple[ParseOptions, list[Remark]]:
    """The options that a kernel file needs, with the folders of its headers."""

    def parse(chosen: ParseOptions) -> TranslationUnit:
        return parse_kernel(tree.root, path, chosen, {})

    try:
        if b"include" not in (tree.root / path).read_bytes():
            return options, []  # most kernels: the reading of the program parses them
        _, options, remarks = _foreseen(tree, path, options, parse, options.include_dirs)
    except (PpclError, OSError):
        return options, []  # the reading of the program says it, with its place
    return options, remarks


def _scan(tree: Tree, path: str, options: ParseOptions) -> Scan:
    def parse(chosen: ParseOptions) -> TranslationUnit:
        return parse_host(tree.root, path, chosen, {})

    searched = host_folders(tree.root, path, options)
    unit, options, remarks = _foreseen(tree, path, options, parse, searched)
    found = linkage(unit)
    if found.error is not None:
        # Statements with unknown types are not in the unit.
        text = (tree.root / path).read_bytes()
        launches = found.launches or any(word.encode() in text for word in LAUNCH_WORDS)
        found = replace(found, launches=launches)
    return Scan(found, options, tuple(remarks), _pickled(unit))


def _pickled(unit: TranslationUnit) -> bytes:
    try:
        return pickled(unit)
    except RecursionError:
        return b""


def _foreseen(
    tree: Tree, path: str, options: ParseOptions, parse: Parse, searched: Sequence[str]
) -> tuple[TranslationUnit, ParseOptions, list[Remark]]:
    """`_with_headers`, parsing once where the text tells which headers stand in the tree; the
    `searched` folders are those in which the parser looks for them."""
    headers = Headers(tree, path, searched, lambda header: _header_folder(tree, path, header))
    foreseen, remarks, expected = options, list[Remark](), list[str]()
    for _ in range(_ROUNDS):
        new = headers.missing(foreseen.include_dirs)
        if not new:
            break
        foreseen = _with_folders(path, foreseen, new, remarks)
        expected += [os.path.relpath(os.path.join(folder, name), tree.root) for name, folder in new]
    unit = parse(foreseen)
    if not set(expected) <= set(unit.files):  # some #include is not for this configuration
        return _with_headers(tree, path, options, parse, parse(options))
    unit, chosen, more = _with_headers(tree, path, foreseen, parse, unit)
    return unit, chosen, [*remarks, *more]


def _with_headers(
    tree: Tree, path: str, options: ParseOptions, parse: Parse, unit: TranslationUnit
) -> tuple[TranslationUnit, ParseOptions, list[Remark]]:
    """A file parsed with the folders of those of its headers that stand in the tree; `unit` is the
    file parsed without."""
    remarks: list[Remark] = []
    for _ in range(_ROUNDS):
        new = [
            (header, folder)
            for header in map(os.path.normpath, missing_headers(unit.problems))
            for folder in _header_folder(tree, path, header)
            if folder not in options.include_dirs
        ]
        if not new:
            break
        options = _with_folders(path, options, new, remarks)
        unit = parse(options)
    return unit, options, remarks


def _with_folders(
    path: str, options: ParseOptions, new: list[tuple[str, str]], remarks: list[Remark]
) -> ParseOptions:
    """The options with the folders of headers, each of which is told."""
    for header, folder in new:
        message = f"'{header}' is taken from {os.path.normpath(folder)} (no -I names it)"
        remarks.append(Remark("analysis", "PPC150", message, Location(path, 1, 1)))
    folders = dict.fromkeys((*options.include_dirs, *(folder for _, folder in new)))
    return replace(options, include_dirs=tuple(folders))


def _header_folder(tree: Tree, path: str, header: str) -> tuple[str, ...]:
    """The folder for -I under which the nearest file of the tree is the header."""
    if ".." in header.split("/"):
        return ()
    found = nearest(folder_of(path), tree.ending(header))
    return tuple(str(tree.root / name.removesuffix(header)) for name in found[:1])
