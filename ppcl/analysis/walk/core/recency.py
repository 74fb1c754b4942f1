"""Allocation sites in loops: the object made last, and the others.

Recency abstraction (Balakrishnan and Reps, "Recency-Abstraction for Heap-Allocated Storage",
SAS 2006): of all objects that one place makes, the most recent one is told apart, so that a store
to it replaces what it held; the others share one summary, which stores only add to.
"""

from ppcl.analysis.model import MemoryObject
from ppcl.analysis.walk.core.join import merger
from ppcl.analysis.walk.core.machine import Walk
from ppcl.analysis.walk.core.state import State, merge_values
from ppcl.analysis.walk.core.value import Handle, StructValue, Value, choices_of, one_of
from ppcl.ir.expression import Call


def recent_handle(walk: Walk, call: Call, kind: str, name: str, state: State) -> Handle:
    """The handle of an OpenCL object that this call makes: in a loop, the most recent one."""
    recent, *older = made_by(walk, call, kind, name)
    for summary in older:
        walk.memory.summaries.add(summary.serial)
        _age(walk, recent, summary, call, state)
    return Handle(kind, recent)


def made_by(walk: Walk, call: Call, kind: str, name: str) -> list[MemoryObject]:
    """The object that a call makes now and, in a loop, the one that stands for those before."""
    keys = [(kind, name), (kind, name, "older")][: 2 if walk.loop_depth else 1]
    return [walk.allocate("variable", name, None, None, call.at, id(call), *key) for key in keys]


def _age(walk: Walk, recent: MemoryObject, older: MemoryObject, call: Call, state: State) -> None:
    """What was the most recent object so far is one of the older ones from here on."""
    held = state.cells.pop(recent.serial, {})
    merged = dict(state.cells.get(older.serial, {}))
    for offset, value in held.items():
        known = merged.get(offset)
        if known is not None and known != value:
            merged[offset] = merge_values(older.serial, offset, known, value, merger(walk, call))
        else:
            merged[offset] = value
    state.cells[older.serial] = merged
    for serial, cells in state.cells.items():
        aged = {offset: _aged(value, recent, older) for offset, value in cells.items()}
        if aged != cells:
            state.cells[serial] = aged
    for pending in walk.pending:
        pending[:] = [_aged(value, recent, older) for value in pending]


def _aged(value: Value, recent: MemoryObject, older: MemoryObject) -> Value:
    if isinstance(value, StructValue):
        return StructValue(tuple((o, _aged(cell, recent, older)) for o, cell in value.cells))
    choices = choices_of(value)
    if not any(isinstance(choice, Handle) and choice.object is recent for choice in choices):
        return value
    return one_of(
        [
            Handle(choice.kind, older)
            if isinstance(choice, Handle) and choice.object is recent
            else choice
            for choice in choices
        ]
    )
