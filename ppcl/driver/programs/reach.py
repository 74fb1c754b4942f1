"""Which programs of a tree cannot launch anything, told before their files are looked for.

Files are followed backwards from those with a launch. What such a file defines, as it was parsed,
others may use only if the name stands in their text, or in that of what they include: those may
come to the launch, and so may what uses them. What this leaves out surely has no launch; it takes
in too much where one name means several things.
"""

import os
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from itertools import chain

from ppcl.analysis.reading.reader import LAUNCH_WORDS
from ppcl.driver.programs.discovery import Archive
from ppcl.driver.programs.linkage import last_name
from ppcl.driver.programs.tree import folder_of
from ppcl.frontend import ParseOptions

_INCLUDE = re.compile(
    rb'^[ \t]*#[ \t]*(?:include|include_next|import)\b[ \t]*(?:"([^"\n]+)"|<([^>\n]+)>|(.?))',
    re.MULTILINE,
)
_LAUNCH = re.compile("|".join(LAUNCH_WORDS).encode())
_BROKEN_WORD = re.compile(rb"\w\\\r?\n\w")
_PIECE = re.compile(rb"\w+")


def may_launch(
    archive: Archive, options: Callable[[str], ParseOptions], mains: Iterable[str]
) -> frozenset[str]:
    """Those files with a `main` whose programs may have a launch; `options` are a file's."""
    reach = _Reach(archive, options)
    starting = frozenset(filter(reach.is_start, mains))
    return starting if starting.issuperset(mains) else reach.files() & frozenset(mains)


@dataclass(frozen=True)
class _Reach:
    """The files of a tree as text; those outside it, which -I leads to, have absolute paths."""

    archive: Archive
    options: Callable[[str], ParseOptions]
    _closures: dict[str, tuple[str, ...]] = field(default_factory=dict)

    def files(self) -> frozenset[str]:
        """The host files from which a linker may come to a launch."""
        hosts = self.archive.tree.hosts
        reached = {path for path in hosts if self.is_start(path)}
        new = set(reached)
        while new:
            scans = [scan.linkage for scan in self.archive.peek(sorted(new))]
            keys = (key for scan in scans if not scan.has_main for key in scan.defines)
            names = {name.encode() for name in map(last_name, keys) if name is not None}
            new = {path for path in hosts if path not in reached and self._uses(path, names)}
            reached |= new
        return frozenset(reached)

    def is_start(self, path: str) -> bool:
        """Whether a file may have a launch, or its text does not show what it includes or names."""
        texts = map(self.archive.identifiers.text, self._closure(path))
        given = (define.encode() for define in self.options(path).defines)
        return any(_LAUNCH.search(text) or _is_hidden(text) for text in (*texts, *given))

    def _uses(self, path: str, names: set[bytes]) -> bool:
        """Whether a file may use one of some names; macros of system headers bring in reserved
        ones."""
        if any(name.startswith(b"_") for name in names):
            return True
        given = (frozenset(_PIECE.findall(each.encode())) for each in self.options(path).defines)
        pieces = (*map(self.archive.identifiers.words, self._closure(path)), *given)
        return not all(map(names.isdisjoint, pieces)) or self._may_paste(path, pieces, names)

    def _may_paste(self, path: str, pieces: Iterable[frozenset[bytes]], names: set[bytes]) -> bool:
        """Whether `##` may make one of some names of what is written."""
        texts = map(self.archive.identifiers.text, self._closure(path))
        if not any(b"##" in text for text in texts):
            return False
        together = frozenset(chain.from_iterable(pieces))
        return any(_is_made_of(name, together) for name in names)

    def _closure(self, path: str) -> tuple[str, ...]:
        """A file and all files that it may include, directly or not."""
        if path not in self._closures:
            folders = self.options(path).include_dirs
            found = [path]
            for file in found:
                found += set(self._included(file, folders)).difference(found)
            self._closures[path] = tuple(found)
        return self._closures[path]

    def _included(self, file: str, folders: Iterable[str]) -> Iterator[str]:
        """The files that one's `#include`s may mean: all of these names in the tree, and others
        on disk."""
        tree = self.archive.tree
        for quoted, angled, _ in _INCLUDE.findall(self.archive.identifiers.text(file)):
            name = (quoted or angled).decode("utf-8", "replace")
            yield from tree.ending(name)
            for folder in (str(tree.root / folder_of(file)), *folders):
                place = os.path.join(folder, name)
                if name and os.path.isfile(place):
                    yield os.path.relpath(place, tree.root)


def _is_hidden(text: bytes) -> bool:
    """Whether a macro says what is included, or a word goes on in the next line."""
    computed = any(other for _, _, other in _INCLUDE.findall(text))
    return computed or _BROKEN_WORD.search(text) is not None


def _is_made_of(name: bytes, pieces: frozenset[bytes]) -> bool:
    """Whether a name is a row of some pieces."""
    ends = {0}
    for end in range(1, len(name) + 1):
        if any(name[start:end] in pieces for start in ends):
            ends.add(end)
    return len(name) in ends
