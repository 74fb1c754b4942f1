"""Comparing raw results."""

import math
from array import array

import pytest

from ppcl.diag import ExitCode, PpclError
from ppcl.verify.compare import largest_difference


def floats(*values: float) -> bytes:
    return array("f", values).tobytes()


def test_equal_results_differ_by_nothing() -> None:
    assert largest_difference(floats(0.0, 1.5), floats(-0.0, 1.5), "float") == 0.0


def test_the_largest_relative_difference_counts() -> None:
    assert largest_difference(floats(100, 1), floats(99, 2), "float") == pytest.approx(0.5)


def test_nan_equals_nan_and_nothing_else() -> None:
    assert largest_difference(floats(math.nan), floats(math.nan), "float") == 0.0
    assert largest_difference(floats(math.nan), floats(1.0), "float") == math.inf


def test_infinity_differs_from_every_number() -> None:
    assert largest_difference(floats(math.inf), floats(1.0), "float") == math.inf
    assert largest_difference(floats(math.inf), floats(math.inf), "float") == 0.0


def test_results_of_different_size_do_not_agree() -> None:
    assert largest_difference(floats(1), floats(1, 1), "float") == math.inf


def test_integers_are_compared_as_such() -> None:
    big = 2**62
    before, after = (array("q", [v]).tobytes() for v in (big, big + 1))
    assert 0 < largest_difference(before, after, "long") < 1e-15


def test_an_unknown_element_type_is_a_usage_error() -> None:
    with pytest.raises(PpclError, match="unknown element type 'float3'") as caught:
        largest_difference(b"", b"", "float3")
    assert caught.value.exit_code == ExitCode.USAGE


def test_bytes_that_are_not_whole_elements_are_a_usage_error() -> None:
    with pytest.raises(PpclError, match="3 bytes is no array of float"):
        largest_difference(b"abc", b"abd", "float")
