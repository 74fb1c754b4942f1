"""Geometric functions are within the bounds of OpenCL's conformance tests, denormals included."""

import shutil
import subprocess
from pathlib import Path

import pytest

from ppcl.backend.builtins import by_name, in_order

HERE = Path(__file__).resolve().parent
HEADERS = HERE.parents[1] / "templates" / "runtime" / "c"
# Mantissa's digits, the exponent of the smallest number.
FORMATS = {"float": (24, -149), "double": (53, -1074)}


# The same functions of the components that rows have apart.
APART = """
#define GIVEN(x) x[0], x[1], N > 2 ? x[N > 2 ? 2 : 0] : (T)0, N > 3 ? x[N - 1] : (T)0
static V unit(V x)
{
    T scale = SCALE(GIVEN(x)), inverse = INVERSE(scale, GIVEN(x));
    for (int i = 0; i < N; i++)
        x[i] = UNIT(x[i], scale, inverse);
    return x;
}
static T apart(V x, V y) { const V all = x - y; return LENGTHS(GIVEN(all)); }
#define NORMALIZE unit
#define LENGTH(x) LENGTHS(GIVEN(x))
#define DISTANCE apart
"""


def _names(type_: str, lanes: int, form: str) -> dict[str, str]:
    """The functions by what the C calls them."""
    vector = f"{type_}{lanes}"
    if form == "whole":
        whole = {"NORMALIZE": "normalize_V", "LENGTH": "length_V", "DISTANCE": "distance_V_V"}
        return {key: f"ppcl_{name}".replace("V", vector) for key, name in whole.items()}
    counts = {"scale": ("SCALE", 4), "inverse": ("INVERSE", 5), "unit": ("UNIT", 3)}
    counts["length"] = ("LENGTHS", 4)
    return {
        key: "_".join((f"ppcl_component_{name}", *[type_] * count))
        for name, (key, count) in counts.items()
    }


@pytest.mark.parametrize("form", ["whole", "apart"])
@pytest.mark.parametrize("lanes", [2, 3, 4])
@pytest.mark.parametrize("type_", FORMATS)
def test_within_the_bounds(type_: str, lanes: int, form: str, tmp_path: Path) -> None:
    if shutil.which("gcc") is None:
        pytest.skip("NO gcc: nothing was measured")
    vector, (digits, least) = f"{type_}{lanes}", FORMATS[type_]
    names = _names(type_, lanes, form)
    found = [by_name(name) for name in names.values()]
    texts = [one.text for one in in_order([each for each in found if each is not None])]
    numbers = {"T": type_, "V": vector, "N": lanes, "DIGITS": digits, "LEAST": f"({least})"}
    defined = [f"#define {name} {value}" for name, value in {**names, **numbers}.items()]
    between = APART if form == "apart" else ""
    run = f'#include "{HERE}/run_geometry.c"'
    lines = ['#include "ppcl_compiler.h"', *texts, *defined, between, run]
    (tmp_path / "run.c").write_text("\n".join(lines))
    options = f"-std=gnu99 -w -O1 -fno-math-errno -fno-trapping-math -I{HEADERS}"
    subprocess.run(["gcc", *options.split(), "run.c", "-lm"], cwd=tmp_path, check=True)
    done = subprocess.run([tmp_path / "a.out"], capture_output=True, text=True, check=True)
    normalize, length, distance = map(float, done.stdout.split())
    assert normalize <= 2 + lanes
    assert length <= 0.5 + lanes
    assert distance <= 0.5 + 2 * lanes
