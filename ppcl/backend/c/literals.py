"""Constants in C."""

import math
import struct

from pycparser import c_ast

from ppcl.backend.c import ctree
from ppcl.backend.c.ctree import Tree
from ppcl.ir.types import FloatType, IntType, Type

_NAMED = {"\n": "\\n", "\t": "\\t"}
_SMALLEST = {32: -(2**31), 64: -(2**63)}


def integer(value: int, type_: Type) -> Tree:
    """An integer of a type."""
    bits = type_.bits if isinstance(type_, IntType) else 32
    unsigned = isinstance(type_, IntType) and not type_.signed and bits >= 32
    suffix = ("U" if unsigned else "") + ("L" if bits == 64 else "")
    if value == _SMALLEST.get(bits):
        return ctree.binary("-", integer(value + 1, type_), ctree.number(1))
    text = f"{value % 2**bits if unsigned else abs(value)}{suffix}"
    constant = c_ast.Constant("int", text)
    return ctree.unary("-", constant) if value < 0 and not unsigned else constant


def floating(value: float, type_: Type) -> Tree:
    """A floating constant: the shortest decimal text that is read as the same value."""
    single = isinstance(type_, FloatType) and type_.bits <= 32
    suffix = "f" if single else ""
    if math.isnan(value):
        return ctree.call(f"__builtin_nan{suffix}", c_ast.Constant("string", '""'))
    if math.isinf(value):
        infinite = ctree.call(f"__builtin_inf{suffix}")
        return infinite if value > 0 else ctree.unary("-", infinite)
    text = _shortest_single(abs(value)) if single else repr(abs(value))
    if not any(mark in text for mark in ".en"):
        text += ".0"
    constant = c_ast.Constant("float", text + suffix)
    return ctree.unary("-", constant) if math.copysign(1.0, value) < 0 else constant


def _shortest_single(value: float) -> str:
    exact = struct.pack("f", value)
    for digits in range(1, 10):
        text = f"{value:.{digits}g}"
        if struct.pack("f", float(text)) == exact:
            return text
    return repr(value)


def string(value: bytes) -> Tree:
    """A string constant."""
    text = "".join(_escaped(byte) for byte in value)
    return c_ast.Constant("string", f'"{text}"')


def _escaped(byte: int) -> str:
    plain = chr(byte)
    if plain in '"\\?':
        return f"\\{plain}"
    if plain in _NAMED:
        return _NAMED[plain]
    return plain if 32 <= byte < 127 else f"\\{byte:03o}"
