"""The layout pass's accepted cases, before and after: built and run on every platform here."""

import shutil
import subprocess
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest
from twins import BASE, Twin, read_twins

from ppcl.frontend import HEADERS
from ppcl.verify.execute import execute
from ppcl.verify.platforms import Loader, Platform, environment

FOLDER = Path(__file__).resolve().parents[1] / "cases" / "layout"
TWINS = [BASE, *read_twins(FOLDER / "twins.toml"), *read_twins(FOLDER / "bindings.toml")]
ACCEPTED = [twin for twin in TWINS if twin.want == "PPC201"]
# Where the machine has no C++ bindings, ppcl's own.
BUILDS = {
    "host.c": "cc -std=gnu99 -w host.c -o host -lOpenCL",
    "host.cpp": f"c++ -w -idirafter {HEADERS / 'cxx'} host.cpp -o host -lOpenCL",
}
SIZES = ("300 7", "1 1", "64 3", "129 20")
Ppcl = Callable[..., subprocess.CompletedProcess[str]]


def built(folder: Path, variables: Mapping[str, str]) -> Path:
    host = next(folder.glob("host.c*")).name
    assert execute(BUILDS[host], folder, variables, timeout=60).status == 0
    return folder


@pytest.mark.parametrize("twin", ACCEPTED, ids=lambda twin: twin.name)
@pytest.mark.parametrize("platform", ["pocl", "intel"])
def test_the_output_is_the_same(
    twin: Twin,
    platform: str,
    loader: Loader,
    platform_of: Callable[[str], Platform],
    ppcl: Ppcl,
    tmp_path: Path,
) -> None:
    variables = environment(platform_of(platform), loader, tmp_path)
    before, after = tmp_path / "before", tmp_path / "after"
    before.mkdir()
    for name, data in twin.texts(FOLDER).items():
        (before / name).write_bytes(data)
    done = ppcl("compile", before, "--target", "amd-cpu", "-o", after)
    assert done.returncode == 0, done.stderr
    assert "[PPC201]" in done.stderr
    built(before, variables)
    built(after, variables)
    for sizes in SIZES:
        command = f"./host {sizes}"
        old = execute(command, before, variables, timeout=60)
        new = execute(command, after, variables, timeout=60)
        assert (old.status, old.stdout) == (new.status, new.stdout)
        assert old.stdout


@pytest.mark.parametrize("platform", ["pocl", "intel"])
def test_a_mixed_pair_fails(
    platform: str,
    loader: Loader,
    platform_of: Callable[[str], Platform],
    ppcl: Ppcl,
    tmp_path: Path,
) -> None:
    variables = environment(platform_of(platform), loader, tmp_path)
    before, after = tmp_path / "before", tmp_path / "after"
    shutil.copytree(FOLDER / "base", before)
    assert ppcl("compile", before, "--target", "amd-cpu", "-o", after).returncode == 0
    old, new = (folder / "kernel.cl" for folder in (before, after))
    kernel = old.read_bytes()
    shutil.copy(new, old)
    new.write_bytes(kernel)
    for folder in (before, after):
        mixed = execute("./host", built(folder, variables), variables, timeout=60)
        assert mixed.status == 3
        assert mixed.stdout == ""
