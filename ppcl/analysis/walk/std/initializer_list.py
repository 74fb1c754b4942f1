"""`std::initializer_list`: a pointer to elements that were listed, and how many they are."""

from ppcl.analysis.numbers.polynomial import ZERO, Polynomial
from ppcl.analysis.walk.core.machine import Walk
from ppcl.analysis.walk.core.place import Places, write_cells
from ppcl.analysis.walk.core.state import State
from ppcl.analysis.walk.core.value import Number, Place, Pointer, StructValue, Value
from ppcl.analysis.walk.std.containers import COUNT, DATA, as_element, is_library
from ppcl.ir import expression as ex
from ppcl.ir.types import ArrayType, Type

_NAME = "list"


def as_list(walk: Walk, node: ex.Expression, value: Value, type_: Type, state: State) -> Value:
    """The value of elements in braces that initialise an object of this type: where it is such a
    list, the elements are put into memory of their own."""
    array = node.type
    if not is_library(type_, "initializer_list") or not isinstance(node, ex.InitList):
        return value
    if not isinstance(array, ArrayType) or array.length is None:
        return value
    target = walk.allocate("heap", _NAME, None, array.element, node.at, id(node), _NAME)
    walk.memory.owned.add(target.serial)
    state.cells.pop(target.serial, None)
    write_cells(state, Place(target, ZERO), as_element(array.element, value))
    count = Number(Polynomial.constant(array.length))
    return StructValue(((DATA, Pointer(target, ZERO)), (COUNT, count)))


def are_lists(walk: Walk, data: Places) -> bool:
    """Whether these are the elements of such lists: a list that is not followed holds what it was
    given instead."""
    return bool(data) and all(
        p.object.serial in walk.memory.owned and p.object.name == _NAME for p in data
    )
