"""The text of a size divided by a factor."""

import re
from collections.abc import Iterator
from typing import Literal

from ppcl.analysis.facts import Facts
from ppcl.analysis.names.macros import definitions, uses_in
from ppcl.frontend import bracketed
from ppcl.ir import expression as ex
from ppcl.ir.types import FloatType, IntType
from ppcl.source import Edit

Rounding = Literal["down", "up"]
# How tightly a text holds together: it may be the left operand of `/`, of `+`, of neither.
OPERAND, SUM, LOOSE = 2, 1, 0
_PRIMARY = (
    *(ex.NameRef, ex.IntLiteral, ex.Call, ex.Index, ex.Member, ex.SizeOf),
    *(ex.Cast, ex.Unary),
)
_PRODUCTS = ("*", "/", "%")
_SUMS = ("+", "-")
_ONE_TOKEN = re.compile(rb"\s*\w+\s*")
_CLOSE = re.compile(rb"[\w)\]][*/%][\w(]")
_SPACED = re.compile(rb"[\w)\]] +[*/%] +[\w(]")


def divided(facts: Facts, node: ex.Expression, factor: int, rounding: Rounding) -> Edit | None:
    """The edit that makes of a written number that number divided by a factor; None where it is
    no number. One of floating point is converted first, as it is by what it is stored to."""
    inner = without_implicit(node)
    span = inner.at.span
    text = facts.files[span.file].text(span)
    if isinstance(inner.type, IntType):
        return Edit(span, quotient(text, _strength(facts, inner), factor, rounding))
    if isinstance(inner.type, FloatType):
        converted = b"(size_t)" + (text if isinstance(inner, ex.Call) else b"(" + text + b")")
        return Edit(span, quotient(converted, OPERAND, factor, rounding))
    return None


def quotient(text: bytes, strength: int, factor: int, rounding: Rounding) -> bytes:
    """A text divided by a factor, with its own spacing of operators."""
    close = _CLOSE.search(text) is not None and _SPACED.search(text) is None
    divide, add = (b"/", b"+") if close else (b" / ", b" + ")
    by = divide + b"%d" % factor
    if rounding == "up":
        operand = text if strength >= SUM else b"(" + text + b")"
        return b"(" + operand + add + b"%d)" % (factor - 1) + by
    return (text if strength == OPERAND else b"(" + text + b")") + by


def without_implicit(node: ex.Expression) -> ex.Expression:
    """What is written, without the conversions that the text does not show."""
    while isinstance(node, ex.Cast) and node.implicit:
        node = node.operand
    return node


def _strength(facts: Facts, node: ex.Expression) -> int:
    if not all(_is_closed(body) for body in _bodies(facts, node)):
        return LOOSE
    text = facts.files[node.at.span.file].text(node.at.span)
    if node.at.macro is not None or isinstance(node, _PRIMARY) or _is_closed(text):
        return OPERAND
    operator = node.op if isinstance(node, ex.Binary) else ""
    return OPERAND if operator in _PRODUCTS else (SUM if operator in _SUMS else LOOSE)


def _bodies(facts: Facts, node: ex.Expression) -> Iterator[bytes]:
    """What the macros in an expression's text stand for; one that is not known holds nothing."""
    names = {use.name for use in uses_in(facts, node.at.span)}
    found = [(macro.name, macro.body) for macro in definitions(facts, sorted(names))]
    found += [each for unit in facts.hosts for each in unit.given if each[0] in names]
    yield from (body for _, body in found)
    yield from (b"" for name in names if all(name != other for other, _ in found))


def _is_closed(text: bytes) -> bool:
    """Whether a text is one word or number, or all of it stands in parentheses."""
    if _ONE_TOKEN.fullmatch(text):
        return True
    inside = bracketed(text, 0, len(text))
    return (
        text.lstrip().startswith(b"(") and inside is not None and not text[inside[1] + 1 :].strip()
    )
