"""What OpenCL calls read and write behind a pointer, as many bytes as they are told to."""

from collections.abc import Iterable

from ppcl.analysis.model import EscapeEvent
from ppcl.analysis.walk.core.access import is_data
from ppcl.analysis.walk.core.machine import Walk
from ppcl.analysis.walk.core.value import Place
from ppcl.ir.expression import Call


def let_see(walk: Walk, call: Call, places: Iterable[Place], writes: bool = False) -> None:
    """Let go of data that a call reads or writes from a place on."""
    reason = f"{'written' if writes else 'read'} by '{call.callee}'"
    for place in places:
        if is_data(walk, place.object):
            order = walk.next_order()
            walk.record(EscapeEvent(order, place.object, reason, call.at, not writes, writes))
