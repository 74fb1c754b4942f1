"""Loops over work-items that call builtins become vector code."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from ppcl.backend.builtins import by_name, in_order
from ppcl.backend.builtins.tables import result

HEADERS = Path(__file__).resolve().parents[2] / "templates" / "runtime" / "c"
# (functions that are the same are not folded, so that each is reported)
OPTIONS = "-O3 -fno-ipa-icf -fno-math-errno -fno-trapping-math -Wno-psabi -march=x86-64-v3"
CALLS = {
    ("float",): "sqrt rsqrt fabs floor ceil trunc rint round sign degrees radians exp exp2 exp10 "
    "expm1 log log2 log10 log1p sin cos tan asin acos atan sinh cosh tanh cbrt native_sin "
    "native_cos native_tan native_exp native_log native_sqrt native_rsqrt native_recip half_sin "
    "half_exp half_sqrt convert_int convert_int_sat convert_int_rte convert_uchar convert_uint "
    "convert_uchar_sat convert_uchar_sat_rte convert_short isnan isinf isfinite signbit as_int "
    "as_uint convert_half_rte",
    ("float", "float"): "fmin fmax min max fdim copysign step pow powr atan2 native_powr "
    "native_divide maxmag minmag isless isgreater",
    ("float", "float", "float"): "mad fma clamp mix smoothstep bitselect",
    ("float", "float", "int"): "select",
    ("float", "int"): "pown",
    ("int",): "abs convert_float convert_uint convert_uchar_sat negate",
    ("int", "int"): "min max add_sat sub_sat hadd rhadd mul24 mul_hi rotate abs_diff add shl shr "
    "divide modulo",
    ("int", "int", "int"): "clamp mad24 mad_hi bitselect",
    ("uint", "uint"): "min max add_sat mul_hi shl divide modulo",
    ("uchar",): "convert_float convert_int",
    ("half",): "convert_float",
    ("double",): "sqrt fabs floor convert_float convert_int",
    ("double", "double"): "fmin fmax",
    ("double", "double", "double"): "mad fma clamp mix",
}


def _loops() -> dict[str, str]:
    """A function with a loop, on one line, for each call."""
    found: dict[str, str] = {}
    for types, names in CALLS.items():
        for name in names.split():
            builtin = by_name("_".join(("ppcl", name, *types)))
            assert builtin is not None, name
            letters = "abc"[: len(types)]
            pairs = zip(types, letters, strict=True)
            arrays = ", ".join(f"const {type_} *restrict {letter}" for type_, letter in pairs)
            call = f"{builtin.name}({', '.join(f'{letter}[i]' for letter in letters)})"
            found[builtin.name] = (
                f"void loop_{builtin.name}({result(builtin.text)} *restrict r, {arrays}, long n) "
                f"{{ PPCL_SIMD for (long i = 0; i < n; i++) r[i] = {call}; }}"
            )
    return found


def test_loops_are_vectorised(tmp_path: Path) -> None:
    if shutil.which("gcc") is None:
        pytest.skip("NO gcc: nothing was compiled")
    loops = _loops()
    texts = "\n".join(one.text for one in in_order(filter(None, map(by_name, loops))))
    start = f'#include "ppcl_compiler.h"\n{texts}\n'
    (tmp_path / "loops.c").write_text(start + "\n".join(loops.values()) + "\n")
    command = ["gcc", *OPTIONS.split(), "-fopt-info-vec", f"-I{HEADERS}", "-c", "loops.c"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True)
    lines = {int(n) for n in re.findall(r"^loops.c:(\d+):.*loop vectorized", done.stderr, re.M)}
    first = start.count("\n") + 1
    assert [name for k, name in enumerate(loops) if first + k not in lines] == []
