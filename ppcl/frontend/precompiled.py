"""System headers that a host file begins with, as clang keeps them once it has read them.

The C++ library's headers take twenty times as long to read as what a program writes itself. The
lines in front of all else that include headers of the system are made a precompiled header, kept by
what it was made from; the file itself is read as it is, behind it: the headers' own guards leave
them out there.
"""

import hashlib
import os
import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import pairwise
from pathlib import Path

from ppcl.frontend import native, session
from ppcl.frontend.bindings import binding_name
from ppcl.frontend.elsewhere import Elsewhere
from ppcl.frontend.kinds import Kind
from ppcl.frontend.options import BINDINGS, HEADERS
from ppcl.source import cache_folder

_BLANK = rb"(?:\s|//[^\n\\?]*\n|/\*[^\\?]*?\*/)*+"
# A header, or a macro that tells our OpenCL headers what to declare; these never change it.
_LINE = re.compile(
    _BLANK + rb"(#[ \t]*(?:include[ \t]*<([\w./+-]+)>|define[ \t]+(?:__)?CL_\w+(?:[ \t]+\w+)?))"
    rb"[ \t]*(?://[^\n\\?]*)?\r?\n"
)
_OURS = (f"-I{BINDINGS}", f"-I{HEADERS}")
_BOUND = b"#include <ppcl-bindings.hpp>\n"
# Of half a megabyte for C to ten for C++.
_MOST = 64


@dataclass(frozen=True)
class Made:
    """A precompiled header, and the names of the macros in it."""

    path: str
    macros: Elsewhere


@dataclass(frozen=True)
class Head:
    """The lines that a file begins with, and clang's arguments but for the user's own folders.

    With the `bodies` of functions, clang makes all that a program uses of the library's templates:
    most of the time that it takes to read a program in C++. Without templates of its own, nothing
    of that is the program's.
    """

    lines: tuple[bytes, ...]
    arguments: tuple[str, ...]
    bodies: bool

    @cached_property
    def path(self) -> Path:
        """Where its precompiled header is kept."""
        own = (session.version(), str(self.bodies))
        parts = [*self.lines, *map(os.fsencode, (*self.arguments, *own))]
        key = hashlib.sha256(b"\n".join(parts)).hexdigest()[:24]
        return cache_folder() / f"{key}.pch"

    @property
    def inputs(self) -> Path:
        """Where it is kept from which files it was made, or could not be made."""
        return self.path.with_suffix(".inputs")

    @property
    def macros(self) -> Path:
        """Where the names of its macros are kept, which `session.parsed` leaves out."""
        return self.path.with_suffix(".macros")

    def made(self) -> Made | None:
        """The precompiled header, None where there is none and none can be made."""
        try:
            if not self._is_fresh():
                self._make()
            if not self.path.exists():
                return None
            with suppress(PermissionError):
                os.utime(self.path)  # what is used stays
            return Made(str(self.path), self._kept_macros())
        except (OSError, RuntimeError):  # no home, no room
            return None

    def _is_fresh(self) -> bool:
        try:
            lines = self.inputs.read_text("utf-8", "surrogateescape").splitlines()
            known = bool(lines) and self.macros.exists()
            return known and lines == _stated(line.split("\t")[-1] for line in lines)
        except OSError:
            return False

    def _make(self) -> None:
        """Makes it beside its place, so that others find all of it or none."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        name, own = str(self.path.with_suffix(".h")), f"of-{os.getpid()}"
        made, inputs = (Path(f"{path}.{own}") for path in (self.path, self.inputs))
        part: session.Part = "beginning" if self.bodies else "declarations"
        with session.parsed(name, self.arguments, {name: b"".join(self.lines)}, part) as unit:
            if unit is None:
                return
            read = [each.opened for each in session.inclusions(unit) if each.opened != name]
            inputs.write_text("\n".join(_stated(read)), "utf-8", "surrogateescape")
            self._keep_macros(unit, name)
            # The bindings are read as the program's own.
            bound = any(binding_name(os.path.abspath(path)) for path in read)
            if bound or session.has_diagnostics(unit):
                self.path.unlink(missing_ok=True)
                os.replace(inputs, self.inputs)
            elif session.saved(unit, str(made)):
                os.replace(made, self.path)
                os.replace(inputs, self.inputs)
            else:
                inputs.unlink()
        _forget(self.path.parent)

    def _keep_macros(self, unit: int, own: str) -> None:
        """A name in each line, those that clang has of its own behind an empty one. What the lines
        of the head themselves define is the program's."""
        root = native.unit_cursor(unit)
        data = native.extent(root).data
        others, predefined = set[str](), set[str]()
        for each in native.children(root):
            if each.kind == Kind.MACRO_DEFINITION:
                file, _ = session.file_location(native.extent(each).begin, data)
                if file is None or file.opened != own:
                    (others if file else predefined).add(native.spelling(each))
        made = Path(f"{self.macros}.of-{os.getpid()}")
        text = "\n".join((*sorted(others), "", *sorted(predefined)))
        made.write_text(text, "utf-8", "surrogateescape")
        os.replace(made, self.macros)

    def _kept_macros(self) -> Elsewhere:
        texts = (path.read_text("utf-8", "surrogateescape") for path in (self.macros, self.inputs))
        return _elsewhere(*texts)


@lru_cache(maxsize=8)
def _elsewhere(macros: str, inputs: str) -> Elsewhere:
    """What is kept of macros and files; a program's files often begin alike."""
    first, _, last = macros.partition("\n\n")
    others, predefined = frozenset(first.split("\n")), frozenset(last.split("\n"))
    read = tuple(line.split("\t")[-1] for line in inputs.splitlines())
    return Elsewhere(others | predefined, predefined, read)


def _stated(paths: Iterable[str]) -> list[str]:
    """Size, time of the last change and path of each file."""
    found = ((os.stat(path), path) for path in paths)
    return [f"{stat.st_size}\t{stat.st_mtime_ns}\t{path}" for stat, path in found]


def _forget(folder: Path) -> None:
    """Removes all but those last used, and what runs that were ended left."""
    by_use = sorted(folder.glob("*.pch*"), key=lambda path: path.stat().st_mtime_ns)
    for path in by_use[:-_MOST]:
        for suffix in (".inputs", ".macros"):
            path.with_suffix(suffix).unlink(missing_ok=True)
        path.unlink(missing_ok=True)


def heads_of(text: bytes, arguments: Sequence[str], names: Iterable[str]) -> list[Head]:
    """What a file's text begins with, in the ways to read it that may do, the shortest first. None
    where it is nothing, or where the user's folders or files, by their paths, hide one of the
    system's headers."""
    if "-include" in arguments:
        return []
    own = [each[2:] for each in arguments if each.startswith("-I") and each not in _OURS]
    kept = [a for a in arguments if a in _OURS or not a.startswith(("-I", "-fmacro-prefix-map"))]
    system = [str(HEADERS), *(f for option, f in pairwise(arguments) if option == "-isystem")]
    lines = tuple(_lines(text, system))
    if not lines or _hides(own, system, names):
        return []
    has_templates = b"template" in text or _BOUND in lines
    return [Head(lines, tuple(kept), bodies) for bodies in (has_templates, True)][has_templates:]


def _lines(text: bytes, system: Sequence[str]) -> Iterator[bytes]:
    """The lines; for OpenCL's C++ bindings what they need, and no more of OpenCL behind them, as
    they say which."""
    position, bound = 0, False
    while (found := _LINE.match(text, position)) is not None:
        name = os.fsdecode(found[2] or b"CL/")
        is_binding = (BINDINGS / name).is_file()
        if bound and "CL/" in name:
            return
        if is_binding:
            bound = True
            yield _BOUND
        elif not found[2] or any(os.path.isfile(os.path.join(f, name)) for f in system):
            yield found[1] + b"\n"
        else:
            return
        position = found.end()


def _hides(own: Sequence[str], system: Sequence[str], names: Iterable[str]) -> bool:
    """Whether one of the user's folders has an entry that one of the system's has."""
    entries = {entry for folder in own if os.path.isdir(folder) for entry in os.listdir(folder)}
    for name in names:
        for folder in own:
            entries.add(os.path.relpath(name, folder).split(os.sep)[0])
    return any(
        os.path.lexists(os.path.join(f, entry)) for f in system for entry in entries - {os.pardir}
    )
