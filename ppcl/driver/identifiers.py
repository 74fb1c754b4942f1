"""The words of host files: which may define a name, without parsing them."""

import re
from dataclasses import dataclass, field

from ppcl.driver.tree import Tree, folder_of, nearest

_WORD = re.compile(rb"[A-Za-z_]\w*")
_INCLUDE = re.compile(rb'^[ \t]*#[ \t]*include[ \t]*"([^"\n]+)"', re.MULTILINE)
# What may stand between a function's name and its body; older C declares parameters there.
_BODY = rb"\s*\([^{}]*\)[^{}();=]*(?:;[^{}();=]*)*\{"


@dataclass(frozen=True)
class Identifiers:
    """The words in a tree's host files, and in the files that these include from the tree."""

    tree: Tree
    _texts: dict[str, bytes] = field(default_factory=dict)
    _known: dict[str, frozenset[bytes]] = field(default_factory=dict)
    _closures: dict[str, tuple[str, ...]] = field(default_factory=dict)
    _definitions: dict[tuple[str, str], bool] = field(default_factory=dict)
    _defining: dict[str, tuple[str, ...]] = field(default_factory=dict)
    _including: dict[str, tuple[str, ...]] = field(default_factory=dict)

    def with_word(self, word: str) -> tuple[str, ...]:
        """The host files in which a word occurs."""
        return tuple(path for path in self.tree.hosts if self._has(path, word))

    def occurs(self, word: str) -> bool:
        """Whether a word occurs in a host file, or in what one includes."""
        if self.with_word(word):
            return True
        return any(
            self._has(file, word) for path in self.tree.hosts for file in self._included(path)
        )

    def defining(self, name: str) -> tuple[str, ...]:
        """The host files whose text looks as if it defined a function."""
        if name not in self._defining:
            found = tuple(path for path in self.tree.hosts if self._defines(path, name))
            self._defining[name] = found
        return self._defining[name]

    def including(self, name: str) -> tuple[str, ...]:
        """The host files that include a file whose text looks as if it defined a function."""
        if name not in self._including:
            self._including[name] = tuple(
                path
                for path in self.tree.hosts
                if any(self._defines(file, name) for file in self._included(path))
            )
        return self._including[name]

    def _has(self, path: str, word: str) -> bool:
        if path not in self._known:
            self._known[path] = frozenset(_WORD.findall(self._text(path)))
        return word.encode() in self._known[path]

    def _defines(self, path: str, name: str) -> bool:
        if not self._has(path, name):
            return False
        if (path, name) not in self._definitions:
            pattern = rb"\b" + name.encode() + _BODY
            self._definitions[path, name] = re.search(pattern, self._text(path)) is not None
        return self._definitions[path, name]

    def _text(self, path: str) -> bytes:
        """A file's bytes; none where it cannot be read."""
        if path not in self._texts:
            try:
                self._texts[path] = (self.tree.root / path).read_bytes()
            except OSError:
                self._texts[path] = b""
        return self._texts[path]

    def _included(self, path: str) -> tuple[str, ...]:
        """The files of the tree that a file includes, directly or not."""
        if path not in self._closures:
            found = [path]
            for current in found:
                for name in _INCLUDE.findall(self._text(current)):
                    files = self.tree.ending(name.decode("utf-8", "replace"))
                    near = nearest(folder_of(current), files)[:1]
                    found += [file for file in near if file not in found]
            self._closures[path] = tuple(found[1:])
        return self._closures[path]
