"""Numbers that the host reads from texts that are known: `atoi` and its like."""

import re

from ppcl.analysis.kernels import text
from ppcl.analysis.numbers.polynomial import Polynomial
from ppcl.analysis.walk.core.state import State
from ppcl.analysis.walk.core.value import Number, Value
from ppcl.analysis.walk.libc.text_memory import text_of

# What each gives: its least and its largest number.
_INT, _LONG, _UNSIGNED = (
    (-(1 << 31), (1 << 31) - 1),
    (-(1 << 63), (1 << 63) - 1),
    (0, (1 << 63) - 1),
)
_READ = {
    **dict.fromkeys(("atoi", "stoi"), _INT),
    **dict.fromkeys(("atol", "atoll", "strtol", "strtoll", "stol", "stoll"), _LONG),
    **dict.fromkeys(("strtoul", "strtoull", "stoul", "stoull"), _UNSIGNED),
}
_DIGITS = re.compile(rb"[ \t\n\v\f\r]*([-+]?[0-9]+)")
_BASE = 2
_DECIMAL = 10


def number_in_text(name: str, arguments: tuple[Value, ...], state: State) -> Number | None:
    """The number that a function of the library reads; None where it is not known."""
    if name not in _READ or not arguments or not _is_decimal(arguments):
        return None
    known = text.known(text_of(arguments[0], state))
    digits = _DIGITS.match(known) if known is not None else None
    least, largest = _READ[name]
    number = int(digits[1]) if digits is not None else None
    if number is None or not least <= number <= largest:
        return None
    return Number(Polynomial.constant(number))


def _is_decimal(arguments: tuple[Value, ...]) -> bool:
    base = arguments[_BASE] if len(arguments) > _BASE else Number(Polynomial.constant(_DECIMAL))
    return isinstance(base, Number) and base.value.as_int == _DECIMAL
