"""What an index is written as: its sum, taken apart, with the values of the parts."""

from ppcl.analysis.access.index_term import Factor, IndexTerm
from ppcl.analysis.numbers.polynomial import Polynomial
from ppcl.analysis.walk.core.machine import Walk
from ppcl.analysis.walk.core.value import Number
from ppcl.ir import expression as ex


def index_terms(walk: Walk, node: ex.Expression, sign: int) -> list[IndexTerm]:
    """The written sum of an index as terms and factors with their values."""
    match node:
        case ex.Binary(op="+" | "-" as op, left=left, right=right):
            other = sign if op == "+" else -sign
            return index_terms(walk, left, sign) + index_terms(walk, right, other)
        case ex.Cast(operand=operand, implicit=True):
            return index_terms(walk, operand, sign)
        case _:
            return [IndexTerm(sign, tuple(_factors(walk, node)))]


def _factors(walk: Walk, node: ex.Expression) -> list[Factor]:
    match node:
        case ex.Binary(op="*", left=left, right=right):
            return _factors(walk, left) + _factors(walk, right)
        case ex.Cast(operand=operand, implicit=True):
            return _factors(walk, operand)
        case _:
            value = walk.nodes.last.get(id(node))
            known = value.value if isinstance(value, Number) else None
            return [Factor(node, known if known is not None else _opaque(walk, node))]


def _opaque(walk: Walk, node: ex.Expression) -> Polynomial:
    return walk.fresh("load", "?", id(node), "factor").value
