"""A kernel's tree with all known numbers put in: what is left depends on local ids and loops.

No place and no name of the source is left in it, so that trees of equal accesses are equal.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from types import MappingProxyType

from ppcl.analysis.locality.group import Group
from ppcl.analysis.model import AccessEvent, BarrierEvent, BranchNode, EventNode, LoopNode
from ppcl.analysis.numbers.guard import Guard
from ppcl.analysis.numbers.polynomial import ONE, ZERO, Atom, Polynomial, Symbol, Term

Address = Callable[[AccessEvent], Polynomial | None]
_COMPUTABLE = frozenset({"/", "%", "<<", ">>", "&", "|", "^", "min", "max"})


@dataclass(frozen=True)
class PreparedStatement:
    """An access: the byte address, the conditions for it, and the bytes that it touches."""

    address: Polynomial
    guards: tuple[Guard, ...]
    width: int


@dataclass(frozen=True)
class PreparedLoop:
    """A loop from `start` on; `distance` to its bound is None where that is unknown."""

    symbol: Symbol | None
    start: Polynomial
    distance: Polynomial | None
    step: int
    body: "tuple[Node, ...]"
    barrier: bool


@dataclass(frozen=True)
class PreparedBarrier:
    """A work-group barrier."""


Node = PreparedStatement | PreparedLoop | PreparedBarrier
# The counters of the loops round a node, and what stands for each: a symbol of its depth.
Counters = Mapping[Symbol, Symbol]


@dataclass(frozen=True)
class Prepared:
    """A tree over local ids and loop counters only, and how many accesses had to be left out."""

    nodes: tuple[Node, ...]
    left_out: int


def prepare(
    tree: Sequence[EventNode],
    address: Address,
    group: Group,
    counters: Counters = MappingProxyType({}),
) -> Prepared:
    """Put in all numbers that are known.

    An access without an address is not of interest; one whose address has an unknown symbol (data
    that are read from memory) is left out. Both sides of a branch are taken: guards decide.
    """
    nodes: list[Node] = []
    left_out = 0
    for node in tree:
        match node:
            case LoopNode() | BranchNode():
                inner, missing = _prepare_inner(node, address, group, counters)
                nodes += inner
                left_out += missing
            case BarrierEvent():
                nodes.append(PreparedBarrier())
            case AccessEvent():
                where = address(node)
                resolved = where and _resolve(where, group, counters)
                if resolved is not None:
                    guards = _known_guards(node.guards, group, counters)
                    nodes.append(PreparedStatement(resolved, guards, node.width))
                left_out += where is not None and resolved is None
            case _:
                pass
    return Prepared(tuple(nodes), left_out)


def _prepare_inner(
    node: LoopNode | BranchNode,
    address: Address,
    group: Group,
    counters: Counters,
) -> tuple[tuple[Node, ...], int]:
    if isinstance(node, BranchNode):
        sides = prepare((*node.then, *node.otherwise), address, group, counters)
        return sides.nodes, sides.left_out
    counter = Symbol("iterator", "", len(counters))
    inside = {**counters, node.iterator.symbol: counter} if node.iterator else counters
    body = prepare(node.body, address, group, inside)
    if not body.nodes:
        return (), body.left_out
    return (_loop(node, body.nodes, counter, group, counters),), body.left_out


def _loop(
    node: LoopNode, body: tuple[Node, ...], counter: Symbol, group: Group, counters: Counters
) -> PreparedLoop:
    """A step of 0 is an unknown one: such a loop is taken once."""
    barrier = any(
        isinstance(n, PreparedBarrier) or (isinstance(n, PreparedLoop) and n.barrier) for n in body
    )
    if node.iterator is None:
        return PreparedLoop(None, ZERO, None, 1, body, barrier)
    lower, upper, step = node.iterator.lower, node.iterator.upper, node.iterator.step
    first = lower if step >= 0 else upper and upper - ONE
    start = first and _resolve(first, group, counters)
    distance = _resolve(upper - lower, group, counters) if lower and upper else None
    if step == 0:
        distance = ONE
    return PreparedLoop(counter, start or ZERO, distance, step or 1, body, barrier)


def _resolve(value: Polynomial, group: Group, counters: Counters) -> Polynomial | None:
    """The value over local ids and counters; None where it has another unknown."""
    numbers = group.with_numbers(value)
    plain = all(symbol.kind == "local_id" or symbol in counters for symbol in numbers.symbols)
    return (
        numbers.substitute(partial(_canonical, counters))
        if plain and _computable(numbers)
        else None
    )


def _canonical(counters: Counters, atom: Atom) -> Polynomial | None:
    found = counters.get(atom) if isinstance(atom, Symbol) else None
    return None if found is None else Polynomial.atom(found)


def _computable(value: Polynomial) -> bool:
    terms = [atom for atom in value.atoms if isinstance(atom, Term)]
    return all(
        term.op in _COMPUTABLE and all(_computable(operand) for operand in term.operands)
        for term in terms
    )


def _known_guards(guards: tuple[Guard, ...], group: Group, counters: Counters) -> tuple[Guard, ...]:
    """The guards that can be evaluated; the others are taken to hold."""
    resolved = ((_resolve(guard.value, group, counters), guard.relation) for guard in guards)
    return tuple(Guard(value, relation) for value, relation in resolved if value is not None)
