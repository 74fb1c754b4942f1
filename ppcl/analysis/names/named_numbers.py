"""Numbers that a program gives a name: macros, enumerators, constants.

Their values serve proofs. Whether a text holds for every value is found out by reading the program
again with the name's number not known (DESIGN.md, principle 5).
"""

import operator
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from ppcl.analysis.names.compilers import Compilers
from ppcl.frontend.bindings import is_binding
from ppcl.ir import expression as ex
from ppcl.ir import statement as st
from ppcl.ir.traverse import Node, children, descendants
from ppcl.ir.types import IntType
from ppcl.ir.unit import TranslationUnit
from ppcl.source import SourceFile, Span, is_word

# Numbers that are written as words.
_WORDS = ("true", "false", "nullptr", "NULL")
# Whether it holds negative numbers is the compiler's to say.
_CHAR = IntType("char", 8, True)


@dataclass(frozen=True)
class NamedNumber:
    """A name with a whole number for a value, and the expression that stands for it somewhere.

    `kind`: a "constant" is declared outside of functions, a "local" in one."""

    name: str
    kind: Literal["macro", "enumerator", "constant", "local", "compiler"]
    value: int
    node: Node


def named_numbers(
    units: Sequence[TranslationUnit], files: Mapping[str, SourceFile]
) -> Iterator[NamedNumber]:
    """Each use of a named number of the user's in functions and variables of the host's units."""
    hosts = [unit for unit in units if unit.language != "opencl"]
    own = {macro.name for unit in units for macro in unit.macros}
    disputed = Compilers(hosts).disputed
    for unit in hosts:
        for tree in unit.trees:
            yield from (n for n in _macros(tree, disputed) if n.name in own | disputed)
            nodes = list(descendants(tree))
            if not is_binding(tree.at.span.file):  # whose templates' parameters each call gives
                yield from _constants(tree, nodes, files)
            yield from _of_compilers(nodes, files)


def macros_in(expression: Node) -> Iterator[tuple[str, Node | None]]:
    """The plain macros in an expression with what each stands for, None where that is no whole
    expression."""
    found: dict[Span, list[Node]] = {}
    for node in _roots(expression, None):
        found.setdefault(node.at.span, []).append(node)
    for span, nodes in found.items():
        name = nodes[0].at.macro
        # As long as its name: an invocation without arguments, of this and no outer macro.
        if name is not None and span.end - span.start == len(name):
            yield name, nodes[0] if len(nodes) == 1 else None


def whole_number(node: Node) -> int | None:
    """The number that an expression of literals is; None for what has no whole number, or where it
    hangs on the types."""
    match node:
        case ex.IntLiteral(value=value):
            return value
        case ex.Cast(operand=operand, type=IntType()):
            return whole_number(operand)
        case ex.Unary(op="-" | "+" | "~" | "!" as op, operand=operand):
            inner = whole_number(operand)
            return None if inner is None else int(_UNARY[op](inner))
        case ex.Binary(op=op, left=left, right=right):
            one, other = whole_number(left), whole_number(right)
            return _computed(op, one, other) if one is not None and other is not None else None
        case ex.Conditional(condition=condition, then=then, otherwise=otherwise):
            asked = whole_number(condition)
            return None if asked is None else whole_number(then if asked else otherwise)
        case _:
            return None


def _computed(op: str, one: int, other: int) -> int | None:
    """What C computes of numbers that are not negative where it matters, and not too large."""
    if op in _PLAIN:
        return int(_PLAIN[op](one, other))
    is_small = 0 <= one < _MOST and 0 <= other < _MOST
    is_undefined = (op in ("/", "%") and other == 0) or (op in ("<<", ">>") and other >= _BITS)
    return _BITWISE[op](one, other) if op in _BITWISE and is_small and not is_undefined else None


_BITS, _MOST = 31, 1 << 31
_UNARY: Mapping[str, Callable[[int], int]] = {
    "-": operator.neg,
    "+": operator.pos,
    "~": operator.invert,
    "!": operator.not_,
}
_PLAIN: Mapping[str, Callable[[int, int], int]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "<": operator.lt,
    ">": operator.gt,
    "<=": operator.le,
    ">=": operator.ge,
    "==": operator.eq,
    "!=": operator.ne,
}
_BITWISE: Mapping[str, Callable[[int, int], int]] = {
    "/": operator.floordiv,
    "%": operator.mod,
    "&": operator.and_,
    "|": operator.or_,
    "^": operator.xor,
    "<<": operator.lshift,
    ">>": operator.rshift,
}


def _macros(root: Node, disputed: frozenset[str]) -> Iterator[NamedNumber]:
    """The macros that are numbers; those that compilers differ on are none in particular."""
    for name, node in macros_in(root):
        value = whole_number(node) if node is not None else None
        if node is not None and name in disputed:
            yield NamedNumber(name, "macro", value or 0, node)
        elif node is not None and value is not None:
            yield NamedNumber(name, "macro", value, node)


def enumerator(said: str) -> str | None:
    """The enumerator that the text of a number is, without the scopes that it may name; None for
    a number that is written."""
    name = said.rpartition("::")[2].strip()
    return name if is_word(name) and name not in _WORDS else None


def _constants(
    tree: Node, nodes: Sequence[Node], files: Mapping[str, SourceFile]
) -> Iterator[NamedNumber]:
    for node in nodes:
        if isinstance(node, ex.IntLiteral) and node.at.macro is None:
            name = enumerator(files[node.at.span.file].said(node.at.span))
            if name is not None:
                yield NamedNumber(name, "enumerator", node.value, node)
        elif isinstance(node, st.Variable) and node.const and isinstance(node.type, IntType):
            value = whole_number(node.init) if node.init is not None else None
            if node.init is not None and value is not None and _is_literal(node.init, files):
                kind: Literal["constant", "local"] = "constant" if node is tree else "local"
                yield NamedNumber(node.declaration.name, kind, value, node.init)


def _of_compilers(nodes: Sequence[Node], files: Mapping[str, SourceFile]) -> Iterator[NamedNumber]:
    """What another compiler, or an option, gives another value: sizes that are more than factors or
    arguments, and negative numbers that a `char` holds."""
    sizes = {id(node) for node in nodes if isinstance(node, ex.SizeOf) and node.varies}
    for node in nodes:
        is_factor = isinstance(node, ex.Binary) and node.op in ("*", "/")
        if is_factor or isinstance(node, ex.Call | ex.New):
            sizes -= {id(child) for child in children(node)}
    for node in nodes:
        if id(node) in sizes or (isinstance(node, ex.Cast) and _is_signed(node)):
            text = files[node.at.span.file].said(node.at.span)
            yield NamedNumber(text, "compiler", 0, node)


def _is_signed(cast: ex.Cast) -> bool:
    """Whether a constant becomes a `char`, and a negative number only if that holds such."""
    match cast.operand:
        case ex.IntLiteral(value=value):
            return cast.type == _CHAR and value > 127
        case ex.Unary(op="-", operand=ex.IntLiteral()):
            return cast.type == _CHAR
        case _:
            return False


def _is_literal(init: Node, files: Mapping[str, SourceFile]) -> bool:
    """Whether a constant gets its number from no other name."""
    numbers = (node for node in descendants(init) if isinstance(node, ex.IntLiteral))
    return all(
        node.at.macro is None and enumerator(files[node.at.span.file].said(node.at.span)) is None
        for node in numbers
    )


def _roots(node: Node, within: Span | None) -> Iterator[Node]:
    """The outermost nodes of each invocation: several where its text is no whole expression."""
    span = node.at.span if node.at.macro is not None else None
    if span is not None and span != within:
        yield node
    for child in children(node):
        yield from _roots(child, span)


def related(numbers: Iterable[int], value: int) -> bool:
    """Whether numbers may be made of a value: it, a multiple or part of it, or one beside it."""
    if abs(value) < 2:
        return False
    return any(n % value == 0 or value % n == 0 or abs(n - value) == 1 for n in numbers if n)
