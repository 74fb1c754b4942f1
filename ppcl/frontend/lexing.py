"""A lexer of C-like text that knows just enough to step over comments and strings."""

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from ppcl.source import WORD

# White space and comments; raw strings; other tokens, but for the two that may begin a directive.
# Without groups in them: Python 3.11 has errors in those of possessive repetitions.
NOTHING = rb"(?:[\s\x0b]|\\\r?\n)+|//(?:[^\n\\]|\\\r?\n|\\.)*|/\*.*?\*/"
RAW = rb'(?:u8|[uUL])?R"'
KINDS = {
    "string": rb'(?:u8|[uUL])?"(?:[^"\\\n]|\\\r?\n|\\.)*"',
    "character": rb"(?:u8|[uUL])?'(?:[^'\\\n]|\\.)*'",
    "number": rb"\.?[0-9](?:[eEpP][+-]|[\w.']|(?<=[\w])'(?=\w))*",
    "word": WORD,
    "operator": (rb"<<=|>>=|\.\.\.|->\*?|\+\+|--|<<|>>|[<>=!+\-*/%&|^]=|&&|\|\||::|\#\#|[^#%]"),
}
_TOKEN = re.compile(
    rb"(?P<nothing>%b)|(?P<raw>%b(?P<fence>[^()\\\s]{0,16})\(.*?\)(?P=fence)\")|%b|(?P<mark>[#%%])"
    % (NOTHING, RAW, b"|".join(b"(?P<%b>%b)" % (k.encode(), text) for k, text in KINDS.items())),
    re.DOTALL,
)
# One comment, in text that is no string.
COMMENT = re.compile(rb"/\*.*?\*/|//[^\n]*", re.DOTALL)
_SAME = {"fence": "raw", "mark": "operator"}


class Token(NamedTuple):
    """A token's kind, its text and the byte offset of its begin."""

    kind: str
    text: bytes
    start: int

    @property
    def end(self) -> int:
        """The byte offset behind the token."""
        return self.start + len(self.text)


def tokens(data: bytes, start: int, end: int) -> Iterator[Token]:
    """The tokens of `data[start:end]`, comments and white space left out."""
    position = start
    for match in _TOKEN.finditer(data, start, end):
        if match.start() != position:
            return
        kind = match.lastgroup or "operator"
        if kind != "nothing":
            yield Token(_SAME.get(kind, kind), match.group(), position)
        position = match.end()


def without_comments(data: bytes) -> bytes:
    """A text without its comments, and with one blank or line end between tokens."""
    said: list[bytes] = []
    end = 0
    for token in tokens(data, 0, len(data)):
        between = COMMENT.sub(b" ", data[end : token.start])
        said += [b"\n" if b"\n" in between else b" ", token.text]
        end = token.end
    return b"".join(said)


_NESTING = {b"(": 1, b"[": 1, b"{": 1, b")": -1, b"]": -1, b"}": -1}


def split(data: bytes, start: int, end: int, separator: bytes) -> list[tuple[int, int]]:
    """The pieces of `data[start:end]` between separators outside brackets, as byte ranges."""
    pieces, depth, begin = [], 0, start
    for token in tokens(data, start, end):
        depth += _NESTING.get(token.text, 0)
        if depth == 0 and token.text == separator:
            pieces.append((begin, token.start))
            begin = token.end
    return [*pieces, (begin, end)]


# What a length in a type may consist of, beside words and numbers, to have no effect.
_QUIET = frozenset(b"( ) [ ] { } * + - / % . -> , ; : < > & << >> ::".split())
_TYPE_WORDS = frozenset(
    b"sizeof typeof __typeof__ __typeof alignof _Alignof int char float double long short unsigned "
    b"signed void struct const".split()
)


def may_act(data: bytes, start: int, end: int) -> bool:
    """Whether a type or declaration has a length that is more than arithmetic on values: one with a
    call or a step may have an effect, and one with an element or what a pointer points to reads
    memory that no tree says."""
    previous, depth = Token("operator", b"", start), 0
    for token in tokens(data, start, end):
        called = token.text == b"(" and previous.kind == "word"
        if called and previous.text not in _TYPE_WORDS:
            return True
        if token.kind == "operator" and token.text not in _QUIET:
            return True
        through = token.text == b"*" and not _may_end_operand(previous)
        if depth > 0 and (through or token.text in (b"[", b"->")):
            return True
        depth += (token.text == b"[") - (token.text == b"]")
        previous = token
    return False


def _may_end_operand(token: Token) -> bool:
    return token.kind != "operator" or token.text in (b")", b"]")


def bracketed(data: bytes, start: int, end: int, brackets: bytes = b"()") -> tuple[int, int] | None:
    """What stands in the first parentheses (or other brackets) at or behind `start`, as a byte
    range."""
    depth, begin = 0, end
    for token in tokens(data, start, end):
        if token.text == brackets[:1]:
            begin = token.end if depth == 0 else begin
            depth += 1
        elif token.text == brackets[1:]:
            depth -= 1
            if depth == 0:
                return begin, token.start
    return None


def closings(data: bytes) -> dict[int, list[tuple[int, int]]]:
    """Parentheses behind parentheses, `)(...)`: by the end of what is in them, (begin, end)."""
    found: dict[int, list[tuple[int, int]]] = {}
    pending: list[tuple[int, bool]] = []
    last = Token("operator", b"", 0)
    for token in tokens(data, 0, len(data)):
        if token.text == b"(":
            pending.append((token.start, last.text == b")"))
        elif token.text == b")" and pending:
            begin, is_behind = pending.pop()
            if is_behind:
                found.setdefault(last.end, []).append((begin, token.end))
        last = token
    return found


def next_token(data: bytes, start: int) -> Token | None:
    """The first token at or behind a byte offset."""
    return next(tokens(data, start, len(data)), None)


def stringifications(body: bytes) -> int:
    """How often a macro's body makes a string of an argument (`#x`)."""
    plain = body.replace(b"%:%:", b"##").replace(b"%:", b"#").replace(b"??=", b"#")
    found = list(tokens(plain, 0, len(plain)))
    return sum(one.text == b"#" and behind.kind == "word" for one, behind in pairwise(found))


def spelling(text: bytes) -> bytes:
    """What a string holds that a macro makes of a text, white space left out."""
    words = b"".join(token.text for token in tokens(text, 0, len(text)))
    return b"".join(words.split())
