"""`read_image`, `write_image` and the queries of images (OpenCL 1.2, 6.12.14).

An image is a `const struct ppcl_image *` (ppcl_kernel.h), a sampler a number. In names they are
`image2d`, `image2darray`, ... and `sampler`.
"""

import re

from ppcl.backend.builtins.builtin import made
from ppcl.backend.builtins.spelling import parts

_KIND = r"image(1d|2d|3d|1darray|2darray|1dbuffer)"
_READ = re.compile(rf"ppcl_read_image(f|i|ui)_{_KIND}(_sampler)?_(int|float)(2|4)?")
_WRITE = re.compile(rf"ppcl_write_image(f|i|ui)_{_KIND}_int(2|4)?_(float4|int4|uint4)")
_QUERY = re.compile(rf"ppcl_get_image_(\w+?)_{_KIND}")
_COLOR = {"f": "float4", "i": "int4", "ui": "uint4"}
_COORDINATES = {"1d": 1, "1dbuffer": 1, "2d": 2, "1darray": 2, "3d": 4, "2darray": 4}
_IMAGE = "const struct ppcl_image *image"
# Coordinates in pixels, nearest, nothing outside (6.12.14.3).
_NO_SAMPLER = 16
# The bits of samplers that ask for fractions of pixels: normalized coordinates, a linear filter.
_OF_FLOATS = 33
_QUERIES = {
    "width": ("int", "(int)image->width"),
    "height": ("int", "(int)image->height"),
    "depth": ("int", "(int)image->depth"),
    "channel_data_type": ("int", "(int)image->channel_type"),
    "channel_order": ("int", "(int)image->channel_order"),
    "array_size": ("ulong", "image->depth"),
}


def text(name: str) -> str | None:
    """The text of a function by its C name."""
    return made(((_READ, _read), (_WRITE, _write), (_QUERY, _query)), name)


def _read(found: re.Match[str]) -> str | None:
    color, kind, sampler, element, written = found.groups()
    lanes = int(written or 1)
    if lanes != _COORDINATES[kind] or (element == "float" and not sampler):
        return None
    type_ = f"{element}{written or ''}"
    declared = f"{_IMAGE}, ppcl_sampler sampler, " if sampler else f"{_IMAGE}, "
    coordinates = ["at"] if lanes == 1 else [f"at[{lane}]" for lane in range(min(lanes, 3))]
    values = ", ".join(f"(float){one}" for one in coordinates)
    used = "sampler" if sampler else str(_NO_SAMPLER)
    x, y, z = _whole(kind, lanes)
    picked = f"ppcl_picked_{_COLOR[color]}_int_int_int(image, {used}, {x}, {y}, {z})"
    return (
        f"PPCL_INLINE {_COLOR[color]} {found[0]}({declared}{type_} at)\n{{\n"
        + (
            f"    if (({used} & {_OF_FLOATS}) == 0)\n        return {picked};\n"
            * (element == "int")
        )
        + f"    float4 place = {{{values}}};\n"
        f"    return ppcl_sampled_{_COLOR[color]}(image, {used}, place);\n}}"
    )


def _write(found: re.Match[str]) -> str | None:
    color, kind, written, value = found.groups()
    lanes = int(written or 1)
    if lanes != _COORDINATES[kind] or value != _COLOR[color]:
        return None
    type_ = f"int{written or ''}"
    x, y, z = _whole(kind, lanes)
    return (
        f"PPCL_INLINE void {found[0]}({_IMAGE}, {type_} at, {value} color)\n{{\n"
        f"    ppcl_set_texel_{value}(image, {x}, {y}, {z}, color);\n}}"
    )


def _whole(kind: str, lanes: int) -> tuple[str, str, str]:
    """The coordinates of a pixel, of which an array's layer is the last."""
    x, y, z = (f"at[{lane}]" if lane < lanes else "0" for lane in range(3))
    x = "at" if lanes == 1 else x
    return (x, "0", y) if kind == "1darray" else (x, y, z)


def _query(found: re.Match[str]) -> str | None:
    what, kind = found.groups()
    if what == "dim" and kind in ("2d", "2darray", "3d"):
        type_ = "int4" if kind == "3d" else "int2"
        rest = ", (int)image->depth" if kind == "3d" else ""
        lines = f"{type_} result = {{(int)image->width, (int)image->height{rest}}};"
        body = f"    {lines}\n    return result;"
    elif what in _QUERIES and (what != "array_size" or kind.endswith("array")):
        type_, value = _QUERIES[what]
        body = f"    return {value};"
    else:
        return None
    return f"PPCL_INLINE {type_} {found[0]}({_IMAGE})\n{{\n{body}\n}}"


def with_sampler(name: str, types: list[str]) -> list[str]:
    """The types of a read: a sampler of the program's own is a number to the parser."""
    if not name.startswith("read_image") or len(types) != 3 or parts(types[1]) is None:
        return types
    return [types[0], "sampler", types[2]]
