"""The layout pass's accepted cases, before and after: built and run on every platform here."""

import shutil
import subprocess
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest
from twins import BASE, Twin, read_twins

from ppcl.frontend import HEADERS
from ppcl.verify import oclgrind
from ppcl.verify.execute import execute
from ppcl.verify.platforms import Loader, Platform, environment, find_platforms

FOLDER = Path(__file__).resolve().parents[1] / "cases" / "layout"
FILES = ("twins", "bindings", "references")
TWINS = [BASE, *(twin for name in FILES for twin in read_twins(FOLDER / f"{name}.toml"))]
ACCEPTED = [twin for twin in TWINS if twin.want == "PPC201"]
# Where the machine has no C++ bindings, ppcl's own.
BUILDS = {
    "host.c": "cc -std=gnu99 -w host.c -o host -lOpenCL",
    "host.cpp": f"c++ -std=c++14 -w -idirafter {HEADERS / 'cxx'} host.cpp -o host -lOpenCL",
}
SIZES = ("300 7", "1 1", "64 3", "129 20")
LOG = "oclgrind.log"
# Where the original runs, where what was made of it does, and with which sizes. Compilers have
# no use for Oclgrind, which takes long to load.
Runs = list[tuple[Mapping[str, str], Mapping[str, str], tuple[str, ...]]]
Ppcl = Callable[..., subprocess.CompletedProcess[str]]


def built(folder: Path, variables: Mapping[str, str]) -> Path:
    host = next(folder.glob("host.c*")).name
    assert execute(BUILDS[host], folder, variables, timeout=60).status == 0
    return folder


@pytest.fixture(scope="module")
def platforms(loader: Loader, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Runs]:
    """Where programs run, and with which sizes.

    "some": what was made runs with one size on the platform that compiles soonest, all else under
    Oclgrind, where it is here: what is wrong with an index is so anywhere, and it sees a step out
    of bounds as well, of groups that are full, or not. It tells in a fifth of the time what the
    original computes, which is the same integers on any platform.
    """
    scratch = tmp_path_factory.mktemp("platforms")
    found = [environment(platform, loader, scratch) for platform in find_platforms()]
    if not found:
        pytest.skip("NO PLATFORM: nothing was run")
    library = oclgrind.library()
    soonest = found[-1]
    checked = {**soonest, **oclgrind.variables(library, LOG)} if library else found[0]
    return {
        "some": [(checked, soonest, SIZES[:1]), (checked, checked, SIZES[1:])],
        "all": [(each, each, SIZES) for each in found],
    }


@pytest.mark.parametrize("where", ["some", pytest.param("all", marks=pytest.mark.long)])
@pytest.mark.parametrize("twin", ACCEPTED, ids=lambda twin: twin.name)
def test_the_output_is_the_same(
    twin: Twin, where: str, platforms: dict[str, Runs], ppcl: Ppcl, tmp_path: Path
) -> None:
    before, after = tmp_path / "before", tmp_path / "after"
    before.mkdir()
    for name, data in twin.texts(FOLDER).items():
        (before / name).write_bytes(data)
    done = ppcl("compile", before, "--target", "amd-cpu", "-o", after)
    assert done.returncode == 0, done.stderr
    assert "[PPC201]" in done.stderr
    for folder in (before, after):
        built(folder, platforms[where][0][1])
    for *both, sizes in platforms[where]:
        for size in sizes:
            old, new = (
                execute(f"./host {size}", folder, variables, timeout=60)
                for folder, variables in zip((before, after), both, strict=True)
            )
            assert (old.status, old.stdout) == (new.status, new.stdout), size
            assert old.stdout
    logs = [folder / LOG for folder in (before, after)]
    assert [log.read_text() for log in logs if log.exists()] in ([], ["", ""])


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
