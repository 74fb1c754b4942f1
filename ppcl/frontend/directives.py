"""A file as the preprocessor divides it: directives, each a logical line, and text between them."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from ppcl.frontend import lexing
from ppcl.frontend.lexing import Token

# All tokens in front of a `#` or `%`, or of what may be a raw string, and what is no token.
_BEFORE = re.compile(
    rb"(?P<others>(?:(?:%(nothing)s)*+(?!%(raw)s)(?:%(others)s))*+)(?:%(nothing)s)*+(?=[#%%]|%(raw)s)"
    % {
        b"nothing": lexing.NOTHING,
        b"raw": lexing.RAW,
        b"others": b"|".join(lexing.KINDS.values()),
    },
    re.DOTALL,
)
_SPLICE = re.compile(rb"\\\r?\n")


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
        yield _directive(found[position:end])
        position = begin = end
    if begin < len(found):
        yield Piece("", tuple(found[begin:]))


def directives(data: bytes) -> Iterator[Piece]:
    """The directives alone, for which what stands between them need not be divided."""
    position = 0
    while (found := _BEFORE.match(data, position)) is not None:
        rest = lexing.tokens(data, found.end(), len(data))
        tokens = [next(rest)]
        if _is_mark(data, tokens[0]) and _begins_line(data, found.end("others"), tokens[0]):
            for token in rest:
                if _breaks(data, tokens[-1].end, token.start):
                    break
                tokens.append(token)
            yield _directive(tokens)
        position = tokens[-1].end


def _begins(data: bytes, found: list[Token], position: int) -> bool:
    """Whether a token is the `#` or `%:` that begins a line."""
    token = found[position]
    end = found[position - 1].end if position else 0
    return _is_mark(data, token) and _begins_line(data, end, token)


def _is_mark(data: bytes, token: Token) -> bool:
    """Whether a token is a `#` or `%:`."""
    return token.text == b"#" or (token.text == b"%" and data.startswith(b"%:", token.start))


def _begins_line(data: bytes, end: int, token: Token) -> bool:
    """Whether a token behind another's end, 0 where there is none, is the first of its line."""
    return end == 0 or _breaks(data, end, token.start)


def _directive(found: list[Token]) -> Piece:
    words = found[1:]
    words = words[1:] if words and words[0].text == b":" else words  # the digraph `%:`
    name = words[0].text.decode("utf-8", "replace") if words else "#"
    return Piece(name, tuple(words[1:]), found[0].start)


def _breaks(data: bytes, start: int, end: int) -> bool:
    """Whether a line ends between two tokens; inside a comment none does."""
    between = data[start:end]
    if b"\n" not in between:
        return False
    between = _SPLICE.sub(b"", between)
    return b"\n" in re.sub(rb"/\*.*?\*/", b"", between, flags=re.DOTALL)
