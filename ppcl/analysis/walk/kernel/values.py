"""The values of OpenCL C's builtin functions, as far as addresses and control flow depend on them.

Source: OpenCL C 1.2, 6.12.1 (work-items), 6.12.3 (integers), 6.2.3 and 6.2.4 (conversions).
"""

import re
from collections.abc import Callable, Mapping

from ppcl.analysis.numbers.polynomial import ONE, ZERO, Polynomial, SymbolKind, make_term
from ppcl.analysis.walk.core import arithmetic
from ppcl.analysis.walk.core.machine import Walk
from ppcl.analysis.walk.core.value import Number, Value
from ppcl.ir.expression import Call
from ppcl.ir.types import IntType

_LETTERS: dict[str, tuple[SymbolKind, str]] = {
    "get_local_id": ("local_id", "l"),
    "get_group_id": ("group_id", "g"),
    "get_local_size": ("local_size", "L"),
    "get_global_size": ("global_size", "G"),
    "get_num_groups": ("num_groups", "NG"),
    "get_global_offset": ("global_offset", "off"),
}
_ONES = frozenset({"get_local_size", "get_global_size", "get_num_groups"})
# Conversions that do not saturate; rounding does not concern integers.
_CONVERSION = re.compile(r"^(convert|as)_[a-z]+(_rt[ezpn])?$")
_TRUNCATES = re.compile(r"^convert_[a-z]+(_rtz)?$")
_DEEPEST = 4


def number_of(walk: Walk, call: Call, name: str, arguments: tuple[Value, ...]) -> Value | None:
    """The value of a builtin whose result is a number that its arguments tell, None for others."""
    if name == "get_global_id" or name in _LETTERS:
        return _work_item(walk, call, name, arguments)
    if name == "get_work_dim":
        return Number(id_symbol(walk, "num_groups", "work_dim"))
    if not isinstance(call.type, IntType):
        return None
    if name in _INTEGERS:
        return _integer(walk, call, name, arguments)
    return _converted(call, name, arguments[0]) if _CONVERSION.match(name) else None


def id_symbol(walk: Walk, kind: SymbolKind, name: str) -> Polynomial:
    """A work-item function's symbol: one for the whole kernel, on every call path."""
    saved, walk.path = walk.path, ()
    try:
        return walk.fresh(kind, name, name).value
    finally:
        walk.path = saved


def _work_item(walk: Walk, call: Call, name: str, arguments: tuple[Value, ...]) -> Value:
    number = arguments[0].value.as_int if arguments and isinstance(arguments[0], Number) else None
    if number is None:
        return walk.fresh("input", name, id(call))
    if number not in (0, 1, 2):
        return Number(ONE if name in _ONES else ZERO)
    if name == "get_global_id":
        group = id_symbol(walk, "group_offset", f"go{number}")
        return Number(group + id_symbol(walk, "local_id", f"l{number}"))
    kind, letter = _LETTERS[name]
    return Number(id_symbol(walk, kind, f"{letter}{number}"))


def _extreme(name: str) -> Callable[[Polynomial, Polynomial], Polynomial]:
    return lambda left, right: make_term(name, tuple(sorted((left, right), key=str)))


_MIN, _MAX = _extreme("min"), _extreme("max")
# What the 24-bit functions do with larger operands is up to the implementation: docs/adr/0001.
_INTEGERS: Mapping[str, Callable[..., Polynomial]] = {
    "min": _MIN,
    "max": _MAX,
    "clamp": lambda value, least, most: _MIN(_MAX(value, least), most),
    "mul24": lambda left, right: left * right,
    "mad24": lambda left, right, added: left * right + added,
}
_PRODUCTS = frozenset({"mul24", "mad24"})


def _integer(walk: Walk, call: Call, name: str, arguments: tuple[Value, ...]) -> Value:
    values = [a.value for a in arguments if isinstance(a, Number) and a.precision == "exact"]
    if len(values) < len(arguments) or max(v.depth for v in values) > _DEEPEST:
        return walk.fresh("input", name, id(call))
    # The product has 48 bits, the result its lower 32.
    return Number(_INTEGERS[name](*values), "modular" if name in _PRODUCTS else "exact")


def _converted(call: Call, name: str, value: Value) -> Value | None:
    """The conversion of an integer, or of a float as a cast does it (towards zero)."""
    is_float = not isinstance(call.arguments[0].type, IntType)
    if not isinstance(value, Number) or (is_float and not _TRUNCATES.match(name)):
        return None
    return arithmetic.convert(value, call.type, call.arguments[0].type)
