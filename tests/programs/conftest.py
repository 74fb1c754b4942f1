"""Each sample before and after, built for each platform that is here."""

import shutil
import subprocess
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

from ppcl.verify.platforms import Loader, Platform, environment, find_loader, find_platforms
from ppcl.verify.programs import read_recipe
from ppcl.verify.versions import Versions

SAMPLES = Path(__file__).resolve().parents[2] / "samples"


BuiltSample = Callable[[str, str], Versions]


@pytest.fixture(scope="session")
def loader() -> Loader:
    """OpenCL headers and loader; without them nothing here can be built."""
    found = find_loader()
    if found is None:
        pytest.skip("NO OPENCL HEADERS OR LOADER: nothing was built and run")
    return found


@pytest.fixture(scope="session")
def platform_of(loader: Loader) -> Callable[[str], Platform]:
    """The platform of a name, where it is installed."""
    found = {platform.name: platform for platform in find_platforms()}

    def platform(name: str) -> Platform:
        if name not in found:
            pytest.skip(f"NO PLATFORM {name}: nothing was run on it")
        return found[name]

    return platform


@pytest.fixture(scope="session")
def built(
    loader: Loader,
    platform_of: Callable[[str], Platform],
    ppcl: Callable[..., subprocess.CompletedProcess[str]],
    tmp_path_factory: pytest.TempPathFactory,
) -> BuiltSample:
    """Compiles a sample for a platform with ppcl, and builds it before and after; once each."""
    scratch = tmp_path_factory.mktemp("platforms")

    @cache
    def make(sample: str, platform_name: str) -> Versions:
        platform = platform_of(platform_name)
        recipe = read_recipe(SAMPLES / sample)
        if recipe.build.startswith("c++") and shutil.which("c++") is None:
            pytest.skip(f"NO C++ COMPILER: {sample} was not built")
        folder = tmp_path_factory.mktemp(f"{sample}-{platform_name}")
        before = Path(shutil.copytree(SAMPLES / sample, folder / "before"))
        after = folder / "after"
        done = ppcl("compile", before, "--target", platform.target, "-o", after)
        assert done.returncode == 0, done.stderr
        versions = Versions(recipe, before, after, environment(platform, loader, scratch))
        versions.build()
        return versions

    return make
