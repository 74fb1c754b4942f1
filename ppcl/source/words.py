"""Words of C-like text: what compilers take for a name, also beyond ASCII."""

import re
from collections.abc import Iterable

# Letters are `$`, all that is not ASCII, and those that are spelled by number (`\u00f6`).
WORD = rb"(?:[A-Za-z_$\x80-\xff]|\\[uU])[\w$\x80-\xff]*(?:\\[uU][\w$\x80-\xff]*)*"
_WORD = re.compile(WORD)
_PLAIN = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_SPELLED = re.compile(r"\\(?:u([0-9A-Fa-f]{4})|U000([0-9A-Fa-f]{5}))")
_USE = rb"(?<![\w$\x80-\xff])(?:%b)(?![\w$\x80-\xff]|\\[uU])"
_BY_NUMBER = rb"\\[uU][0-9A-Fa-f]{4}"


def words(text: bytes) -> list[str]:
    """The words of a text as libclang names them, in order; those in comments and strings, too."""
    return [_name(word.decode("utf-8", "surrogateescape")) for word in _WORD.findall(text)]


def _name(word: str) -> str:
    return _SPELLED.sub(lambda found: chr(int(found[1] or found[2], 16)), word)


def is_word(text: str) -> bool:
    """Whether a text is one word."""
    return _WORD.fullmatch(_bytes(text)) is not None


def is_plain(name: str) -> bool:
    """Whether a name is of ASCII's letters, digits and `_`, so that it is spelled in one way."""
    return _PLAIN.fullmatch(name) is not None


def uses_of(names: Iterable[str]) -> re.Pattern[bytes]:
    """Finds the uses of some names; letters that are spelled by number may be of one not plain."""
    known = list(names)
    found = [_USE % b"|".join(re.escape(_bytes(name)) for name in known)]
    return re.compile(b"|".join(found if all(map(is_plain, known)) else [*found, _BY_NUMBER]))


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogateescape")
