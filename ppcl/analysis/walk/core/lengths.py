"""The lengths of variable-length arrays, and the sizes of their rows."""

from ppcl.analysis.numbers.polynomial import Polynomial
from ppcl.analysis.walk.core.machine import Walk
from ppcl.analysis.walk.core.state import State
from ppcl.analysis.walk.core.value import Number
from ppcl.ir import expression as ex
from ppcl.ir import statement as st
from ppcl.ir.types import ArrayType, Type, size_of


def note_lengths(walk: Walk, variable: st.Variable, state: State) -> None:
    """Evaluate the lengths of an array where it is declared (C99 6.7.5.2)."""
    if not variable.lengths or not walk.frames:
        return
    values = [walk.evaluate(length, state) for length in variable.lengths]
    walk.frame.lengths[variable.declaration.key] = tuple(
        value.value if isinstance(value, Number) and value.precision == "exact" else None
        for value in values
    )


def bytes_of(walk: Walk, type_: Type, node: ex.Expression) -> Polynomial | None:
    """The size of a part of an array that `node` names, directly or by indices."""
    size = size_of(type_)
    if size is not None:
        return Polynomial.constant(size)
    levels = 0
    while isinstance(type_, ArrayType):
        levels, type_ = levels + 1, type_.element
    while isinstance(node, ex.Index) or (isinstance(node, ex.Cast) and node.implicit):
        node = node.base if isinstance(node, ex.Index) else node.operand
    element = size_of(type_)
    if element is None or not levels or not isinstance(node, ex.NameRef) or not walk.frames:
        return None
    lengths = walk.frame.lengths.get(node.declaration.key, ())[-levels:]
    product = Polynomial.constant(element) if len(lengths) == levels else None
    for length in lengths:
        product = product * length if product is not None and length is not None else None
    return product
