"""Why a program's text may be another one at run time than the one that was parsed."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path, PurePosixPath

from ppcl.analysis.kernels.paths import Places
from ppcl.analysis.kernels.programs import KernelProgram
from ppcl.analysis.kernels.units import KernelUnit
from ppcl.diag import Remark
from ppcl.frontend import directives_in
from ppcl.source import SourceFile, words

_Files = Mapping[str, SourceFile]
# What runtimes define by the file that they make of a text, and by its place in what is joined.
_OF_FILES = frozenset(
    ("__FILE__", "__FILE_NAME__", "__BASE_FILE__", "__DATE__", "__TIME__", "__TIMESTAMP__")
)
_OF_PLACES = frozenset(("__LINE__", "__INCLUDE_LEVEL__", "__COUNTER__"))


def with_doubts(
    root: Path,
    programs: Sequence[KernelProgram],
    units: Sequence[KernelUnit],
    files: _Files,
    entered: tuple[str, ...] = (),
) -> list[KernelProgram]:
    """The programs; those are `unread` whose text may be another one. `entered` are folders that
    commands run in."""
    return [
        _with_doubt(Places(root, program.at.span.file, entered), program, units, files)
        for program in programs
    ]


def _with_doubt(
    places: Places, program: KernelProgram, units: Sequence[KernelUnit], files: _Files
) -> KernelProgram:
    own = [u for u in units if any(p.serial == program.serial for p in u.programs)]
    doubts = (doubt for unit in own for doubt in _doubts(places, program, unit, files))
    reason = program.unread or next(doubts, "")
    if reason == program.unread:
        return program
    location = files[program.at.span.file].location(program.at.span.start)
    message = f"the program's text is not followed: {reason}"
    remark = Remark("analysis", "PPC127", message, location)
    return replace(program, unread=reason, remarks=(*program.remarks, remark))


def _doubts(
    places: Places, program: KernelProgram, unit: KernelUnit, files: _Files
) -> Iterator[str]:
    texts = {path: files[path].data for path in unit.unit.files if path != places.near}
    is_joined = len(program.files) > 1 or bool(program.options.front)
    moving = _OF_FILES | _OF_PLACES if is_joined else _OF_FILES
    given = " ".join(unit.defines).encode()
    for name in sorted((_OF_FILES | _OF_PLACES).intersection(words(given))):
        yield f"an option says '{name}', which is not the same for every reader"
    for path, data in texts.items():
        if b"\0" in data:
            yield f"'{path}' has a byte that is zero"
        for name in sorted(moving.intersection(words(data))):
            yield f"'{path}' uses '{name}', which is not the same for every reader"
        is_main = path in (*program.files, unit.unit.path)
        other = None if is_main else _other(places, path, program, unit, texts)
        if other is not None:
            yield f"an #include may be of '{path}' or of '{other}'"


def _other(
    places: Places,
    path: str,
    program: KernelProgram,
    unit: KernelUnit,
    texts: Mapping[str, bytes],
) -> str | None:
    """Another file than `path` that an `#include` may mean."""
    said = [name for data in texts.values() for name in _included(data)]
    alike = {name for name in said if name and PurePosixPath(name).name == PurePosixPath(path).name}
    spelled = alike if all(said) else ()  # a macro may say any
    return places.other_include(path, spelled, unit.unit.path, program.options.include_dirs)


def _included(data: bytes) -> Iterator[str]:
    """The names that `#include`s of a text spell; an empty one where a macro does."""
    for directive in directives_in(data, 0, len(data)):
        if directive.name == "include" and directive.tokens:
            first, last = directive.tokens[0], directive.tokens[-1]
            text = data[first.start : last.end].decode("utf-8", "surrogateescape")
            yield text.strip('"<> \t') if text.startswith(('"', "<")) else ""
