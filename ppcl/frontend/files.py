"""The user's files in a translation unit: their names, their bytes, and places in them."""

import os
from bisect import bisect_right
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from ppcl.frontend import session
from ppcl.frontend.bindings import binding_name

IN_MACRO = 1 << 31
# Where the encoded locations of what a precompiled header holds begin, at the least.
_PRECOMPILED = 1 << 30
_NO_FILE = ""


def is_precompiled(raw: int) -> bool:
    """Whether an encoded location is in a precompiled header: in a file that is not the user's."""
    return raw & ~IN_MACRO >= _PRECOMPILED


class FileOffset(NamedTuple):
    """A byte offset in a user's file; file "" is everything that is not the user's."""

    file: str
    offset: int


@dataclass(frozen=True)
class UserFiles:
    """Which files are the user's, under which names, and their bytes.

    `foreign` are the folders of system and built-in headers, absolute. `texts` holds, by name,
    what stands in for files on disk, and later what clang read from them.
    """

    root: str
    foreign: tuple[str, ...]
    texts: dict[str, bytes]
    _names: dict[str, str] = field(default_factory=dict)

    def name(self, opened: str) -> str:
        """The name relative to the root of a file that clang opened; "" for a foreign one."""
        if opened not in self._names:
            path = os.path.abspath(opened)
            foreign = any(path.startswith(folder + os.sep) for folder in self.foreign)
            self._names[opened] = binding_name(path) or (_NO_FILE if foreign else self._near(path))
        return self._names[opened]

    def _near(self, path: str) -> str:
        return Path(os.path.relpath(path, self.root)).as_posix()

    def text(self, name: str) -> bytes:
        """The bytes of a user's file that clang read; none for a foreign one."""
        return self.texts.get(name, b"")


@dataclass(frozen=True)
class Locations:
    """Turns clang's encoded locations outside macros into places.

    Within one inclusion of a file an encoded location is a constant plus the byte offset, so one
    question to the library for each is enough. Of text without a file, such as that of the macros
    that clang has, no end is known but the last place that was asked for. `data` is the unit's part
    of every location.
    """

    files: UserFiles
    unit: int
    data: Any
    _starts: list[int] = field(default_factory=list)
    _known: list[tuple[int, str]] = field(default_factory=list)

    def place(self, raw: int) -> FileOffset:
        """Where an encoded location is; `raw` must not be in a macro."""
        index = bisect_right(self._starts, raw) - 1
        if index >= 0:
            end, file = self._known[index]
            if raw <= end:
                return FileOffset(file, raw - self._starts[index])
        return self._ask(raw, index + 1)

    def file(self, raw: int) -> str:
        """The file of a place, as `place` tells it."""
        index = bisect_right(self._starts, raw) - 1
        if index >= 0 and raw <= self._known[index][0]:
            return self._known[index][1]
        return self._ask(raw, index + 1).file

    def _ask(self, raw: int, index: int) -> FileOffset:
        file, offset = session.file_location(raw, self.data)
        name, end = _NO_FILE, raw
        if file is not None:
            name, text = self.files.name(file.opened), session.contents(self.unit, file)
            end = raw - offset + len(text)
            if name:
                self.files.texts[name] = text
        replaced = index > 0 and self._starts[index - 1] == raw - offset
        self._starts[index - replaced : index] = [raw - offset]
        self._known[index - replaced : index] = [(end, name)]
        return FileOffset(name, offset)

    def is_users(self, raw: int) -> bool:
        """Whether an encoded location is in a file of the user's, in a macro or not."""
        return not is_precompiled(raw) and bool(self.anywhere(raw).file)

    def anywhere(self, raw: int) -> FileOffset:
        """Where an encoded location is, in a macro or not."""
        return self.spelled(raw) if raw & IN_MACRO else self.place(raw)

    def spelled(self, raw: int) -> FileOffset:
        """Where an encoded location in a macro was written.

        An argument's token is where the argument is, any other is at the begin of the invocation.
        """
        file, offset = session.file_location(raw, self.data)
        return FileOffset(self.files.name(file.opened) if file else _NO_FILE, offset)
