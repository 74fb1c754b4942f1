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


@pytest.mark.parametrize("lanes", [2, 3, 4])
@pytest.mark.parametrize("type_", FORMATS)
def test_within_the_bounds(type_: str, lanes: int, tmp_path: Path) -> None:
    if shutil.which("gcc") is None:
        pytest.skip("NO gcc: nothing was measured")
    vector, (digits, least) = f"{type_}{lanes}", FORMATS[type_]
    names = {
        "NORMALIZE": f"ppcl_normalize_{vector}",
        "LENGTH": f"ppcl_length_{vector}",
        "DISTANCE": f"ppcl_distance_{vector}_{vector}",
    }
    found = [by_name(name) for name in names.values()]
    texts = [one.text for one in in_order([each for each in found if each is not None])]
    numbers = {"T": type_, "V": vector, "N": lanes, "DIGITS": digits, "LEAST": f"({least})"}
    defined = [f"#define {name} {value}" for name, value in {**names, **numbers}.items()]
    lines = ['#include "ppcl_compiler.h"', *texts, *defined, f'#include "{HERE}/run_geometry.c"']
    (tmp_path / "run.c").write_text("\n".join(lines))
    options = f"-std=gnu99 -w -O1 -fno-math-errno -fno-trapping-math -I{HEADERS}"
    subprocess.run(["gcc", *options.split(), "run.c", "-lm"], cwd=tmp_path, check=True)
    done = subprocess.run([tmp_path / "a.out"], capture_output=True, text=True, check=True)
    normalize, length, distance = map(float, done.stdout.split())
    assert normalize <= 2 + lanes
    assert length <= 0.5 + lanes
    assert distance <= 0.5 + 2 * lanes
