"""Parts of memory objects that commands move, and the flags that say whose memory they are."""

from dataclasses import dataclass

from ppcl.analysis.numbers.polynomial import Polynomial

# Bits of cl_mem_flags (OpenCL 1.2, table 5.3) and cl_map_flags (table 5.5).
USE_HOST_PTR, COPY_HOST_PTR = 1 << 3, 1 << 5
MAP_READ, MAP_WRITE, MAP_WRITE_INVALIDATE = 1 << 0, 1 << 1, 1 << 2

Sides = tuple[Polynomial, ...]


@dataclass(frozen=True)
class Box:
    """The box that a rectangular transfer moves (OpenCL 1.2, 5.2.2 and 5.3.3).

    `extent` and the origins, in the buffer and on the other side, count bytes, rows and slices (of
    an image: pixels); the pitches are the bytes of a row and of a slice. None where not known.
    """

    extent: Sides | None
    origin: Sides | None
    other_origin: Sides | None
    pitches: Sides | None
    other_pitches: Sides | None
