"""One question on a value: along a dimension, is it uniform, consecutive, strided by what, or
divergent?

A value is a polynomial over ids and what is uniform. Its stride is what it becomes where the local
id is one more, less what it is: what does not depend on that id cancels out.
"""

from collections.abc import Callable, Iterator, Mapping, Set
from dataclasses import dataclass, field, replace
from itertools import count

from ppcl.analysis.numbers.polynomial import DEEPEST, ONE, ZERO, Atom, Polynomial, Symbol, Term
from ppcl.analysis.workgroup.uniformity import Uniformity
from ppcl.analysis.workgroup.work_items import NEIGHBOURS, constant
from ppcl.ir import expression as ex
from ppcl.ir.types import IntType, PointerType, Type, size_of


def stride_along(
    value: Polynomial, dimension: int, varying: Set[Symbol] = frozenset()
) -> Polynomial | None:
    """How much more a value is for the next work-item along a dimension: 0 where it is uniform, 1
    where it is consecutive. None where that is not the same for all neighbours of a row: it is
    divergent. `varying` are symbols, ids not among them, that work-items may have different numbers
    for."""
    own = f"l{dimension}"

    def is_own(atom: Atom) -> bool:
        return isinstance(atom, Symbol) and atom.kind == "local_id" and atom.name == own

    def next_one(atom: Atom) -> Polynomial | None:
        return Polynomial.atom(atom) + ONE if is_own(atom) else None

    if not value.symbols.isdisjoint(varying):
        return None
    stride = value.substitute(next_one) - value
    return None if any(map(is_own, stride.symbols)) else stride


@dataclass(frozen=True)
class Stride:
    """A value's stride in a row of work-items, None where it is divergent. `exact`: for the numbers
    themselves; else only as long as no unsigned or narrow one on the way wraps around."""

    step: Polynomial | None
    exact: bool

    @property
    def uniform(self) -> bool:
        """Whether all work-items of a row have one value."""
        return self.exact and self.step == ZERO


@dataclass(frozen=True)
class _Value:
    """A value, None where it is divergent; whether it `varies` in a row; `exact` as above."""

    number: Polynomial | None
    varies: bool = False
    exact: bool = True


_DIVERGENT = _Value(None, True)


@dataclass(frozen=True)
class Along:
    """Answers for expressions without side effects. `inits` are the values of variables, by key,
    that are not uniform in the whole group."""

    known: Uniformity
    inits: Mapping[str, ex.Expression]
    dimension: int = 0
    _serials: Iterator[int] = field(default_factory=count)
    _found: dict[str, _Value] = field(default_factory=dict)
    _open: set[str] = field(default_factory=set)

    def stride(self, node: ex.Expression) -> Stride:
        """The stride of an expression, of an address in elements."""
        found = self._value(node)
        step = stride_along(found.number, self.dimension) if found.number is not None else None
        return Stride(step, found.exact)

    def _value(self, node: ex.Expression) -> _Value:
        match node:
            case ex.IntLiteral(value=number):
                return _Value(Polynomial.constant(number))
            case ex.NameRef():
                return self._named(node)
            case ex.Call(callee=str(name), arguments=(argument,)) if name in NEIGHBOURS:
                return self._id(name, constant(argument))
            case ex.Cast(type=type_, operand=operand):
                return _converted(type_, operand, self._value(operand))
            case ex.Binary(op=op, left=left, right=right) if op != ",":
                return _computed(op, node.type, (self._value(left), self._value(right)))
            case ex.Unary(op="+" | "-" | "~" | "!" as op, operand=operand):
                return _computed(f"{op}x", node.type, (self._value(operand),))
            case _:
                return self._uniform("", next(self._serials), node)

    def _named(self, node: ex.NameRef) -> _Value:
        key = node.declaration.key
        if key in self._open or self.known.is_uniform(node) or key not in self.inits:
            return self._uniform(key, 0, node)
        if key not in self._found:
            self._open.add(key)
            init = self.inits[key]
            self._found[key] = _converted(node.type, init, self._value(init))
            self._open.remove(key)
        return self._found[key]

    def _uniform(self, name: str, serial: int, node: ex.Expression) -> _Value:
        """What is the same in the whole group, or divergent."""
        symbol = Symbol("parameter", name, serial)
        return _Value(Polynomial.atom(symbol)) if self.known.is_uniform(node) else _DIVERGENT

    def _id(self, name: str, dimension: int | None) -> _Value:
        if dimension is None:
            return _DIVERGENT
        local = Polynomial.atom(Symbol("local_id", f"l{dimension}", 0))
        first = Polynomial.atom(Symbol("group_offset", f"go{dimension}", 0))
        number = first + local if name == "get_global_id" else local
        return _Value(number, varies=dimension == self.dimension)


def _computed(op: str, type_: Type, operands: tuple[_Value, ...]) -> _Value:
    """An operation's value, of this type."""
    numbers = [each.number for each in operands]
    known = tuple(number for number in numbers if number is not None)
    if len(known) < len(numbers):
        return _DIVERGENT
    varies = any(each.varies for each in operands)
    keeps = is_signed(type_) or isinstance(type_, PointerType)
    exact = not varies or (keeps and all(each.exact for each in operands))
    if isinstance(type_, IntType | PointerType) and op in _SUMS:
        return _Value(_SUMS[op](*known), varies, exact)
    term = Term(op, known)
    return _Value(Polynomial.atom(term), varies, exact) if term.depth <= DEEPEST else _DIVERGENT


_SUMS: Mapping[str, Callable[..., Polynomial]] = {
    "+": Polynomial.__add__,
    "-": Polynomial.__sub__,
    "*": Polynomial.__mul__,
    "+x": lambda value: value,
    "-x": Polynomial.__neg__,
}


def _converted(type_: Type, given: ex.Expression, value: _Value) -> _Value:
    """The value of an expression, as one of another type."""
    match type_, given.type:
        case IntType(), IntType():
            return replace(value, exact=not value.varies or (value.exact and _keeps(type_, given)))
        case PointerType(pointee=new), PointerType(pointee=old) if size_of(new) == size_of(old):
            return value
        case _ if type_ == given.type:
            return value
        case _:
            return _DIVERGENT if value.varies else _computed("cast", type_, (value,))


def _keeps(type_: IntType, given: ex.Expression) -> bool:
    """Whether a number keeps its value in a type. That ids fit into an `int` is trusted: their C
    form adds them so."""
    is_id = isinstance(given, ex.Call)
    if is_signed(type_):
        return is_id or (is_signed(given.type) and _bits(type_) >= _bits(given.type))
    return is_id and type_.bits == 64


def is_signed(type_: Type) -> bool:
    """Whether a type's overflow is undefined; narrower ones are converted back."""
    return isinstance(type_, IntType) and type_.signed and type_.bits >= 32


def _bits(type_: Type) -> int:
    return type_.bits if isinstance(type_, IntType) else 0
