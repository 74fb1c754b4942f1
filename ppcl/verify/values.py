"""Compares arrays of numbers element by element: integers exactly, floats within a tolerance."""

import math
import struct
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

_FORMATS: Mapping[str, tuple[str, str]] = {  # how a value, and its bits, are packed
    "int8": ("b", "b"),
    "uint8": ("B", "b"),
    "int16": ("h", "h"),
    "uint16": ("H", "h"),
    "int32": ("i", "i"),
    "uint32": ("I", "i"),
    "int64": ("q", "q"),
    "uint64": ("Q", "q"),
    "float16": ("e", "h"),
    "float32": ("f", "i"),
    "float64": ("d", "q"),
}
_BLOCK = 1 << 14  # bytes that are compared at once before a look at single elements


@dataclass(frozen=True)
class Tolerance:
    """Two floats are close when they differ by no more than either of these.

    `ulps`: how many representable numbers apart, at most; `absolute`: the largest difference.
    """

    ulps: int
    absolute: float


# Rewrites keep the operations, but a compiler may contract or vectorise the new text otherwise.
TOLERANCES: Mapping[str, Tolerance] = {
    "float16": Tolerance(4, 1e-4),
    "float32": Tolerance(64, 1e-7),
    "float64": Tolerance(64, 1e-15),
}


def read_tolerances(texts: Mapping[str, object]) -> Mapping[str, Tolerance]:
    """Tolerances by type as people write them, `{"float32": "100,1e-6"}`: ulps, and the largest
    difference (which may be left out). Raises ValueError with the reason."""
    return {name: _tolerance(name, str(text)) for name, text in texts.items()}


def _tolerance(name: str, text: str) -> Tolerance:
    if name not in TOLERANCES:
        raise ValueError(f"no tolerance for '{name}': expected one of {', '.join(TOLERANCES)}")
    ulps, _, absolute = text.partition(",")
    try:
        found = Tolerance(int(ulps), float(absolute or 0))
    except ValueError:
        raise ValueError(f"tolerance of {name}: expected ULPS,DIFFERENCE, not '{text}'") from None
    if not (found.ulps >= 0 and 0 <= found.absolute < math.inf):
        raise ValueError(f"tolerance of {name}: expected numbers that are not negative")
    return found


@dataclass(frozen=True)
class Unequal:
    """The first element that differs by more than the tolerance."""

    index: int
    before: float | int | str
    after: float | int | str


@dataclass(frozen=True)
class Comparison:
    """`exact`: every bit is the same; `ulps`: the largest distance that was tolerated as such;
    `absolute`: the largest difference that was, where the distance was larger."""

    exact: bool
    first: Unequal | None
    ulps: int = 0
    absolute: float = 0.0


def compare(
    before: bytes, after: bytes, element: str, tolerances: Mapping[str, Tolerance] = TOLERANCES
) -> Comparison:
    """Compares two arrays of the same size by the type of their elements, else byte by byte."""
    if before == after:
        return Comparison(True, None)
    value, bits = _FORMATS.get(element, _FORMATS["uint8"])
    size = struct.calcsize(value)
    tolerance = tolerances.get(element)
    ulps, absolute = 0, 0.0
    for index, one, other in _unequal(before, after, size):
        old, new = (struct.unpack(value, data)[0] for data in (one, other))
        if tolerance is None or not (math.isfinite(old) and math.isfinite(new)):
            if old == new or (math.isnan(old) and math.isnan(new)):
                continue
            return Comparison(False, Unequal(index, old, new))
        distance = abs(_ordinal(one, bits) - _ordinal(other, bits))
        if distance <= tolerance.ulps:
            ulps = max(ulps, distance)
        elif abs(old - new) <= tolerance.absolute:
            absolute = max(absolute, abs(old - new))
        else:
            return Comparison(False, Unequal(index, old, new))
    rest = _rest(before, after, size)
    return Comparison(False, rest, 0 if rest else ulps, 0.0 if rest else absolute)


def _rest(before: bytes, after: bytes, size: int) -> Unequal | None:
    """Bytes behind the last whole element, and different sizes."""
    start = min(len(before), len(after)) // size * size
    if before[start:] != after[start:]:
        texts = (data[start : start + size].hex() or "nothing" for data in (before, after))
        return Unequal(start // size, *texts)
    return None


def _unequal(before: bytes, after: bytes, size: int) -> Iterator[tuple[int, bytes, bytes]]:
    """The whole elements whose bits differ: index, and the bytes of each."""
    whole = min(len(before), len(after)) // size * size
    for start in range(0, whole, _BLOCK):
        end = min(start + _BLOCK, whole)
        if before[start:end] == after[start:end]:
            continue
        for at in range(start, end, size):
            if before[at : at + size] != after[at : at + size]:
                yield at // size, bytes(before[at : at + size]), bytes(after[at : at + size])


def _ordinal(data: bytes, bits: str) -> int:
    """The place of a float among all floats, so that neighbours are 1 apart and both zeros 0."""
    number: int = struct.unpack(bits, data)[0]
    lowest = -(1 << (8 * len(data) - 1))
    return number if number >= 0 else lowest - number
