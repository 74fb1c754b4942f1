"""Places that are read and written: parts of a variable that no pointer reaches, or of memory."""

from collections.abc import Callable
from dataclasses import dataclass

from ppcl.analysis.terms.outline import Effect
from ppcl.analysis.terms.reading import NotModelled, Reading
from ppcl.analysis.terms.term import Term
from ppcl.ir import expression as ex
from ppcl.ir.types import ArrayType, PointerType, Type

Value = Callable[[ex.Expression], Term]
# A way into a value: an operator with its detail, and an index where it has one.
Way = tuple[str, tuple[object, ...], tuple[Term, ...]]


@dataclass(frozen=True)
class Private:
    """A part of a variable, by the variable's name; it needs no address."""

    name: str
    ways: tuple[Way, ...] = ()

    def then(self, way: Way) -> "Private":
        """A part of the part."""
        return Private(self.name, (*self.ways, way))

    def read(self, reading: Reading, node: ex.Expression) -> Term:
        """Its value."""
        return _within(reading.values[self.name], self.ways)

    def write(self, reading: Reading, value: Term, node: ex.Expression) -> None:
        """The variable is another one where a part of it is."""
        reading.values[self.name] = _with(reading.values[self.name], self.ways, value)

    def address(self, node: ex.Expression) -> Term:
        """It has none."""
        raise NotModelled("an address of a variable that was taken to have none", node.at)


@dataclass(frozen=True)
class InMemory:
    """A place in memory, by its address."""

    at: Term
    type: Type

    def then(self, way: Way) -> "InMemory":
        """A part of it."""
        op, detail, parts = way
        return InMemory(Term(op, detail, (self.at, *parts)), self.type)

    def read(self, reading: Reading, node: ex.Expression) -> Term:
        """What is there now; an array is its address."""
        return self.at if isinstance(node.type, ArrayType) else reading.load(self.at, node)

    def write(self, reading: Reading, value: Term, node: ex.Expression) -> None:
        """A store."""
        reading.effect(Effect("store", (node.type,), (self.at, value), node))

    def address(self, node: ex.Expression) -> Term:
        """Its address."""
        return self.at


@dataclass(frozen=True)
class OfValue:
    """A part of what is no variable: a function's result."""

    whole: Term
    ways: tuple[Way, ...] = ()

    def then(self, way: Way) -> "OfValue":
        """A part of the part."""
        return OfValue(self.whole, (*self.ways, way))

    def read(self, reading: Reading, node: ex.Expression) -> Term:
        """Its value."""
        return _within(self.whole, self.ways)

    def write(self, reading: Reading, value: Term, node: ex.Expression) -> None:
        """Nothing is there to write."""
        raise NotModelled("a value that is written", node.at)

    def address(self, node: ex.Expression) -> Term:
        """It has none."""
        raise NotModelled("the address of a value", node.at)


Lvalue = Private | InMemory | OfValue


def place_of(node: ex.Expression, reading: Reading, value: Value) -> Lvalue:
    """The place that an expression names; the indices in it are computed. Raises NotModelled."""
    match node:
        case ex.NameRef():
            return _named(node, reading)
        case ex.Index() if isinstance(node.base.type, PointerType):
            base = value(node.base)
            return InMemory(Term("element", (node.type,), (base, value(node.index))), node.type)
        case ex.Index():
            base_place = place_of(node.base, reading, value)
            return base_place.then(("element", (node.type,), (value(node.index),)))
        case ex.Member(arrow=True):
            return InMemory(Term("member", (node.name,), (value(node.base),)), node.type)
        case ex.Member():
            return place_of(node.base, reading, value).then(("member", (node.name,), ()))
        case ex.Swizzle() if node.components:
            way: Way = ("lanes", (node.components, node.type), ())
            return place_of(node.base, reading, value).then(way)
        case ex.Unary(op="*"):
            return InMemory(value(node.operand), node.type)
        case ex.Call() | ex.Binary() | ex.Conditional() | ex.Cast() | ex.VectorLiteral():
            return OfValue(value(node))
        case ex.InitList() | ex.Unary() | ex.Assign():
            return OfValue(value(node))
    raise NotModelled(type(node).__name__, node.at)


def _named(node: ex.NameRef, reading: Reading) -> Lvalue:
    name = reading.name_of(node.declaration)
    if name in reading.values:
        return Private(name)
    if node.kind == "function":
        return OfValue(Term("function", (node.declaration.name,)))
    return InMemory(reading.address_of(node.declaration, node.type), node.type)


def _within(value: Term, ways: tuple[Way, ...]) -> Term:
    for op, detail, parts in ways:
        value = Term(op, detail, (value, *parts))
    return value


def _with(old: Term, ways: tuple[Way, ...], new: Term) -> Term:
    """A value of which a part is another one."""
    if not ways:
        return new
    (op, detail, parts), *rest = ways
    inner = _with(Term(op, detail, (old, *parts)), tuple(rest), new)
    return Term(f"with {op}", detail, (old, *parts, inner))
