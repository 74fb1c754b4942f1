"""The files that a kernel text includes, taken along so that it can be built elsewhere."""

import re
import shlex
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path, PurePosixPath

from ppcl.verify.replay.launch import Replay

_INCLUDE = re.compile(rb"""^[ \t]*#[ \t]*include[ \t]*[<"]([^>"\n]+)[>"]""", re.MULTILINE)
_COMPUTED = re.compile(rb"^[ \t]*#[ \t]*include[ \t]+([A-Za-z_]\w*)", re.MULTILINE)


@dataclass
class _Found:
    folders: Sequence[Path]
    files: dict[str, bytes] = field(default_factory=dict)
    missing: list[str] = field(default_factory=list)

    def follow(self, text: bytes, above: PurePosixPath) -> None:
        """Takes what a text in the folder `above` (within the includes) includes."""
        self.missing += [match[1].decode("ascii") for match in _COMPUTED.finditer(text)]
        for match in _INCLUDE.finditer(text):
            name = match[1].decode("utf-8", "surrogateescape")
            for path in (above / name, PurePosixPath(name)):
                data = self._read(path)
                if data is not None:
                    self._take(path, data)
                    break
            else:
                self.missing.append(name)

    def _read(self, path: PurePosixPath) -> bytes | None:
        if path.is_absolute() or ".." in path.parts:
            return None
        places = (folder / path for folder in self.folders)
        return next((place.read_bytes() for place in places if place.is_file()), None)

    def _take(self, path: PurePosixPath, data: bytes) -> None:
        if str(path) not in self.files:
            self.files[str(path)] = data
            self.follow(data, path.parent)


def with_includes(replay: Replay, folder: Path) -> tuple[Replay, Sequence[str]]:
    """A launch with what its text includes, and the names that were not found. `folder` is where
    the program ran."""
    found = _Found([*(folder / each for each in _folders(replay.options)), folder])
    found.follow(replay.text, PurePosixPath())
    return replace(replay, includes=found.files), found.missing


def _folders(options: str) -> Sequence[str]:
    """The folders that options name for includes; of options that are not read, none."""
    try:
        words = iter(shlex.split(options))
    except ValueError:
        return ()
    return [
        next(words, ".") if word == "-I" else word[2:] for word in words if word.startswith("-I")
    ]
