"""Mathematical functions are within the standard's bounds."""

import shutil

import pytest
from builtin_accuracy import BOUNDS, measure


@pytest.mark.parametrize("compiler", ["gcc", "clang-15"])
def test_within_the_standard(compiler: str) -> None:
    if shutil.which(compiler) is None:
        pytest.skip(f"NO {compiler}: nothing was measured")
    found = measure(100_000, compiler)
    assert {(one.name, one.type, one.ulps) for one in found if one.ulps > BOUNDS[one.name]} == set()
    assert len(found) == 2 * len(BOUNDS)
