"""How far apart neighbouring work-items access memory: what vector code of them would cost."""

from collections.abc import Callable, Iterator, Sequence, Set

from ppcl.analysis.numbers.polynomial import ONE, ZERO, Polynomial
from ppcl.analysis.workgroup.along import Along
from ppcl.analysis.workgroup.uniformity import Uniformity
from ppcl.ir import expression as ex
from ppcl.ir import statement as st
from ppcl.ir.traverse import descendants, variables
from ppcl.ir.types import PointerType, VectorType
from ppcl.ir.vector import stored_lanes

_WIDE = 128  # bits


def is_regular(body: st.Block, known: Uniformity) -> bool:
    """Whether at least half of the accesses to memory whose address differs between work-items are
    of neighbouring elements: others take an instruction for each work-item in vector code too."""
    return are_regular(strides(body, known, body))


def are_regular(found: Sequence[Polynomial | None]) -> bool:
    """The same for the strides of some accesses."""
    irregular = sum(1 for stride in found if stride not in (ZERO, ONE))
    varying = sum(1 for stride in found if stride != ZERO)
    return 2 * irregular <= varying


def strides(
    body: st.Statement,
    known: Uniformity,
    around: st.Block,
    moved: Set[str] = frozenset(),
    dimension: int = 0,
) -> list[Polynomial | None]:
    """How far apart two neighbours' addresses are along a dimension, in elements, for each access
    to memory in a body; None: not known. The body's variables are declared `around` it; those that
    are `moved` are not as far apart as they were at first."""
    return [stride for _, stride in accesses(body, known, around, moved, dimension)]


def accesses(
    body: st.Statement,
    known: Uniformity,
    around: st.Block,
    moved: Set[str] = frozenset(),
    dimension: int = 0,
    seen_as: Callable[[ex.Expression], ex.Expression] = lambda node: node,
) -> list[tuple[ex.Expression, Polynomial | None]]:
    """The same, with the accesses; numbers count as what they are `seen_as`."""
    inits = {
        variable.declaration.key: seen_as(variable.init)
        for variable in variables(around)
        if variable.init is not None and variable.declaration.key not in moved
    }
    return list(_accesses(body, Along(known, inits, dimension), seen_as))


def _accesses(
    body: st.Statement, along: Along, seen_as: Callable[[ex.Expression], ex.Expression]
) -> Iterator[tuple[ex.Expression, Polynomial | None]]:
    nodes = list(descendants(body))
    apart = {
        id(node.base) for node in nodes if isinstance(node, ex.Swizzle) and _is_wide(node.base)
    }
    for node in nodes:
        if isinstance(node, ex.Index) and isinstance(node.base.type, PointerType):
            found = step_of((node.base, seen_as(node.index)), along)
        elif isinstance(node, ex.Unary) and node.op == "*":
            found = step_of((seen_as(node.operand),), along)
        else:
            continue
        yield node, (ONE if id(node) in apart and found != ZERO else found)


def _is_wide(node: ex.Expression) -> bool:
    """Whether an OpenCL vector is as wide as a register: it is one load for several numbers."""
    type_ = node.type
    return isinstance(type_, VectorType) and stored_lanes(type_.lanes) * type_.element.bits >= _WIDE


def step_of(parts: Sequence[ex.Expression], along: Along) -> Polynomial | None:
    """The stride of the address that parts add up to; None: not known."""
    steps = [along.stride(each).step for each in parts]
    known = [step for step in steps if step is not None]
    return sum(known, ZERO) if len(known) == len(steps) else None
