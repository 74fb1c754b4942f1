"""What else in a full expression may change what one of its parts reads.

C leaves the order of operands open (C99 6.5), and C++ most of it: a name that is put into an
expression has the value that is known of it only if nothing beside it there changes it.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from ppcl.analysis.names.steady import Steadiness
from ppcl.ir import expression as ex
from ppcl.ir import statement as st
from ppcl.ir.traverse import Node, children, descendants
from ppcl.ir.types import FloatType, IntType, PointerType, ReferenceType, Type

# Operators that evaluate one operand before the other.
_SEQUENCED = (",", "&&", "||")
_ANY = "any"
# What may run anything.
_OPEN = ex.New | ex.Delete | ex.Construct | ex.Throw | ex.OpaqueExpression


@dataclass(frozen=True)
class Read:
    """What an expression reads: variables by key, and kinds of objects behind pointers."""

    keys: frozenset[str]
    kinds: frozenset[str]


def read_by(node: ex.Expression, names: frozenset[str] = frozenset()) -> Read:
    """What an expression reads, and the variables of `names` beside it."""
    nodes = list(descendants(node))
    memory = [n for n in nodes if isinstance(n, ex.Expression) and root_of(n) is None]
    kinds = {kind_of(n.type) for n in memory if _is_lvalue(n)}
    keys = {n.declaration.key for n in nodes if isinstance(n, ex.NameRef)}
    return Read(names | keys, frozenset(kinds))


@dataclass(frozen=True)
class Disturbance:
    """What is evaluated beside parts of expressions, in the body of a function; `references` are
    the keys of its parameters that are references."""

    steady: Steadiness
    body: st.Block
    references: frozenset[str] = frozenset()

    def of(self, part: ex.Expression, read: Read) -> Node | None:
        """A node beside `part` in its full expression that may change what is read, or None."""
        kinds = read.kinds | ({_ANY} if read.keys & self.shared else frozenset())
        wanted = Read(read.keys, kinds)
        beside = (n for node in _beside(list(self._upwards(part))) for n in descendants(node))
        return next((node for node in beside if self._disturbs(node, wanted)), None)

    @cached_property
    def shared(self) -> frozenset[str]:
        """Variables that more than their own names reach: those of no function, and those whose
        address, a reference, or a lambda stands somewhere. A function of a library keeps none."""
        nodes = list(descendants(self.body))
        lent = {
            id(part)
            for node in nodes
            if isinstance(node, ex.Call) and self.is_outside(node)
            for part in map(_without_casts, node.arguments)
        }
        taken: set[str] = set()
        for node in nodes:
            taken |= _handed_on(node) if id(node) not in lent else frozenset()
        return frozenset(taken) | self._not_own(nodes) | self.references

    @cached_property
    def _parents(self) -> dict[int, Node]:
        return {id(child): node for node in descendants(self.body) for child in children(node)}

    def _upwards(self, part: Node) -> Iterator[Node]:
        """A node and those around it, from the inside out."""
        node: Node | None = part
        while node is not None:
            yield node
            node = self._parents.get(id(node))

    def is_outside(self, call: ex.Call) -> bool:
        """Whether a call reaches a function by name that the program does not define."""
        return call.target is not None and call.target.key not in self.steady.functions

    def _not_own(self, nodes: list[Node]) -> frozenset[str]:
        variables = [node for node in nodes if isinstance(node, st.Variable)]
        own = {v.declaration.key for v in variables if v.storage == "auto"}
        named = {
            n.declaration.key for n in nodes if isinstance(n, ex.NameRef) and n.kind == "variable"
        }
        return frozenset(named - own)

    def _disturbs(self, node: Node, read: Read) -> bool:
        target = stored_to(node)
        if target is not None:
            return _stores_to(target, read)
        if isinstance(node, ex.Call):
            return not self.steady.is_pure(node) and self._call_disturbs(node, read)
        return isinstance(node, _OPEN)

    def _call_disturbs(self, call: ex.Call, read: Read) -> bool:
        handed = [part for part in (*call.arguments, call.receiver) if part is not None]
        if any(_lends(part, read.keys) for part in handed):
            return True
        if self.is_outside(call):
            return bool(read.kinds) and any(_opens(part) for part in handed)
        found = _Closure(self.steady, set(), set(), set())
        found.enter(call)
        reached = found.unknown and (read.kinds or read.keys & self.shared)
        alike = any(_alike(one, other) for one in found.kinds for other in read.kinds)
        return bool(reached) or alike or bool(found.keys & read.keys)


@dataclass
class _Closure:
    """All that a function of the program may change, with those that it calls."""

    steady: Steadiness
    seen: set[str]
    keys: set[str]
    kinds: set[str]
    unknown: bool = False

    def enter(self, call: ex.Call) -> None:
        key = call.target.key if call.target is not None else ""
        if key in self.seen:
            return
        self.seen.add(key)
        bodies = self.steady.functions.get(key, ())
        is_library = not bodies and call.target is not None and not any(map(_opens, call.arguments))
        self.unknown = self.unknown or call.dynamic or not (bodies or is_library)
        for function in bodies:
            assert function.body is not None
            for node in descendants(function.body):
                self._add(node)

    def _add(self, node: Node) -> None:
        target = stored_to(node)
        if target is not None:
            root = root_of(target)
            if root is None or isinstance(root.type, ReferenceType):
                self.kinds.add(kind_of(target.type))
            else:
                self.keys.add(root.declaration.key)
        elif isinstance(node, ex.Call):
            self.enter(node)
        elif isinstance(node, _OPEN):
            self.unknown = True


def stored_to(node: Node) -> ex.Expression | None:
    """What an assignment or a step stores to."""
    if isinstance(node, ex.Assign):
        return node.target
    return node.operand if isinstance(node, ex.Unary) and node.op in ex.STEPS else None


def _beside(path: list[Node]) -> Iterator[Node]:
    """What is evaluated in one full expression with the first node of a path to the root, in no
    order with it. A lambda's body is run elsewhere."""
    for below, node in pairwise(path):
        if isinstance(node, ex.Lambda):
            return
        if isinstance(node, ex.Expression) and not _orders(node):
            yield from (child for child in children(node) if child is not below)


def _orders(node: ex.Expression) -> bool:
    """Whether the operands of a node are evaluated one after the other, or not all of them."""
    if isinstance(node, ex.Conditional | ex.StatementExpression):
        return True
    return isinstance(node, ex.Binary) and node.op in _SEQUENCED


def root_of(node: ex.Expression) -> ex.NameRef | None:
    """The variable that an lvalue is, or is a part of."""
    while True:
        match node:
            case ex.NameRef():
                return node
            case ex.Member(base=base, arrow=False) | ex.Swizzle(base=base) | ex.Cast(operand=base):
                node = base
            case _:
                return None


def _is_lvalue(node: ex.Expression) -> bool:
    return isinstance(node, ex.Index | ex.Member) or (isinstance(node, ex.Unary) and node.op == "*")


def _without_casts(node: ex.Expression) -> ex.Expression:
    while isinstance(node, ex.Cast):
        node = node.operand
    return node


def _handed_on(node: Node) -> frozenset[str]:
    """The variables whose address, or a reference to which, a node makes."""
    match node:
        case ex.Unary(op="&", operand=operand):
            return _roots([operand])
        case ex.Call(arguments=arguments, references=references):
            return _roots(a for i, a in enumerate(arguments) if i in (references or ()))
        case ex.Lambda(body=body):
            return frozenset(
                n.declaration.key for n in descendants(body) if isinstance(n, ex.NameRef)
            )
        case st.Variable(type=ReferenceType(), init=init) if init is not None:
            return _roots([init])
        case _:
            return frozenset()


def _roots(nodes: Iterator[ex.Expression] | list[ex.Expression]) -> frozenset[str]:
    roots = (root_of(_without_casts(node)) for node in nodes)
    return frozenset(root.declaration.key for root in roots if root is not None)


def _lends(part: ex.Expression, keys: frozenset[str]) -> bool:
    """Whether an argument is the address of a variable, or a class's object, of `keys`."""
    inner = _without_casts(part)
    if isinstance(inner, ex.Unary) and inner.op == "&":
        return bool(_roots([inner.operand]) & keys)
    root = root_of(inner)
    is_number = isinstance(inner.type, IntType | FloatType)
    return root is not None and not is_number and root.declaration.key in keys


def _opens(part: ex.Expression) -> bool:
    """Whether a library's function may change objects, or call others, by an argument."""
    type_ = _without_casts(part).type
    if isinstance(type_, IntType | FloatType) or isinstance(part, ex.StringLiteral):
        return False
    return not (isinstance(type_, PointerType) and type_.const)


def _stores_to(target: ex.Expression, read: Read) -> bool:
    root = root_of(target)
    if root is not None and not isinstance(root.type, ReferenceType):
        return root.declaration.key in read.keys
    return any(_alike(kind_of(target.type), other) for other in read.kinds)


def kind_of(type_: Type) -> str:
    """The kind of objects of a type: those of two that are not alike are not the same memory."""
    match type_:
        case IntType(bits=bits):
            return _ANY if bits <= 8 else f"int{bits}"
        case FloatType(bits=bits):
            return f"float{bits}"
        case PointerType():
            return "pointer"
        case _:
            return _ANY


def _alike(one: str, other: str) -> bool:
    """Whether objects of two kinds may be the same (C99 6.5, paragraph 7)."""
    return one == other or _ANY in (one, other)
