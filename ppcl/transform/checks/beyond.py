"""Work-items behind the last one that a launch had: whether a kernel does nothing for them.

    if (i >= n) return;          where no launch had fewer than n work-items

Where a launch is rounded up, there are some. That a kernel's ids and counters fit their types is
trusted (docs/adr/0001).
"""

from collections.abc import Iterator

from ppcl.analysis.model import AccessEvent, KernelModel, LaunchEvent, events_of
from ppcl.analysis.numbers.guard import Guard
from ppcl.analysis.numbers.polynomial import Atom, Polynomial, Symbol
from ppcl.analysis.numbers.proof import proves_nonnegative
from ppcl.ir import expression as ex
from ppcl.ir.traverse import Node
from ppcl.ir.types import IntType
from ppcl.transform.launching.division import of_groups, some_are

_ONE = Polynomial.constant(1)


def is_idle_beyond(kernel: KernelModel, launch: LaunchEvent, dimension: int) -> bool:
    """Whether all that a kernel reads and writes stands behind guards that no work-item comes
    through which a launch did not have."""
    events = tuple(events_of(kernel.tree))
    values = {
        parameter.symbol: argument.value
        for parameter in kernel.parameters
        for argument in launch.arguments
        if argument.index == parameter.index and parameter.symbol is not None
    }
    sizes = [sides[dimension] for sides in launch.global_choices if sides is not None]
    known = kernel.complete and len(sizes) == len(launch.global_choices) > 0

    guards = of_groups(launch)
    unsigned = any(map(_is_unsigned, kernel.function.nodes))

    def is_below(bound: Polynomial) -> bool:
        end = _at_launch(bound, values)
        return end is not None and all(_is_within(end, size) for size in sizes)

    def _is_within(end: Polynomial, size: Polynomial) -> bool:
        known = (*guards, *some_are(size, guards))
        asked = (size - end, end) if unsigned else (size - end,)
        return all(proves_nonnegative(value, known, launch.loops) for value in asked)

    return known and all(
        isinstance(event, AccessEvent) and any(map(is_below, _bounds(event.guards, dimension)))
        for event in events
    )


def _is_unsigned(node: Node) -> bool:
    """Whether numbers are compared that have no sign: one below 0 is a large one then."""
    if not isinstance(node, ex.Binary) or node.op not in ("<", "<=", ">", ">=", "==", "!="):
        return False
    types = (node.left.type, node.right.type)
    return not all(isinstance(type_, IntType) and type_.signed for type_ in types)


def _bounds(guards: tuple[Guard, ...], dimension: int) -> Iterator[Polynomial]:
    """What a work-item's number is below where the guards hold, in terms of parameters."""
    for guard in guards:
        number = Polynomial()
        for symbol in guard.value.symbols:
            if (symbol.kind, symbol.name) in (
                ("group_offset", f"go{dimension}"),
                ("local_id", f"l{dimension}"),
            ):
                number = number + Polynomial.atom(symbol)
        bound = guard.value + number + _ONE
        plain = all(isinstance(a, Symbol) and a.kind == "parameter" for a in bound.atoms)
        if guard.relation == ">=" and len(number.terms) == 2 and plain:
            yield bound


def _at_launch(bound: Polynomial, values: dict[Symbol, Polynomial | None]) -> Polynomial | None:
    """A bound in terms of what a launch passes."""
    if any(values.get(symbol) is None for symbol in bound.symbols):
        return None

    def value(atom: Atom) -> Polynomial | None:
        return values.get(atom) if isinstance(atom, Symbol) else None

    return bound.substitute(value)
