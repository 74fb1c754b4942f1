"""The alias table of PPOpenCL, Table 2."""

from dataclasses import replace

import pytest

from ppcl.analysis.data.aliases import aliases, direction_of
from ppcl.analysis.model import ArgumentBinding, BufferModel
from ppcl.analysis.model.region import COPY_HOST_PTR, USE_HOST_PTR
from ppcl.analysis.numbers.polynomial import ZERO, Polynomial
from tests.unit.analysis.models import SIZE, Host, at, bind, loop


def _rows(model):
    return [(a.host.name, a.buffer.name, a.kernel, a.argument, a.direction) for a in aliases(model)]


def test_table_2():
    host = Host()
    h = {name: host.memory(f"h_{name}") for name in "fpn"}
    d = {name: host.buffer(f"d_{name}") for name in "fpn"}
    writes = [host.transfer("write", d[name], h[name]) for name in "np"]
    scalar = ArgumentBinding(3, "scalar")
    launch = host.launch("ker", bind(0, d["f"]), bind(1, d["p"]), bind(2, d["n"]), scalar)
    read = host.transfer("read", d["f"], h["f"])
    assert _rows(host.model(*writes, launch, read)) == [
        ("h_f", "d_f", "ker", 0, "read"),
        ("h_p", "d_p", "ker", 1, "write"),
        ("h_n", "d_n", "ker", 2, "write"),
    ]


def test_buffers_that_change_places_give_a_row_for_each_tie():
    host = Host()
    h, one, two = host.memory("h"), host.buffer("one"), host.buffer("two")
    write = host.transfer("write", one, h)
    launch = host.launch("step", bind(0, one, two), bind(1, one, two))
    read = host.transfer("read", (one, two), h)
    assert _rows(host.model(write, loop(launch), read)) == [
        ("h", "one", "step", 0, "readwrite"),
        ("h", "two", "step", 0, "read"),
        ("h", "one", "step", 1, "readwrite"),
        ("h", "two", "step", 1, "read"),
    ]


def test_a_buffer_created_from_host_memory_is_written_by_it():
    host = Host()
    h, d = host.memory("h"), host.buffer("d")
    create = host.transfer("create", d, h)
    assert _rows(host.model(create, host.launch("k", bind(0, d)))) == [("h", "d", "k", 0, "write")]


def test_a_buffer_that_uses_host_memory_is_written_and_read_by_it():
    host = Host()
    h, d = host.memory("h"), host.buffer("d")
    create, launch = host.transfer("create", d, h), host.launch("k", bind(0, d))
    for bits, direction in ((USE_HOST_PTR, "readwrite"), (COPY_HOST_PTR, "write")):
        model = host.model(create, launch, buffers=(BufferModel(d, "", h, at(0), bits),))
        assert _rows(model) == [("h", "d", "k", 0, direction)]


def test_one_of_two_host_objects_gives_a_row_for_each():
    host = Host()
    one, two, d = host.memory("one"), host.memory("two"), host.buffer("d")
    write = host.transfer("write", d, host_choices=(one, two))
    rows = _rows(host.model(write, host.launch("k", bind(0, d))))
    assert [row[0] for row in rows] == ["one", "two"]


FOUR, EIGHT = Polynomial.constant(4), Polynomial.constant(8)


@pytest.mark.parametrize(
    ("offset", "size", "tied"),
    [
        (ZERO, FOUR, ["whole", "low"]),
        (FOUR, FOUR, ["whole", "high"]),
        (ZERO, EIGHT, ["whole", "low", "high"]),
        (ZERO, SIZE, ["whole", "low", "high"]),
        (None, FOUR, ["whole", "low", "high"]),
        (FOUR, SIZE, ["whole", "high"]),
    ],
)
def test_a_part_of_a_buffer_is_tied_to_what_moves_its_bytes(offset, size, tied):
    host = Host()
    h = host.memory("h")
    whole, low, high = (host.buffer(name) for name in ("whole", "low", "high"))
    models = (
        BufferModel(whole, "", None, at(0)),
        *(
            BufferModel(replace(part, size=FOUR), "", None, at(0), 0, (whole,), start)
            for part, start in ((low, ZERO), (high, FOUR))
        ),
    )
    write = host.transfer("write", whole, h, offset=offset, size=size)
    launch = host.launch("k", bind(0, whole, low, high))
    rows = _rows(host.model(write, launch, buffers=models))
    assert [row[1] for row in rows] == tied
    back = host.transfer("read", high, h, offset=ZERO, size=FOUR)
    rows = _rows(host.model(back, launch, buffers=models))
    assert [row[1] for row in rows] == ["whole", "high"]


def test_a_buffer_that_the_host_never_sees_has_no_row():
    host = Host()
    assert _rows(host.model(host.launch("k", bind(0, host.buffer("scratch"))))) == []


@pytest.mark.parametrize(
    ("writes", "reads", "direction"),
    [
        (True, False, "write"),
        (False, True, "read"),
        (True, True, "readwrite"),
        (False, False, "none"),
    ],
)
def test_directions(writes, reads, direction):
    assert direction_of(writes, reads) == direction
