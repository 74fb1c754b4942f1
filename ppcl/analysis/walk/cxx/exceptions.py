"""`try`, `catch` and `throw`.

Handlers start from the join of all states in which the body may have thrown: at each `throw`, and
before and after each call of a function that is neither the program's nor C's. What is alive in
between is destroyed on the way.
"""

from operator import is_not

from ppcl.analysis.model import BranchNode, EventNode
from ppcl.analysis.walk.core.frame import Ended, Throw, Trying
from ppcl.analysis.walk.core.join import join_all, merger
from ppcl.analysis.walk.core.machine import Walk
from ppcl.analysis.walk.core.state import State, merge
from ppcl.analysis.walk.core.value import Value
from ppcl.analysis.walk.cxx.lifetime import acts_at_end, destroy_down_to, end_object
from ppcl.ir import expression as ex
from ppcl.ir import statement as st


def execute_try(walk: Walk, node: st.Try, state: State) -> State | None:
    """The state after the body or one of the handlers."""
    catches_all = any(handler.catches_all for handler in node.handlers)
    frames, alive = len(walk.frames) - 1, len(walk.frame.alive)
    temporaries = len(walk.frame.temporaries)
    trying = Trying(node, frames, alive, temporaries, walk.path, catches_all)
    walk.trying.append(trying)
    end = walk.execute(node.body, state.copy())
    walk.trying.remove(trying)
    ends = [end] if end is not None else []
    for handler in node.handlers if trying.thrown is not None else ():
        assert trying.thrown is not None
        handled = _handled(walk, handler, trying.thrown.copy())
        ends += [handled] if handled is not None else []
    return join_all(walk, ends, node)


def _handled(walk: Walk, node: st.Handler, state: State) -> State | None:
    events: list[EventNode] = []
    declared = (st.Declare(node.at, (node.variable,)),) if node.variable is not None else ()
    body = walk.synthetic(id(node), lambda: st.Block(node.at, (*declared, node.body)))
    with walk.recording(events if walk.found.out is not None else None):
        end = walk.execute(body, state)
    if events:
        walk.record(BranchNode((), tuple(events), (), node.at))
    return end


def throw(walk: Walk, node: ex.Throw, state: State) -> Value:
    """The path ends; handlers may go on from it."""
    if node.value is not None:
        walk.escape(walk.evaluate(node.value, state), state, "thrown", node.at)
        if acts_at_end(walk, node.value.type):
            walk.not_followed("the end of an object that is thrown", node.at)
    may_throw(walk, state)
    raise Ended


def may_throw(walk: Walk, state: State) -> None:
    """Here an exception may leave for the handlers around, innermost first."""
    for trying in reversed(list(walk.trying)):
        again = _is_same(walk, trying, state)
        unwound = _unwound(walk, trying, state.copy()) if not again else None
        if not again:
            trying.last = _throw(walk, trying, state)
        if unwound is not None:
            _forget_frames(walk, trying.frames, unwound)
            path, walk.path = walk.path, trying.path
            key = ("thrown", id(trying.node))
            before = trying.thrown
            trying.thrown = unwound if before is None else merge(before, unwound, merger(walk, key))
            walk.path = path
        if trying.catches_all:
            return


def _is_same(walk: Walk, trying: Trying, state: State) -> bool:
    """Whether nothing is different since the last exception that may have come to a `try`, as in a
    chain of `<<`: its handlers then learn nothing new."""
    last, now = trying.last, _throw(walk, trying, state)
    return (
        last is not None
        and last.record is now.record
        and (last.recorded, last.guards, last.alive) == (now.recorded, now.guards, now.alive)
        and len(last.cells) == len(now.cells)
        and not any(map(is_not, now.cells.values(), map(last.cells.get, now.cells)))
    )


def _throw(walk: Walk, trying: Trying, state: State) -> Throw:
    alive = tuple((*frame.alive, *frame.temporaries) for frame in walk.frames[trying.frames :])
    return Throw(dict(state.cells), state.guards, alive, walk.found.out, len(walk.found.out or ()))


def _unwound(walk: Walk, trying: Trying, state: State) -> State | None:
    """The state at the handlers of a `try`. What a destructor throws on the way and does not catch
    itself ends the program (C++17, 18.5.1)."""
    around, walk.trying = walk.trying, []
    try:
        for number in range(len(walk.frames) - 1, trying.frames - 1, -1):
            kept = trying.temporaries if number == trying.frames else 0
            for ending in reversed(walk.frames[number].temporaries[kept:]):
                if not end_object(walk, ending, state):
                    return None
        return destroy_down_to(walk, trying.frames, trying.alive, state)
    finally:
        walk.trying = around


def _forget_frames(walk: Walk, kept: int, state: State) -> None:
    """The variables of activations that an exception leaves are no more."""
    for frame in walk.frames[kept + 1 :]:
        for serial in frame.variables:
            state.cells.pop(serial, None)
