"""What `printf` and C++ streams make of values: texts whose parts are known or not."""

import re
from collections.abc import Callable, Sequence

from ppcl.analysis.kernels import text
from ppcl.analysis.kernels.text import KnownText, Parts, UnknownText
from ppcl.analysis.numbers.polynomial import Polynomial, Term
from ppcl.analysis.walk.core.value import Number, Value
from ppcl.ir.types import FloatType, IntType, Type

_DIRECTIVE = re.compile(rb"%([-+ #0]*)(\d*)(\.\d+)?(hh|h|ll|l|z|j|t|L|q)?([diuxXocsfFeEgGp%])")
_DIGITS = 24  # that an integer of 64 bits has at most, in octal with a sign and what marks it
# C11 7.21.6.1 without `%n`, and the flag `'` and letters `m`, `C` and `S` of POSIX.
_READS = re.compile(
    rb"%(?:[-+ #0']*(?:\*|\d+)?(?:\.(?:\*|-?\d*))?(?:hh|h|ll|l|z|j|t|L|q)?[diuxXocsfFeEgGaApmCS]|%)"
)
# Functions that print, and the place of the format among their arguments.
FORMATS = {"printf": 0, "fprintf": 1, "sprintf": 1, "asprintf": 1, "snprintf": 2}
TextOf = Callable[[int], Parts]


def only_reads(form: bytes | None) -> bool:
    """Whether every directive of a format is on the list of those that write nothing."""
    return form is not None and b"%" not in _READS.sub(b"", form)


def values_wanted(form: bytes) -> int | None:
    """How many values a format prints, None where one may take more than a register's room."""
    found = [match for match in _DIRECTIVE.finditer(form) if match[5] != b"%"]
    rest = _DIRECTIVE.sub(b"", form)
    return len(found) if b"%" not in rest and all(m[4] != b"L" for m in found) else None


def formatted(
    template: Parts, values: Sequence[Value], text_of: TextOf, written: Sequence[str]
) -> Parts:
    """What `printf(template, values...)` prints; `text_of` gives the text of the n-th value,
    `written` the values in the host's words."""
    form = text.known(template)
    if form is None:
        return text.unknown("the format is not known", template)
    found: list[Parts] = []
    position, used = 0, 0
    for match in _DIRECTIVE.finditer(form):
        found.append((KnownText(form[position : match.start()]),))
        position = match.end()
        if match[5] == b"%":
            found.append((KnownText(b"%"),))
            continue
        if used >= len(values):
            return text.unknown("the format has no value for a directive")
        if match[5] == b"s":
            found.append(_string(match, text_of(used)))
        else:
            found.append(_number(match, values[used], written[used]))
        used += 1
    rest = form[position:]
    if b"%" in form[position:] or any(b"%" in p.value for p in _known(found)):
        return text.unknown("the format has a directive that ppcl does not know")
    return text.joined(*found, (KnownText(rest),))


def _known(found: Sequence[Parts]) -> list[KnownText]:
    parts = (part for parts in found for part in parts)
    return [part for part in parts if isinstance(part, KnownText) and part.value != b"%"]


def _string(match: "re.Match[bytes]", parts: Parts) -> Parts:
    if not match[2] and not match[3]:
        return parts
    value = text.known(parts)
    if value is None:
        return text.unknown("a string of a given width", parts)
    flags = b"-" if b"-" in match[1] else b""
    return (KnownText(b"%%%b%b%bs" % (flags, match[2], match[3] or b"") % value),)


def _number(match: "re.Match[bytes]", value: Value, written: str) -> Parts:
    constant = constant_of(value)
    letter = match[5]
    if constant is None or letter == b"p":
        plain = letter in b"diuxXo" and not match[2] and not match[3]
        return not_known(written, letter in b"fFeEgG", _DIGITS if plain else None)
    if letter in b"fFeEgG":
        form = b"%%%b%b%b%b" % (match[1], match[2], match[3] or b"", letter)
        return (KnownText(form % float(constant)),)
    if not isinstance(constant, int):
        return not_known(written)
    if letter == b"c":
        return (KnownText(bytes([constant & 255])),)
    if letter in b"uxXo" and constant < 0:
        constant %= 1 << (64 if match[4] in (b"l", b"ll", b"z", b"j", b"q") else 32)
    form = b"%%%b%b%b%b" % (match[1], match[2], match[3] or b"", letter.replace(b"i", b"d"))
    spelled = form % constant
    return (KnownText(spelled.replace(b"0o", b"0") if letter == b"o" else spelled),)


def not_known(written: str, floating: bool = False, most: int | None = None) -> Parts:
    """The digits of a number that is not known, named as the host writes it; `most` at most."""
    reason = f"'{written}' is no constant"
    return (UnknownText(reason, number=True, floating=floating, most=most),)


def constant_of(value: Value) -> int | float | None:
    """The constant that a value is."""
    if not isinstance(value, Number) or value.precision != "exact":
        return None
    whole = value.value.as_int
    return whole if whole is not None else _float(value.value)


def _float(value: Polynomial) -> float | None:
    """A floating constant, which is a term named by its digits."""
    if len(value.terms) != 1:
        return None
    monomial, factor = value.terms[0]
    term = monomial[0] if len(monomial) == 1 else None
    if not isinstance(term, Term) or term.operands:
        return None
    try:
        return float(term.op) * factor
    except ValueError:
        return None


def streamed(value: Value, type_: Type, written: str) -> Parts:
    """What a C++ stream prints for a number of a type, without manipulators."""
    constant = constant_of(value)
    if constant is None:
        return not_known(written, isinstance(type_, FloatType))
    if isinstance(type_, IntType) and isinstance(constant, int):
        if type_.bits == 8 and type_.name not in ("bool", "_Bool"):
            return (KnownText(bytes([constant & 255])),)
        return (KnownText(b"%d" % constant),)
    if isinstance(type_, FloatType):
        return (KnownText(b"%g" % constant),)
    return not_known(written)
