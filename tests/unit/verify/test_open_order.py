"""Which buffer of a run is which of the graph, where one place makes several."""

import pytest

from ppcl.analysis.model import BufferModel, MemoryObject
from ppcl.ir.node import Origin
from ppcl.source import Span
from ppcl.verify.claims.memory import candidates_of
from ppcl.verify.claims.open_order import OpenOrder
from ppcl.verify.log import Buffer

AT = Origin(Span("host.c", 100, 120))


@pytest.mark.parametrize(
    ("spans", "wanted"),
    [
        ((), {1: {7}, 2: {8}}),
        ((Span("host.c", 90, 200),), {1: {7, 8}, 2: {7, 8}}),
        ((Span("host.c", 110, 200), Span("other.c", 90, 200)), {1: {7}, 2: {8}}),
    ],
    ids=["in order", "in any order", "beside what is in any order"],
)
def test_what_one_place_makes(spans: tuple[Span, ...], wanted: dict[int, set[int]]) -> None:
    objects = [MemoryObject(serial, "buffer", "b", None, None, AT, True) for serial in (7, 8)]
    models = tuple(BufferModel(each, "0", None, AT) for each in objects)
    made = [(Buffer(n, n, 0, 4, 0, 0, 0), models) for n in (1, 2)]
    assert candidates_of(made, OpenOrder(spans)) == wanted
