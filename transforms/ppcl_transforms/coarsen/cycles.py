"""How long a work-item's operations take, with a target's latencies."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from ppcl.ir import expression as ex
from ppcl.ir import statement as st
from ppcl.ir.traverse import Node, children, descendants
from ppcl.ir.types import ArrayType, FloatType, PointerType, Type, VectorType, size_of
from ppcl.targets.target import Target
from ppcl_transforms.coarsen.parts import LOOPS
from ppcl_transforms.coarsen.row import Row

_CALL = 20  # cycles of a builtin that computes: a square root, a sine
_PIXEL = 60  # of one that reads or writes a pixel on a CPU, which makes no lanes of that (measured)
_ARITHMETIC: Mapping[str, str] = {"+": "add", "-": "add", "*": "multiply", "/": "divide"}


@dataclass(frozen=True)
class Cycles:
    """Cycles of a work-item; those of them that are the same for its neighbours; and those for
    which it waits for memory, which lanes do not make less."""

    all: float = 0.0
    shared: float = 0.0
    memory: float = 0.0

    def __add__(self, other: "Cycles") -> "Cycles":
        memory = self.memory + other.memory
        return Cycles(self.all + other.all, self.shared + other.shared, memory)

    def __mul__(self, times: float) -> "Cycles":
        return Cycles(self.all * times, self.shared * times, self.memory * times)

    def in_lanes(self, lanes: float) -> "Cycles":
        """What is left where a compiler makes lanes of it."""
        return Cycles(self.all / lanes, self.shared / lanes, self.memory)


@dataclass(frozen=True)
class Clock:
    """Counts a tree's cycles, one operation after another; loops run `trip` times where the text
    has no number."""

    row: Row
    target: Target
    trip: int

    @property
    def is_cpu(self) -> bool:
        """Whether one thread runs a group's work-items."""
        return self.target.kind == "cpu"

    def total(self, cycles: Cycles) -> float:
        """The cycles of a work-item beside those that run in step with it."""
        return cycles.all / (self.target.width("float") if self.is_cpu else 1) + cycles.memory

    @cached_property
    def _counted(self) -> dict[tuple[int, bool], tuple[Node, Cycles]]:
        """What is known of trees of the row, by their identity, which is theirs while they are
        held, and where they stand."""
        return {}

    def cycles(self, node: Node, in_loop: bool = False) -> Cycles:
        """The cycles of a tree; `in_loop`: it stands in one."""
        key = (id(node), in_loop)
        if key not in self._counted:
            self._counted[key] = node, self._count(node, in_loop)
        return self._counted[key][1]

    def _count(self, node: Node, in_loop: bool) -> Cycles:
        found = self._own(node, in_loop)
        in_loop = in_loop or isinstance(node, LOOPS)
        for child in children(node):
            found += self.cycles(child, in_loop)
        return self._turned(node, found) if isinstance(node, LOOPS) else found

    def _turned(self, loop: st.Statement, once: Cycles) -> Cycles:
        """The cycles of a loop, of which a compiler makes lanes if it is an innermost one whose
        iterations do not wait for each other."""
        lanes = self.target.loop_lanes if is_innermost(loop) and not waits(loop, self.row) else 1
        return once.in_lanes(lanes) * self.turns(loop)

    def head(self, node: st.Statement, in_loop: bool) -> Cycles:
        """The cycles of a branch's or loop's own expressions, once."""
        heads = [each for each in children(node) if not isinstance(each, st.Statement)]
        return sum((self.cycles(h, in_loop) for h in heads), self._own(node, in_loop))

    def turns(self, loop: st.Statement) -> int:
        """How often a loop runs."""
        match loop:
            case st.For(condition=ex.Binary(op="<" | "<=", right=ex.IntLiteral(value=end))):
                return max(end, 1)
            case _:
                return self.trip

    def _own(self, node: Node, in_loop: bool) -> Cycles:
        """The cycles of a node without those below it."""
        if isinstance(node, ex.Expression):
            cost = self._cost(node)
            shared = cost > 0 and self.row.known.is_uniform(node)
            return Cycles(cost, cost if shared else 0.0, self._memory(node, in_loop))
        if isinstance(node, st.If) and not self.row.known.is_uniform(node.condition):
            return Cycles(self.latency("branch"))
        if isinstance(node, LOOPS):
            cost = self.latency("add")
            same = node.condition is None or self.row.known.is_uniform(node.condition)
            return Cycles(cost, cost if same else 0.0)
        return Cycles()

    def _cost(self, node: ex.Expression) -> float:
        match node:
            case ex.Index(base=base) if isinstance(base.type, PointerType):
                return self.latency("load")
            case ex.Binary(op=op, type=type_) if op in _ARITHMETIC:
                lanes = type_.lanes if isinstance(type_, VectorType) else 1
                return self.latency(_ARITHMETIC[op]) * lanes
            case ex.Assign(op=op) if op.rstrip("=") in _ARITHMETIC:
                return self.latency(_ARITHMETIC[op.rstrip("=")])
            case ex.Call(callee=callee) if not (callee or "").startswith("get_"):
                return 0.0 if self.is_cpu and _is_of_pixels(node) else _CALL
            case _:
                return 0.0

    def _memory(self, node: ex.Expression, in_loop: bool) -> float:
        """What each work-item accesses by itself once in a kernel comes from a CPU's memory, line
        by line; so do pixels, wherever they are."""
        if self.is_cpu and _is_of_pixels(node):
            return _PIXEL
        is_access = isinstance(node, ex.Index) and isinstance(node.base.type, PointerType)
        if not (is_access and self.is_cpu) or in_loop or self.row.known.is_uniform(node):
            return 0.0
        share = (size_of(node.type) or self.target.line) / self.target.line
        return self.latency("memory") * min(share, 1.0)

    def latency(self, name: str) -> float:
        """The cycles of an operation, as the target has it."""
        return float(self.target.latencies[name])


def _is_of_pixels(node: ex.Expression) -> bool:
    return isinstance(node, ex.Call) and (node.callee or "").startswith(("read_im", "write_im"))


def is_innermost(loop: st.Statement) -> bool:
    """Whether a statement is a loop in which no other stands."""
    return isinstance(loop, LOOPS) and sum(isinstance(n, LOOPS) for n in descendants(loop)) == 1


def waits(loop: st.Statement, row: Row) -> bool:
    """Whether a loop's iterations need a float that the one before gave: a sum, in memory too."""
    inside = {n.declaration.key for n in descendants(loop) if isinstance(n, st.Variable)}
    return adds_up(loop) or any(
        key not in inside and key in row.variables and _is_float(row.variables[key].type)
        for key, _ in row.sets(loop)
    )


def adds_up(statement: st.Statement) -> bool:
    """Whether a statement changes floats in memory by what they were."""
    return any(
        isinstance(node, ex.Assign)
        and node.op != "="
        and isinstance(node.target, ex.Index)
        and _is_float(node.target.type)
        for node in descendants(statement)
    )


def _is_float(type_: Type) -> bool:
    return isinstance(
        type_.element if isinstance(type_, VectorType | ArrayType) else type_, FloatType
    )
