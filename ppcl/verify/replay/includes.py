"""The files that a kernel text includes, taken along so that it can be built elsewhere.

They are told by the text, whatever its conditionals say: what is taken without need does no harm.
Where they lie to each other stays, so that `..` finds them.
"""

import os
import re
import shlex
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from ppcl.verify.replay.launch import Replay

_DIRECTIVE = re.compile(
    rb"""^[ \t]*\#[ \t]*(?:
        include[ \t]*(?:[<"](?P<name>[^>"\n]+)[>"] | (?P<macro>[A-Za-z_]\w*))
        | define[ \t]+(?P<defined>[A-Za-z_]\w*)[ \t]+(?P<value>\S+)
    )""",
    re.MULTILINE | re.VERBOSE,
)


@dataclass(frozen=True)
class _Places:
    """Where files are searched, in order, and what is kept of where they lie: by the `homes` that
    are kept, each by the path that it has in what is kept."""

    searched: Sequence[Path]
    homes: Mapping[Path, str]

    def find(self, name: str, above: Path | None) -> Path | None:
        """The file that a file in the folder `above` includes by a name."""
        folders = [*filter(None, [above]), *self.searched]
        places = (Path(os.path.normpath(folder / name)) for folder in folders)
        return next((place for place in places if os.path.isfile(place) and self.kept(place)), None)

    def kept(self, place: Path) -> str | None:
        """The path of a file or folder in what is kept; None for one that is in no home."""
        for home, name in self.homes.items():
            if place.is_relative_to(home):
                return os.path.normpath(Path(name) / place.relative_to(home))
        return None


@dataclass
class _Found:
    places: _Places
    defined: dict[str, list[str]]
    files: dict[str, bytes] = field(default_factory=dict)
    missing: list[str] = field(default_factory=list)

    def follow(self, text: bytes, above: Path | None) -> None:
        """Takes what a text in the folder `above` includes (None: one that is in no file)."""
        for match in _DIRECTIVE.finditer(text):
            said = {
                key: (value or b"").decode("utf-8", "surrogateescape")
                for key, value in match.groupdict().items()
            }
            if said["defined"]:
                self.defined.setdefault(said["defined"], []).append(said["value"])
            else:
                names = [said["name"]] if said["name"] else [*self._meant(said["macro"], ())]
                taken = [self._take(name, above) for name in names]
                if not any(taken):
                    self.missing.append(said["name"] or said["macro"])

    def _meant(self, macro: str, by: tuple[str, ...]) -> Iterator[str]:
        """The names that a macro may stand for: all that it is defined as so far."""
        for value in self.defined.get(macro, ()):
            if value in self.defined and value not in by:
                yield from self._meant(value, (*by, macro))
            else:
                yield value.strip('<>"\\')

    def _take(self, name: str, above: Path | None) -> bool:
        """Whether there is such a file, which is kept with all that it includes."""
        place = self.places.find(name, above)
        key = self.places.kept(place) if place is not None else None
        if place is None or key is None:
            return False
        if key not in self.files:
            self.files[key] = place.read_bytes()
            self.follow(self.files[key], place.parent)
        return True


def with_includes(replay: Replay, folder: Path) -> tuple[Replay, Sequence[str]]:
    """A launch with what its text includes, and the names that were not found. `folder` is where
    the program ran."""
    words = _words(replay.options)
    root = folder.resolve()
    searched = [Path(os.path.normpath(root / each)) for each in (*_values(words, "-I"), ".")]
    outside = [each for each in searched if not each.is_relative_to(root)]
    homes = {root: "", **{each: f"outside-{number}" for number, each in enumerate(outside)}}
    places = _Places(searched, homes)
    defined: dict[str, list[str]] = {}
    for define in _values(words, "-D"):
        name, _, value = define.partition("=")
        defined.setdefault(name, []).append(value)
    found = _Found(places, defined)
    found.follow(replay.text, None)
    folders = dict.fromkeys(filter(None, map(places.kept, searched))) if found.files else ()
    kept = replace(replay, includes=found.files, include_folders=tuple(folders))
    return kept, found.missing


def _words(options: str) -> Sequence[str]:
    """Of options that are not read, none."""
    try:
        return shlex.split(options)
    except ValueError:
        return ()


def _values(words: Sequence[str], flag: str) -> Sequence[str]:
    """What stands behind a flag, in its word or in the next one."""
    rest = iter(words)
    return [
        next(rest, "") if word == flag else word.removeprefix(flag)
        for word in rest
        if word.startswith(flag)
    ]
