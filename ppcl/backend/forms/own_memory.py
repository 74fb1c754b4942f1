"""Whether a work-item needs memory of its own: then its loop is no promise to the compiler.

To say that the rounds of a loop are independent is to say that no two of them use one address. A
variable that is declared in the body and kept in memory has one address for all rounds, so that
compilers which believe the promise mix up the work-items. Numbers and vectors stay in registers;
arrays, structures and what is reached by pointers may not be.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence, Set

from ppcl.analysis.workgroup.uniformity import changed_place, root_of
from ppcl.analysis.workgroup.work_items import constant
from ppcl.ir import expression as ex
from ppcl.ir import statement as st
from ppcl.ir.traverse import Node, descendants
from ppcl.ir.types import AddressSpace, ArrayType, RecordType, VectorType
from ppcl.ir.unit import Function

_PART = (ex.Index, ex.Member, ex.Swizzle)


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


def changes_parts(nodes: Sequence[Node], elsewhere: Set[str]) -> bool:
    """Whether statements change a part of a variable `elsewhere`, of each work-item, that they use
    in other ways as well. Such parts of neighbours lie interleaved, and where rounds are said to be
    independent clang 15 moves stores of a group past others to the same place."""
    every = [each for node in nodes for each in descendants(node)]
    places = [place for place in map(changed_place, every) if isinstance(place, _PART)]
    changed = {root_of(place) for place in places} & elsewhere
    inner = {id(each.base) for each in every if isinstance(each, _PART)}
    parts = (each for each in every if isinstance(each, _PART) and id(each) not in inner)
    used = Counter(root for part in parts if (root := root_of(part)) in changed)
    return any(count > 1 for count in used.values())


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
