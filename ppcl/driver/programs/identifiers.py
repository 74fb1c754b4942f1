"""The words of host files: which may define a name, without parsing them."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from ppcl.driver.programs.tree import Tree, folder_of, nearest

_WORD = re.compile(rb"\w+")
_INCLUDE = re.compile(rb'^[ \t]*#[ \t]*include[ \t]*"([^"\n]+)"', re.MULTILINE)
_COMMENT_OR_STRING = re.compile(
    rb"//[^\n]*|/\*.*?\*/" + rb"""|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'""", re.DOTALL
)
_RAW_STRING_OR_SEPARATOR = re.compile(rb"R\"|[0-9A-Fa-f]'[0-9A-Fa-f]")
_MACRO_HEAD = re.compile(rb"#[ \t]*define[ \t]+\w+\([^)\n]*\)")
_BRACED = re.compile(rb"([^{}]*)[{}]")
_GROUP = re.compile(rb"([A-Za-z_]\w*)?\s*\(|\)(?=\s*(.?))", re.DOTALL)
# What stands behind a call or a prototype, and never behind the parameters of a definition.
_BEHIND_CALLS = frozenset(b", ; ? + * % < > = | ^ . ]".split())
_CONDITIONS = frozenset((b"if", b"while", b"for", b"switch"))


@dataclass(frozen=True)
class Identifiers:
    """The words in a tree's host files, and in the files that these include from the tree."""

    tree: Tree
    _texts: dict[str, bytes] = field(default_factory=dict)
    _known: dict[str, frozenset[bytes]] = field(default_factory=dict)
    _closures: dict[str, tuple[str, ...]] = field(default_factory=dict)
    _defined: dict[str, frozenset[bytes]] = field(default_factory=dict)
    _defining: dict[str, tuple[str, ...]] = field(default_factory=dict)
    _including: dict[str, tuple[str, ...]] = field(default_factory=dict)

    def with_word(self, word: str) -> tuple[str, ...]:
        """The host files in which a word stands, not in comments or strings."""
        return tuple(path for path in self.tree.hosts if word.encode() in self.words(path))

    def mentioning(self, words: Iterable[str]) -> tuple[str, ...]:
        """The host files in which one of some words stands anywhere."""
        wanted = _any_of(words)
        return tuple(path for path in self.tree.hosts if wanted.search(self.text(path)))

    def occurs(self, words: Iterable[str]) -> bool:
        """Whether one of some words stands anywhere in a host file, or in what one includes."""
        wanted = _any_of(words)
        files = {file for path in self.tree.hosts for file in (path, *self._included(path))}
        return any(wanted.search(self.text(file)) for file in files)

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

    def words(self, path: str) -> frozenset[bytes]:
        """The words and numbers of a file, but for comments and strings."""
        if path not in self._known:
            self._known[path] = frozenset(_WORD.findall(plain(self.text(path))))
        return self._known[path]

    def _defines(self, path: str, name: str) -> bool:
        if name.encode() not in self.words(path):
            return False
        if path not in self._defined:
            self._defined[path] = defined_names(self.text(path))
        return name.encode() in self._defined[path]

    def text(self, path: str) -> bytes:
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
                for name in _INCLUDE.findall(self.text(current)):
                    files = self.tree.ending(name.decode("utf-8", "replace"))
                    near = nearest(folder_of(current), files)[:1]
                    found += [file for file in near if file not in found]
            self._closures[path] = tuple(found[1:])
        return self._closures[path]


def _any_of(words: Iterable[str]) -> re.Pattern[bytes]:
    return re.compile(rf"\b(?:{'|'.join(words)})\b".encode())


def defined_names(text: bytes) -> frozenset[bytes]:
    """The names that look as if a text defined functions of these names."""
    names: set[bytes] = set()
    for found in _BRACED.finditer(_MACRO_HEAD.sub(b" ", plain(text))):
        head, close, tail = found[1].rpartition(b")")
        # Behind its parameters a function has no others; older C declares parameters there.
        if found[0].endswith(b"{") and close and b"(" not in tail and b"=" not in tail:
            names.update(_parameterised(head + close))
    return frozenset(names)


def plain(text: bytes) -> bytes:
    """A text without comments and strings; as it is where these are not told by their ends."""
    return text if _RAW_STRING_OR_SEPARATOR.search(text) else _COMMENT_OR_STRING.sub(b" ", text)


def _parameterised(head: bytes) -> Iterator[bytes]:
    """The words with parentheses behind them in the text before a body, but for calls and
    prototypes."""
    opened: list[bytes] = []
    for found in _GROUP.finditer(head):
        if found[2] is None:
            opened.append(found[1] or b"")
        elif opened and (name := opened.pop()) and not _is_call(opened, found[2]):
            yield name
    yield from filter(None, opened)  # closed in another branch of an #if


def _is_call(around: Sequence[bytes], behind: bytes) -> bool:
    """Whether parentheses are a call's, or a prototype's, by the character behind them and the
    words of those around them: what returns pointers to functions is defined in parentheses."""
    if behind == b")":
        return len(around) > 1 or any(word in _CONDITIONS for word in around)
    return behind in _BEHIND_CALLS
