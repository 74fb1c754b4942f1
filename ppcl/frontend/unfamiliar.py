"""Attributes and pragmas in the user's text that ppcl does not know by name.

Macros are seen through: `#define WEAK(x) __attribute__((x))` is judged by what is written where it
is used, and what an unused macro's body says does not count.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from ppcl.frontend.directives import Piece, pieces
from ppcl.frontend.known_words import ATTRIBUTES, PRAGMAS, QUALIFIED_PRAGMAS, SECTIONS
from ppcl.frontend.lexing import Token

_MARKS = re.compile(rb"[pP]ragma|__attribute|__declspec|\[\[")
# In how many brackets a list of attributes stands behind these.
_PRAGMA = -1
_LEVELS = {b"__attribute__": 2, b"__attribute": 2, b"__declspec": 1}
_LEVELS |= {b"_Pragma": _PRAGMA, b"__pragma": _PRAGMA}
_WORD = re.compile(r"[A-Za-z_]\w*")
_STRING = re.compile(r'(?:u8|[uUL])?"(.*)"', re.DOTALL)
_CONDITIONS = frozenset({"undef", "ifdef", "ifndef", "if", "elif"})
_OTHERS = frozenset({"#", "else", "endif", "error", "warning", "line", "ident"})
_INCLUDING = frozenset({"include", "include_next", "import"})
_OPENING, _CLOSING = (b"(", b"["), (b")", b"]")


@dataclass(frozen=True)
class Word:
    """An attribute or pragma that is not known: what it is called, and its bytes."""

    message: str
    file: str
    start: int
    end: int


@dataclass
class _Search:
    """What was found so far; `wrappers` are macros that hand their argument on: to a pragma, or as
    attributes in so many brackets."""

    wrappers: dict[bytes, int] = field(default_factory=dict)
    found: dict[Word, None] = field(default_factory=dict)


@dataclass(frozen=True)
class _Reading:
    """The piece that is looked at; `parameters` are those of the macro that it defines."""

    search: _Search
    file: str
    part: Piece
    parameters: frozenset[bytes]

    def hand_on(self, level: int) -> None:
        """Note that the macro that is defined gives its parameter to what is looked at."""
        self.search.wrappers[self.part.tokens[0].text] = level

    def tell(self, message: str, start: int, end: int) -> None:
        """Note what is not known."""
        self.search.found[Word(message, self.file, start, end)] = None


def unfamiliar(texts: Mapping[str, bytes]) -> tuple[Word, ...]:
    """What the files of a unit write of attributes and pragmas that are not known."""
    if not any(_MARKS.search(data) for data in texts.values()):
        return ()
    divided = {name: tuple(pieces(data)) for name, data in texts.items()}
    used = frozenset(_used(divided.values()))
    search = _Search()
    before: dict[bytes, int] | None = None
    while search.wrappers != before:
        before = dict(search.wrappers)
        for file, parts in divided.items():
            for part in parts:
                if part.name != "define" or (part.tokens and part.tokens[0].text in used):
                    _look(_Reading(search, file, part, _parameters(part)))
    return tuple(search.found)


def _used(files: Iterable[tuple[Piece, ...]]) -> Iterator[bytes]:
    """The words outside directives, and those in the bodies of macros."""
    for parts in files:
        for part in parts:
            if part.name == "define":
                yield from (token.text for token in part.tokens[1:])
            elif part.name not in _CONDITIONS:
                yield from (token.text for token in part.tokens)


def _parameters(part: Piece) -> frozenset[bytes]:
    """The parameters of a macro that is defined: `(` stands right behind its name."""
    if part.name != "define" or len(part.tokens) < 2:
        return frozenset()
    name, bracket = part.tokens[:2]
    if bracket.text != b"(" or bracket.start != name.end:
        return frozenset()
    return frozenset(t.text for t in _inside(part.tokens[1:]) if t.kind == "word") | {
        b"__VA_ARGS__"
    }


def _inside(tokens: Sequence[Token]) -> Sequence[Token]:
    """What stands in the parentheses that begin here."""
    depth = 0
    for position, token in enumerate(tokens):
        depth += (token.text == b"(") - (token.text == b")")
        if depth == 0:
            return tokens[1:position]
    return tokens[1:]


def _look(reading: _Reading) -> None:
    tokens = reading.part.tokens
    if reading.part.name == "pragma":
        _judge_pragma(reading, tokens)
    elif reading.part.name in ("", "define"):
        for position, token in enumerate(tokens):
            if token.text == b"[" and _is_bracketed(tokens[position : position + 3]):
                _judge_list(reading, tokens[position:], 2)
            elif tokens[position + 1 : position + 2] and tokens[position + 1].text == b"(":
                _look_at(reading, token.text, tokens[position + 1 :])
    elif not _is_plain(reading.part.name):
        reading.tell(f"the directive '{reading.part.name}'", reading.part.at, reading.part.at + 1)


def _is_plain(directive: str) -> bool:
    """Whether a directive is the preprocessor's own (a number stands for `line`)."""
    return directive in _CONDITIONS | _OTHERS | _INCLUDING or directive.isdigit()


def _is_bracketed(tokens: Sequence[Token]) -> bool:
    """Whether `[[name` begins here, and no index whose first operand is a lambda."""
    if len(tokens) < 3 or tokens[1].text != b"[":
        return False
    return tokens[1].start == tokens[0].end and tokens[2].kind == "word"


def _look_at(reading: _Reading, word: bytes, following: Sequence[Token]) -> None:
    """A word in front of parentheses."""
    level = _LEVELS.get(word) or reading.search.wrappers.get(word)
    if level == _PRAGMA:
        inside = [token for token in _inside(following) if token.text != b"#"]
        if inside and inside[0].text in reading.parameters:
            reading.hand_on(_PRAGMA)
        else:
            _judge_pragma(reading, inside)
    elif level is not None:
        _judge_list(reading, following, level)


def _judge_pragma(reading: _Reading, tokens: Sequence[Token]) -> None:
    written = b" ".join(token.text for token in tokens).decode("utf-8", "replace")
    string = _STRING.fullmatch(written)
    written = string[1] if string is not None else written
    words = _WORD.findall(written) or [written]
    name = "".join(words[:2]) if words[0] in QUALIFIED_PRAGMAS else words[0]
    if tokens and name not in PRAGMAS:
        reading.tell(f"the pragma '{written}'", tokens[0].start, tokens[-1].end)


def _judge_list(reading: _Reading, tokens: Sequence[Token], level: int) -> None:
    """Attributes in so many brackets."""
    depth = 0
    item: list[Token] = []
    for token in tokens:
        depth -= token.text in _CLOSING
        if depth == level and token.text == b",":
            _judge_item(reading, item)
            item = []
        elif depth >= level:
            item.append(token)
        elif token.text in _CLOSING:
            _judge_item(reading, item)
            return
        elif token.text in reading.parameters:
            reading.hand_on(level - depth + 1)
        depth += token.text in _OPENING


def _judge_item(reading: _Reading, item: list[Token]) -> None:
    """`name(argument)`, with its namespace."""
    if item and item[0].text == b"using":
        item = item[3:]
    while len(item) > 2 and item[1].text == b"::":
        item = item[2:]
    if not item or item[0].kind != "word":
        return
    if item[0].text in reading.parameters:
        reading.hand_on(1)
        return
    name = item[0].text.decode("utf-8", "replace")
    argument = b" ".join(token.text for token in item[2:-1]).decode("utf-8", "replace")
    if not is_known(name, argument):
        reading.tell(attribute_message(name, argument), item[0].start, item[-1].end)


def attribute_message(name: str, argument: str) -> str:
    """What is told of an attribute that is not known."""
    return f"the attribute '{name}({argument})'" if argument else f"the attribute '{name}'"


def is_known(name: str, argument: str) -> bool:
    """Whether an attribute is on the list, and what a section is called."""
    plain = name.strip("_")
    if plain == "section":
        return argument.startswith(tuple(f'"{one}' for one in SECTIONS))
    return plain in ATTRIBUTES
