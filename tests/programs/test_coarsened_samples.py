"""Samples of PPOpenCL's Table 4 whose work-items are merged give the same answers.

What is merged is what the cost model takes for pocl; each runtime that is here runs it.
"""

import re
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from ppcl.verify.platforms import find_platforms
from ppcl.verify.programs import read_recipe

SAMPLES = Path(__file__).resolve().parents[2] / "samples"
# The kernels that are merged, along which dimension, by how many.
MERGED = {
    "cutcp": "cutcp__x8",
    "gaussian": "eliminate__y8",
    "mri-q": "compute_q__x16",
    "stencil": "stencil__x16",
}
COARSEN = ("--target", "pocl-cpu", "--passes", "coarsen")

Ppcl = Callable[..., subprocess.CompletedProcess[str]]


@pytest.mark.parametrize(("sample", "merged"), MERGED.items())
def test_the_model_takes(sample: str, merged: str, ppcl: Ppcl) -> None:
    done = ppcl("compile", SAMPLES / sample, *COARSEN, "--diff")
    assert done.returncode == 0, done.stderr
    assert re.findall(r"^\+__kernel void (\w+)", done.stdout, re.MULTILINE) == [merged]


@pytest.mark.parametrize("sample", MERGED)
def test_the_answers_are_the_same(sample: str, ppcl: Ppcl) -> None:
    platforms = find_platforms()
    if not platforms:
        pytest.skip("NO PLATFORM: nothing was run")
    done = ppcl("verify", SAMPLES / sample, *COARSEN, "--run", read_recipe(SAMPLES / sample).small)
    assert done.returncode == 0, done.stderr
    for platform in platforms:
        said = f"{platform.name} (target pocl-cpu): equal; changed: {sample}.c, {sample}.cl"
        assert said in done.stdout
