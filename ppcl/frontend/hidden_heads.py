"""What macros put into a statement's head that clang's tree does not have.

C++ lets a statement stand in front of a switch's condition, and of a range's variable. The tree
leaves it out; text shows it by its semicolon, and a macro may hide that.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from ppcl.frontend import lexing

_END = b";"


@dataclass(frozen=True)
class Bodies:
    """The bodies of the user's macros: all that a name stands for anywhere, by the name."""

    found: Mapping[bytes, Sequence[bytes]] = field(default_factory=dict)

    def may_end(self, text: bytes) -> bool:
        """Whether a text may hold a semicolon once its macros are expanded."""
        return any(_END in _words(part) for part in self._expanded(text))

    def may_hide(self, text: bytes, keyword: bytes) -> bool:
        """Whether one of the heads behind a keyword may hold a semicolon, in what the macros of an
        invocation expand to; one with arguments that hold any may put it there."""
        heads = [head for part in self._expanded(text) for head in _heads(part, keyword)]
        known = [head for head in heads if head is not None]
        unclear = not heads or len(known) < len(heads) or _END in _words(text)
        return unclear or any(map(self.may_end, known))

    def words(self, text: bytes) -> Iterator[list[bytes]]:
        """The words of a text, and of each body that it reaches."""
        return map(_words, self._expanded(text))

    def _expanded(self, text: bytes) -> Iterator[bytes]:
        """A text, and the bodies that it reaches."""
        seen: set[bytes] = set()
        pending = [text]
        while pending:
            part = pending.pop()
            yield part
            names = [word for word in _words(part) if word in self._names and word not in seen]
            seen.update(names)
            pending += [body for name in dict.fromkeys(names) for body in self.found[name]]

    @cached_property
    def _names(self) -> frozenset[bytes]:
        return frozenset(self.found)


def _words(text: bytes) -> list[bytes]:
    return [token.text for token in lexing.tokens(text, 0, len(text))]


def _heads(text: bytes, keyword: bytes) -> Iterator[bytes | None]:
    """What stands in the parentheses behind a keyword, None where they are not all there."""
    for token in lexing.tokens(text, 0, len(text)):
        if token.text == keyword:
            inside = lexing.bracketed(text, token.end, len(text))
            yield text[slice(*inside)] if inside is not None else None
