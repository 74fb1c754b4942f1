"""How numbers are merged where paths join."""

from ppcl.analysis.walk.machine import Walk
from ppcl.analysis.walk.state import MergeNumbers
from ppcl.analysis.walk.value import Pointer, Value


def merger(walk: Walk, node: object) -> MergeNumbers:
    """How numbers are merged where paths join at `node`: a part of the program that lives as long
    as the walk, or a tuple that says where."""

    key = node if isinstance(node, tuple) else id(node)

    def numbers(serial: int, offset: int, left: Value, right: Value) -> Value:
        symbol = walk.fresh("merge", walk.cell_name(serial, offset), key, serial, offset)
        if isinstance(left, Pointer):
            return Pointer(left.object, symbol.value)
        return symbol

    return numbers
