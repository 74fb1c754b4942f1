"""Hand-made symbols, events and kernels, as the symbolic walk would make them."""

from itertools import count

from ppcl.analysis.model import (
    AccessEvent,
    EventNode,
    KernelModel,
    LoopNode,
    MemoryObject,
    Precision,
)
from ppcl.analysis.numbers.guard import Guard, LoopIterator
from ppcl.analysis.numbers.polynomial import ONE, ZERO, Polynomial, Symbol, SymbolKind
from ppcl.ir.expression import IntLiteral
from ppcl.ir.node import Declaration, Origin
from ppcl.ir.statement import Block
from ppcl.ir.types import FloatType, IntType, VoidType
from ppcl.ir.unit import Function
from ppcl.source import Span

AT = Origin(Span("k.cl", 0, 0))
FLOAT = FloatType("float", 32)
_serials = count()


def symbol(kind: SymbolKind, name: str) -> Symbol:
    return Symbol(kind, name, next(_serials))


def unknown(kind: SymbolKind, name: str) -> Polynomial:
    return Polynomial.atom(symbol(kind, name))


def number(value: int) -> Polynomial:
    return Polynomial.constant(value)


def only(value: Polynomial) -> Symbol:
    """The one symbol of a plain value."""
    (found,) = value.symbols
    return found


def loop(
    counter: Polynomial, upper: Polynomial | None, lower: Polynomial | None = ZERO, step: int = 1
) -> LoopIterator:
    return LoopIterator(only(counter), lower, upper, step, upper is not None)


def less(value: Polynomial, limit: Polynomial) -> Guard:
    return Guard(limit - value - ONE, ">=")


def target(name: str) -> MemoryObject:
    return MemoryObject(next(_serials), "parameter", name, None, FLOAT, None)


def access(
    where: MemoryObject,
    element: Polynomial,
    loops: tuple[LoopIterator, ...] = (),
    guards: tuple[Guard, ...] = (),
    width: int = 4,
    precision: Precision = "exact",
    shift: Polynomial = ZERO,
) -> AccessEvent:
    """A load of element number `element`, `shift` bytes further on."""
    node = IntLiteral(AT, IntType("int", 32, True), 0)
    return AccessEvent(
        order=next(_serials),
        kind="load",
        object=where,
        offset=element * number(width) + shift,
        precision=precision,
        width=width,
        type=FLOAT,
        node=node,
        subscript=None,
        terms=(),
        scope=(),
        loops=loops,
        guards=guards,
        function=None,
        element=node,
    )


def nest(loops: tuple[LoopIterator, ...], *body: EventNode) -> EventNode:
    """Loops round events, the first one outermost."""
    inner = body
    for iterator in reversed(loops):
        inner = (LoopNode(iterator, inner, AT),)
    return inner[0]


def kernel(*tree: EventNode) -> KernelModel:
    function = Function(
        at=AT,
        name_at=AT,
        declaration=Declaration("k", "k"),
        result=VoidType(),
        parameters=(),
        body=Block(AT, ()),
        kernel=True,
    )
    return KernelModel("k", function, "k.cl", (), tree)
