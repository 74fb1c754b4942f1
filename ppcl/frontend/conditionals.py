"""The groups `#if ... #endif` of a text: what they ask, and what stands in their branches."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from ppcl.frontend.directives import directives
from ppcl.frontend.lexing import Token, tokens

_OPENING = ("if", "ifdef", "ifndef")
_NEXT = ("elif", "else", "elifdef", "elifndef")
_OPERATORS = frozenset({"defined", "__has_include", "__has_attribute"})


@dataclass(frozen=True)
class Directive:
    """A directive's name, the tokens behind it, and its bytes, without the end of the line."""

    name: str
    tokens: tuple[Token, ...]
    start: int
    end: int


@dataclass(frozen=True)
class Conditional:
    """A group `#if ... #endif`: its own directives, and the ranges of text between them."""

    directives: tuple[Directive, ...]

    @property
    def branches(self) -> tuple[tuple[int, int], ...]:
        """The text of each branch, as byte ranges."""
        own = self.directives
        return tuple((one.end, other.start) for one, other in pairwise(own))

    @property
    def words(self) -> frozenset[str]:
        """The identifiers that its conditions name."""
        found = (token for each in self.directives[:-1] for token in each.tokens)
        words = {t.text.decode("utf-8", "replace") for t in found if t.kind == "word"}
        return frozenset(words) - _OPERATORS


def directives_in(data: bytes, start: int, end: int) -> Iterator[Directive]:
    """The directives that begin in a range."""
    return (each for each in _directives(data) if start <= each.start < end)


@lru_cache(maxsize=256)
def _directives(data: bytes) -> tuple[Directive, ...]:
    found = list(directives(data))
    ends = [piece.tokens[-1].end if piece.tokens else piece.at for piece in found]
    lines = [(data + b"\n").index(b"\n", end) for end in ends]
    return tuple(
        Directive(p.name, p.tokens, p.at, end) for p, end in zip(found, lines, strict=True)
    )


@lru_cache(maxsize=256)
def conditionals(data: bytes) -> tuple[Conditional, ...]:
    """All groups of a text, inner ones too, in the order of their ends."""
    found: list[Conditional] = []
    pending: list[list[Directive]] = []
    for directive in directives_in(data, 0, len(data)):
        if directive.name in _OPENING:
            pending.append([directive])
        elif directive.name in _NEXT and pending:
            pending[-1].append(directive)
        elif directive.name == "endif" and pending:
            found.append(Conditional((*pending.pop(), directive)))
    return tuple(found)


def is_include_guard(data: bytes, group: Conditional) -> bool:
    """Whether a group is all of a header, and keeps it from being read twice."""
    first, *others = group.directives
    within = next(directives_in(data, first.end, others[-1].start), None)
    if len(others) > 1 or within is None or within.name != "define" or not within.tokens:
        return False
    name, *body = (token.text for token in within.tokens)
    if body not in ([], [b"1"]) or group.words != {name.decode("utf-8", "replace")}:
        return False
    if body and _is_empty(data, within.end, others[-1].start):
        return False
    return _is_empty(data, 0, first.start) and _is_empty(data, others[-1].end, len(data))


def _is_empty(data: bytes, start: int, end: int) -> bool:
    """Whether nothing but comments and white space stands in a range."""
    return next(tokens(data, start, end), None) is None


def asked_in(data: bytes) -> frozenset[str]:
    """All identifiers that the conditions of a text name."""
    return frozenset(word for group in conditionals(data) for word in group.words)


def undefinitions(data: bytes) -> frozenset[str]:
    """The macros that a text takes back (`#undef`)."""
    found = (d.tokens[0].text for d in _directives(data) if d.name == "undef" and d.tokens)
    return frozenset(name.decode("utf-8", "replace") for name in found)
