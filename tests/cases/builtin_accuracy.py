"""Measures how far our mathematical functions are from exact, in units in the last place.

References are the C library's functions of double for float, and of long double for double,
at random bits (all exponents) and at random values of [-20, 20]. Run as a program it prints the
table of docs/c-builtins.md.
"""

import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

from ppcl.backend.builtins import by_name, in_order

HEADERS = Path(__file__).resolve().parents[2] / "templates" / "runtime" / "c"
OPTIONS = "-std=gnu11 -O3 -march=native -fno-math-errno -fno-trapping-math -Wno-psabi"

# The standard's bounds (OpenCL 1.2, 7.4): the same for float and double, but of division and roots.
BOUNDS = {
    **dict.fromkeys(("acos", "asin", "acosh", "asinh", "sinh", "cosh", "hypot"), 4),
    **dict.fromkeys(("sin", "cos", "sinpi", "cospi"), 4),
    **dict.fromkeys(("acospi", "asinpi", "atan", "atanh", "atanpi", "tan", "tanh"), 5),
    **dict.fromkeys(("atan2", "atan2pi", "tanpi"), 6),
    **dict.fromkeys(("cbrt", "rsqrt"), 2),
    **dict.fromkeys(("exp", "exp2", "exp10", "expm1", "log", "log2", "log10", "log1p"), 3),
    **dict.fromkeys(("erf", "erfc", "pow", "powr", "tgamma"), 16),
    "sqrt": 0.5,
}
TWO = ("atan2", "atan2pi", "hypot", "pow", "powr")
_REFERENCES = {
    "exp10": "pow$(10, x)",
    "rsqrt": "1 / sqrt$(x)",
    "powr": "(x >= 0 ? pow$(x, y) : (WIDE)NAN)",
    "sinpi": "exact_sinpi(x)",
    "cospi": "exact_sinpi(0.5L - fabsl(remainderl(x, 2)))",
    "tanpi": "exact_tanpi(x)",
    **{f"{name}pi": f"{name}$(x) / PI" for name in ("acos", "asin", "atan")},
    "atan2pi": "atan2$(x, y) / PI",
}

_START = """#include "ppcl_compiler.h"
#include <stdlib.h>
#include <time.h>
#define PI 3.14159265358979323846264338327950288L
#define N 4096

static ulong state = 88172645463325252ul;

static ulong next(void)
{
    state ^= state << 13;
    state ^= state >> 7;
    return state ^= state << 17;
}

static long double exact_sinpi(long double x)
{
    long double rest = remainderl(x, 2);
    return sinl(PI * (fabsl(rest) > 0.5L ? copysignl(1, rest) - rest : rest));
}

static long double exact_tanpi(long double x)
{
    long double rest = remainderl(x, 1), side = remainderl(x, 2);
    if (fabsl(rest) == 0.5L)
        return side > 0 ? INFINITY : -INFINITY;
    return fabsl(rest) > 0.25L ? 1 / tanl(PI * (copysignl(0.5L, rest) - rest)) : tanl(PI * rest);
}

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* the last place's unit has exponent `digits` less than the value's, `least` at least */
static double ulps(long double got, long double exact, int digits, int least, long double largest)
{
    int exponent;
    if (exact != exact || got != got)
        return exact != exact && got != got ? 0 : INFINITY;
    if (got == exact || (fabsl(exact) > largest && fabsl(got) >= largest))
        return 0;
    if (fabsl(got) > largest)
        return fabsl(exact) > largest * (1 - 1e-7L) ? 1 : INFINITY;
    frexpl(exact, &exponent);
    exponent -= digits;
    return (double)(fabsl(got - exact) / ldexpl(1, exponent < least ? least : exponent));
}

static void random_doubles(double *x)
{
    for (int i = 0; i < N; i++) {
        ulong bits = next();
        memcpy(x + i, &bits, sizeof *x);
        if (i & 1)
            x[i] = (double)(long)bits / 9223372036854775808.0 * 20.0;
    }
}

static void random_floats(float *x)
{
    for (int i = 0; i < N; i++) {
        uint bits = (uint)(next() >> 32);
        memcpy(x + i, &bits, sizeof *x);
        if (i & 1)
            x[i] = (float)(int)bits / 2147483648.0f * 20.0f;
    }
}
"""
_ONE = """
static void run_NAME_TYPE(TYPE *restrict r, const TYPE *restrict a, const TYPE *restrict b)
{
    PPCL_SIMD
    for (int i = 0; i < N; i++)
        r[i] = CALL;
    (void)b;
}

static void measure_NAME_TYPE(long points)
{
    static TYPE a[N], b[N], r[N];
    double worst = 0, best = INFINITY;
    for (long k = 0; k < points / N; k++) {
        random_TYPEs(a);
        random_TYPEs(b);
        run_NAME_TYPE(r, a, b);
        for (int i = 0; i < N; i++) {
            WIDE x = a[i], y = b[i];
            double off = ulps(r[i], REFERENCE, DIGITS);
            worst = off > worst ? off : worst;
            (void)y;
        }
    }
    for (int i = 0; i < N; i++)
        a[i] = b[i] = (TYPE)((double)(next() >> 40) * 5e-7);
    for (int k = 0; k < 20; k++) {
        double start = now();
        for (int j = 0; j < 10; j++) {
            run_NAME_TYPE(r, a, b);
            __asm__ volatile("" ::"r"(r) : "memory");
        }
        best = now() - start < best ? now() - start : best;
    }
    printf("NAME TYPE %.2f %.2f\\n", worst, best / 10 / N * 1e9);
}
"""


@dataclass(frozen=True)
class Measured:
    """The largest error in units in the last place, and nanoseconds a value in a loop."""

    name: str
    type: str
    ulps: float
    nanoseconds: float


def _measure(name: str, type_: str) -> str:
    suffix, wide = ("", "double") if type_ == "float" else ("l", "long double")
    digits = "24, -149, FLT_MAX" if type_ == "float" else "53, -1074, DBL_MAX"
    arguments = "x, y" if name in TWO else "x"
    reference = _REFERENCES.get(name, f"{name}$({arguments})").replace("$", suffix)
    used = "a[i], b[i]" if name in TWO else "a[i]"
    types = "_".join([type_] * (2 if name in TWO else 1))
    reference = reference.replace("WIDE", wide)
    words = {"CALL": f"ppcl_{name}_{types}({used})", "REFERENCE": reference, "NAME": name}
    text = _ONE
    for word, meaning in (words | {"TYPE": type_, "WIDE": wide, "DIGITS": digits}).items():
        text = text.replace(word, meaning)
    return text


def measure(points: int, compiler: str = "gcc") -> list[Measured]:
    """All functions, at so many points each."""
    pairs = [(name, type_) for name in sorted(BOUNDS) for type_ in ("float", "double")]
    names = (f"ppcl_{n}_{t}" + (f"_{t}" if n in TWO else "") for n, t in pairs)
    texts = (one.text for one in in_order(one for one in map(by_name, names) if one))
    calls = "\n".join(f"    measure_{name}_{type_}({points}L);" for name, type_ in pairs)
    program = "\n\n".join((_START, *texts)) + "".join(_measure(*pair) for pair in pairs)
    program += f"\nint main(void)\n{{\n{calls}\n    return 0;\n}}\n"
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "measure.c").write_text(program)
        command = f"{compiler} {OPTIONS} -I{HEADERS} measure.c -o measure -lm"
        subprocess.run(command.split(), cwd=folder, check=True)
        done = subprocess.run(["./measure"], cwd=folder, capture_output=True, text=True, check=True)
    lines = (line.split() for line in done.stdout.splitlines())
    return [Measured(name, type_, float(u), float(ns)) for name, type_, u, ns in lines]


def table(found: list[Measured]) -> str:
    """As it stands in the documentation."""
    by = {(one.name, one.type): one for one in found}
    rows = [
        f"| {name} | {bound:g} | {by[name, 'float'].ulps:.2f} | {by[name, 'double'].ulps:.2f} |"
        f" {by[name, 'float'].nanoseconds:.1f} | {by[name, 'double'].nanoseconds:.1f} |"
        for name, bound in sorted(BOUNDS.items())
    ]
    head = "| | bound | float | double | float, ns | double, ns |\n|---|---|---|---|---|---|"
    return "\n".join((head, *rows))


if __name__ == "__main__":
    print(table(measure(int(sys.argv[1]))))
