"""Blocks, `goto` and labels.

States that jump forward are collected under the label's name and joined where it stands. A label
that is jumped back to begins a loop: `again: body; if (c) goto again;` is a loop whose body ends
by leaving it. Jumps into a block from outside are not followed.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from ppcl.analysis.walk.core.join import join_all
from ppcl.analysis.walk.core.machine import Walk
from ppcl.analysis.walk.core.state import State
from ppcl.analysis.walk.cxx.lifetime import destroy_down_to, leave_scope
from ppcl.analysis.walk.loops.loop import repeat
from ppcl.ir import statement as st
from ppcl.ir.node import Origin
from ppcl.ir.traverse import descendants


@dataclass(frozen=True)
class _Repeated:
    """The statements from a label to the last one that jumps back to it."""

    at: Origin
    label: str
    body: st.Block


_Part = st.Statement | _Repeated


def execute_block(walk: Walk, node: st.Block, state: State) -> State | None:
    """The state at the end of a block; what it declares ends there."""
    frame = walk.frame
    if not node.scope:
        return _sequence(walk, node, state)
    types, places, alive = dict(frame.types), dict(frame.places), len(frame.alive)
    end = _sequence(walk, node, state)
    end = leave_scope(walk, alive, end)
    frame.types, frame.places = types, places
    return end


def _sequence(walk: Walk, node: st.Block, state: State) -> State | None:
    labels = walk.frame.labels
    parts = walk.synthetic(("parts", id(node)), lambda: _parts(node.body))
    own = [name for part in parts for name in _names(part)]
    labels.update(dict.fromkeys(own, 0))
    current: State | None = state
    for part in parts:
        labels.update({name: len(walk.frame.alive) for name in own if name in labels})
        for name in _names(part):
            current = _arrive(walk, name, current, part)
        if current is not None:
            current = _execute(walk, part, current)
    return current


def _execute(walk: Walk, part: _Part, state: State) -> State | None:
    if not isinstance(part, _Repeated):
        return walk.execute(part, state)
    walk.frame.labels[part.label] = len(walk.frame.alive)
    end = repeat(walk, part.at, part.body, part.label, state)
    walk.frame.labels.pop(part.label, None)
    return end


def _arrive(walk: Walk, name: str, current: State | None, key: object) -> State | None:
    """The state at a label: what comes from above, and all that jumped forward to it."""
    walk.frame.labels.pop(name, None)
    jumped = walk.frame.jumps.pop(name, [])
    return join_all(walk, [*([current] if current is not None else []), *jumped], key)


def _names(part: _Part) -> Iterator[str]:
    """The labels in front of a statement."""
    if isinstance(part, _Repeated):
        yield part.label
    while isinstance(part, st.Label):
        yield part.name
        part = part.body


def _parts(body: tuple[st.Statement, ...]) -> tuple[_Part, ...]:
    """A block's statements, those that a `goto` repeats put together."""
    found: list[_Part] = []
    position = 0
    while position < len(body):
        statement = body[position]
        last = _last_jump_back(body, position)
        if last is None or not isinstance(statement, st.Label):
            found.append(statement)
            position += 1
            continue
        inner = (statement.body, *body[position + 1 : last + 1])
        block = st.Block(statement.at, inner, scope=False)
        found.append(_Repeated(statement.at, statement.name, block))
        position = last + 1
    return tuple(found)


def _last_jump_back(body: tuple[st.Statement, ...], position: int) -> int | None:
    label = body[position]
    if not isinstance(label, st.Label):
        return None
    jumping = (
        number
        for number in range(position, len(body))
        for node in descendants(body[number])
        if isinstance(node, st.Goto) and node.label == label.name
    )
    return max(jumping, default=None)


def execute_label(walk: Walk, node: st.Label, state: State) -> State | None:
    """The label's block has joined what jumps to it."""
    return walk.execute(node.body, state)


def execute_goto(walk: Walk, node: st.Goto, state: State) -> None:
    """The state is kept for the label, where that stands in a block around."""
    alive = walk.frame.labels.get(node.label or "")
    if node.label is None or alive is None:
        walk.not_followed("goto into a block, or to a label that is computed", node.at)
        return
    ready = destroy_down_to(walk, len(walk.frames) - 1, alive, state)
    if ready is not None:
        walk.frame.jumps.setdefault(node.label, []).append(ready)
