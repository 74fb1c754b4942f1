"""Putting the elements of a changed layout back into their old places."""

from array import array

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ppcl.transform.checks.transposed import Layout
from ppcl.transform.manifest import KernelEntry, Manifest, Parameter
from ppcl.verify.changes.change import Unknown
from ppcl.verify.changes.expected import orders_of
from ppcl.verify.changes.expression import evaluate
from ppcl.verify.changes.transposed import Turned
from ppcl.verify.log import Argument, Buffer, Copy, Launch, Process, Site

SITE = Site("", 0)


@given(st.integers(1, 5), st.integers(1, 5), st.sampled_from([1, 2, 3, 4, 8, 12, 16]))
def test_each_element_goes_back_to_its_place(pitch: int, extent: int, width: int) -> None:
    was = bytes(i % 251 for i in range(pitch * extent * width))
    now = bytearray(len(was))
    for slow in range(extent):
        for fast in range(pitch):
            old, new = ((slow * pitch + fast) * width, (fast * extent + slow) * width)
            now[new : new + width] = was[old : old + width]
    assert Turned(pitch, extent, width).undo(bytes(now)) == was
    assert Turned(pitch, extent, width).apply(was) == now


def test_a_part_of_the_rectangle_has_no_old_places() -> None:
    assert Turned(3, 2, 4).undo(bytes(20)) is None
    assert Turned(0, 0, 4).undo(b"") is None


def process(pitch: int, copies: bool = False) -> Process:
    arguments = (Argument(0, "b", 1, b""), Argument(1, "s", 4, array("i", [pitch]).tobytes()))
    made = Process("", 0, 0, 0)
    made.buffers = {n: Buffer(n, n, 0, 48, 0, 0, 0) for n in (1, 2)}
    made.launches = [Launch(3, SITE, "k", (0,), (6,), None, arguments)]
    made.copies = [Copy(4, 1, 2, 0, 0, 48)] if copies else []
    return made


def manifest(pitch: str | None, extent: str | None) -> Manifest:
    parameters = (
        Parameter("t", 0, True, "int32", False, ("d_t",)),
        Parameter("n", 1, False, "int32", False, ()),
    )
    return Manifest((KernelEntry("k", parameters),), (Layout("k", 0, 4, pitch, extent),))


def test_the_sides_come_from_the_launch() -> None:
    found = orders_of(process(3), manifest("n", "bytes / (4 * (n))"))
    assert found == {1: (Turned(3, 4, 4),)}


def test_a_copy_has_the_layout_too() -> None:
    found = orders_of(process(3, copies=True), manifest("n", "4"))
    assert found == {1: (Turned(3, 4, 4),), 2: (Turned(3, 4, 4),)}


def test_launches_that_disagree_tell_nothing() -> None:
    both = process(3)
    both.launches += process(4).launches
    assert isinstance(orders_of(both, manifest("n", "4"))[1], Unknown)


@pytest.mark.parametrize("text", [None, "m", "n / 0", "__import__('os')", "n.real", "n +"])
def test_what_is_no_expression_tells_nothing(text: str | None) -> None:
    assert isinstance(orders_of(process(3), manifest(text, "4"))[1], Unknown)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("-7 / 2", -3),
        ("-7 % 2", -1),
        ("global_size[1] - n", 5),
        ("min(n, 2) + max(n, 2)", 5),
        ("1 << n >> 1", 4),
    ],
)
def test_expressions_mean_what_they_mean_in_c(text: str, value: int) -> None:
    assert evaluate(text, {"n": 3}, (1, 8)) == value
