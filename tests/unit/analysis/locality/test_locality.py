"""Reuse distances: PPOpenCL Figure 8, §4.2's kmeans and lbm, and a naive LRU stack."""

from collections.abc import Callable, Mapping
from itertools import product
from statistics import median

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ppcl.analysis.locality import Locality, Runs, locality, stack_distances, trace_of
from ppcl.analysis.model import AccessEvent, BarrierEvent, EventNode
from ppcl.analysis.numbers.guard import Guard
from ppcl.analysis.numbers.polynomial import ONE, ZERO, Polynomial, Symbol, make_term
from ppcl.targets import Cache
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
    caches: tuple[Cache, ...] = (),
) -> Locality:
    runs = Runs(width, line, caches)
    return locality(trace_of(tree, offset_of, runs, sizes or {}, local, trip))


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
BIG = {only(POINTS): 65_536}


@pytest.mark.parametrize(("width", "before", "after"), [(16, 33, 15), (1, 33, 0)])
def test_kmeans(width: int, before: int, after: int) -> None:
    bounds = (("cluster", 5), ("feature", 34))
    coalesced = one_access(lambda _, feature: feature * POINTS + GLOBAL_ID, *bounds)
    continuous = one_access(lambda _, feature: GLOBAL_ID * number(34) + feature, *bounds)
    assert measure(coalesced, width=width, sizes=BIG).distance == before
    assert measure(continuous, width=width, sizes=BIG).distance == after


# 8 sets of 4 lines, and behind it 16 sets of 8.
CACHES = (Cache(2048, 4, 10), Cache(8192, 8, 100))


@pytest.mark.parametrize(
    ("apart", "lines", "waits"),
    [
        (1, 32, 32 * 110),  # all stay in the first cache
        (1, 33, 33 * 110 + 5 * 10),  # one set of it has a line too many: all of its five come again
        (8, 4, 4 * 110),
        (8, 5, 5 * 110 + 5 * 10),  # one set of the first cache, two of the second
        (16, 9, 2 * 9 * 110),  # one set of each
    ],
)
def test_misses_wait_for_the_next_cache(apart: int, lines: int, waits: int) -> None:
    """Twice over the same lines."""
    passes = one_access(lambda _, j: j * number(16 * apart), ("pass", 2), ("j", lines))
    assert measure(passes, width=1, local=(1, 1, 1), caches=CACHES).waits == waits


@pytest.mark.parametrize(("width", "touches"), [(1, 2 * 32 * 16), (16, 2 * 32)])
def test_a_second_read_of_an_element_does_not_hide_the_first(width: int, touches: int) -> None:
    counter, limit = unknown("iterator", "k"), number(32)
    rows = (loop(counter, limit),)
    index = counter * number(65_536) + GLOBAL_ID
    twice = nest(rows, access(WHOLE, index, rows), access(WHOLE, index, rows))
    found = measure(twice, width=width, local=(16, 1, 1), caches=(Cache(32_768, 8, 1),))
    assert (found.distance, found.touches, found.waits) == (0, touches, touches // 2)


@pytest.mark.parametrize("directions", [9, 20])
def test_lbm(directions: int) -> None:
    """The continuous layout is kept where work-items run one by one, and changed where not."""
    bounds = ("d", directions)
    continuous = one_access(lambda d: GLOBAL_ID * number(directions) + d, bounds)
    coalesced = one_access(lambda d: d * POINTS + GLOBAL_ID, bounds)
    assert measure(continuous, width=1, sizes=BIG).distance == 0
    assert measure(coalesced, width=1, sizes=BIG).distance == directions - 1
    assert measure(continuous, width=16, sizes=BIG).distance > 0
    assert measure(coalesced, width=16, sizes=BIG).distance == 0


def test_barriers_part_the_trace() -> None:
    """Two passes over two lines: item by item they are near, on both sides of a barrier not."""
    first, second = access(WHOLE, TID * number(16)), access(WHOLE, TID * number(16))
    assert measure(first, second, width=1).distance == 0
    assert measure(first, BarrierEvent(0, AT), second, width=1).distance == 255


def test_a_loop_with_a_barrier_runs_for_all_items_at_once() -> None:
    counter = unknown("iterator", "i")
    around = (loop(counter, number(2)),)
    body = access(WHOLE, TID * number(16), around)
    assert measure(nest(around, body), width=1).distance == 0
    assert measure(nest(around, body, BarrierEvent(0, AT)), width=1).distance == 255


def test_guards_leave_items_out() -> None:
    guarded = access(WHOLE, TID * number(16), guards=(less(TID, number(10)),))
    assert measure(guarded, width=1).touches == 10
    assert measure(guarded, width=4).touches == 10


def test_guards_on_unknown_values_are_taken_to_hold() -> None:
    guarded = access(WHOLE, TID * number(16), guards=(less(unknown("load", "x"), number(0)),))
    assert measure(guarded, width=1).touches == 256


def test_an_address_that_is_read_is_left_out() -> None:
    gather = access(WHOLE, unknown("load", "index"))
    assert measure(gather, gather, access(WHOLE, TID), width=1) == Locality(
        0, 256, 2, None, items=256
    )


def test_accesses_without_an_address_do_not_count() -> None:
    found = locality(trace_of((access(WHOLE, TID),), lambda _: None, Runs(1, 64), {}, (8, 1, 1), 4))
    assert found == Locality(0, 0, 0, None, items=8)


def test_loops_of_unknown_length_run_the_nominal_trip() -> None:
    counter = unknown("iterator", "j")
    unknown_bound = loop(counter, unknown("merge", "bound"))
    tree = nest((unknown_bound,), access(WHOLE, counter * number(16), (unknown_bound,)))
    assert measure(tree, width=1, local=(1, 1, 1), trip=7).touches == 7


def test_long_loops_are_cut_and_say_so() -> None:
    found = measure(one_access(lambda j: j * number(16) + TID, ("j", 1_000_000)), width=1)
    assert found.ceiling is not None
    assert found.touches == 256 * found.ceiling <= 200_000


def test_deeply_nested_loops_are_cut() -> None:
    bounds = [(f"i{depth}", 100) for depth in range(30)]
    assert measure(one_access(lambda *_: TID, *bounds), width=1).ceiling == 1


@pytest.mark.parametrize(
    ("local", "touches"), [((0, 1, 1), 1), ((1 << 30, 1, 2), 4096), ((64, 99, 9), 4096)]
)
def test_work_groups_that_no_device_has(local: Size, touches: int) -> None:
    assert measure(access(WHOLE, TID), width=1, local=local).touches == touches


UNKNOWN_OPERATION = make_term("int", (make_term("f*", (TID, number(2))),))
DIVISION_BY_ZERO = make_term("/", (number(7), TID))


def test_operations_without_a_number() -> None:
    assert measure(access(WHOLE, UNKNOWN_OPERATION), width=1).left_out == 1
    assert measure(access(WHOLE, DIVISION_BY_ZERO), width=1).touches == 256
    guarded = access(WHOLE, TID, guards=(Guard(UNKNOWN_OPERATION, "=="),))
    assert measure(guarded, width=1).touches == 256


def test_an_access_across_two_lines_touches_both() -> None:
    across = access(WHOLE, ONE, width=48)
    assert measure(across, width=1, local=(1, 1, 1)).touches == 2


@given(st.lists(st.integers(0, 6), max_size=40))
def test_stack_distances_are_those_of_an_lru_stack(lines: list[int]) -> None:
    stack: list[int] = []
    expected: list[int] = []
    for line in lines:
        if line in stack:
            expected.append(stack.index(line))
            stack.remove(line)
        stack.insert(0, line)
    assert stack_distances(lines) == expected


TID_Y = unknown("local_id", "l1")
I, J = unknown("iterator", "i"), unknown("iterator", "j")  # noqa: E741
small = st.integers(0, 5)


@given(
    st.tuples(st.integers(1, 5), st.integers(1, 3), st.just(1)),
    st.sampled_from([1, 2, 4]),
    st.tuples(small, small, small, small, small),
    st.tuples(st.integers(0, 3), st.sampled_from([0, 1]), st.integers(1, 3)),
    st.tuples(st.integers(0, 6), st.sampled_from([1, 2, -1])),
    st.integers(0, 9),
)
def test_the_trace_is_in_wii_order(local, width, factors, outer, inner, limit) -> None:
    """Against the images of all statement instances, sorted (DESIGN.md, "WiiCfg")."""
    trips, slope, lead = outer
    upper, step = inner
    values = (TID, TID_Y, I, J, TID * J)
    index = sum((v * number(f) for v, f in zip(values, factors, strict=True)), start=ZERO)
    first = loop(I, number(trips) + TID * number(slope), lower=TID_Y * number(lead))
    second = loop(J, number(upper) + I, step=step)
    event = access(WHOLE, index, (first, second), (less(TID + I, number(limit)),))
    found = measure(nest((first, second), event), width=width, line=8, local=local)

    instances: list[tuple[tuple[int, ...], int]] = []
    for y, x in product(range(local[1]), range(local[0])):
        for k, i in enumerate(range(lead * y, trips + slope * x)):
            counters = range(0, upper + i, step) if step > 0 else range(upper + i - 1, -1, step)
            for m, j in enumerate(counters):
                if x + i < limit:
                    at = {TID: x, TID_Y: y, I: i, J: j}
                    address = 4 * index.evaluate({only(v): n for v, n in at.items()})
                    instances.append(((y, x // width, k, m, x), address // 8))
    expected = [line for _, line in vector_operations(instances)]
    distance = median(stack_distances(expected) or [0])
    assert (found.distance, found.touches, found.left_out) == (distance, len(expected), 0)


def vector_operations(
    instances: list[tuple[tuple[int, ...], int]],
) -> list[tuple[tuple[int, ...], int]]:
    """In order; instances of one operation (equal but for the work-item) touch a line once."""
    seen: set[tuple[tuple[int, ...], int]] = set()
    kept: list[tuple[tuple[int, ...], int]] = []
    for image, line in sorted(instances):
        if (image[:-1], line) not in seen:
            seen.add((image[:-1], line))
            kept.append((image, line))
    return kept


def test_a_trace_that_is_known_is_not_computed_again() -> None:
    """Two readings of one kernel differ in the symbols of their counters."""

    def measured(name: str, stride: int) -> Locality:
        tree = one_access(lambda j: TID * number(stride) + j, (name, 4))
        return locality(trace_of((tree,), offset_of, Runs(4, 8), {}, (4, 1, 1), 8))

    first = measured("i", 4)
    assert measured("j", 4) is first
    assert measured("j", 5) is not first
