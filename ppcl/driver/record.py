"""What ppcl wrote to a folder: a record there, by which a later run knows its own files.

A file that ppcl did not write, or that was changed since, is not replaced: what is in it may be
nowhere else. A file that was written for the same SOURCEs and is not made any more is removed.
"""

import json
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from ppcl import __version__
from ppcl.diag import ExitCode, PpclError
from ppcl.driver.output import OutputFile
from ppcl.driver.paths import shown_path

NAME = ".ppcl.json"
_VERSION = "version of ppcl"  # beside the lists of SOURCEs
_SHOWN = 5


@dataclass(frozen=True)
class Record:
    """The record of the folder `out`: SHA-256 by path, for each list of SOURCEs that was compiled
    to it. `owner` is the list that is compiled now, relative to `out`. `ppcl` is the version that
    wrote it, "" where that is not known."""

    out: Path
    owner: str
    written: Mapping[str, Mapping[str, str]]
    ppcl: str = ""

    @property
    def why_stale(self) -> str:
        """Why the folder's files may be others than would be written now."""
        if not self.own:
            return f"{self.out} was not written by ppcl for these sources"
        if self.ppcl not in ("", __version__):
            return f"{self.out} was written by ppcl {self.ppcl}, and this is {__version__}"
        return f"the sources, what they are compiled with, or {self.out} have changed since"

    @property
    def own(self) -> Mapping[str, str]:
        """What was written for the same SOURCEs."""
        return self.written.get(self.owner, {})

    def check(self, files: Sequence[OutputFile], originals: Mapping[str, bytes]) -> None:
        """Raises PpclError (usage) where a file would be lost that ppcl did not write.

        `originals` are the sources, by their paths in `out`: a copy of one is no loss.
        """
        taken = [
            *(file.path for file in files if file.stale and self._is_taken(file.path, originals)),
            *(path for path in self.obsolete(files) if self._is_taken(path, {})),
        ]
        if taken:
            names = [shown_path(Path(), str(path)) for path in taken[:_SHOWN]]
            more = f" and {len(taken) - _SHOWN} more" if len(taken) > _SHOWN else ""
            message = (
                f"{', '.join(names)}{more}: not written by ppcl for these sources, or changed "
                "since; --overwrite replaces what is there"
            )
            raise PpclError(message, exit_code=ExitCode.USAGE)

    def _is_taken(self, path: Path, originals: Mapping[str, bytes]) -> bool:
        if not path.is_file():
            return False
        name, data = self._name(path), path.read_bytes()
        if name in self.own:
            return self.own[name] != _hash(data)
        foreign = any(name in files for files in self.written.values())
        return foreign or originals.get(name) != data

    def obsolete(self, files: Iterable[OutputFile]) -> list[Path]:
        """What was written for the same SOURCEs, is there, and is not made any more."""
        made = {self._name(file.path) for file in files}
        paths = (self.out / name for name in sorted(self.own.keys() - made))
        return [path for path in paths if path.is_file() and not self._is_others(path)]

    def _is_others(self, path: Path) -> bool:
        others = (files for owner, files in self.written.items() if owner != self.owner)
        return any(self._name(path) in files for files in others)

    def renewed(self, files: Iterable[OutputFile]) -> OutputFile:
        """The record of the folder with these files."""
        own = {self._name(file.path): _hash(file.data) for file in files}
        document = {_VERSION: __version__, **self.written, self.owner: own}
        text = json.dumps(document, indent=2, sort_keys=True) + "\n"
        return OutputFile(self.out / NAME, text.encode())

    def _name(self, path: Path) -> str:
        return Path(os.path.relpath(path, self.out)).as_posix()


def read_record(out: Path, sources: Sequence[str]) -> Record:
    """The record of a folder, which may have none. Raises PpclError (usage) for another file."""
    path = out / NAME
    owner = " ".join(
        sorted(os.path.relpath(Path(each).resolve(), out.resolve()) for each in sources)
    )
    try:
        found = json.loads(path.read_bytes()) if path.exists() else {}
        version = str(found.pop(_VERSION, "")) if isinstance(found, dict) else ""
        written = dict(_programs(found))
    except (OSError, ValueError) as error:
        message = f"{path} is no record of what ppcl wrote there: remove it"
        raise PpclError(message, exit_code=ExitCode.USAGE) from error
    return Record(out, owner, written, version)


def _programs(found: object) -> Iterator[tuple[str, dict[str, str]]]:
    if not isinstance(found, dict):
        raise ValueError
    for owner, files in found.items():
        if not isinstance(files, dict) or not all(isinstance(each, str) for each in files.values()):
            raise ValueError
        yield owner, files


def _hash(data: bytes) -> str:
    return sha256(data).hexdigest()
