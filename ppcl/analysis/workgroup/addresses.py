"""Which variables' addresses may be in use where the variables themselves are not named.

What a pointer may point to is found without regard to the order of statements: a variable *holds*
the addresses that stand in what it is given, by itself or through a pointer, and those that these
variables hold. A function that is called may give what it gets to all that it reaches.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field

from ppcl.ir import expression as ex
from ppcl.ir import statement as st
from ppcl.ir.traverse import Node, children, descendants
from ppcl.ir.types import ArrayType, FloatType, IntType, PointerType, Type

_Keys = frozenset[str]
_NONE: _Keys = frozenset()
_ADDRESS_BITS = 64


def kept_addresses(nodes: Iterable[Node], lasting: Iterable[str]) -> set[str]:
    """The keys of the variables that `lasting` ones, or memory that is not a variable's, may hold
    the addresses of, in some statements."""
    known = [each for node in nodes for each in descendants(node)]
    variables = (each for each in known if isinstance(each, st.Variable))
    holders = _Holders({v.declaration.key for v in variables if not _has_room(v.type)})
    flows = [each for each in known if _is_flow(each)]
    while sum(holders.add(each) for each in flows):
        pass
    return set(holders.reached(frozenset(lasting) | holders.elsewhere)) | holders.elsewhere


def _has_room(type_: Type) -> bool:
    """Whether a value of a type may hold an address."""
    if isinstance(type_, ArrayType):
        return _has_room(type_.element)
    is_small = isinstance(type_, IntType) and type_.bits < _ADDRESS_BITS
    return not (is_small or isinstance(type_, FloatType))


def _is_flow(node: Node) -> bool:
    match node:
        case st.Variable(init=init):
            return init is not None
        case _:
            return isinstance(node, ex.Assign | ex.Call)


@dataclass
class _Holders:
    """By key, the keys of the variables whose addresses a variable may hold; those whose addresses
    are stored `elsewhere`. The `small` ones have no room for any."""

    small: set[str]
    held: dict[str, _Keys] = field(default_factory=dict)
    elsewhere: _Keys = _NONE

    def add(self, node: Node) -> bool:
        """Notes what a node gives to whom; whether that is new."""
        match node:
            case st.Variable(declaration=declaration, init=init) if init is not None:
                return self._give({declaration.key}, self.value(init))
            case ex.Assign(target=target, value=value):
                return self._give(self.place(target), self.value(value))
            case ex.Call(arguments=arguments):
                given = self._reached_from(arguments)
                return bool(given) and self._give(given, given)
            case _:
                return False

    def _give(self, targets: Iterable[str], addresses: _Keys) -> bool:
        before = (dict(self.held), self.elsewhere)
        targets = set(targets)
        for key in targets - self.small if addresses else ():
            self.held[key] = self.held.get(key, _NONE) | addresses
        if not targets:
            self.elsewhere |= addresses
        return before != (self.held, self.elsewhere)

    def reached(self, keys: _Keys) -> _Keys:
        """What variables hold, and what these hold in turn."""
        found, pending = set[str](), list(keys)
        while pending:
            for key in self.held.get(pending.pop(), _NONE) - found:
                found.add(key)
                pending.append(key)
        return frozenset(found)

    def _reached_from(self, nodes: Iterable[ex.Expression]) -> _Keys:
        own = _NONE.union(*map(self.value, nodes))
        return own | self.reached(own)

    def value(self, node: ex.Expression) -> _Keys:
        """The variables whose addresses an expression's value may hold."""
        match node:
            case ex.Unary(op="&", operand=operand):
                return self.place(operand)
            case ex.NameRef() | ex.Member() | ex.Index() | ex.Swizzle() | ex.Unary(op="*"):
                place = self.place(node)
                if isinstance(node.type, ArrayType):
                    return place
                return _NONE.union(*(self.held.get(key, _NONE) for key in place))
            case ex.Call(arguments=arguments):
                return self._reached_from(arguments)
            case ex.SizeOf():
                return _NONE
            case _:
                below = (each for each in children(node) if isinstance(each, ex.Expression))
                return _NONE.union(*map(self.value, below))

    def place(self, node: ex.Expression) -> _Keys:
        """The variables that an lvalue may be, or may be a part of."""
        match node:
            case ex.NameRef(declaration=declaration):
                return frozenset({declaration.key})
            case ex.Index(base=base) | ex.Member(base=base, arrow=True):
                is_pointer = isinstance(base.type, PointerType)
                return self.value(base) if is_pointer else self.place(base)
            case ex.Member(base=base) | ex.Swizzle(base=base) | ex.Cast(operand=base):
                return self.place(base)
            case ex.Unary(op="*", operand=operand):
                return self.value(operand)
            case _:
                return self.value(node)
