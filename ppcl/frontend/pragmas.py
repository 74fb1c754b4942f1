"""The pragmas in a piece of text, however they are spelled."""

import re
from functools import lru_cache
from typing import NamedTuple

from ppcl.frontend.lexing import Token, tokens

# Translation phases 1 and 2 (C11 5.1.1.2): trigraphs, then lines that go on.
_SPLICE = re.compile(rb"(?:\\|\?\?/)[ \t]*\r?\n")
_COMMENT = re.compile(rb"/\*.*?\*/", re.DOTALL)
_ESCAPED = re.compile(rb'\\(["\\])')
_IN_TEXT = (b"_Pragma", b"__pragma")


class Pragma(NamedTuple):
    """What a pragma says, token by token; nothing where that is made elsewhere (`_Pragma(#x)`).
    `start` is its byte offset."""

    said: tuple[str, ...]
    start: int


@lru_cache(maxsize=256)
def pragmas(text: bytes) -> tuple[Pragma, ...]:
    """The pragmas that a text gives, comments and strings left alone."""
    plain = _SPLICE.sub(b"", text)
    if b"ragma" not in plain:
        return ()
    plain = plain.replace(b"??=", b"  #").replace(b"%:", b" #")
    found = list(tokens(plain, 0, len(plain)))
    cuts = [(match.start(), len(match.group())) for match in _SPLICE.finditer(text)]
    made: list[Pragma] = []
    for index, token in enumerate(found):
        behind = found[index + 1 : index + 4]
        if token.text == b"#" and behind and behind[0].text == b"pragma":
            said = _said(_line(plain, found, index + 2))
        elif token.text in _IN_TEXT:
            said = _operand(behind)
        else:
            continue
        made.append(Pragma(said, _unspliced(token.start, cuts)))
    return tuple(made)


def _unspliced(offset: int, cuts: list[tuple[int, int]]) -> int:
    """The offset in a text of a byte of it without the cuts (their places and lengths)."""
    for start, length in cuts:
        offset += length if start <= offset else 0
    return offset


def _line(text: bytes, found: list[Token], first: int) -> list[Token]:
    """The tokens up to the end of a directive's line."""
    end = first
    while end < len(found):
        gap = text[found[end - 1].end : found[end].start]
        if b"\n" in _COMMENT.sub(b"", gap):
            break
        end += 1
    return found[first:end]


def _operand(behind: list[Token]) -> tuple[str, ...]:
    """What `_Pragma("...")` says: its string is the directive's text."""
    if len(behind) < 2 or behind[0].text != b"(" or behind[1].kind != "string":
        return ()
    quoted = behind[1].text
    text = _ESCAPED.sub(rb"\1", quoted[quoted.index(b'"') + 1 : -1])
    return _said(list(tokens(text, 0, len(text))))


def _said(found: list[Token]) -> tuple[str, ...]:
    return tuple(token.text.decode("utf-8", "replace") for token in found)
