"""An element of an array of arrays, as it is written: `name[row][column]`."""

from ppcl.analysis.access.index_term import NestedIndex
from ppcl.analysis.numbers.polynomial import Polynomial
from ppcl.analysis.walk.core.lengths import bytes_of
from ppcl.analysis.walk.core.machine import Walk
from ppcl.analysis.walk.core.value import Number, Place
from ppcl.analysis.walk.core.written import index_terms
from ppcl.ir import expression as ex
from ppcl.ir.types import ArrayType


def nested_index(walk: Walk, node: ex.Expression, place: Place) -> NestedIndex | None:
    """The two indices of an element, where they alone say which one of the object is meant: the
    name is then of its first row. None where it is written otherwise."""
    match node:
        case ex.Index(base=ex.Index(type=ArrayType(), base=ex.NameRef() as name) as row):
            far, near = _distance(walk, row), _distance(walk, node)
            if far is None or near is None or far + near != place.offset:
                return None
            terms = (tuple(index_terms(walk, each.index, 1)) for each in (row, node))
            return NestedIndex(name.declaration.name, (row.index, node.index), *terms)
    return None


def is_of_row(node: ex.Expression) -> bool:
    """Whether a node is an element of a row: its index must stay within the row's length, for
    compilers take for granted that it does (C17, 6.5.6)."""
    return isinstance(node, ex.Index) and (
        isinstance(node.base, ex.Index) and isinstance(node.base.type, ArrayType)
    )


def _distance(walk: Walk, node: ex.Index) -> Polynomial | None:
    """How many bytes an index goes."""
    index, size = walk.nodes.last.get(id(node.index)), bytes_of(walk, node.type, node)
    return index.value * size if isinstance(index, Number) and size is not None else None
