"""What conditions ask for: whether a macro is defined, or its value."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ppcl.frontend.conditionals import Conditional, Directive
from ppcl.frontend.lexing import Token, tokens

_BEFORE = frozenset([b"", b"(", b"&&", b"||", b"!"])
_BEHIND = frozenset([b"", b")", b"&&", b"||"])
_ORDER = frozenset([b"<", b">", b"<=", b">="])
_NOT_NAMES = frozenset(b"true false and or not defined".split())
_NOTHING = Token("operator", b"", 0)


@dataclass(frozen=True)
class Question:
    """A name, or what else stands for a value: a character, an operator such as `__has_include`.

    `is_zero`: whether it is 0 is asked for, `of_value`: more than that; `bound` is the number n
    where that is whether the value is at least n, or less. Otherwise, whether it is defined.
    """

    name: str
    of_value: bool = False
    bound: int | None = None
    is_zero: bool = False


def questions(group: Conditional) -> frozenset[Question]:
    """What the conditions of a group ask for."""
    return frozenset(q for each in group.directives[:-1] for q in _asked(each))


def _asked(directive: Directive) -> Iterator[Question]:
    if directive.name not in ("if", "elif"):
        yield from (Question(_text(token)) for token in directive.tokens[:1])
        return
    yield from _in_expression((_NOTHING, *directive.tokens, _NOTHING))


def questions_of(body: bytes) -> frozenset[Question]:
    """What a macro asks for that stands in a condition."""
    found = tokens(body, 0, len(body))
    return frozenset(_in_expression((_NOTHING, *found, _NOTHING)))


def _in_expression(found: Sequence[Token]) -> Iterator[Question]:
    position = 1
    while position < len(found) - 1:
        token = found[position]
        if token.text == b"defined":
            position += 1 + (found[position + 1].text == b"(")
            yield Question(_text(found[position]))
        elif token.text.startswith(b"__has_") and found[position + 1].text == b"(":
            yield Question(_text(token), True)
            position = _closing(found, position + 1)
        elif token.kind == "character":
            yield Question(_text(token), True)
        elif token.kind == "word" and token.text not in _NOT_NAMES:
            yield _question(found, position)
        position += 1


def _question(found: Sequence[Token], position: int) -> Question:
    """What a name in an expression is asked for: on its own, it is only zero or not."""
    first = last = position
    while found[first - 1].text == b"(" and found[last + 1].text == b")":
        first, last = first - 1, last + 1
    name = _text(found[position])
    if found[first - 1].text not in _BEFORE:
        return Question(name, True)
    if found[last + 1].text in _BEHIND:
        return Question(name, is_zero=True)
    order, number, behind = (*found[last + 1 : last + 4], _NOTHING, _NOTHING)[:3]
    value = re.fullmatch(rb"(\d+)[uUlL]*", number.text)
    is_term = found[first - 1].text != b"!" and behind.text in _BEHIND
    if not is_term or order.text not in _ORDER or value is None:
        return Question(name, True)
    return Question(name, True, int(value[1]) + (order.text in (b">", b"<=")))


def _closing(found: Sequence[Token], position: int) -> int:
    """Where the parenthesis that opens at a position ends."""
    depth = 0
    for index in range(position, len(found)):
        depth += {b"(": 1, b")": -1}.get(found[index].text, 0)
        if depth == 0:
            return index
    return len(found) - 1


def _text(token: Token) -> str:
    return token.text.decode("utf-8", "replace")
