"""`vloadN`, `vstoreN`, their forms for halves, `shuffle`, and copies by whole work-groups
(OpenCL 1.2, 6.12.7, 6.12.12 and 6.12.10).

An asynchronous copy is one operation of a work-group: all work-items come to it, and it is called
once, between what they do before and after. It is complete when it returns, so that
`wait_group_events` has nothing to do. Strided copies are named by their direction: `gather` to
local memory, `scatter` to global memory.
"""

import re

from ppcl.backend.builtins.builtin import made
from ppcl.backend.builtins.spelling import parts, vector
from ppcl.ir.vector import stored_lanes

_LOAD = re.compile(r"ppcl_vload(\d+)_ulong_p([a-z]+)")
_STORE = re.compile(r"ppcl_vstore(\d+)_([a-z]+)\d+_ulong_p([a-z]+)")
_LOAD_HALF = re.compile(r"ppcl_vload(a?)_half(\d*)_ulong_phalf")
_STORE_HALF = re.compile(r"ppcl_vstore(a?)_half(\d*)(_rt[ezpn])?_(float|double)\d*_ulong_phalf")
_SHUFFLE = re.compile(r"ppcl_shuffle(2?)_((\w+?)(\d+))_(?:\2_)?(u[a-z]+)(\d+)")
_COPY = re.compile(r"ppcl_async_work_group_copy_p(\w+)_p(\w+)_ulong_(int|event)")
_STRIDED = re.compile(
    r"ppcl_async_work_group_(gather|scatter)_p(\w+)_p(\w+)_ulong_ulong_(int|event)"
)
_PREFETCH = re.compile(r"ppcl_prefetch_p(\w+)_ulong")


def text(name: str) -> str | None:
    """The text of a function by its C name."""
    return made(_MAKERS, name)


def _load(found: re.Match[str]) -> str:
    lanes, element = int(found[1]), found[2]
    type_ = vector(element, lanes)
    declared = f"{type_} result = {{0}};" if lanes == 3 else f"{type_} result;"
    return (
        f"PPCL_INLINE {type_} {found[0]}(ulong offset, const {element} *p)\n{{\n    {declared}\n"
        f"    memcpy(&result, p + offset * {lanes}, {lanes} * sizeof *p);\n    return result;\n}}"
    )


def _store(found: re.Match[str]) -> str:
    lanes, element = int(found[1]), found[2]
    return (
        f"PPCL_INLINE void {found[0]}({vector(element, lanes)} x, ulong offset, {element} *p)\n"
        f"{{\n    memcpy(p + offset * {lanes}, &x, {lanes} * sizeof *p);\n}}"
    )


def _stride(found: re.Match[str]) -> tuple[int, int]:
    """Lanes, and halves from one vector to the next: four for three aligned ones."""
    lanes = int(found[2] or 1)
    return lanes, stored_lanes(lanes) if found[1] else lanes


def _load_half(found: re.Match[str]) -> str:
    lanes, stride = _stride(found)
    head = f"PPCL_INLINE {vector('float', lanes)} {found[0]}(ulong offset, const half *p)\n{{\n"
    if lanes == 1:
        return f"{head}    return ppcl_convert_float_half(p[offset]);\n}}"
    return (
        f"{head}    float{lanes} result = {{0}};\n    for (int i = 0; i < {lanes}; i++)\n"
        f"        result[i] = ppcl_convert_float_half(p[offset * {stride} + i]);\n"
        f"    return result;\n}}"
    )


def _store_half(found: re.Match[str]) -> str:
    lanes, stride = _stride(found)
    convert = f"ppcl_convert_half{found[3] or '_rte'}_{found[4]}"
    head = f"PPCL_INLINE void {found[0]}({vector(found[4], lanes)} x, ulong offset, half *p)\n{{\n"
    if lanes == 1:
        return f"{head}    p[offset] = {convert}(x);\n}}"
    return (
        f"{head}    for (int i = 0; i < {lanes}; i++)\n"
        f"        p[offset * {stride} + i] = {convert}(x[i]);\n}}"
    )


def _shuffle(found: re.Match[str]) -> str | None:
    two, source, element, lanes, mask, count = found.groups()
    if parts(source) is None or parts(f"{mask}{count}") is None:
        return None
    type_, last = f"{element}{count}", int(lanes) - 1
    parameters = f"{source} x, {source} y" if two else f"{source} x"
    lane = (
        f"mask[i] & {lanes} ? y[mask[i] & {last}] : x[mask[i] & {last}]"
        if two
        else f"x[mask[i] & {last}]"
    )
    return (
        f"PPCL_INLINE {type_} {found[0]}({parameters}, {mask}{count} mask)\n{{\n"
        f"    {type_} result;\n    for (int i = 0; i < {count}; i++)\n"
        f"        result[i] = {lane};\n    return result;\n}}"
    )


def _copy(found: re.Match[str]) -> str | None:
    """A copy by a whole work-group, once: complete when the function returns."""
    element, source, _ = found.groups()
    if element != source or parts(element) is None:
        return None
    return (
        f"PPCL_INLINE ppcl_event {found[0]}(\n"
        f"    {element} *to, const {element} *from, ulong count, ppcl_event event)\n{{\n"
        f"    memcpy(to, from, count * sizeof *to);\n    return event;\n}}"
    )


def _strided(found: re.Match[str]) -> str | None:
    direction, element, source, _ = found.groups()
    if element != source or parts(element) is None:
        return None
    lane = "to[i] = from[i * stride]" if direction == "gather" else "to[i * stride] = from[i]"
    return (
        f"PPCL_INLINE ppcl_event {found[0]}(\n"
        f"    {element} *to, const {element} *from, ulong count, ulong stride, ppcl_event event)\n"
        f"{{\n    for (ulong i = 0; i < count; i++)\n        {lane};\n    return event;\n}}"
    )


def _prefetch(found: re.Match[str]) -> str | None:
    if parts(found[1]) is None:
        return None
    return (
        f"PPCL_INLINE void {found[0]}(const {found[1]} *p, ulong count)\n{{\n"
        f"    (void)p;\n    (void)count;\n}}"
    )


_MAKERS = (
    (_LOAD, _load),
    (_STORE, _store),
    (_LOAD_HALF, _load_half),
    (_STORE_HALF, _store_half),
    (_SHUFFLE, _shuffle),
    (_COPY, _copy),
    (_STRIDED, _strided),
    (_PREFETCH, _prefetch),
)
