"""Powers with small constant exponents, as products: `pow(x, 2.0f)` is `x * x`, to the bit.

The products of up to four factors are off by less than 2 units in the last place (OpenCL 1.2, 7.4
allows 16), and have what powers have of infinities, zeros and what is no number.
"""

from collections.abc import Set
from dataclasses import replace

from ppcl.ir import expression as ex
from ppcl.ir.traverse import Node
from ppcl.ir.types import FloatType, IntType, VectorType
from ppcl.ir.unit import Function
from ppcl.rewrite.rebuild import rebuilt

_POWERS = ("pow", "pown")
_PRODUCTS = (2, 3, 4)


def with_products(function: Function, own: Set[str]) -> Function:
    """A function that computes such powers by builtin functions of ours, `power_2` to `power_4`;
    `own` are the keys of the program's functions, which are no builtin."""
    if function.body is None:
        return function
    return replace(function, body=rebuilt(function.body, lambda node: _product(node, own)))


def _product(node: Node, own: Set[str]) -> Node:
    if not isinstance(node, ex.Call) or node.callee not in _POWERS or len(node.arguments) != 2:
        return node
    base, exponent = node.arguments
    number = _number(exponent)
    is_own = node.target is not None and node.target.key in own
    if is_own or number not in _PRODUCTS or base.type != node.type:
        return node
    return replace(node, callee=f"power_{number:.0f}", target=None, arguments=(base,))


def _number(node: ex.Expression) -> float | None:
    """The number that an exponent is, in each component."""
    match node:
        case ex.IntLiteral(value=value) | ex.FloatLiteral(value=value):
            return float(value)
        case ex.Cast(type=FloatType(name="float" | "double") | VectorType(), operand=operand):
            return _number(operand)
        case ex.Cast(type=IntType(bits=32), operand=ex.IntLiteral() as operand):
            return _number(operand)
        case ex.VectorLiteral(elements=(element,)):
            return _number(element)
        case _:
            return None
