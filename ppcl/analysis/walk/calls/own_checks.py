"""ppcl's own checks of a program's arguments (templates/runtime/ppcl_arguments.h): behind one, what
it asks for is known."""

from ppcl.analysis.kernels import text
from ppcl.analysis.numbers.least import with_least
from ppcl.analysis.numbers.polynomial import ZERO, Polynomial
from ppcl.analysis.walk.calls.main_arguments import text_object
from ppcl.analysis.walk.core.frame import Ended
from ppcl.analysis.walk.core.machine import Walk
from ppcl.analysis.walk.core.place import places_of, pointees
from ppcl.analysis.walk.core.state import State
from ppcl.analysis.walk.core.value import Number, Place, Value
from ppcl.analysis.walk.libc.text_memory import text_of
from ppcl.ir.expression import Call, Cast, Expression, NameRef

_ARITY = {"ppcl_require_argument": 4, "ppcl_require_count": 2}
CHECKS = frozenset(_ARITY)


def check_arguments(
    walk: Walk, call: Call, arguments: tuple[Value, ...], state: State
) -> Value | None:
    """The effect of a check, None for other calls."""
    if len(arguments) != _ARITY.get(call.callee or ""):
        return None
    counts = _variable(walk, call.arguments[0], state)
    number = _number(arguments[-1 if len(arguments) == 2 else 2])
    if number is None or len(counts) != 1:
        return Number(ZERO)
    if len(arguments) == 2:
        _require_count(walk, counts[0], number, state)
    else:
        _require_text(walk, arguments, number, state)
        held = state.load(counts[0].object, 0)
        if isinstance(held, Number) and held.value.as_int is None:
            state.store(counts[0].object, 0, Number(with_least(held.value, number + 1)))
    return Number(ZERO)


def _number(value: Value) -> int | None:
    return value.value.as_int if isinstance(value, Number) else None


def _variable(walk: Walk, node: Expression, state: State) -> tuple[Place, ...]:
    while isinstance(node, Cast):
        node = node.operand
    return places_of(walk, node, state) if isinstance(node, NameRef) else ()


def _require_count(walk: Walk, place: Place, number: int, state: State) -> None:
    held = state.load(place.object, 0)
    known = _number(held) if held is not None else None
    if known not in (None, number):
        raise Ended
    state.store(place.object, 0, Number(Polynomial.constant(number)))
    walk.memory.counted = True


def _require_text(walk: Walk, arguments: tuple[Value, ...], index: int, state: State) -> None:
    wanted = text.known(text_of(arguments[3], state))
    places = pointees(arguments[1])
    if wanted is None or len(places) != 1 or places[0].start != 0:
        return
    target, offset = places[0].object, 8 * index
    held = state.load(target, offset)
    known = text.known(text_of(held, state)) if held is not None else None
    if known not in (None, wanted):
        raise Ended
    if known is None:
        state.store(target, offset, text_object(walk, target, index, wanted, state))
