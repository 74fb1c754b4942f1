"""How far apart neighbouring work-items access memory: what vector code of them would cost."""

from collections.abc import Iterator, Mapping, Sequence, Set

from ppcl.analysis.workgroup.uniformity import Uniformity
from ppcl.analysis.workgroup.work_items import NEIGHBOURS, constant
from ppcl.ir import expression as ex
from ppcl.ir import statement as st
from ppcl.ir.traverse import descendants, variables
from ppcl.ir.types import PointerType


def is_regular(body: st.Block, known: Uniformity) -> bool:
    """Whether at least half of the accesses to memory whose address differs between work-items are
    of neighbouring elements: others take an instruction for each work-item in vector code too."""
    return are_regular(strides(body, known, body))


def are_regular(found: Sequence[int | None]) -> bool:
    """The same for the strides of some accesses."""
    irregular = sum(1 for stride in found if stride not in (0, 1))
    varying = sum(1 for stride in found if stride != 0)
    return 2 * irregular <= varying


def strides(
    body: st.Statement, known: Uniformity, around: st.Block, moved: Set[str] = frozenset()
) -> list[int | None]:
    """How far apart two neighbours' addresses are, in elements, for each access to memory in a
    body; None: not known. The body's variables are declared `around` it; those that are `moved`
    are not as far apart as they were at first."""
    inits = {
        variable.declaration.key: variable.init
        for variable in variables(around)
        if variable.init is not None and variable.declaration.key not in moved
    }
    return list(_strides(body, known, inits))


def _strides(
    body: st.Statement, known: Uniformity, inits: Mapping[str, ex.Expression]
) -> Iterator[int | None]:
    for node in descendants(body):
        if isinstance(node, ex.Index) and isinstance(node.base.type, PointerType):
            yield _sum(stride(node.base, known, inits), stride(node.index, known, inits), 1)
        elif isinstance(node, ex.Unary) and node.op == "*":
            yield stride(node.operand, known, inits)


def stride(
    node: ex.Expression, known: Uniformity, inits: Mapping[str, ex.Expression]
) -> int | None:
    """How much more a value is for the next work-item along dimension 0; None: not known."""
    if known.is_uniform(node):
        return 0
    match node:
        case ex.Call(callee=callee, arguments=(dimension,)) if callee in NEIGHBOURS:
            return 1 if constant(dimension) == 0 else 0 if constant(dimension) is not None else None
        case ex.NameRef(declaration=declaration) if declaration.key in inits:
            inner = {key: init for key, init in inits.items() if key != declaration.key}
            return stride(inits[declaration.key], known, inner)
        case ex.Cast(operand=operand):
            return stride(operand, known, inits)
        case ex.Binary(op="+" | "-" as op, left=left, right=right):
            sign = 1 if op == "+" else -1
            return _sum(stride(left, known, inits), stride(right, known, inits), sign)
        case ex.Binary(op="*", left=left, right=right):
            return _product(left, right, known, inits)
        case _:
            return None


def _sum(left: int | None, right: int | None, sign: int) -> int | None:
    return None if left is None or right is None else left + sign * right


def _product(
    left: ex.Expression,
    right: ex.Expression,
    known: Uniformity,
    inits: Mapping[str, ex.Expression],
) -> int | None:
    for factor, other in ((left, right), (right, left)):
        value = constant(factor)
        found = stride(other, known, inits)
        if value is not None and found is not None:
            return value * found
    both = stride(left, known, inits) == 0 and stride(right, known, inits) == 0
    return 0 if both else None
