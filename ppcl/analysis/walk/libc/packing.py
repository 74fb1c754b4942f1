"""Arguments behind the named ones, packed one behind another in an object of their own."""

from ppcl.analysis.numbers.polynomial import ZERO, Polynomial
from ppcl.analysis.walk.core.machine import Walk
from ppcl.analysis.walk.core.place import write_cells
from ppcl.analysis.walk.core.state import State
from ppcl.analysis.walk.core.value import Place, Pointer, Value
from ppcl.ir import expression as ex
from ppcl.ir.node import Declaration
from ppcl.ir.types import PointerType, VoidType, size_of
from ppcl.ir.unit import Parameter

# What a function's variable arguments go by in its frame: no name of the program.
ELLIPSIS = "..."
_ROOM = 8


def room(size: int) -> int:
    """The bytes that an argument of so many takes."""
    return -(-size // _ROOM) * _ROOM


def packed(
    walk: Walk, extra: tuple[ex.Expression, ...], values: tuple[Value, ...], state: State
) -> tuple[Parameter, None, Value]:
    """A parameter that stands for all arguments behind the named ones."""
    at = extra[0].at
    target = walk.allocate("variable", ELLIPSIS, None, None, at, id(extra[0]), ELLIPSIS)
    state.cells.pop(target.serial, None)
    offset = 0
    for node, value in zip(extra, values, strict=True):
        write_cells(state, Place(target, Polynomial.constant(offset)), value)
        offset += room(size_of(node.type) or _ROOM)
    parameter = Parameter(at, Declaration(ELLIPSIS, ELLIPSIS), PointerType(VoidType()))
    return parameter, None, Pointer(target, ZERO)
