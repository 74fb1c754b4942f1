"""Samples whose work-items are merged give the same answers: of PPOpenCL's Table 4, and nbody.

Both forms of the loops are run, on each runtime that is here.
"""

import re
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from ppcl.verify.platforms import find_platforms
from ppcl.verify.programs import read_recipe

SAMPLES = Path(__file__).resolve().parents[2] / "samples"
# What the cost model takes for pocl, as the kernel is called then.
TAKEN = {
    "cutcp": ["cutcp__y8"],
    "gaussian": [],
    "mri-q": ["compute_q__x16u"],
    "stencil": ["stencil__x16"],
    "streamcluster": ["find_gain__x16"],
}
CHOICES = [
    *(("cutcp", "cutcp=x8"), ("cutcp", "cutcp=y8"), ("cutcp", "cutcp=y8u")),
    *(("gaussian", "eliminate=y8"), ("gaussian", "eliminate=y8u")),
    *(("mri-q", "compute_q=x16"), ("mri-q", "compute_q=x16u")),
    *(("stencil", "stencil=x16"), ("stencil", "stencil=y8u")),
    # with barriers, local memory and loops between these
    *(("backprop", "layer_forward=x8"), ("nbody", "advance=x8u")),
    ("streamcluster", "find_gain=x16"),
]
COARSEN = ("--target", "pocl-cpu", "--passes", "coarsen")

Ppcl = Callable[..., subprocess.CompletedProcess[str]]


@pytest.mark.parametrize(("sample", "taken"), TAKEN.items())
def test_the_model_takes(sample: str, taken: list[str], ppcl: Ppcl) -> None:
    done = ppcl("compile", SAMPLES / sample, *COARSEN, "--diff")
    assert done.returncode == 0, done.stderr
    assert re.findall(r"^\+__kernel void (\w+)", done.stdout, re.MULTILINE) == taken


@pytest.mark.parametrize(("sample", "choice"), CHOICES)
def test_the_answers_are_the_same(sample: str, choice: str, ppcl: Ppcl) -> None:
    platforms = find_platforms()
    if not platforms:
        pytest.skip("NO PLATFORM: nothing was run")
    given = ("--decide", f"coarsen:{choice}", "--run", read_recipe(SAMPLES / sample).small)
    done = ppcl("verify", SAMPLES / sample, *COARSEN, *given)
    assert done.returncode == 0, done.stderr
    changed = sorted(f.name for f in (SAMPLES / sample).iterdir() if f.stem == sample)
    for platform in platforms:
        said = f"{platform.name} (target pocl-cpu): equal; changed: {', '.join(changed)}"
        assert said in done.stdout
