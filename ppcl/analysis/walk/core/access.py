"""The record of loads and stores: everything that proofs need about each."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import accumulate

from ppcl.analysis.access.index_term import IndexTerm
from ppcl.analysis.model import AccessEvent, MemoryObject
from ppcl.analysis.numbers.polynomial import ZERO, Polynomial
from ppcl.analysis.walk.core.machine import Walk
from ppcl.analysis.walk.core.nested import is_of_row, nested_index
from ppcl.analysis.walk.core.scope import Scope, base_of, scope_of
from ppcl.analysis.walk.core.state import State
from ppcl.analysis.walk.core.value import Number, Place, Written
from ppcl.analysis.walk.core.written import index_terms
from ppcl.ir import expression as ex
from ppcl.ir.node import Origin
from ppcl.ir.types import ArrayType, PointerType, RecordType, Type, size_of

# What gives the element of a number, and is undefined for a wrong one; `at` throws.
_ELEMENTS = frozenset(
    f"std::{owner}::operator[]" for owner in ("vector", "array", "unique_ptr", "span", "valarray")
)


def is_data(walk: Walk, target: MemoryObject) -> bool:
    """Whether accesses of an object are recorded: allocations and what holds arrays."""
    return target.kind != "variable" or _holds_array(walk, target.element, 4)


def _holds_array(walk: Walk, type_: Type | None, depth: int) -> bool:
    if not isinstance(type_, RecordType) or not depth:
        return isinstance(type_, ArrayType)
    record = walk.program.records.get(type_.name)
    fields = record.fields if record is not None else ()
    return any(_holds_array(walk, field.type, depth - 1) for field in fields)


def record_accesses(
    walk: Walk, kind: str, node: ex.Expression, places: Sequence[Place], type_: Type, state: State
) -> None:
    """Record a load or store of one of several places, those in data objects, with everything that
    proofs need."""
    data = [p for p in places if is_data(walk, p.object)] if walk.found.out is not None else []
    scope = scope_of(walk, state, node.at) if data else ()
    for place in data:
        _record_access(walk, kind, node, place, type_, scope, state)


def _record_access(
    walk: Walk,
    kind: str,
    node: ex.Expression,
    place: Place,
    type_: Type,
    scope: Scope,
    state: State,
) -> None:
    written = place.written or _written(walk, node, place, scope, state)
    base = "" if written else base_of(walk, state, place.object, _through(node))
    walk.record(
        AccessEvent(
            walk.next_order(),
            "load" if kind == "load" else "store",
            place.object,
            place.offset,
            place.precision,
            size_of(type_) or 0,
            type_,
            node,
            written.subscript if written else None,
            written.terms if written else (),
            written.scope if written else scope,
            walk.loops,
            state.guards,
            walk.frame.function.declaration if walk.frame.function else None,
            place.written.element if place.written else node,
            base,
            nested_index(walk, node, place) if not written and not base else None,
        )
    )


def _through(node: ex.Expression) -> Type:
    """The type of the pointer that an element is reached by."""
    match node:
        case ex.Index(base=pointer) | ex.Unary(op="*", operand=pointer):
            return pointer.type
    return node.type


def bound_to(
    walk: Walk, node: ex.Expression, places: tuple[Place, ...], state: State
) -> tuple[Place, ...]:
    """What a reference is made of: where that is one element, with how it is written here. Making
    it counts as a load, for its text says which element others use by it."""
    if walk.found.out is None or not isinstance(node, ex.Index | ex.Call):
        return places
    made = [place for place in places if place.written is None and is_data(walk, place.object)]
    found: dict[int, Written | None] = {}
    for place in made if index_of(node) is not None else ():
        scope = scope_of(walk, state, node.at)
        written = found[id(place)] = _written(walk, node, place, scope, state)
        whole = replace(place, written=written)
        _record_access(walk, "load", node, whole, node.type, scope, state)
    if len(places) != 1 or not places[0].certain or not found:
        return places
    return (replace(places[0], written=found[id(places[0])]),)


def index_of(node: ex.Expression) -> ex.Expression | None:
    """The index in brackets of an element of an array, or that the library gives one by."""
    if isinstance(node, ex.Index):
        return node.index
    if isinstance(node, ex.Call) and node.callee in _ELEMENTS:
        return node.arguments[0] if node.arguments else None
    return None


def _written(
    walk: Walk, node: ex.Expression, place: Place, scope: Scope, state: State
) -> Written | None:
    subscript = _direct_subscript(node, place, walk, state)
    if subscript is None:
        return None
    return Written(node, subscript, tuple(index_terms(walk, subscript, 1)), scope)


def _direct_subscript(
    node: ex.Expression, place: Place, walk: Walk, state: State
) -> ex.Expression | None:
    """The index in brackets, or what is added to the pointer, where it alone says which element of
    the object is meant; not one of a row of an array of arrays, which it must not leave."""
    size = size_of(node.type)
    subscript = index_of(node)
    if is_of_row(node):
        return None
    if subscript is not None:
        index = walk.nodes.last.get(id(subscript))
        if not isinstance(index, Number) or size is None:
            return None
        return subscript if index.value * Polynomial.constant(size) == place.offset else None
    if isinstance(node, ex.Unary) and node.op == "*" and size is not None:
        added = _added(walk, node.operand)
        total = _value(index_terms(walk, added, 1)) if added is not None else None
        return added if total == place.offset.divide_exactly(Polynomial.constant(size)) else None
    return None


def _added(walk: Walk, sum_: ex.Expression) -> ex.Expression | None:
    """`i + j * r` of `t + i + j * r`, where its text is a part of the sum's."""
    steps: list[ex.Binary] = []
    while isinstance(sum_, ex.Binary | ex.Cast) and _is_step(sum_):
        if isinstance(sum_, ex.Binary):
            steps.append(sum_)
        sum_ = sum_.left if isinstance(sum_, ex.Binary) else sum_.operand
    if not steps or steps[-1].op != "+" or not isinstance(sum_, ex.NameRef):
        return None
    added = steps[-1].right
    for step in reversed(steps[:-1]):
        span = replace(step.at.span, start=added.at.span.start)
        added = ex.Binary(Origin(span, step.at.macro), step.right.type, step.op, added, step.right)
    return added if _is_balanced(walk.source(added.at)) else None


def _is_balanced(text: str) -> bool:
    """Whether a text closes just the parentheses that it opens."""
    depths = list(accumulate((letter == "(") - (letter == ")") for letter in text))
    return not depths or (min(depths) >= 0 and depths[-1] == 0)


def _is_step(node: ex.Binary | ex.Cast) -> bool:
    if isinstance(node, ex.Cast):
        return node.implicit
    return node.op in ("+", "-") and isinstance(node.type, PointerType)


def _value(terms: Sequence[IndexTerm]) -> Polynomial:
    total = ZERO
    for term in terms:
        total = total + (term.value if term.sign > 0 else -term.value)
    return total
