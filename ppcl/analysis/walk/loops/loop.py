"""Loops: what they change is found first, then their body is walked once for all iterations."""

from dataclasses import dataclass, replace

from ppcl.analysis.model import EventNode, LoopNode
from ppcl.analysis.numbers.guard import LoopIterator
from ppcl.analysis.numbers.polynomial import Polynomial
from ppcl.analysis.walk.core.condition import guards_of, known_truth
from ppcl.analysis.walk.core.frame import Ended, Exits, LoopMemo
from ppcl.analysis.walk.core.join import join_all, merger
from ppcl.analysis.walk.core.machine import Walk
from ppcl.analysis.walk.core.state import ANYWHERE, State, differing, merge
from ppcl.analysis.walk.core.value import (
    Handle,
    Number,
    Pointer,
    Value,
    any_choice,
    choices_of,
    one_of,
)
from ppcl.analysis.walk.cxx.lifetime import leave_scope
from ppcl.analysis.walk.loops.copying_loop import copied_file
from ppcl.analysis.walk.loops.counter import (
    Cell,
    Counter,
    LoopForm,
    counter_of,
    iterator_of,
    merge_symbol,
)
from ppcl.analysis.walk.loops.foresight import assigned_cells
from ppcl.analysis.walk.loops.reading_loop import grown_text, read_to_end
from ppcl.analysis.walk.loops.round_values import (
    held_before,
    held_in,
    is_as_unknown,
    joined,
    moves,
    moving,
    settled,
)
from ppcl.analysis.walk.loops.stepping import stepped
from ppcl.analysis.walk.loops.unroll import table_iterations
from ppcl.ir import expression as ex
from ppcl.ir import statement as st
from ppcl.ir.node import Origin

_MAX_PASSES = 8


def execute_loop(walk: Walk, node: st.For | st.While | st.DoWhile, state: State) -> State | None:
    """The state after a loop; its events are recorded under one LoopNode."""
    frame = walk.frame
    types, places, alive = dict(frame.types), dict(frame.places), len(frame.alive)
    if isinstance(node, st.For) and node.init is not None:
        entered = walk.execute(node.init, state)
        if entered is None:
            return None
        state = entered
    loop = LoopForm(
        node.at,
        node.condition,
        node.step if isinstance(node, st.For) else None,
        node.body,
        not isinstance(node, st.DoWhile),
    )
    if _runs_once(loop):
        after = _once(walk, loop, state)
    else:
        after = copied_file(walk, loop, state) or _rounds(walk, stepped(walk, loop), state)
    frame.types, frame.places = types, places
    return leave_scope(walk, alive, after)


def _rounds(walk: Walk, loop: LoopForm, state: State) -> State | None:
    count = table_iterations(walk, loop, state)
    return _unrolled(walk, loop, count, state) if count else _repeat(walk, loop, state)


def _runs_once(loop: LoopForm) -> bool:
    """`do { ... } while (0)`: the shape of statement macros."""
    condition = loop.condition
    while isinstance(condition, ex.Cast):
        condition = condition.operand
    return not loop.tested_first and isinstance(condition, ex.IntLiteral) and condition.value == 0


def _once(walk: Walk, loop: LoopForm, state: State) -> State | None:
    end, leaving = _body(walk, loop, state)
    return join_all(walk, [*([end] if end else []), *leaving], loop)


def _body(walk: Walk, loop: LoopForm, state: State) -> tuple[State | None, list[State]]:
    """One iteration's body: the state where the next would start, and those that leave by break."""
    frame = walk.frame
    if loop.label is not None:
        end = walk.execute(loop.body, state)
        again = frame.jumps.pop(loop.label, [])
        return join_all(walk, again, loop.body), [end] if end else []
    frame.broken.append(Exits(len(frame.alive)))
    frame.continued.append(Exits(len(frame.alive)))
    end = walk.execute(loop.body, state)
    leaving, going_on = frame.broken.pop().states, frame.continued.pop().states
    return join_all(walk, [*([end] if end else []), *going_on], loop.body), leaving


def any_number_of_times(walk: Walk, at: Origin, body: st.Statement, state: State) -> State:
    """The state after a body that runs any number of times, none included."""
    loop = LoopForm(at, None, None, body, True)
    walk.loop_depth += 1
    try:
        changed, leaving = _settle(walk, loop, state)
        after = _generalise(walk, loop, state, changed, "after")
    finally:
        walk.loop_depth -= 1
    for left in leaving:
        after = merge(after, left, merger(walk, (at, "left")))
    return after


def one_iteration(
    walk: Walk, at: Origin, body: st.Statement, state: State
) -> tuple[State | None, list[State]]:
    """The state after one iteration of a body, and those that leave the loop by break."""
    return _body(walk, LoopForm(at, None, None, body, True), state)


def repeat(walk: Walk, at: Origin, body: st.Statement, label: str, state: State) -> State | None:
    """The state after statements that `goto label` begins again."""
    return _repeat(walk, LoopForm(at, None, None, body, True, label), state)


def _unrolled(walk: Walk, loop: LoopForm, count: int, state: State) -> State | None:
    """The state after a loop whose iterations are walked one by one, as long as its condition is
    known to hold; what is left of it is walked as any loop."""
    assert loop.condition is not None
    ends: list[State] = []
    current = state
    for iteration in range(count):
        with walk.recording(None):
            walk.evaluate_whole(loop.condition, current.copy())
        if known_truth(walk, loop.condition) is not True:
            break
        walk.evaluate_whole(loop.condition, current)
        with walk.iteration(loop.body, iteration, count):
            end, leaving = _body(walk, loop, current)
            following = _evaluated(walk, [loop.step] if loop.step is not None else [], end)
        ends += leaving
        if following is None:
            return join_all(walk, ends, (loop.at, "unrolled"))
        current = following
    after = _repeat(walk, loop, current)
    return join_all(walk, [*ends, *([after] if after else [])], (loop.at, "unrolled"))


def _repeat(walk: Walk, loop: LoopForm, state: State) -> State | None:
    if loop.condition is not None and loop.tested_first:
        with walk.recording(None):
            walk.evaluate_whole(loop.condition, state.copy())
        if known_truth(walk, loop.condition) is False:
            walk.evaluate_whole(loop.condition, state)
            return state
    walk.loop_depth += 1
    try:
        changed, leaving = _settle(walk, loop, state)
        return _after(walk, loop, state, changed, leaving)
    finally:
        walk.loop_depth -= 1


def _settle(walk: Walk, loop: LoopForm, state: State) -> tuple[dict[Cell, Value], list[State]]:
    """Walk the body until what an iteration may change is known, and record the last walk.

    What an earlier visit on the same path found is taken to begin with, so that nested loops cost
    one walk of their bodies for each of the outer's.
    """
    memo = walk.nodes.known_loops.setdefault((walk.path, id(loop.body)), LoopMemo({}, True))
    supposed = set(assigned_cells(walk, loop, state)) - memo.cells.keys()
    changed = _supposed(state, memo, supposed)
    returned = len(walk.frame.returned)
    jumps = {name: list(states) for name, states in walk.frame.jumps.items()}
    for _ in range(_MAX_PASSES):
        del walk.frame.returned[returned:]
        walk.frame.jumps = {name: list(states) for name, states in jumps.items()}
        attempt = _attempt(walk, loop, state, changed, memo.countable)
        kept = {cell for cell in supposed if _is_kept(attempt, state, cell)}
        if kept:
            changed = _supposed(state, memo, supposed - kept)
            supposed = set()
            continue
        supposed = set()  # what a later round starts from is what this one left: no constant
        grown = _grow(attempt, state, changed)
        settled = grown == changed and attempt.countable
        memo.countable = memo.countable and attempt.countable
        changed = grown
        if settled:
            break
    else:
        walk.gap("PPC101", "what this loop changes is not followed", loop.at)
    memo.cells.update(changed)
    jumped = walk.frame.jumps != jumps
    _record(walk, loop, attempt, jumped or len(walk.frame.returned) > returned)
    return changed, attempt.leaving


def _supposed(state: State, memo: LoopMemo, others: set[Cell]) -> dict[Cell, Value]:
    """What to begin with: the cells known to change, or thought to, and what they may hold."""
    found = {cell: held_in(state, cell) for cell in sorted(memo.cells.keys() | others)}
    found |= {cell: moving(found[cell]) for cell in others}
    for cell, value in memo.cells.items():
        if all(isinstance(choice, Handle | Pointer) for choice in any_choice(value)):
            found[cell] = joined(found[cell], value)
    return found


@dataclass(frozen=True)
class _Attempt:
    """One walk of a body: the state it began with, those it ended with, and its events.

    `own` are the variables that the body declares: no iteration sees those of another.
    `countable` is False where the body changes what was taken to be the loop's counter.
    """

    start: State
    end: State | None
    leaving: list[State]
    own: frozenset[int]
    events: list[EventNode]
    iterator: LoopIterator | None
    countable: bool


def _attempt(
    walk: Walk, loop: LoopForm, entry: State, changed: dict[Cell, Value], countable: bool
) -> _Attempt:
    state = _generalise(walk, loop, entry, changed)
    counter = counter_of(walk, loop, entry, state) if countable else None
    iterator = iterator_of(walk, loop, counter, state, changed) if counter else None
    events: list[EventNode] = []
    outer, inside = walk.loops, state.copy()
    declared = len(walk.frame.variables)
    with walk.recording(events if walk.found.out is not None else None):
        if loop.tested_first and loop.condition is not None:
            walk.evaluate_whole(loop.condition, inside)
            inside = inside.with_guards(guards_of(walk, loop.condition, True))
        walk.loops = (*outer, iterator) if iterator is not None else outer
        end, leaving = _body(walk, loop, inside)
        kept = counter is None or end is None or _still_counts(counter, iterator, end)
        closing = (loop.step, None if loop.tested_first else loop.condition)
        end = _evaluated(walk, [node for node in closing if node is not None], end)
    walk.loops = outer
    own = frozenset(walk.frame.variables[declared:])
    return _Attempt(state, end, leaving, own, events, iterator, kept)


def _evaluated(walk: Walk, nodes: list[ex.Expression], state: State | None) -> State | None:
    """The state after what closes an iteration; None where the program ends there."""
    if state is None:
        return None
    try:
        for node in nodes:
            walk.evaluate_whole(node, state)
    except Ended:
        return None
    return state


def _still_counts(counter: Counter, iterator: LoopIterator | None, end: State) -> bool:
    """Whether the body left the counter alone."""
    serial, offset = counter.place.object.serial, counter.place.start or 0
    held = end.cells.get(serial, {}).get(offset)
    return iterator is not None and held == Number(Polynomial.atom(iterator.symbol))


def _is_kept(attempt: _Attempt, entry: State, cell: Cell) -> bool:
    """Whether a variable that the loop's text assigns to has the same value after it all the same:
    a branch that is never taken, a constant that it had before."""
    if attempt.end is None:
        return True
    before = (held_in(attempt.start, cell), held_in(entry, cell))
    return held_in(attempt.end, cell) in before


def _grow(attempt: _Attempt, entry: State, changed: dict[Cell, Value]) -> dict[Cell, Value]:
    grown = dict(changed)
    end = attempt.end or attempt.start
    for serial in differing(end.cells, attempt.start.cells) if attempt.end is not None else ():
        if serial not in end.cells or serial in attempt.own:
            continue
        old, cells = attempt.start.cells.get(serial, {}), end.cells[serial]
        for offset in sorted({*cells, *old}):
            left, right = old.get(offset), cells.get(offset, cells.get(ANYWHERE))
            if left == right or is_as_unknown(left, right):
                continue
            start = held_before(grown, entry, (serial, offset), right)
            text = grown_text(left, right, attempt.start, end, old)
            grown[serial, offset] = text if text is not None else joined(start, right)
    return grown


def _generalise(
    walk: Walk, loop: LoopForm, state: State, changed: dict[Cell, Value], when: str = "inside"
) -> State:
    """The state at the start of any iteration, or after the last: its symbols are others, since
    a symbol must not stand for two values that meet."""
    result = state.copy()
    written: dict[int, list[tuple[int, Value]]] = {}
    for (serial, offset), value in changed.items():
        if isinstance(value, Number):
            fresh: Value = merge_symbol(walk, loop, serial, offset, when)
        elif isinstance(value, Pointer) and moves(value):
            fresh = Pointer(value.object, merge_symbol(walk, loop, serial, offset, when).value)
        else:
            fresh = one_of([settled(choice) for choice in choices_of(value)])
        written.setdefault(serial, []).append((offset, fresh))
    for serial, cells in written.items():
        result.store_all(walk.identities.by_serial[serial], cells)
    return result


def _record(walk: Walk, loop: LoopForm, attempt: _Attempt, returns: bool) -> None:
    iterator = attempt.iterator
    if iterator is not None and (attempt.leaving or returns):
        iterator = replace(iterator, exact=False)
    if attempt.events:
        walk.record(LoopNode(iterator, tuple(attempt.events), loop.at))


def _after(
    walk: Walk, loop: LoopForm, entry: State, changed: dict[Cell, Value], leaving: list[State]
) -> State | None:
    """The state after the last iteration: any iteration's start, where the condition fails."""
    state = _generalise(walk, loop, entry, changed, "after")
    if loop.condition is None and not leaving:
        return None
    ends: list[State] = list(leaving)
    if loop.condition is not None:
        tested = state.copy()
        with walk.recording(None):
            walk.evaluate_whole(loop.condition, state)
        read_to_end(walk, loop.condition, tested, state)
        if known_truth(walk, loop.condition) is not True:
            ends.append(state.with_guards(guards_of(walk, loop.condition, False)))
    joined = join_all(walk, ends, (loop.at, "after"))
    if joined is not None:
        joined.guards = entry.guards if len(ends) > 1 else joined.guards
    return joined
