"""Compares the raw results of two runs, element by element."""

import math
from array import array
from collections.abc import Mapping

from ppcl.diag import ExitCode, PpclError

# C and OpenCL C names of element types, as type codes of the array module.
_CODES: Mapping[str, str] = {
    "char": "b",
    "uchar": "B",
    "unsigned char": "B",
    "short": "h",
    "ushort": "H",
    "unsigned short": "H",
    "int": "i",
    "uint": "I",
    "unsigned int": "I",
    "long": "q",
    "ulong": "Q",
    "unsigned long": "Q",
    "float": "f",
    "double": "d",
}


def largest_difference(before: bytes, after: bytes, element: str) -> float:
    """The largest relative difference of two results: |a - b| / max(|a|, |b|), 0 where equal.

    Infinite where the sizes differ, or where one side alone is NaN or infinite. Raises PpclError
    (usage) for an unknown element type, or bytes that are not whole elements.
    """
    if len(before) != len(after):
        return math.inf
    pairs = zip(_elements(before, element), _elements(after, element), strict=True)
    return max((_difference(a, b) for a, b in pairs if a != b), default=0.0)


def _elements(data: bytes, element: str) -> "array[int] | array[float]":
    if element not in _CODES:
        names = ", ".join(_CODES)
        raise PpclError(
            f"unknown element type '{element}'; known: {names}", exit_code=ExitCode.USAGE
        )
    values: array[int] | array[float] = array(_CODES[element])
    if len(data) % values.itemsize:
        message = f"a result of {len(data)} bytes is no array of {element}"
        raise PpclError(message, exit_code=ExitCode.USAGE)
    values.frombytes(data)
    return values


def _difference(a: float, b: float) -> float:
    """The relative difference of two numbers that do not compare equal."""
    if math.isnan(a) and math.isnan(b):
        return 0.0
    if not (math.isfinite(a) and math.isfinite(b)):
        return math.inf
    return abs(a - b) / max(abs(a), abs(b))
