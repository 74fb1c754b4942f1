"""What text of the user's may be deleted, repeated or moved (DESIGN.md, principle 5).

An expression is steady where every node in it is on the lists below: it changes nothing, ends with
a value and in no other way, and gives the same value wherever in its full expression it stands.
What is not listed is not steady. Functions of the program count where all of their bodies do.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from ppcl.ir import expression as ex
from ppcl.ir import statement as st
from ppcl.ir.traverse import Node, children, descendants
from ppcl.ir.types import ArrayType, FloatType, IntType, PointerType, Type, VectorType
from ppcl.ir.unit import Function, TranslationUnit
from ppcl.source import Span, words


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_ARITHMETIC = _words("+ - * / % << >> & | ^ && || < > <= >= == !=")
_SIGNS = _words("+ - ! ~ *")
_OWNERS = _words("vector array basic_string string span valarray initializer_list")
# Calls of the library that change nothing, read no element, and throw nothing.
_LIBRARY = {
    f"std::{owner}::{name}" for owner in _OWNERS for name in _words("size length data empty")
} | _words("std::min std::max std::abs std::size std::unique_ptr::get abs labs")
_BUILTINS = _words(
    "get_global_id get_local_id get_group_id get_global_size get_local_size get_num_groups "
    "get_global_offset get_work_dim min max clamp abs abs_diff mul24 mad24 mul_hi mad_hi rotate"
)
_COUNTER = "__COUNTER__"
_SCALARS = IntType | FloatType | PointerType | VectorType
# Attributes that say nothing of what a function does, but how it is compiled.
_ATTRIBUTES = _words(
    "always_inline noinline pure const unused hot cold flatten nothrow overloadable "
    "warn_unused_result nonnull deprecated artificial gnu_inline"
)
_STATEMENTS = (
    *(st.Block, st.Declare, st.Evaluate, st.If, st.For, st.While, st.DoWhile, st.Return),
    *(st.Break, st.Continue, st.Empty),
)


@dataclass(frozen=True)
class Steadiness:
    """Tells what is steady in one side of a program: its host units, or its kernels'."""

    units: tuple[TranslationUnit, ...]

    def obstacle(self, node: Node) -> Node | None:
        """The first node in an expression that is not on the list; None where it is steady."""
        return self._first(node, frozenset(), ())

    def is_pure(self, call: ex.Call) -> bool:
        """Whether what a call reaches is steady, its arguments left out."""
        return self._is_pure(call, ())

    @cached_property
    def functions(self) -> Mapping[str, tuple[Function, ...]]:
        """All definitions of the program's functions, by key."""
        found: dict[str, list[Function]] = {}
        for unit in self.units:
            for function in unit.functions:
                if function.body is not None:
                    found.setdefault(function.declaration.key, []).append(function)
        return {key: tuple(dict.fromkeys(each)) for key, each in found.items()}

    @cached_property
    def lambdas(self) -> Mapping[str, ex.Lambda]:
        """The lambdas that variables are initialised with, by the variable's key."""
        return {
            node.declaration.key: node.init
            for unit in self.units
            for root in unit.trees
            for node in descendants(root)
            if isinstance(node, st.Variable) and isinstance(node.init, ex.Lambda)
        }

    @cached_property
    def volatile(self) -> frozenset[Span]:
        """The places of expressions that read or write a volatile object."""
        return frozenset[Span]().union(*(unit.volatile for unit in self.units))

    @cached_property
    def _counting(self) -> frozenset[str]:
        """The macros that ask the preprocessor for the next number, which there is once."""
        bodies = [macro for unit in self.units for macro in unit.macros]
        found, size = {_COUNTER}, 0
        while len(found) > size:
            size = len(found)
            found |= {m.name for m in bodies if found & {*words(m.body)}}
        return frozenset(found)

    def _first(self, node: Node, own: frozenset[str], within: tuple[str, ...]) -> Node | None:
        """`own` are variables that the node may change; `within` the functions that are entered."""
        if not self._is_listed(node, own, within):
            return node
        found = (self._first(child, own, within) for child in children(node))
        return next((each for each in found if each is not None), None)

    def _is_listed(self, node: Node, own: frozenset[str], within: tuple[str, ...]) -> bool:
        if node.at.span in self.volatile or node.at.macro in self._counting:
            return False
        match node:
            case ex.IntLiteral() | ex.FloatLiteral() | ex.This() | ex.Conditional() | ex.Member():
                return True
            case ex.NameRef(kind=kind):
                return kind != "function"
            case ex.Unary(op=op, operand=operand):
                return op in _SIGNS or (op in ex.STEPS and _is_own(operand, own))
            case ex.Binary(op=op):
                return op in _ARITHMETIC
            case ex.Index(base=base):
                return isinstance(base.type, PointerType | ArrayType)
            case ex.Swizzle(components=components):
                return bool(components)
            case ex.Cast(operand=operand):
                return _is_scalar(node.type) and _is_scalar(operand.type)
            case ex.SizeOf(value=value):
                return value is not None
            case ex.Assign(target=target):
                return _is_own(target, own)
            case ex.Call():
                return self._is_pure(node, within)
            case _:
                return False

    def _is_pure(self, call: ex.Call, within: tuple[str, ...]) -> bool:
        key = call.target.key if call.target is not None else None
        if call.dynamic or key is None or key in within:
            return False
        lambda_ = self.lambdas.get(_receiver(call))
        if lambda_ is not None:
            own = {variable.declaration.key for variable in lambda_.parameters}
            return self._is_body(lambda_.body, own, (*within, _receiver(call)))
        bodies = self.functions.get(key, ())
        if not bodies:
            return call.callee in (_BUILTINS if self.units[0].language == "opencl" else _LIBRARY)
        return len(bodies) == 1 and self._is_function(bodies[0], (*within, key))

    def _is_function(self, function: Function, within: tuple[str, ...]) -> bool:
        known = all(each.name in _ATTRIBUTES for each in function.attributes)
        own = {p.declaration.key for p in function.parameters if _is_scalar(p.type)}
        return known and function.body is not None and self._is_body(function.body, own, within)

    def _is_body(self, body: st.Block, own: Iterable[str], within: tuple[str, ...]) -> bool:
        declared = [node for node in descendants(body) if isinstance(node, st.Variable)]
        if not all(v.storage == "auto" and _is_scalar(v.type) for v in declared):
            return False
        names = frozenset(own) | {variable.declaration.key for variable in declared}
        return all(self._is_statement(node, names, within) for node in _statements(body))

    def _is_statement(self, node: Node, own: frozenset[str], within: tuple[str, ...]) -> bool:
        if isinstance(node, _STATEMENTS):
            return True
        return self._first(node, own, within) is None


def _statements(node: Node) -> Iterator[Node]:
    """The statements in a body, and the expressions that stand directly in them."""
    yield node
    for child in children(node):
        if isinstance(child, st.Variable):
            yield from (child.init,) if child.init is not None else ()
        elif isinstance(node, _STATEMENTS):
            yield from _statements(child) if isinstance(child, _STATEMENTS) else (child,)


def _receiver(call: ex.Call) -> str:
    receiver = call.receiver
    return receiver.declaration.key if isinstance(receiver, ex.NameRef) else ""


def _is_own(target: ex.Expression, own: frozenset[str]) -> bool:
    return isinstance(target, ex.NameRef) and target.declaration.key in own


def _is_scalar(type_: Type) -> bool:
    return isinstance(type_, _SCALARS)
