"""Where kernels are launched, and what stands there for the global and the local size."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ppcl.analysis.model import LaunchEvent
from ppcl.ir import expression as ex
from ppcl.ir.node import Origin
from ppcl.ir.traverse import Node
from ppcl.ir.types import IntType, RecordType, Type
from ppcl.transform.launching.host_tree import HostTree
from ppcl.transform.launching.quotient import without_implicit

_SIZE_BITS = 64
_RANGE, _QUEUED = "cl::NDRange", "cl::EnqueueArgs"
_C_API, _METHOD = "clEnqueueNDRangeKernel", "cl::CommandQueue::enqueueNDRangeKernel"
# The arguments with the global and the local size.
_SIZES = {_C_API: (4, 5), _METHOD: (2, 3)}
# The words without which no text launches a kernel with sizes.
LAUNCHING = frozenset({_C_API, "enqueueNDRangeKernel", "EnqueueArgs"})


@dataclass(frozen=True)
class Listed:
    """Sizes that are written where they are used: `(size_t[]){m, n}`, `cl::NDRange(m, n)`."""

    elements: tuple[ex.Expression | None, ...]


@dataclass(frozen=True)
class Held:
    """Sizes that a variable holds: an array, an NDRange, or the number whose address is taken."""

    use: ex.NameRef

    @property
    def key(self) -> str:
        """The variable's key."""
        return self.use.declaration.key


@dataclass(frozen=True)
class Computed:
    """Any other pointer to sizes, or NDRange."""


Sizes = Listed | Held | Computed


@dataclass(frozen=True)
class SizeArgument:
    """A global or local size at a launch: `node` is what the text says there."""

    node: ex.Expression
    sizes: Sizes
    is_range: bool


@dataclass(frozen=True)
class LaunchSite:
    """A call that decides the sizes of all these `launches`: it makes them, or they are made in
    functions that pass sizes on, `depth` of them. `local_size` is None where the runtime chooses.
    `through` are the functions around the launch and these calls, but for the outermost."""

    call: ex.Call
    global_size: SizeArgument
    local_size: SizeArgument | None
    launches: tuple[LaunchEvent, ...]
    depth: int = 0
    through: tuple[str, ...] = ()

    @property
    def arguments(self) -> tuple[SizeArgument, ...]:
        """The sizes that are given."""
        return tuple(a for a in (self.global_size, self.local_size) if a is not None)


def site_at(tree: HostTree, at: Origin, launches: Sequence[LaunchEvent]) -> LaunchSite | None:
    """The launch site at a place; None where what launches there is none of the known forms, or
    more than one call that a macro makes."""
    found = [(call, _size_nodes(call)) for call in tree.calls.get(at, ())]
    known = [(call, sizes) for call, sizes in found if len(sizes) in (1, 2)]
    if len({tuple(size.at.span for size in sizes) for _, sizes in known}) != 1:
        return None
    call, sizes = known[0]
    arguments = [size_argument(node) for node in sizes]
    first, *others = arguments
    if first is None:
        return None
    return LaunchSite(call, first, others[0] if others else None, tuple(launches))


def kernel_argument(call: ex.Call) -> ex.Expression | None:
    """What a call that launches with sizes says for the kernel; None for calls of other forms."""
    if call.callee == _C_API:
        return without_implicit(call.arguments[1])
    if call.callee == _METHOD:
        return without_implicit(call.arguments[0])
    return call.receiver if call.method == "operator()" else None


def _size_nodes(call: ex.Call) -> list[ex.Expression]:
    """The global size and, where there is one, the local size."""
    positions = _SIZES.get(call.callee or "")
    if positions is not None:
        return [call.arguments[position] for position in positions]
    queued = [_construction(node, _QUEUED) for node in call.arguments[:1]]
    if call.method != "operator()" or queued[0] is None:
        return []
    ranges = [node for node in queued[0].arguments if _is_range(node)]
    return ranges[1:] if len(ranges) == 3 else ranges  # of three, the first is the offset


def _construction(node: ex.Expression, name: str) -> ex.Construct | None:
    """The construction of an object of a class, without copies of it."""
    inner = without_implicit(node)
    while isinstance(inner, ex.Construct) and _is_copy(inner):
        inner = without_implicit(inner.arguments[0])
    is_of_class = isinstance(inner.type, RecordType) and inner.type.name == name
    return inner if isinstance(inner, ex.Construct) and is_of_class else None


def _is_copy(node: ex.Construct) -> bool:
    return len(node.arguments) == 1 and without_implicit(node.arguments[0]).type == node.type


def _is_range(node: ex.Expression) -> bool:
    return isinstance(node.type, RecordType) and node.type.name == _RANGE


def size_argument(node: ex.Expression) -> SizeArgument | None:
    """What an argument says for a size; None where that is NULL or no size."""
    inner = without_implicit(node)
    while isinstance(inner, ex.Construct) and _is_copy(inner):
        inner = without_implicit(inner.arguments[0])
    if _is_null(inner):
        return None
    if isinstance(inner, ex.Construct):
        return SizeArgument(inner, Listed(inner.arguments), True) if _is_range(inner) else None
    return SizeArgument(inner, _sizes_of(inner), _is_range(inner))


def _sizes_of(node: ex.Expression) -> Sizes:
    inner = _without_casts(node)
    if isinstance(inner, ex.NameRef) and inner.kind == "variable":
        return Held(inner)
    match inner:
        case ex.Unary(op="&", operand=ex.Index(base=ex.InitList(elements=elements))):
            return Listed(elements)
        case ex.Unary(op="&", operand=ex.NameRef(kind="variable") as name) if is_size(name.type):
            return Held(name)
        case ex.InitList(elements=elements):
            return Listed(elements)
    return Computed()


def _without_casts(node: ex.Expression) -> ex.Expression:
    while isinstance(node, ex.Cast):
        node = node.operand
    return node


def is_size(type_: Type) -> bool:
    """Whether a type is as wide as `size_t`."""
    return isinstance(type_, IntType) and type_.bits == _SIZE_BITS


def _is_null(node: ex.Expression) -> bool:
    inner = _without_casts(node)
    if isinstance(inner, ex.NameRef):
        return inner.declaration.last == "NullRange"
    return isinstance(inner, ex.IntLiteral) and inner.value == 0 and not _is_range(node)


def is_launching(node: Node) -> bool:
    """Whether a node of the host is of those that launch kernels with sizes, or give the sizes."""
    match node:
        case ex.Call(callee=callee, method=method):
            return callee in _SIZES or method in LAUNCHING
        case ex.Construct(type=RecordType(name=name)):
            return name == _QUEUED
        case _:
            return False


def launch_places(launches: Sequence[LaunchEvent]) -> Iterator[Origin]:
    """The places of launches in the program, each once."""
    yield from dict.fromkeys(launch.place for launch in launches)
