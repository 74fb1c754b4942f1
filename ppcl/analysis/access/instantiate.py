"""A kernel's polynomials in terms of the host's values at one launch."""

from dataclasses import dataclass
from functools import cached_property

from ppcl.analysis.data.linked import argument_of
from ppcl.analysis.model import KernelModel, LaunchEvent
from ppcl.analysis.numbers.guard import Guard, LoopIterator
from ppcl.analysis.numbers.polynomial import ONE, Atom, Polynomial, Symbol
from ppcl.ir.types import IntType, Type


@dataclass(frozen=True)
class Instance:
    """What replaces a kernel's scalar parameters and sizes at a launch, and what follows of it."""

    values: tuple[tuple[Symbol, Polynomial], ...]
    facts: tuple[Guard, ...]

    def polynomial(self, value: Polynomial) -> Polynomial:
        """A kernel's polynomial over the host's values."""
        if value not in self._known:
            touched = not self._table.keys().isdisjoint(value.symbols)
            self._known[value] = value.substitute(self._table.get) if touched else value
        return self._known[value]

    def guard(self, guard: Guard) -> Guard:
        """A kernel's guard over the host's values."""
        return Guard(self.polynomial(guard.value), guard.relation)

    def loop(self, loop: LoopIterator) -> LoopIterator:
        """A kernel's loop over the host's values."""
        lower = None if loop.lower is None else self.polynomial(loop.lower)
        upper = None if loop.upper is None else self.polynomial(loop.upper)
        return LoopIterator(loop.symbol, lower, upper, loop.step, loop.exact)

    @cached_property
    def _table(self) -> dict[Atom, Polynomial]:
        return dict(self.values)

    @cached_property
    def _known(self) -> dict[Polynomial, Polynomial]:
        """Results so far: a kernel's accesses share most of their values."""
        return {}


def instantiate(kernel: KernelModel, launch: LaunchEvent) -> Instance:
    """The instance of a kernel at a launch."""
    symbols = _work_item_symbols(kernel)
    values: list[tuple[Symbol, Polynomial]] = []
    for parameter in kernel.parameters:
        argument = argument_of(launch, parameter.index)
        value = argument.value if argument is not None else None
        if parameter.symbol is not None and value is not None and _is_kept(parameter.type, value):
            values.append((parameter.symbol, value))
    for kind, sizes in (
        ("local_size", launch.local_size),
        ("global_size", launch.global_size),
        ("global_offset", launch.global_offset),
    ):
        values += [
            (symbol, sizes[dimension])
            for symbol, dimension in symbols
            if symbol.kind == kind and sizes is not None and dimension < len(sizes)
        ]
    return Instance(tuple(values), _launch_facts(symbols, launch))


def _is_kept(type_: Type, value: Polynomial) -> bool:
    """Whether a parameter has the value that the host set: one that may be negative is another
    number in an unsigned parameter."""
    unsigned = isinstance(type_, IntType) and not type_.signed
    return not unsigned or all(coefficient > 0 for _, coefficient in value.terms)


def _work_item_symbols(kernel: KernelModel) -> list[tuple[Symbol, int]]:
    kinds = ("local_id", "group_offset", "group_id", "local_size", "global_size", "global_offset")
    found: dict[Symbol, int] = {}
    for access in kernel.accesses:
        polynomials = [access.offset, *(g.value for g in access.guards)]
        for loop in access.loops:
            polynomials += [bound for bound in (loop.lower, loop.upper) if bound is not None]
        for polynomial in polynomials:
            for symbol in polynomial.symbols:
                if symbol.kind in kinds:
                    found[symbol] = int(symbol.name[-1])
    return sorted(found.items(), key=lambda item: item[0].key)


def _launch_facts(symbols: list[tuple[Symbol, int]], launch: LaunchEvent) -> tuple[Guard, ...]:
    """`global id < global size + offset` and `local id < local size`, per dimension."""
    facts: list[Guard] = []
    by_kind = {(symbol.kind, dimension): symbol for symbol, dimension in symbols}
    for dimension in range(launch.dimensions or 0):
        local = by_kind.get(("local_id", dimension))
        group = by_kind.get(("group_offset", dimension))
        if local is not None and launch.local_size is not None:
            facts.append(_below(Polynomial.atom(local), launch.local_size[dimension]))
        index = by_kind.get(("group_id", dimension))
        if local is not None and index is not None and launch.global_size and launch.local_size:
            before = Polynomial.atom(index) * launch.local_size[dimension]
            facts.append(_below(before + Polynomial.atom(local), launch.global_size[dimension]))
        if local is not None and group is not None and launch.global_size is not None:
            limit = launch.global_size[dimension]
            if launch.global_offset is not None:
                limit = limit + launch.global_offset[dimension]
            facts.append(_below(Polynomial.atom(local) + Polynomial.atom(group), limit))
    return tuple(facts)


def _below(value: Polynomial, limit: Polynomial) -> Guard:
    return Guard(limit - value - ONE, ">=")
