"""What most work-items of a row have: at the rims of arrays, values are often changed."""

from dataclasses import dataclass

from ppcl.analysis.workgroup.uniformity import Uniformity
from ppcl.ir import expression as ex
from ppcl.ir.traverse import Node
from ppcl.rewrite.rebuild import rebuilt

_BETWEEN = ("min", "max", "clamp")


@dataclass(frozen=True)
class Likely:
    """Expressions without what is for few work-items of a row: limits, wrapping around. No proof
    may stand on it."""

    known: Uniformity

    def value(self, node: ex.Expression) -> ex.Expression:
        """What an expression is for most."""
        return rebuilt(node, self._part)

    def _part(self, node: Node) -> Node:
        match node:
            case ex.Call(callee=callee, arguments=arguments) if callee in _BETWEEN:
                return self._varying(node, *arguments)
            case ex.Conditional(then=then, otherwise=otherwise):
                return self._varying(node, otherwise, then)
            case ex.Binary(op="%" | "&", left=left, right=right) if self._is_alike(right):
                return left
            case ex.Binary(op="/", right=right) if not isinstance(right, ex.IntLiteral):
                return ex.IntLiteral(node.at, node.type, 0) if self._is_alike(right) else node
            case _:
                return node

    def _varying(self, node: ex.Expression, *parts: ex.Expression) -> ex.Expression:
        """The first part that is not the same for all, if there is one."""
        return next((part for part in parts if not self._is_alike(part)), node)

    def _is_alike(self, node: ex.Expression) -> bool:
        return self.known.is_uniform(node)
