"""Reuse distances: PPOpenCL Figure 8, §4.2's kmeans and lbm, and a naive LRU stack."""

from collections.abc import Callable, Mapping, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ppcl.analysis.locality import Locality, reuse_distance, stack_distances
from ppcl.analysis.model import AccessEvent, BarrierEvent, EventNode
from ppcl.analysis.polynomial import Polynomial, Symbol
from tests.unit.analysis.builders import (
    AT,
    access,
    less,
    loop,
    nest,
    number,
    only,
    target,
    unknown,
)

Size = tuple[int, int, int]
TID = unknown("local_id", "l0")
OFFSET = unknown("group_offset", "go0")
GLOBAL_ID = OFFSET + TID
WHOLE = target("a")


def measure(
    *tree: EventNode,
    width: int,
    line: int = 64,
    sizes: Mapping[Symbol, int] | None = None,
    local: Size = (256, 1, 1),
    trip: int = 8,
) -> Locality:
    return reuse_distance(tree, offset_of, width, line, sizes or {}, local, trip)


def offset_of(event: AccessEvent) -> Polynomial:
    return event.offset


def one_access(
    index: Callable[..., Polynomial], *bounds: tuple[str, int | Polynomial]
) -> EventNode:
    """An access in loops `name in [0, bound)`; `index` gets their counters."""
    counters = [unknown("iterator", name) for name, _ in bounds]
    limits = [number(b) if isinstance(b, int) else b for _, b in bounds]
    loops = tuple(loop(c, limit) for c, limit in zip(counters, limits, strict=True))
    return nest(loops, access(WHOLE, index(*counters), loops))


@pytest.mark.parametrize(
    ("stride", "step", "width", "expected"),
    [(1, 4, 4, 0), (1, 4, 1, 1), (2, 1, 4, 3), (2, 1, 1, 0)],
)
def test_figure_8(stride: int, step: int, width: int, expected: int) -> None:
    tree = one_access(lambda j: TID * number(stride) + j * number(step), ("j", 2))
    found = measure(tree, width=width, line=8, local=(4, 1, 1))
    assert found.distance == expected
    assert found.left_out == 0


POINTS = unknown("parameter", "npoints")
FEATURES = 34


@pytest.mark.parametrize(("width", "before", "after"), [(16, 33, 15), (1, 33, 0)])
def test_kmeans(width: int, before: int, after: int) -> None:
    sizes = {only(POINTS): 65_536}
    bounds = (("cluster", 5), ("l", FEATURES))
    coalesced = one_access(lambda _, l: l * POINTS + GLOBAL_ID, *bounds)  # noqa: E741
    continuous = one_access(lambda _, l: GLOBAL_ID * number(FEATURES) + l, *bounds)  # noqa: E741
    assert measure(coalesced, width=width, sizes=sizes).distance == before
    assert measure(continuous, width=width, sizes=sizes).distance == after
