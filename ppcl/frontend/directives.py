"""A file as the preprocessor divides it: directives, each a logical line, and text between them."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from ppcl.frontend import lexing
from ppcl.frontend.lexing import Token

_SPLICE = re.compile(rb"\\\r?\n")
_HASHES = (b"#", b"%")


@dataclass(frozen=True)
class Piece:
    """Tokens of one directive behind its name, or (`name` empty) of the text between two; `at` is
    the directive's first byte."""

    name: str
    tokens: tuple[Token, ...]
    at: int = 0


def pieces(data: bytes) -> Iterator[Piece]:
    """The pieces of a file, in order."""
    found = list(lexing.tokens(data, 0, len(data)))
    position = begin = 0
    while position < len(found):
        if not _begins(data, found, position):
            position += 1
            continue
        if begin < position:
            yield Piece("", tuple(found[begin:position]))
        end = position + 1
        while end < len(found) and not _breaks(data, found[end - 1].end, found[end].start):
            end += 1
        words = found[position + 1 : end]
        words = words[1:] if words and words[0].text == b":" else words  # the digraph `%:`
        name = words[0].text.decode("utf-8", "replace") if words else "#"
        yield Piece(name, tuple(words[1:]), found[position].start)
        position = begin = end
    if begin < len(found):
        yield Piece("", tuple(found[begin:]))


def _begins(data: bytes, found: list[Token], position: int) -> bool:
    """Whether a token is the `#` or `%:` that begins a line."""
    token = found[position]
    if token.text not in _HASHES:
        return False
    if token.text == b"%" and data[token.end : token.end + 1] != b":":
        return False
    return position == 0 or _breaks(data, found[position - 1].end, token.start)


def _breaks(data: bytes, start: int, end: int) -> bool:
    """Whether a line ends between two tokens; inside a comment none does."""
    between = _SPLICE.sub(b"", data[start:end])
    return b"\n" in re.sub(rb"/\*.*?\*/", b"", between, flags=re.DOTALL)
