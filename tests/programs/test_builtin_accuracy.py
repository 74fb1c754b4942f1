"""Mathematical functions are within the standard's bounds."""

import shutil

import pytest
from builtin_accuracy import BOUNDS, measure


def test_within_the_standard() -> None:
    if shutil.which("gcc") is None:
        pytest.skip("NO gcc: nothing was measured")
    found = measure(50_000)
    assert {(one.name, one.type, one.ulps) for one in found if one.ulps > BOUNDS[one.name]} == set()
    assert len(found) == 2 * len(BOUNDS)
