"""Comparing arrays by the type of their elements."""

import struct
from math import inf, nan

import pytest

from ppcl.verify.values import Comparison, Unequal, compare


def floats(*values: float) -> bytes:
    return struct.pack(f"{len(values)}f", *values)


def ints(*values: int) -> bytes:
    return struct.pack(f"{len(values)}i", *values)


def next_to(value: float, steps: int) -> float:
    (bits,) = struct.unpack("i", struct.pack("f", value))
    return struct.unpack("f", struct.pack("i", bits + steps))[0]


def test_the_same_bits_are_exact() -> None:
    assert compare(floats(1, nan), floats(1, nan), "float32") == Comparison(True, None)


def test_the_first_integer_that_differs_is_named() -> None:
    found = compare(ints(*range(9000)), ints(*range(8998), -1, -2), "int32")
    assert found.first == Unequal(8998, 8998, -1)


def test_neighbouring_floats_are_close_and_counted() -> None:
    assert compare(floats(1.5), floats(next_to(1.5, 3)), "float32") == Comparison(False, None, 3)
    far = compare(floats(1.5), floats(next_to(1.5, 65)), "float32")
    assert far.first is not None
    assert far.first.index == 0


def test_small_floats_are_close_by_their_difference() -> None:
    found = compare(floats(1e-9, 1.5), floats(-2e-9, next_to(1.5, 3)), "float32")
    assert (found.first, found.ulps) == (None, 3)
    assert found.absolute == pytest.approx(3e-9)
    assert compare(floats(1e-3), floats(-2e-3), "float32").first is not None


@pytest.mark.parametrize(("one", "other"), [(nan, 1.0), (inf, -inf), (inf, 3e38), (1.0, nan)])
def test_what_is_no_number_is_close_to_none(one: float, other: float) -> None:
    assert compare(floats(0, one), floats(0, other), "float32").first is not None


def test_zeros_of_both_signs_and_all_nans_are_equal_but_not_exact() -> None:
    quiet = struct.pack("I", 0x7FC00001)
    assert compare(floats(0.0), floats(-0.0), "float32") == Comparison(False, None, 0)
    assert compare(floats(nan), quiet, "float32") == Comparison(False, None)


@pytest.mark.parametrize("element", ["bytes", "int8", "uint16", "float16", "uint64", "float64"])
def test_a_byte_that_differs_is_found_in_any_type(element: str) -> None:
    other = bytearray(64)
    other[40:48] = bytes([0x40] * 8)
    assert compare(bytes(64), bytes(other), element).first is not None


def test_different_sizes_differ() -> None:
    found = compare(ints(1, 2), ints(1, 2, 3), "int32")
    assert found.first == Unequal(2, "nothing", "03000000")
