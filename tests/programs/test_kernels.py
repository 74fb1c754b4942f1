"""Every file of the corpus of kernels is accepted by real OpenCL compilers."""

import shlex
import shutil
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest
from kernels import FILES, FOLDER, read_case

from ppcl.verify.execute import execute
from ppcl.verify.platforms import Loader, Platform, environment

BUILDER = Path(__file__).with_name("build_kernels.c")
Logs = Callable[[str], dict[str, str]]


@pytest.fixture(scope="module")
def logs_of(
    loader: Loader,
    platform_of: Callable[[str], Platform],
    tmp_path_factory: pytest.TempPathFactory,
) -> Logs:
    """What a platform says to each file, all of them built by one program."""

    @cache
    def logs(platform: str) -> dict[str, str]:
        folder = tmp_path_factory.mktemp(platform)
        variables = environment(platform_of(platform), loader, folder)
        work = Path(shutil.copytree(FOLDER, folder / "kernels"))
        shutil.copy(BUILDER, work)
        built = execute(f"cc {BUILDER.name} -o build -lOpenCL", work, variables, timeout=60)
        assert built.status == 0, built.stderr
        cases = [read_case(name) for name in FILES]
        words = [word for c in cases for word in (c.name, f"-I . {c.options} {c.more_options}")]
        done = execute(f"./build {shlex.join(words)}", work, variables, timeout=300)
        assert done.status == 0, done.stdout
        lines = (line.partition(": ") for line in done.stdout.splitlines())
        return {name: said for name, _, said in lines if name in FILES}

    return logs


@pytest.mark.parametrize("platform", [pytest.param("pocl", marks=pytest.mark.long), "intel"])
@pytest.mark.parametrize("name", FILES)
def test_it_is_built(name: str, platform: str, logs_of: Logs) -> None:
    case = read_case(name)
    said = logs_of(platform)[name]
    assert said == "ok" or platform in case.refused_by, said
