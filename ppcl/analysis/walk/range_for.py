"""C++ range-based for: over few elements that fill a table one by one, else with one of them."""

from ppcl.analysis.model import EscapeEvent
from ppcl.analysis.polynomial import Polynomial
from ppcl.analysis.walk.join import join_all
from ppcl.analysis.walk.lifetime import acts_at_end
from ppcl.analysis.walk.loop import any_number_of_times, one_iteration
from ppcl.analysis.walk.machine import Walk
from ppcl.analysis.walk.sequence import Sequence, sequence_of
from ppcl.analysis.walk.state import State
from ppcl.analysis.walk.unroll import range_iterations
from ppcl.analysis.walk.value import Number, Unknown
from ppcl.ir import expression as ex
from ppcl.ir import statement as st
from ppcl.ir.node import Declaration
from ppcl.ir.types import ReferenceType


def execute_range_for(walk: Walk, node: st.RangeFor, state: State) -> State | None:
    """The state after a range-for. A range that is not followed is let go of."""
    frame = walk.frame
    places, types = dict(frame.places), dict(frame.types)
    before = len(frame.temporaries)
    found = sequence_of(walk, node.range, state)
    if found is None:
        value = walk.evaluate(node.range, state)
        walk.escape(value, state, _REASON, node.at)
    if any(acts_at_end(walk, ending.type) for ending in frame.temporaries[before:]):
        walk.not_followed("which temporaries last as long as a range-based for", node.at)
    body = walk.synthetic(
        id(node), lambda: st.Block(node.at, (_element(node, found is not None), node.body))
    )
    count = range_iterations(walk, node.body, found.count) if found is not None else None
    if found is not None and count is not None:
        after = _each(walk, node, body, found, count, state)
    else:
        after = _some(walk, node, body, found, state)
    frame.places, frame.types = places, types
    return after


_REASON = "walked by a range-based for"


def _element(node: st.RangeFor, followed: bool) -> st.Declare:
    """The declaration of a range-for's variable, in each iteration."""
    v, type_ = node.variable, node.variable.type
    referent = type_.referent if isinstance(type_, ReferenceType) else type_
    init: ex.Expression = ex.OpaqueExpression(node.at, referent, "an element of a range", ())
    if followed:
        init = ex.NameRef(node.at, referent, _hidden(node), "variable")
    return st.Declare(node.at, (st.Variable(v.at, v.declaration, type_, init, "auto"),))


def _hidden(node: st.RangeFor) -> Declaration:
    """What stands for the element that a range-for is at."""
    declaration = node.variable.declaration
    return Declaration(declaration.name, f"{declaration.key} in a range")


def _each(
    walk: Walk, node: st.RangeFor, body: st.Statement, found: Sequence, count: int, state: State
) -> State | None:
    ends: list[State] = []
    current = state
    for iteration in range(count):
        index = Number(Polynomial.constant(iteration))
        walk.frame.places[_hidden(node).key] = found.at(index)
        with walk.iteration(body, iteration, count):
            end, leaving = one_iteration(walk, node.at, body, current)
        ends += leaving
        if end is None:
            return join_all(walk, ends, (node.at, "each"))
        current = end
    return join_all(walk, [*ends, current], (node.at, "each"))


def _some(
    walk: Walk, node: st.RangeFor, body: st.Statement, found: Sequence | None, state: State
) -> State:
    if found is not None:
        for place in found.data:
            walk.record(EscapeEvent(walk.next_order(), place.object, _REASON, node.at))
        walk.frame.places[_hidden(node).key] = found.at(Unknown("some element"))
    return any_number_of_times(walk, node.at, body, state)
