"""What merging work-items is expected to gain: the share of a work-item's time in which it does
what its neighbours do, too (PPOpenCL Alg. 1), as far as the target lets it (Alg. 2)."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import prod

from ppcl.analysis.model import LaunchEvent
from ppcl.analysis.numbers.polynomial import Polynomial
from ppcl.analysis.workgroup.lanes import are_regular
from ppcl.ir import expression as ex
from ppcl.ir import statement as st
from ppcl.ir.traverse import descendants
from ppcl.ir.types import ArrayType, size_of
from ppcl.source import Span
from ppcl.targets.target import Target
from ppcl_transforms.coarsen.cycles import Clock, Cycles, adds_up, is_innermost, waits
from ppcl_transforms.coarsen.parts import LOOPS, Each, Joint, Part, has_loops
from ppcl_transforms.coarsen.row import Row
from ppcl_transforms.coarsen.text import Form, kept_of
from ppcl_transforms.coarsen.walks import walks

# At least so many work-items stay in a group of a GPU, a multiple of this (PPOpenCL Alg. 2).
_GROUP, _WARP = 128, 32
_HELD = 1024  # work-items that a unit of a GPU is to hold at a time
# The share that loops over the work-items, and what they keep for each, are taken to need on a CPU;
# a GPU's compilers unroll them.
_LOOPS = 0.08
_SIDE_BY_SIDE = 0.7  # of the time of a sum's steps, where several sums go on at a time
_AT_A_TIME = 6  # cycles of operations that a CPU does in one, beside each other
_SOME_LANES = 2  # that compilers make of operations that stand beside each other
_WORD = 4  # bytes of a value, of which targets have `loop_lanes` in a register
# Builtins that are an instruction or two.
_SIMPLE = frozenset(
    (
        *("sqrt", "rsqrt", "native_sqrt", "native_rsqrt", "native_recip", "fabs", "fma", "mad"),
        *("fmin", "fmax", "min", "max", "abs", "clamp", "mad24", "mul24"),
        *("floor", "ceil", "trunc", "rint", "convert_int", "convert_float"),
    )
)


@dataclass(frozen=True)
class Gain:
    """What merging work-items of a kernel is expected to gain on a target."""

    form: Form
    target: Target
    launches: Sequence[LaunchEvent]

    def of(self, factor: int, unrolled: bool) -> float:
        """The share of the kernel's time that is expected to be saved."""
        row, is_cpu = self.form.row, self.target.kind == "cpu"
        if not self.form.together and not _is_turned(self.form, self.target):
            return 0.0
        if not allowed(row.dimension, factor, self.target, self.launches):
            return 0.0
        if self.target.mode == "serial" and is_one_wide(row, factor, self.launches):
            return 0.0
        if unrolled and not is_cpu:
            return 0.0
        shares = [self._share(clock, factor, unrolled) for clock in self._clocks]
        return sum(shares) / len(shares) - (_LOOPS if is_cpu else 0.0)

    def _share(self, clock: Clock, factor: int, unrolled: bool) -> float:
        before = self._before[clock.trip]
        return 1 - Weights(self.form, clock, factor, unrolled).after / before if before else 0.0

    @cached_property
    def _clocks(self) -> Sequence[Clock]:
        return [Clock(self.form.row, self.target, sizes["trip"]) for sizes in self.target.nominal]

    @cached_property
    def _before(self) -> Mapping[int, float]:
        """A work-item's cycles as the kernel is, by how often loops are taken to run."""
        return {clock.trip: self._as_it_is(clock) for clock in self._clocks}

    def _as_it_is(self, clock: Clock) -> float:
        found = (clock.cycles(s) for part in self.form.parts for s in statements_of(part))
        return clock.total(sum(found, Cycles()).in_lanes(lanes_of_rows(self.form.row, self.target)))


@dataclass(frozen=True)
class Weights:
    """A work-item's cycles: what is done together takes its share of one work-item's time; where
    compilers make lanes of a loop over the work-items, they share more."""

    form: Form
    clock: Clock
    factor: int
    unrolled: bool

    @property
    def after(self) -> float:
        """With merged work-items."""
        found = sum((self._part(part, None) for part in self.form.parts), Cycles())
        return self.clock.total(found.in_lanes(self._lanes_of_rows if self.unrolled else 1))

    @cached_property
    def _lanes_of_rows(self) -> int:
        return lanes_of_rows(self.form.row, self.clock.target)

    def _part(self, part: Part, loop: st.Statement | None) -> Cycles:
        """The cycles of a part, in the loop that stands round it."""
        match part:
            case Each(statements=statements):
                return self._each(statements, loop)
            case Joint(statement=statement, bodies=bodies):
                return self._joint(statement, bodies, loop)
            case _:
                return self.clock.cycles(part.statement, loop is not None) * (1 / self.factor)

    def _joint(
        self,
        statement: st.Statement,
        bodies: Sequence[tuple[st.Statement, Sequence[Part]]],
        loop: st.Statement | None,
    ) -> Cycles:
        """What a branch or loop costs by itself, and the parts in it."""
        is_loop = isinstance(statement, LOOPS)
        around = statement if is_loop else loop
        head = self.clock.head(statement, around is not None) * (1 / self.factor)
        found = sum((self._part(part, around) for _, parts in bodies for part in parts), head)
        return found * (self.clock.turns(statement) if is_loop else 1)

    def _each(self, statements: Sequence[st.Statement], loop: st.Statement | None) -> Cycles:
        """What each work-item does by itself. What is the same for all is done once by a compiler
        that sees them beside each other; in a loop of sums, these go on side by side."""
        cost = sum((self.clock.cycles(s, loop is not None) for s in statements), Cycles())
        if self.clock.is_cpu and any(map(has_loops, statements)):
            return cost
        sums = loop is not None and is_innermost(loop) and waits(loop, self.form.row)
        in_memory = sums and self.clock.is_cpu and any(map(adds_up, statements))
        lanes = self._lanes(statements, sums and not in_memory)
        apart = sum(node.at.span in self._walks for s in statements for node in expressions(s))
        if in_memory and (apart or lanes <= _SOME_LANES):
            return sum(map(self._in_memory, statements), self._missed(apart))
        own = cost.all - cost.shared * (1 - 1 / self.factor)
        beside = replace(cost, all=own * (_SIDE_BY_SIDE if sums else 1.0))
        return beside.in_lanes(lanes) + self._missed(apart)

    def _in_memory(self, statement: st.Statement) -> Cycles:
        """A statement of a loop with sums in memory: nothing is shared between their stores, which
        might change it, but they wait less for each other."""
        cost = self.clock.cycles(statement, True)
        turn = 0.0 if self.unrolled else self.clock.latency("add")
        if not adds_up(statement):
            return replace(cost, all=cost.all + turn)
        waited, busy = self.clock.latency("load") + self.clock.latency("add"), cost.all / _AT_A_TIME
        return replace(
            cost, all=cost.all * max(waited / self.factor, busy) / max(waited, busy) + turn
        )

    def _missed(self, apart: int) -> Cycles:
        """What a CPU waits for where work-items walk `apart`, along so many lines of its first
        cache at a time that these do not stay there: rows of a matrix fall into the same ways."""
        nearest = self.clock.target.caches[0]
        stays = apart * self.factor <= nearest.ways
        return Cycles() if stays else Cycles(memory=apart * nearest.beyond)

    @cached_property
    def _walks(self) -> frozenset[Span]:
        return walks(self.form.row, self.clock.target) if self.clock.is_cpu else frozenset()

    @cached_property
    def _fit_registers(self) -> bool:
        """Whether what is kept for each work-item leaves a CPU a register to compute with: else
        it is stored and loaded again, and compilers make no lanes of that."""
        row, target = self.form.row, self.clock.target
        registers = target.facts.get("registers")
        if not self.clock.is_cpu or registers is None:
            return True
        kept = (row.variables[key].type for key in kept_of(self.form))
        held = sum(size_of(type_) or 0 for type_ in kept if not isinstance(type_, ArrayType))
        return held * self.factor < int(registers.value) * _WORD * target.loop_lanes

    def _lanes(self, statements: Sequence[st.Statement], sums: bool) -> int:
        """The lanes that a compiler makes of merged work-items; `sums` are kept in variables."""
        row, most = self.form.row, min(self.clock.target.loop_lanes, self.factor)
        if not self._fit_registers:
            return 1
        some = min(most, _SOME_LANES)
        if self.unrolled:
            return some if self._lanes_of_rows == 1 else 1
        if any(map(computes, statements)):
            return 1
        if are_regular([stride for each in statements for stride in row.strides(each)]):
            return most if most > _SOME_LANES else 1
        return some if sums else 1


def lanes_of_rows(row: Row, target: Target) -> int:
    """The lanes that a compiler makes of the work-items of a kernel without loops."""
    return target.loop_lanes if may_have_lanes_along_x(row) else 1


def _is_turned(form: Form, target: Target) -> bool:
    """Whether work-items that are done one after another are neighbours in memory along their
    dimension, but not along x, in which a CPU does them else."""
    row = form.row
    is_serial = target.kind == "cpu" and target.mode == "serial" and target.loop_lanes > 1
    along = is_serial and row.dimension > 0 and has_lanes(replace(row, inner=None))
    return along and not may_have_lanes_along_x(row)


def has_lanes(row: Row) -> bool:
    """Whether compilers make lanes of a kernel's work-items along a dimension: of loops in it they
    do first."""
    return not has_loops(row.body) and are_regular(row.strides(row.body))


def may_have_lanes_along_x(row: Row) -> bool:
    """The same along x, for what a kernel is, not for what it may become: neighbours that are not
    known to be far apart count as near."""
    far_apart = [stride for stride in row.along_x.strides(row.body) if stride is not None]
    return not has_loops(row.body) and are_regular(far_apart)


def allowed(dimension: int, factor: int, target: Target, launches: Sequence[LaunchEvent]) -> bool:
    """Whether enough work-items are left, and lanes are not taken (PPOpenCL Alg. 2)."""
    if target.kind == "cpu":
        return dimension > 0 or target.mode == "serial"
    return all(
        _fills(dimension, factor, target, launch) and _occupies(factor, target, launch)
        for launch in launches
    )


def is_one_wide(row: Row, factor: int, launches: Sequence[LaunchEvent]) -> bool:
    """Whether a group with barriers may be one work-item wide then: pocl's compiler (3.1 and 5.0)
    fails on some kernels of such groups, or makes them wrong."""
    one = Polynomial.constant(factor)
    sizes = (launch.local_size for launch in launches)
    may_be = any(size is not None and one in size[row.dimension :][:1] for size in sizes)
    return may_be and row.holds_barrier(row.body)


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


def statements_of(part: Part) -> tuple[st.Statement, ...]:
    """What a part is made of."""
    return part.statements if isinstance(part, Each) else (part.statement,)


def expressions(statement: st.Statement) -> Iterator[ex.Expression]:
    """The expressions in a statement."""
    return (node for node in descendants(statement) if isinstance(node, ex.Expression))


def computes(statement: st.Statement) -> bool:
    """Whether a builtin is called that compilers make no lanes of."""
    calls = (node for node in descendants(statement) if isinstance(node, ex.Call))
    names = {call.callee or "" for call in calls}
    return any(not name.startswith("get_") for name in names - _SIMPLE)
