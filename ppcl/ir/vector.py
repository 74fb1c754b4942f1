"""The lanes of OpenCL C's vectors by name (OpenCL C 1.2, 6.1.7)."""

import re

_NUMBERS = re.compile("[sS][0-9a-fA-F]+")
_LETTERS = re.compile("[xyzw]+|[rgba]+")


def stored_lanes(lanes: int) -> int:
    """How many lanes a vector has room for: three take the room of four (6.1.5)."""
    return 4 if lanes == 3 else lanes


def lane_numbers(components: str, lanes: int) -> tuple[int, ...]:
    """The numbers of the lanes that `xyz`, `s01`, `lo` name in a vector of so many; none for what
    is no such name. `hi` and `odd` of three lanes name the fourth, which means nothing."""
    stored = stored_lanes(lanes)
    named = {
        "lo": range(stored // 2),
        "hi": range(stored // 2, stored),
        "even": range(0, stored, 2),
        "odd": range(1, stored, 2),
    }
    if components in named:
        return tuple(named[components])
    if _NUMBERS.fullmatch(components):
        return tuple(int(digit, 16) for digit in components[1:])
    letters = components if _LETTERS.fullmatch(components) else ""
    return tuple("xyzwrgba".index(letter) % 4 for letter in letters)
