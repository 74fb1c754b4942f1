"""Calls that end the program as an earlier one did: how errors are reported, from many places.

A call that does not come back changes nothing that follows, so all that there is to know of it is
which objects it reads.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

from ppcl.analysis.model import AccessEvent, EscapeEvent, EventNode, MemoryObject, events_of
from ppcl.analysis.walk.calls.reach import Touched
from ppcl.analysis.walk.core.frame import Ended
from ppcl.analysis.walk.core.machine import Walk
from ppcl.analysis.walk.core.place import Places
from ppcl.analysis.walk.core.state import State
from ppcl.analysis.walk.core.value import Number, Pointer, Text, Unknown, Value, any_choice
from ppcl.analysis.walk.cxx.dispatch import Callee
from ppcl.ir.node import Origin
from ppcl.ir.unit import Function, Parameter

# What objects hold, by serial.
_Contents = Mapping[int, Mapping[int, Value]]


@dataclass(frozen=True)
class _Call:
    """All that decides what a call does: its arguments and where it stands, what the objects hold
    that it may reach, and which of these are accessed by pieces of several types."""

    situation: tuple[object, ...]
    contents: _Contents
    mixed: frozenset[int]


@dataclass
class _Endings:
    """The calls of one function that did not come back, each with the objects that it uses, and
    whether it writes them."""

    happened: bool = False
    calls: list[tuple[_Call, dict[MemoryObject, bool]]] = field(default_factory=list)


def unless_ended_before(
    walk: Walk,
    at: Origin,
    target: Callee,
    bound: Iterable[tuple[Parameter, Places | None, Value]],
    state: State,
    run: Callable[[], Value],
) -> Value:
    """`run()`, which walks a call; raises Ended at once where an equal call did not come back."""
    key = ("endings", id(target.function))
    endings: _Endings = walk.synthetic(key, _Endings)
    call = _call(walk, target, list(bound), state) if endings.happened else None
    if call is None:
        return _run(endings, run)
    used = next((used for known, used in endings.calls if known == call), None)
    if used is not None:
        reason = f"used by '{target.function.declaration.name}', which ends the program"
        for held, writes in used.items():
            walk.record(EscapeEvent(walk.next_order(), held, reason, at, True, writes))
        raise Ended
    return _noted(walk, walk.found.out, endings, call, run) if walk.found.out is not None else run()


def _run(endings: _Endings, run: Callable[[], Value]) -> Value:
    try:
        return run()
    except Ended:
        endings.happened = True
        raise


def _noted(
    walk: Walk,
    outside: list[EventNode],
    endings: _Endings,
    call: _Call,
    run: Callable[[], Value],
) -> Value:
    events: list[EventNode] = []
    try:
        with walk.recording(events):
            return run()
    except Ended:
        found = list(events_of(tuple(events)))
        uses = [event for event in found if isinstance(event, AccessEvent | EscapeEvent)]
        if len(uses) == len(found):
            endings.calls.append((call, _used(uses, call.contents)))
        raise
    finally:
        outside += events


def _used(uses: list[AccessEvent | EscapeEvent], contents: _Contents) -> dict[MemoryObject, bool]:
    """The objects that were there before a call, and whether it writes them."""
    found: dict[MemoryObject, bool] = {}
    for event in uses:
        if event.object.serial in contents:
            stores = event.kind == "store" if isinstance(event, AccessEvent) else event.writes
            found[event.object] = found.get(event.object, False) or stores
    return found


def _call(
    walk: Walk,
    target: Callee,
    bound: list[tuple[Parameter, Places | None, Value]],
    state: State,
) -> _Call | None:
    """What a call depends on; None where that is more than this tells: objects that it gets, or
    what becomes of OpenCL's."""
    values = tuple(value for _, _, value in bound)
    simple = all(isinstance(c, Number | Text | Unknown) for v in values for c in any_choice(v))
    by_value = all(places is None for _, places, _ in bound)
    if not (simple and by_value) or target.this or target.closed is not None or walk.trying:
        return None
    closure, touched = _reach(walk, target.function)
    if touched.command is not None:
        return None
    active = frozenset(f.function.declaration.key for f in walk.frames if f.function) & closure
    contents = _contents(walk, touched, state)
    situation = (values, active, walk.unrolled, walk.loop_depth > 0, frozenset(walk.memory.lent))
    return _Call(situation, contents, frozenset(contents.keys() & walk.memory.mixed))


def _reach(walk: Walk, function: Function) -> tuple[frozenset[str], Touched]:
    def find() -> tuple[frozenset[str], Touched]:
        closure = walk.program.reach.closure([function])
        return frozenset(f.declaration.key for f in closure), walk.program.reach.touched([function])

    return walk.synthetic(("reach", id(function)), find)


def _contents(walk: Walk, touched: Touched, state: State) -> _Contents:
    """What the variables hold that functions name, and what these point to."""
    pending = [place.object.serial for place in walk.named(touched)]
    found: dict[int, Mapping[int, Value]] = {}
    while pending:
        serial = pending.pop()
        if serial in found:
            continue
        found[serial] = state.cells.get(serial, {})
        for value in found[serial].values():
            held = any_choice(value)
            pending += [c.object.serial for c in held if isinstance(c, Pointer)]
    return found
