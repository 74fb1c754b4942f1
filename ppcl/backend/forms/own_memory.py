"""Whether a work-item needs memory of its own: then its loop is no promise to the compiler.

To say that the rounds of a loop are independent is to say that no two of them use one address. A
variable that is declared in the body and kept in memory has one address for all rounds, so that
compilers which believe the promise mix up the work-items. Numbers and vectors stay in registers;
arrays, structures and what is reached by pointers may not be.
"""

from collections.abc import Iterable, Mapping, Set

from ppcl.analysis.workgroup.work_items import constant
from ppcl.ir import expression as ex
from ppcl.ir import statement as st
from ppcl.ir.traverse import Node, descendants
from ppcl.ir.types import AddressSpace, ArrayType, RecordType, VectorType
from ppcl.ir.unit import Function


def keeps_memory(
    nodes: Iterable[Node], functions: Mapping[str, Function], elsewhere: Set[str]
) -> bool:
    """Whether statements use private memory, by themselves or in the program's own functions that
    they call. `elsewhere` are variables with a place of their own for each work-item."""
    pending, seen = list(nodes), set[str]()
    while pending:
        for node in descendants(pending.pop()):
            if _is_memory(node, functions, elsewhere):
                return True
            called = node.target.key if isinstance(node, ex.Call) and node.target else ""
            body = functions[called].body if called in functions else None
            if body is not None and called not in seen:
                seen.add(called)
                pending.append(body)
    return False


def _is_memory(node: Node, functions: Mapping[str, Function], elsewhere: Set[str]) -> bool:
    match node:
        case st.Variable(type=ArrayType() | RecordType(), space=AddressSpace.PRIVATE):
            return node.declaration.key not in elsewhere
        case ex.Index(base=base, index=index) if isinstance(base.type, VectorType):
            return constant(index) is None
        case ex.Call(callee=callee, target=target, arguments=arguments):
            own = callee is None or (target is not None and target.key in functions)
            return own and any(_is_address(argument, elsewhere) for argument in arguments)
        case st.Variable(init=value) if value is not None:
            return _is_address(value, elsewhere)
        case ex.Assign(value=value):
            return _is_address(value, elsewhere)
        case ex.Conditional(then=then, otherwise=otherwise):
            return _is_address(then, elsewhere) or _is_address(otherwise, elsewhere)
        case _:
            return False


def _is_address(node: ex.Expression, elsewhere: Set[str]) -> bool:
    """Whether a value may be the address of a private variable."""
    while isinstance(node, ex.Cast):
        node = node.operand
    if isinstance(node, ex.Binary) and node.op in ("+", "-"):
        return _is_address(node.left, elsewhere) or _is_address(node.right, elsewhere)
    if not isinstance(node, ex.Unary) or node.op != "&":
        return False
    target = node.operand
    while isinstance(target, ex.Swizzle) or (isinstance(target, ex.Member) and not target.arrow):
        target = target.base
    return isinstance(target, ex.NameRef) and target.declaration.key not in elsewhere
