"""Iterators over vectors, lists and their like: a class that holds a pointer to an element."""

from ppcl.analysis.numbers.polynomial import ONE, Polynomial
from ppcl.analysis.walk.core import arithmetic
from ppcl.analysis.walk.core.machine import Walk
from ppcl.analysis.walk.core.place import Places, load, pointees
from ppcl.analysis.walk.core.state import State
from ppcl.analysis.walk.core.value import Number, StructValue, Unknown, Value, one_of
from ppcl.analysis.walk.std.containers import (
    DATA,
    held_at,
    is_postfix,
    iterated,
    put_at,
    receiver_places,
)
from ppcl.analysis.walk.std.sequence import ITERATORS, distance, is_iterator, pointed_by, step_of
from ppcl.ir import expression as ex
from ppcl.ir.types import PointerType, RecordType

Arguments = tuple[Value, ...]
_STEPS = {"operator++": "+", "operator--": "-", "operator+=": "+", "operator-=": "-"}
_COMPARED = ("==", "!=", "<", ">", "<=", ">=")


class Iterators:
    """The model of what vectors' iterators can do."""

    def call(self, walk: Walk, call: ex.Call, arguments: Arguments, state: State) -> Value | None:
        """The effect of a member or operator of an iterator, None for other functions."""
        name = call.method
        if call.receiver is not None and _is_class(call.receiver):
            return _member(walk, call, name, arguments, state)
        if (
            len(arguments) == 2
            and name.startswith("operator")
            and all(map(_is_class, call.arguments))
        ):
            return _compared(walk, call, name.removeprefix("operator"), arguments)
        if call.callee == "std::distance" and len(arguments) == 2:
            found = distance(*arguments, step_of(call.arguments[0].type))
            return Number(found) if found is not None else walk.fresh("load", "distance", id(call))
        if call.callee in ("std::next", "std::prev") and is_iterator(call.arguments[0].type):
            by = arguments[1] if len(arguments) > 1 else Number(ONE)
            return _moved(call, arguments[0], "+" if name == "next" else "-", by)
        return None

    def place(self, walk: Walk, call: ex.Call, state: State) -> Places | None:
        """The element that `*it` or `it[i]` designates."""
        if call.receiver is None or not _is_class(call.receiver):
            return None
        if call.method not in ("operator*", "operator[]"):
            return None
        arguments = walk.evaluate_all(call.arguments, state)
        return _element(walk, call, arguments, state)


def _is_class(node: ex.Expression) -> bool:
    type_ = node.type
    return isinstance(type_, RecordType) and type_.name.startswith(ITERATORS)


def _held(walk: Walk, call: ex.Call, state: State) -> Value:
    assert call.receiver is not None
    found = [held_at(p, DATA, state) for p in receiver_places(walk, call.receiver, state)]
    known = [value for value in found if value is not None]
    return one_of(known) if known else Unknown("an iterator that is not followed", call.at)


def _element(walk: Walk, call: ex.Call, arguments: Arguments, state: State) -> Places:
    assert call.receiver is not None
    held = _held(walk, call, state)
    if arguments:
        moved = arithmetic.binary("+", held, arguments[0], _pointer_type(call.receiver))
        held = moved if moved is not None else Unknown("not followed")
    return pointees(held)


def _pointer_type(node: ex.Expression) -> PointerType:
    element = pointed_by(node.type)
    return PointerType(element if element is not None else node.type)


def _member(
    walk: Walk, call: ex.Call, name: str, arguments: Arguments, state: State
) -> Value | None:
    assert call.receiver is not None
    if name in ("operator*", "operator[]"):
        return load(walk, call, _element(walk, call, arguments, state), call.type, state)
    held = _held(walk, call, state)
    if name in ("operator->", "base"):
        return held
    if name in _STEPS:
        by = arguments[0] if name.endswith("=") and arguments else Number(ONE)
        moved = arithmetic.binary(_STEPS[name], held, by, _pointer_type(call.receiver))
        new = moved if moved is not None else Unknown("an iterator that is not followed")
        for place in receiver_places(walk, call.receiver, state):
            put_at(place, DATA, new, state)
        return StructValue(((DATA, held if is_postfix(call) else new),))
    if name in ("operator+", "operator-") and len(arguments) == 1:
        value = StructValue(((DATA, held),))
        return _moved(call, value, name[-1], arguments[0])
    if name == "operator=" and len(arguments) == 1 and isinstance(arguments[0], StructValue):
        for place in receiver_places(walk, call.receiver, state):
            put_at(place, DATA, iterated(arguments[0]), state)
        return arguments[0]
    return None


def _moved(call: ex.Call, value: Value, op: str, by: Value) -> Value:
    type_ = call.type if isinstance(call.type, PointerType) else _pointer_type(call)
    moved = arithmetic.binary(op, iterated(value), by, type_)
    found = moved if moved is not None else Unknown("an iterator that is not followed", call.at)
    return found if isinstance(call.type, PointerType) else StructValue(((DATA, found),))


def _compared(walk: Walk, call: ex.Call, op: str, arguments: Arguments) -> Value | None:
    step = step_of(call.arguments[0].type)
    found = distance(arguments[1], arguments[0], step)
    if op == "-":
        return Number(found) if found is not None else walk.fresh("load", "distance", id(call))
    if op not in _COMPARED:
        return None
    known = found.as_int if found is not None else None
    if known is None:
        return walk.fresh("load", "compared", id(call))
    outcomes = {"==": known == 0, "!=": known != 0, "<": known < 0, ">": known > 0}
    outcomes |= {"<=": known <= 0, ">=": known >= 0}
    return Number(Polynomial.constant(int(outcomes[op])))
