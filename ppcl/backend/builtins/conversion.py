"""`convert_T[_sat][_rte|rtz|rtp|rtn]` and `as_T` (OpenCL 1.2, 6.2.3 and 6.2.4).

OpenCL leaves a float that is out of an integer's range undefined, where it does not saturate. C
does as well, and sanitizers report it: here the float is brought into the range first.
"""

import re
from dataclasses import dataclass

from ppcl.backend.builtins.spelling import BITS, FLOATS, SIGNED, UNSIGNED, parts, vector
from ppcl.backend.builtins.variables import LIMITS
from ppcl.ir.vector import stored_lanes

_CONVERT = re.compile(r"ppcl_convert_([a-z]+\d*)(_sat)?(_rt[ezpn])?_([a-z]+\d*)")
_AS = re.compile(r"ppcl_as_([a-z]+\d*|size_t|uintptr_t|ptrdiff_t|intptr_t)_([a-z]+\d*)")
_SYNONYMS = {"size_t": "ulong", "uintptr_t": "ulong", "ptrdiff_t": "long", "intptr_t": "long"}
_MANTISSA = {"float": 24, "double": 53}
_ROUNDED = {"_rte": "rint", "_rtp": "ceil", "_rtn": "floor"}
# What of `result` and x says that rounding to nearest went the wrong way, and where to go.
_STEPS = {
    "_rtz": ("(x < 0 ? exact < ({w})x : exact > ({w})x)", "0"),
    "_rtp": ("exact < ({w})x", "INFINITY"),
    "_rtn": ("exact > ({w})x", "-INFINITY"),
}


@dataclass(frozen=True, slots=True)
class Conversion:
    """From a scalar type to another."""

    name: str
    to: str
    source: str
    saturated: bool
    rounding: str  # "_rtz", or empty: to nearest for floats, towards zero for integers

    def text(self) -> str | None:
        """The function, or None where there is none."""
        if "half" in (self.to, self.source) or (self.saturated and self.to in FLOATS):
            return None
        if self.to in FLOATS:
            return self._to_float()
        return self._float_to_integer() if self.source in FLOATS else self._integers()

    def _function(self, *lines: str) -> str:
        body = "\n".join(f"    {line}" for line in lines)
        return f"PPCL_INLINE {self.to} {self.name}({self.source} x)\n{{\n{body}\n}}"

    def _integers(self) -> str:
        low, high = LIMITS[self.to]
        from_signed, to_signed = self.source in SIGNED, self.to in SIGNED
        source, to = BITS[self.source] - from_signed, BITS[self.to] - to_signed
        below = from_signed and (not to_signed or source > to)
        tests = [f"x < {low} ? {low} : "] if below else []
        tests += [f"x > {high} ? {high} : "] if source > to else []
        return self._function(f"return {''.join(tests) if self.saturated else ''}({self.to})x;")

    def _float_to_integer(self) -> str:
        suffix = "f" if self.source == "float" else ""
        low, high = _float_limits(self.to, self.source)
        rounded = _ROUNDED.get(self.rounding)
        lines = [f"x = {rounded}{suffix}(x);"] if rounded else []
        if self.saturated:
            first, last = LIMITS[self.to]
            lines.append("if (x != x) return 0;")
            lines.append(f"if (x <= {low}) return {first};")
            lines.append(f"return x > {high} ? {last} : ({self.to})x;")
        else:
            lines.append(f"x = x > {low} ? x : {low};")
            lines.append(f"return ({self.to})(x < {high} ? x : {high});")
        return self._function(*lines)

    def _to_float(self) -> str:
        unsigned = self.source in UNSIGNED  # towards zero is down
        step = _STEPS.get("_rtn" if unsigned and self.rounding == "_rtz" else self.rounding)
        if step is None or _exact(self.to, self.source):
            return self._function(f"return ({self.to})x;")
        wide = "ppcl_int128" if self.source in ("long", "ulong") else "double"
        wrong, towards = step
        return self._function(
            f"{self.to} result = ({self.to})x;",
            f"{wide} exact = ({wide})result;",
            f"{self.to} next = ppcl_nextafter_{self.to}_{self.to}(result, {towards});",
            f"return {wrong.format(w=wide)} ? next : result;",
        )


def _exact(to: str, source: str) -> bool:
    if source in FLOATS:
        return BITS[source] <= BITS[to]
    return BITS[source] - (source in SIGNED) <= _MANTISSA[to]


def _float_limits(to: str, source: str) -> tuple[str, str]:
    """The least and the greatest float of this type that an integer type has room for."""
    suffix = "f" if source == "float" else ""
    bits = BITS[to] - (to in SIGNED)
    low = f"-{1 << bits}.0{suffix}" if to in SIGNED else f"0.0{suffix}"
    high = (1 << bits) - 1
    if bits > _MANTISSA[source]:
        high -= (1 << (bits - _MANTISSA[source])) - 1
    return low, f"{high}.0{suffix}"


def text(name: str) -> str | None:
    """The text of a conversion by its C name."""
    found = _CONVERT.fullmatch(name)
    if found is None:
        return _reinterpretation(name)
    to, source = parts(found[1]), parts(found[4])
    if to is None or source is None or to[1] != source[1]:
        return None
    middle = f"{found[2] or ''}{found[3] or ''}"
    scalar = f"ppcl_convert_{to[0]}{middle}_{source[0]}"
    one = Conversion(scalar, to[0], source[0], bool(found[2]), found[3] or "").text()
    return one if one is None or to[1] == 1 else _lanes(name, to, source, scalar)


def _lanes(name: str, to: tuple[str, int], source: tuple[str, int], scalar: str) -> str:
    result = vector(*to)
    return (
        f"PPCL_INLINE {result} {name}({vector(*source)} x)\n{{\n    {result} result;\n"
        f"    for (int i = 0; i < {stored_lanes(to[1])}; i++)\n"
        f"        result[i] = {scalar}(x[i]);\n"
        f"    return result;\n}}"
    )


def _reinterpretation(name: str) -> str | None:
    found = _AS.fullmatch(name)
    if found is None:
        return None
    to = _SYNONYMS.get(found[1], found[1])
    sizes = [_bits(type_) for type_ in (to, found[2])]
    if sizes[0] is None or sizes[0] != sizes[1]:
        return None
    return (
        f"PPCL_INLINE {to} {name}({found[2]} x)\n{{\n    {to} result;\n"
        f"    memcpy(&result, &x, sizeof result);\n    return result;\n}}"
    )


def _bits(type_: str) -> int | None:
    found = parts(type_)
    return found and BITS[found[0]] * stored_lanes(found[1])
