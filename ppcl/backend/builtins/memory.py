"""`vloadN`, `vstoreN`, their forms for halves, and `shuffle` (OpenCL 1.2, 6.12.7 and 6.12.12)."""

import re

from ppcl.backend.builtins.spelling import parts, vector, width

_LOAD = re.compile(r"ppcl_vload(\d+)_ulong_p([a-z]+)")
_STORE = re.compile(r"ppcl_vstore(\d+)_([a-z]+)\d+_ulong_p([a-z]+)")
_LOAD_HALF = re.compile(r"ppcl_vload(a?)_half(\d*)_ulong_phalf")
_STORE_HALF = re.compile(r"ppcl_vstore(a?)_half(\d*)(_rt[ezpn])?_(float|double)\d*_ulong_phalf")
_SHUFFLE = re.compile(r"ppcl_shuffle(2?)_((\w+?)(\d+))_(?:\2_)?(u[a-z]+)(\d+)")


def text(name: str) -> str | None:
    """The text of a function by its C name."""
    for pattern, make in _MAKERS:
        found = pattern.fullmatch(name)
        if found:
            return make(found)
    return None


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
    return lanes, width(lanes) if found[1] else lanes


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


_MAKERS = (
    (_LOAD, _load),
    (_STORE, _store),
    (_LOAD_HALF, _load_half),
    (_STORE_HALF, _store_half),
    (_SHUFFLE, _shuffle),
)
