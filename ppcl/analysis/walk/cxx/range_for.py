"""C++ range-based for: over few elements that fill a table one by one, else with one of them."""

from dataclasses import replace
from typing import cast

from ppcl.analysis.model import EscapeEvent
from ppcl.analysis.numbers.polynomial import Polynomial
from ppcl.analysis.walk.core.join import join_all
from ppcl.analysis.walk.core.machine import Action, Walk
from ppcl.analysis.walk.core.place import Places, places_of
from ppcl.analysis.walk.core.state import State
from ppcl.analysis.walk.core.value import Number, Unknown
from ppcl.analysis.walk.cxx.hidden_calls import Hidden, hidden_functions
from ppcl.analysis.walk.cxx.lifetime import acts_at_end
from ppcl.analysis.walk.loops.any_order import sets_by_key
from ppcl.analysis.walk.loops.loop import any_number_of_times, one_iteration
from ppcl.analysis.walk.loops.unroll import range_iterations
from ppcl.analysis.walk.std.map_entries import are_all
from ppcl.analysis.walk.std.sequence import Sequence, sequence_of
from ppcl.ir import expression as ex
from ppcl.ir import statement as st
from ppcl.ir.node import Declaration
from ppcl.ir.types import ReferenceType


def execute_range_for(walk: Walk, node: st.RangeFor, state: State) -> State | None:
    """The state after a range-for. A range that is not followed is let go of."""
    frame = walk.frame
    places, types = dict(frame.places), dict(frame.types)
    before = len(frame.temporaries)
    hidden = Hidden(hidden_functions(walk, node), _behind(node, "the range").key, node.range.at)
    own = bool(hidden.functions)
    found = None if own else sequence_of(walk, node.range, state, sets_by_key(node))
    if found is None:
        frame.places[hidden.range] = _let_go(walk, node, hidden, state)
    if any(acts_at_end(walk, ending.type) for ending in frame.temporaries[before:]):
        walk.not_followed("which temporaries last as long as a range-based for", node.at)
    hidden(walk, state)
    body = walk.synthetic(id(node), lambda: _body(node, hidden, found is not None))
    by = frozenset(v.declaration.key for v in (node.variable, *node.parts))
    count = range_iterations(walk, node.body, found.count, by) if found is not None else None
    if found is not None and count is not None:
        after = _each(walk, node, body, found, count, state)
    else:
        after = _some(walk, node, body, found, state)
    if after is not None:
        hidden(walk, after)
    frame.places, frame.types = places, types
    return after


def _let_go(walk: Walk, node: st.RangeFor, hidden: Hidden, state: State) -> Places:
    """The range, where the program's functions go through it; the library's keep to what it
    points to."""
    if not hidden.functions:
        walk.escape(walk.evaluate(node.range, state), state, _REASON, node.at)
        return ()
    return places_of(walk, node.range, state)


def _body(node: st.RangeFor, hidden: Hidden, followed: bool) -> st.Block:
    """One iteration: what runs in front of it, its variable, its body."""
    action = cast(st.Statement, Action(node.range.at, hidden))
    return st.Block(node.at, (action, _element(node, followed), node.body))


_REASON = "walked by a range-based for"


def _element(node: st.RangeFor, followed: bool) -> st.Declare:
    """The declaration of a range-for's variables, in each iteration."""
    v, type_ = node.variable, node.variable.type
    referent = type_.referent if isinstance(type_, ReferenceType) else type_
    init: ex.Expression = ex.OpaqueExpression(node.at, referent, "an element of a range", ())
    if followed:
        init = ex.NameRef(node.at, referent, _behind(node, "a range"), "variable")
    return st.Declare(node.at, (replace(v, init=init), *node.parts))


def _behind(node: st.RangeFor, what: str) -> Declaration:
    """What stands for the element that a range-for is at, or for the range."""
    declaration = node.variable.declaration
    return Declaration(declaration.name, f"{declaration.key} in {what}")


def _each(
    walk: Walk, node: st.RangeFor, body: st.Statement, found: Sequence, count: int, state: State
) -> State | None:
    ends: list[State] = []
    current = state
    for iteration in range(count):
        index = Number(Polynomial.constant(iteration))
        walk.frame.places[_behind(node, "a range").key] = found.at(index)
        with walk.iteration(body, iteration, count):
            end, leaving = one_iteration(walk, node.at, body, current)
        ends += leaving
        if end is None:
            return join_all(walk, ends, (node.at, "each"))
        current = end
        if found.apart and not are_all(walk, found.data, found.apart, current):
            current = _some(walk, node, body, found, current)
            break
    return join_all(walk, [*ends, current], (node.at, "each"))


def _some(
    walk: Walk, node: st.RangeFor, body: st.Statement, found: Sequence | None, state: State
) -> State:
    if found is not None:
        for place in found.data:
            walk.record(EscapeEvent(walk.next_order(), place.object, _REASON, node.at))
        walk.frame.places[_behind(node, "a range").key] = found.at(Unknown("some element"))
    return any_number_of_times(walk, node.at, body, state)
