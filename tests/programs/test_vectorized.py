"""What the vectorization pass writes computes the same, on each platform that is here."""

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest
from twins import Twin
from vectorize_cases import WRITTEN, compiled

from ppcl.verify.execute import execute
from ppcl.verify.platforms import Loader, Platform, environment


@pytest.mark.parametrize("platform", ["pocl", "intel"])
@pytest.mark.parametrize("twin", WRITTEN, ids=lambda twin: twin.name)
def test_it_computes_the_same(
    twin: Twin,
    platform: str,
    loader: Loader,
    platform_of: Callable[[str], Platform],
    tmp_path: Path,
) -> None:
    compiled(twin, tmp_path)
    variables = environment(platform_of(platform), loader, tmp_path)
    printed = [_printed(folder, variables) for folder in (tmp_path, tmp_path / "out")]
    assert printed[0] == printed[1]
    assert len(printed[0]) > 100


def _printed(folder: Path, variables: Mapping[str, str]) -> str:
    built = execute("cc host.c -o host -lOpenCL -lm", folder, variables, timeout=60)
    assert built.status == 0, built.stderr
    done = execute("./host 3 5", folder, variables, timeout=60)
    assert (done.status, done.stderr) == (0, "")
    return done.stdout
