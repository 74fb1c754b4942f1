"""Builtins on edge values: our C against OpenCL runtimes, and under the sanitizers."""

import math
import shutil
import struct
import subprocess
from collections.abc import Callable
from pathlib import Path

import builtin_cases
import pytest
from builtin_cases import Case, all_cases, apart, groups, values

from ppcl.backend.builtins import by_name, in_order
from ppcl.verify.execute import execute
from ppcl.verify.platforms import Loader, Platform, environment

HOST = Path(__file__).with_name("run_builtins.c")
HEADERS = Path(__file__).resolve().parents[2] / "templates" / "runtime" / "c"
CASES = [case for group in groups(all_cases()) for case in group]
INPUTS = builtin_cases.block(CASES)
# pocl compiles slowly: it judges what Intel's runtime has wrong. `make matrix` gives it more, of
# functions of vectors some.
FOR_POCL = [c for k, c in enumerate(CASES) if k % 4 == 0 or not c.types[0][-1].isdigit()]
Values = list[tuple[float, ...]]
RunC = Callable[[str, list[Case]], list[Values]]
SCALARS = [case for case in CASES if not any(type_[-1].isdigit() for type_ in case.types)]

# What runtimes have wrong, or the standard leaves open, by platform and C name without types.
ELSEWHERE = {
    "pocl": {
        "sin_float4": "0.013 for the sine of 1e-10 beside an infinity",
        "cos_float4": "as sin",
        "tan_float4": "as sin",
    },
    "intel": {
        "step_": "0 where an operand is NaN, for which x < edge is false",
        "normalize_": "NaN for infinite components (7.5.1 says otherwise)",
        "mad_sat_": "INT_MAX for 1 * 0 + -2",
        "convert_uint_sat_float": "UINT_MAX for NaN, which should be 0",
        "convert_uint_sat_rtz_float": "as without rtz",
    },
}


def _split(data: bytes, cases: list[Case]) -> list[Values]:
    found, at = [], 0
    for case in cases:
        found.append(values(case, data[at : at + case.size]))
        at += case.size
    return found


@pytest.fixture(scope="module")
def run_c(tmp_path_factory: pytest.TempPathFactory) -> RunC:
    """The results of our functions, built by a command line."""
    folder = tmp_path_factory.mktemp("ours")

    def run(command: str, cases: list[Case]) -> list[Values]:
        (folder / "program.c").write_text(builtin_cases.program(cases, INPUTS))
        if shutil.which(command.split(maxsplit=1)[0]) is None:
            pytest.skip(f"NO {command.split(maxsplit=1)[0]}: nothing was run")
        built = execute(f"{command} -I{HEADERS} program.c -o program -lm", folder, {}, timeout=120)
        assert built.status == 0, built.stderr
        done = subprocess.run(
            [folder / "program"], input=INPUTS.data, capture_output=True, timeout=60, check=False
        )
        assert done.stderr == b""
        assert done.returncode == 0
        return _split(done.stdout, cases)

    return run


@pytest.fixture(scope="module")
def ours(run_c: RunC) -> list[Values]:
    return run_c("gcc -std=gnu11 -O2 -Wno-psabi", CASES)


def _is_wrong(case: Case, platform: str) -> bool:
    return case.c_name.startswith(tuple(f"ppcl_{known}" for known in ELSEWHERE[platform]))


@pytest.mark.parametrize(
    ("name", "cases"),
    [
        ("pocl", [case for case in CASES if _is_wrong(case, "intel")]),
        pytest.param("pocl", FOR_POCL, marks=pytest.mark.long),
        ("intel", CASES),
    ],
    ids=["what Intel's has wrong", "pocl", "Intel's"],
)
def test_same_as_a_runtime(
    name: str,
    cases: list[Case],
    ours: list[Values],
    platform_of: Callable[[str], Platform],
    loader: Loader,
    tmp_path: Path,
) -> None:
    kept = {case.c_name for case in cases}
    first = [here for case, here in zip(CASES, ours, strict=True) if case.c_name in kept]
    theirs = _on_a_runtime(platform_of(name), cases, loader, tmp_path)
    differ = [
        f"{case.c_name}: {wrong}"
        for case, here, there in zip(cases, first, theirs, strict=True)
        if not _is_wrong(case, name)
        for wrong in [_difference(case, here, there)]
        if wrong
    ]
    assert differ == []


def _on_a_runtime(
    platform: Platform, cases: list[Case], loader: Loader, folder: Path
) -> list[Values]:
    (folder / "kernels.cl").write_text(builtin_cases.kernels(cases, INPUTS))
    (folder / "in").write_bytes(INPUTS.data)
    variables = environment(platform, loader, folder)
    built = execute(f"cc {HOST} -o run -lOpenCL", folder, variables, timeout=60)
    assert built.status == 0, built.stderr
    size = sum(case.size for case in cases)
    words = f"kernels.cl {len(groups(cases))} {builtin_cases.COUNT} in out {size}"
    done = execute(f"./run {words}", folder, variables, timeout=300)
    assert done.status == 0, done.stderr
    return _split((folder / "out").read_bytes(), cases)


def _difference(case: Case, here: Values, there: Values) -> str:
    """The first difference, empty where there is none."""
    for one, other in zip(here, there, strict=True):
        # (what is equal is not apart, and most of it is)
        if one != other and any(apart(case, *pair) for pair in zip(one, other, strict=True)):
            return f"{one} here, {other} there"
    return ""


@pytest.mark.parametrize(
    ("command", "cases"),
    [
        ("gcc -std=gnu11 -O1 -fsanitize=undefined,float-cast-overflow", SCALARS),
        ("g++ -x c++ -O3 -Wno-psabi -march=native", CASES),
        ("clang-15 -O2 -fsanitize=undefined", SCALARS[::4]),
    ],
    ids=["gcc with UBSan", "g++", "clang with UBSan"],
)
def test_same_with_other_compilers(
    command: str, cases: list[Case], ours: list[Values], run_c: RunC
) -> None:
    kept = {case.c_name for case in cases}
    first = [here for case, here in zip(CASES, ours, strict=True) if case.c_name in kept]
    differ = [
        f"{case.c_name}: {wrong}"
        for case, here, there in zip(cases, first, run_c(command, cases), strict=True)
        for wrong in [_difference(case, here, there)]
        if wrong
    ]
    assert differ == []


def _divided(x: int, y: int, least: int) -> tuple[int, int]:
    """Quotient towards zero and remainder; by 1 where there is none."""
    if y == 0 or (y == -1 and x == least):
        return x, 0
    quotient = abs(x) // abs(y) * (1 if (x < 0) == (y < 0) else -1)
    return quotient, x - quotient * y


@pytest.mark.parametrize("type_", ["int", "uint", "int4", "long", "short2", "uchar4"])
def test_division_never_traps(type_: str, run_c: RunC) -> None:
    cases = [Case(name, (type_, type_), type_) for name in ("divide", "modulo")]
    divided, rest = run_c("gcc -std=gnu11 -O2 -fsanitize=undefined", cases)
    inputs = [values(Case("", (), type_), builtin_cases.column(type_, k, 64)) for k in (0, 1)]
    least = -(1 << (8 * builtin_cases.size_of(type_.rstrip("24")) - 1))
    for xs, ys, quotients, rests in zip(*inputs, divided, rest, strict=True):
        assert [*zip(quotients, rests, strict=True)] == [
            _divided(x, y, least) for x, y in zip(xs, ys, strict=True)
        ]


_SET = """#include "ppcl_compiler.h"
{texts}
int main(void)
{{
    float4 v[2] = {{{{1, 2, 3, 4}}, {{5, 6, 7, 8}}}};
    ppcl_set_zx_pfloat4_float2(&v[1], ppcl_get_xy_float4(v[1]));
    return !(v[1][0] == 6 && v[1][1] == 6 && v[1][2] == 5 && v[1][3] == 8 && v[0][0] == 1);
}}
"""


def test_lanes_that_are_written(tmp_path: Path) -> None:
    found = [by_name("ppcl_set_zx_pfloat4_float2"), by_name("ppcl_get_xy_float4")]
    texts = "\n".join(one.text for one in found if one)
    (tmp_path / "set.c").write_text(_SET.format(texts=texts))
    assert execute(f"gcc -I{HEADERS} set.c -o set && ./set", tmp_path, {}, 60).status == 0


_HALVES = """#include "ppcl_compiler.h"
{texts}
int main(void)
{{
    static float floats[65536];
    static half halves[4][2 * 65536];
    for (uint i = 0; i < 65536; i++)
        floats[i] = ppcl_convert_float_half((half)i);
    for (uint i = 0; i < 2 * 65536; i++) {{
        float x = ppcl_as_float_uint((i << 14) + (i >> 16) * 0x1fffu + (i & 1));
        halves[0][i] = ppcl_convert_half_rte_float(x);
        halves[1][i] = ppcl_convert_half_rtz_float(x);
        halves[2][i] = ppcl_convert_half_rtp_float(x);
        halves[3][i] = ppcl_convert_half_rtn_double(x);
    }}
    fwrite(floats, sizeof floats, 1, stdout);
    return fwrite(halves, sizeof halves, 1, stdout) != 1;
}}
"""


def _half_bits(x: float) -> int:
    """Rounded to nearest, by Python."""
    try:
        return struct.unpack("<H", struct.pack("<e", x))[0]
    except OverflowError:
        return 0x7C00 | (0x8000 if x < 0 else 0)


def test_halves(tmp_path: Path) -> None:
    names = ["float_half", "half_rte_float", "half_rtz_float", "half_rtp_float", "half_rtn_double"]
    found = in_order(one for one in (by_name(f"ppcl_convert_{name}") for name in names) if one)
    found = in_order([*found, *(one for one in [by_name("ppcl_as_float_uint")] if one)])
    text = _HALVES.format(texts="\n".join(one.text for one in found))
    (tmp_path / "half.c").write_text(text)
    command = ["gcc", "-O2", "-fsanitize=undefined", f"-I{HEADERS}", "half.c", "-o", "half", "-lm"]
    subprocess.run(command, cwd=tmp_path, check=True)
    done = subprocess.run([tmp_path / "half"], capture_output=True, check=True)
    assert done.stderr == b""
    floats = struct.unpack("<65536f", done.stdout[: 4 * 65536])
    expected = [struct.unpack("<e", struct.pack("<H", bits))[0] for bits in range(65536)]
    assert [*map(repr, floats)] == [*map(repr, expected)]
    flat = struct.unpack(f"<{8 * 65536}H", done.stdout[4 * 65536 :])
    for i in range(2 * 65536):
        bits = ((i << 14) + (i >> 16) * 0x1FFF + (i & 1)) & 0xFFFFFFFF
        x = struct.unpack("<f", struct.pack("<I", bits))[0]
        if math.isnan(x) or math.isinf(x):
            continue
        nearest, zero, up, down = (flat[mode * 2 * 65536 + i] for mode in range(4))
        assert nearest == _half_bits(x), x
        low, high = (floats[down], floats[up])
        assert low <= x <= high, x
        assert abs(floats[zero]) <= abs(x), x
        assert high == low if x in (low, high) else up != down, x
