"""The key that a program's compiled kernels are found by (templates/runtime/c/ppcl_kernel.h)."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

_BLANKS = b" \t\r\v\f"
_MASK = 2**64 - 1
# What defines a macro beside -D. Other options only allow a compiler what it need not do, or name a
# standard that the kernels were read by.
_DEFINING = frozenset({"-cl-fast-relaxed-math"})
_IDENTIFIER = re.compile(r"[A-Za-z_]\w*")


@dataclass(frozen=True)
class Key:
    """`hash` and `length` are of the normalised text; `options` are sorted."""

    hash: int
    length: int
    options: str


def key_of(text: bytes, options: str) -> Key:
    """The key of a program's text and the options that the host builds it with."""
    normal = normalised(text)
    return Key(fnv1a(normal), len(normal), normalised_options(options))


def used_defines(defines: Sequence[str], text: bytes) -> tuple[str, ...]:
    """The macros, as `-D` has them, that a text uses, directly or by way of other ones."""
    words = set(_IDENTIFIER.findall(text.decode(errors="replace")))
    words |= {word for define in defines for word in _IDENTIFIER.findall(define.partition("=")[2])}
    return tuple(define for define in defines if re.split("[=(]", define)[0] in words)


def normalised(text: bytes) -> bytes:
    """A text without NULs, and without blanks at the ends of lines and of the text."""
    lines = text.replace(b"\0", b"").split(b"\n")
    return b"\n".join(line.rstrip(_BLANKS) for line in lines).rstrip(_BLANKS + b"\n")


def fnv1a(text: bytes) -> int:
    """The FNV-1a hash of 64 bits."""
    value = 0xCBF29CE484222325
    for byte in text:
        value = ((value ^ byte) * 0x100000001B3) & _MASK
    return value


def normalised_options(options: str) -> str:
    """The options that the key has, those that define macros: the last definition of each."""
    words: dict[str, str] = {}
    pending = list(_words(options))
    while pending:
        word = pending.pop(0)
        if word in ("-D", "-I"):
            following = pending.pop(0) if pending else ""
            word = f"-D{following}" if word == "-D" else ""
        if word.startswith("-D"):
            words[word.partition("=")[0].partition("(")[0]] = word
        elif word in _DEFINING:
            words[word] = word
    return " ".join(sorted(words.values(), key=lambda word: word.encode()))


def _words(options: str) -> Iterator[str]:
    """Words between blanks; a blank in double quotes is of the word, and so are the quotes."""
    word, quoted = "", False
    for letter in options:
        quoted ^= letter == '"'
        if letter in " \t\n\r\v\f" and not quoted:
            if word:
                yield word
            word = ""
        else:
            word += letter
    if word:
        yield word
