"""`std::for_each` over few elements that fill a table: the function is called with one by one."""

from ppcl.analysis.numbers.polynomial import ZERO, Polynomial
from ppcl.analysis.walk.calls.call import enter
from ppcl.analysis.walk.core.machine import Walk
from ppcl.analysis.walk.core.place import Places, load, pointees
from ppcl.analysis.walk.core.state import State
from ppcl.analysis.walk.core.value import Number, Value
from ppcl.analysis.walk.cxx.dispatch import Callee
from ppcl.analysis.walk.loops.unroll import range_iterations
from ppcl.analysis.walk.std.containers import element_places, iterated
from ppcl.analysis.walk.std.sequence import distance, pointed_by
from ppcl.ir import expression as ex
from ppcl.ir.types import FloatType, IntType, PointerType, ReferenceType, Type, size_of
from ppcl.ir.unit import Parameter

_NAMES = ("std::for_each", "std::for_each_n")


def call_with_each(
    walk: Walk, call: ex.Call, arguments: tuple[Value, ...], target: Callee, state: State
) -> bool:
    """Call a function with each element in turn; False where it is not known to be so, and nothing
    is done."""
    body, parameters = target.function.body, target.function.parameters
    if call.callee not in _NAMES or len(arguments) != 3 or body is None or len(parameters) != 1:
        return False
    element = pointed_by(call.arguments[0].type)
    size = size_of(element) if element is not None else None
    begin = pointees(iterated(arguments[0]))
    if element is None or not size or not _takes(parameters[0], element) or len(begin) != 1:
        return False
    count = range_iterations(walk, body, _count(call, arguments, size))
    if count is None or not begin[0].certain or begin[0].start is None:
        return False
    for number in range(count):
        index = Number(Polynomial.constant(number))
        with walk.iteration(body, number, count):
            places = element_places(begin, index, size)
            bound = [_bound(walk, call, parameters[0], places, state)]
            enter(walk, call, target, bound, state)
    return True


def _count(call: ex.Call, arguments: tuple[Value, ...], size: int) -> Polynomial | None:
    """How many elements there are: up to another iterator, or as many as are said."""
    if call.callee == "std::for_each":
        return distance(arguments[0], arguments[1], size)
    said = arguments[1]
    return said.value if isinstance(said, Number) and said.precision == "exact" else None


def _takes(parameter: Parameter, element: Type) -> bool:
    """Whether a parameter is an element, or a copy of a number or a pointer: nothing converts."""
    if isinstance(parameter.type, ReferenceType):
        return parameter.type.referent == element
    return parameter.type == element and isinstance(element, IntType | FloatType | PointerType)


def _bound(
    walk: Walk, call: ex.Call, parameter: Parameter, places: Places, state: State
) -> "tuple[Parameter, Places | None, Value]":
    if isinstance(parameter.type, ReferenceType):
        return parameter, places, Number(ZERO)
    return parameter, None, load(walk, call, places, parameter.type, state)
