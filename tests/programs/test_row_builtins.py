"""A function of a row of work-items gives in each lane the bits that it gives for a number, at any
place in a vector, for vectors of all widths."""

import subprocess
from pathlib import Path

import pytest
from builtin_accuracy import HEADERS, TWO
from compilers import command_of

from ppcl.backend.builtins import by_name, in_order

_PLAIN = (
    *(
        "acos",
        "asin",
        "atan",
        "cbrt",
        "ceil",
        "cos",
        "cosh",
        "erf",
        "exp",
        "exp10",
        "exp2",
        "expm1",
    ),
    *("fabs", "floor", "log", "log10", "log1p", "log2", "native_cos", "native_exp", "native_sin"),
    *(
        "native_tan",
        "rint",
        "round",
        "rsqrt",
        "sign",
        "sin",
        "sinh",
        "sqrt",
        "tan",
        "tanh",
        "trunc",
    ),
)
_NUMBERS = {"float": "number", "int": "integer", "uint": "integer", "double": "wide"}
_PAIRS = (*TWO, "fmax", "fmin", "fmod", "divide", "modulo")
_OF_INTEGERS = ("clz", "popcount", "divide", "modulo")
_WIDTHS = {4: "-msse2", 8: "-mavx2 -mfma", 16: "-mavx512f -mavx512dq -mavx512bw -mavx512vl"}
_START = """#include "ppcl_kernel.h"
#include "ppcl_lanes.h"
#include <stdio.h>

enum { COUNT = 20000 };
static float a_float[COUNT + 32], b_float[COUNT + 32];
static int a_int[COUNT + 32], b_int[COUNT + 32];
static uint a_uint[COUNT + 32], b_uint[COUNT + 32];
static double a_double[COUNT + 32], b_double[COUNT + 32];
static ulong state = 88172645463325252ul;

static float number(void)
{
    union { uint bits; float value; } x;
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    x.bits = (uint)(state >> 32);
    float most = state & 1 ? 20.0f : 20000.0f;
    return state & 3 ? (float)(int)x.bits / 2147483648.0f * most : x.value;
}

static uint integer(void)
{
    static const uint edges[] = {0, 1, 2, 3, 7, ~0u, ~1u, 1u << 31, ~0u >> 1};
    union { uint bits; float value; } x;
    x.value = number();
    return x.bits % 3 ? x.bits : edges[(x.bits >> 8) % 9];
}

static double wide(void)
{
    double at = (double)integer() / 4294967296.0, most = state & 1 ? 30.0 : 3e6;
    return state & 30 ? (at - 0.5) * most + (double)number() * 1e-12 : (double)number() * 1e300;
}

static int differ_double(double x, double y)
{
    return !(x != x && y != y) && memcmp(&x, &y, sizeof x) != 0;
}

static int differ_float(float x, float y)
{
    return !(x != x && y != y) && memcmp(&x, &y, sizeof x) != 0;
}

static int differ_int(int x, int y) { return x != y; }
static int differ_uint(uint x, uint y) { return x != y; }
"""
_EACH = """
static __attribute__((noinline)) TYPE one_NAME(TYPE x, TYPE y)
{
    (void)y;
    return ppcl_NAME_NUMBERS;
}

static void check_NAME(void)
{
    for (int i = 0; i < COUNT; i += PPCL_WIDTH + 1) {
        ppcl_TYPEs x = ppcl_load_TYPEs(a_TYPE + i), y = ppcl_load_TYPEs(b_TYPE + i);
        ppcl_TYPEs found = ppcl_NAME_ROWS;
        (void)y;
        for (int lane = 0; lane < PPCL_WIDTH; lane++)
            if (differ_TYPE(found[lane], one_NAME(x[lane], y[lane]))) {
                printf("NAME(%a, %a) in lane %d: %a\\n", (double)x[lane], (double)y[lane], lane,
                       (double)found[lane]);
                return;
            }
    }
}
"""
_FUNCTIONS = (
    *((name, "float") for name in (*_PLAIN, *_PAIRS) if name not in _OF_INTEGERS),
    *((name, type_) for name in _OF_INTEGERS for type_ in ("int", "uint")),
)
# A program that has doubles has half as many lanes.
_OF_DOUBLES = tuple(
    (name, "double") for name in ("cos", "exp", "fabs", "log", "sin", "sqrt", "fmin")
)


def _check(name: str, type_: str) -> str:
    given = "(x, y)" if name in _PAIRS else "(x)"
    numbers, rows = (_types(name, one) + given for one in (type_, f"{type_}s"))
    text = _EACH.replace("ppcl_NAME_NUMBERS", numbers).replace("ppcl_NAME_ROWS", rows)
    return text.replace("NAME", f"{name}_{type_}").replace("TYPE", type_)


def _types(name: str, type_: str) -> str:
    return "_".join(("ppcl", name, *[type_] * (2 if name in _PAIRS else 1)))


def _program(functions: tuple[tuple[str, str], ...]) -> str:
    wanted = [_types(name, each) for name, one in functions for each in (one, f"{one}s")]
    found = [by_name(name) for name in wanted]
    assert all(found)
    texts = [one.text for one in in_order(one for one in found if one)]
    calls = "\n".join(f"    check_{name}_{type_}();" for name, type_ in functions)
    sets = "\n".join(
        f"        {array}_{type_}[i] = {number}();"
        for type_, number in _NUMBERS.items()
        for array in "ab"
    )
    fill = f"    for (int i = 0; i < COUNT + 32; i++) {{\n{sets}\n    }}"
    main = f"int main(void)\n{{\n{fill}\n{calls}\n    return 0;\n}}\n"
    return "\n\n".join((_START, *texts, *(_check(*each) for each in functions), main))


@pytest.mark.parametrize("compiler", ["gcc", "clang"])
@pytest.mark.parametrize("width", _WIDTHS)
@pytest.mark.parametrize("doubles", [False, True], ids=["numbers", "doubles"])
def test_same_bits_in_every_lane(doubles: bool, compiler: str, width: int, tmp_path: Path) -> None:
    called = command_of(compiler)
    flags = Path("/proc/cpuinfo").read_text() if Path("/proc/cpuinfo").exists() else ""
    if called is None or (width == 16 and "avx512vl" not in flags):
        pytest.skip(f"NO {compiler} with vectors of {width}: not tested")
    text = _program(_OF_DOUBLES if doubles else _FUNCTIONS)
    (tmp_path / "rows.c").write_text(f"#define PPCL_WIDE\n{text}" if doubles else text)
    options = f"-std=gnu11 -O3 {_WIDTHS[width]} -fno-math-errno -fno-trapping-math -Wno-psabi"
    built = f"{called} {options} -I{HEADERS} rows.c -o rows -lm"
    subprocess.run(built, shell=True, cwd=tmp_path, check=True)
    done = subprocess.run(["./rows"], cwd=tmp_path, capture_output=True, text=True, check=True)
    assert done.stdout == ""
