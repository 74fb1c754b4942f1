"""What merging work-items is expected to gain: the share of a work-item's time in which it does
what its neighbours do, too (PPOpenCL Alg. 1), as far as the target lets it (Alg. 2)."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import prod

from ppcl.analysis.model import LaunchEvent
from ppcl.ir import expression as ex
from ppcl.ir import statement as st
from ppcl.ir.traverse import Node, children
from ppcl.ir.types import PointerType, VectorType
from ppcl.targets.target import Target
from ppcl_transforms.coarsen.parts import Each
from ppcl_transforms.coarsen.row import Row
from ppcl_transforms.coarsen.text import Form

# At least so many work-items stay in a group of a GPU, a multiple of this (PPOpenCL Alg. 2).
_GROUP, _WARP = 128, 32
_HELD = 1024  # work-items that a unit of a GPU is to hold at a time
# The share that loops over the work-items, and what they keep for each, are taken to need on a CPU;
# a GPU's compilers unroll them.
_LOOPS = 0.08
_CALL = 20  # cycles of a builtin that computes: a square root, a sine
_ARITHMETIC: Mapping[str, str] = {"+": "add", "-": "add", "*": "multiply", "/": "divide"}


@dataclass(frozen=True)
class Cycles:
    """A work-item's cycles, and those of them that are the same for its neighbours."""

    all: float
    shared: float


def gain(form: Form, factor: int, target: Target, launches: Sequence[LaunchEvent]) -> float:
    """The share of the kernel's time that is expected to be saved."""
    row = form.row
    if not form.together or not allowed(row.dimension, factor, target, launches):
        return 0.0
    shares = [_share(form, factor, target, sizes["trip"]) for sizes in target.nominal]
    return sum(shares) / len(shares)


def _share(form: Form, factor: int, target: Target, trip: int) -> float:
    cycles = cycles_of(form, target, trip)
    saved = cycles.shared / cycles.all * (1 - 1 / factor) if cycles.all else 0.0
    return saved - (_LOOPS if target.kind == "cpu" else 0.0)


def allowed(dimension: int, factor: int, target: Target, launches: Sequence[LaunchEvent]) -> bool:
    """Whether enough work-items are left, and lanes are not taken (PPOpenCL Alg. 2)."""
    if target.kind == "cpu":
        return dimension > 0 or target.mode == "serial"
    return all(
        _fills(dimension, factor, target, launch) and _occupies(factor, target, launch)
        for launch in launches
    )


def _occupies(factor: int, target: Target, launch: LaunchEvent) -> bool:
    """Whether enough work-items are known to be left for all units of a GPU to hide what they wait
    for."""
    units = target.facts.get("compute_units")
    sides = [side.as_int for side in launch.global_size or ()]
    known = [side for side in sides if side is not None]
    if units is None or not known or len(known) < len(sides):
        return False
    return prod(known) // factor >= int(units.value) * _HELD


def _fills(dimension: int, factor: int, target: Target, launch: LaunchEvent) -> bool:
    """Whether a group of a launch still fills a GPU's units; unknown sizes are nominal ones."""
    names = ("local_x", "local_y", "local_z")[: launch.dimensions or 1]
    known = launch.local_size or (None,) * len(names)
    for sizes in target.nominal:
        group = [
            each.as_int if each is not None and each.as_int is not None else sizes[name]
            for each, name in zip(known, names, strict=False)
        ]
        if dimension < len(group):
            group[dimension] //= factor
        left = prod(group)
        if left < _GROUP or left % _WARP:
            return False
    return True


def cycles_of(form: Form, target: Target, trip: int) -> Cycles:
    """What a work-item needs, one operation after another; loops run `trip` times where the text
    has no number."""
    found = [
        (cost, shared)
        for statement in _statements(form)
        for cost, shared in _costs(statement, form.row, target, trip, 1)
    ]
    return Cycles(sum(cost for cost, _ in found), sum(cost for cost, shared in found if shared))


def _statements(form: Form) -> Iterator[st.Statement]:
    """The statements that all work-items go through together."""
    for part in form.parts:
        yield from part.statements if isinstance(part, Each) else (part.statement,)


def _costs(
    node: Node, row: Row, target: Target, trip: int, times: float
) -> Iterator[tuple[float, bool]]:
    """Each operation's cycles, and whether it is the same for the neighbours."""
    cost = _cost(node, target)
    if cost:
        assert isinstance(node, ex.Expression)
        yield cost * times, row.known.is_uniform(node)
    if isinstance(node, st.If) and not row.known.is_uniform(node.condition):
        yield float(_latency(target, "branch")) * times, False
    inner = times
    if isinstance(node, st.For | st.While | st.DoWhile):
        inner = times * (_trips(node) or trip)
        yield (
            float(_latency(target, "add")) * inner,
            node.condition is None or (row.known.is_uniform(node.condition)),
        )
    for child in children(node):
        yield from _costs(child, row, target, trip, inner)


def _cost(node: Node, target: Target) -> float:
    match node:
        case ex.Index(base=base) if isinstance(base.type, PointerType):
            return float(_latency(target, "load"))
        case ex.Binary(op=op, type=type_) if op in _ARITHMETIC:
            lanes = type_.lanes if isinstance(type_, VectorType) else 1
            return float(_latency(target, _ARITHMETIC[op]) * lanes)
        case ex.Assign(op=op) if op.rstrip("=") in _ARITHMETIC:
            return float(_latency(target, _ARITHMETIC[op.rstrip("=")]))
        case ex.Call(callee=callee) if not (callee or "").startswith("get_"):
            return _CALL
        case _:
            return 0.0


def _trips(loop: st.For | st.While | st.DoWhile) -> int | None:
    """How often a loop runs whose text says so by a number."""
    match loop:
        case st.For(condition=ex.Binary(op="<" | "<=", right=ex.IntLiteral(value=end))):
            return max(end, 1)
        case _:
            return None


def _latency(target: Target, name: str) -> int:
    return int(target.facts[f"latency.{name}"].value)
