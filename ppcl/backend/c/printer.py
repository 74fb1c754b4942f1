"""Prints C trees: pycparser's generator, with comments that say where a statement comes from."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from pycparser import c_ast, c_generator, c_parser

# What a pragma's text begins with that is printed as a comment.
_COMMENT = "ppcl: "
# Pragmas that are printed as these macros, which say it in the compiler's way: of loops over
# work-items, and over those of a pack.
SIMD = "PPCL_SIMD"
LANES = "PPCL_LANES"
# Function specifiers that are macros (ppcl_compiler.h), and what they stand for: of a function
# that is always inlined, and of one that is not.
INLINE = "PPCL_INLINE"
FUNCTION = "PPCL_FUNCTION"
# Of one that is seldom called, and kept out of the way.
SELDOM = "PPCL_SELDOM"
# What marks one with vectors beside it (ppcl_lanes.h).
OF_ROWS = "PPCL_OF_ROWS"


def comment(text: str) -> c_ast.Node:
    """A comment as a statement."""
    return c_ast.Pragma(_COMMENT + text)


@dataclass(frozen=True)
class SourceMark:
    """Where a statement stands in the user's text, `md.cl:12`."""

    text: str

    def __str__(self) -> str:
        return self.text


def placed(tree: c_ast.Node, place: str) -> c_ast.Node:
    """A statement with its place, which is printed behind its first line."""
    tree.coord = SourceMark(place)
    return tree


_ARITHMETIC, _SHIFTS = ("+", "-", "*", "/", "%"), ("<<", ">>")
_COMPARISONS = ("<", "<=", ">", ">=", "==", "!=")
# The operators whose operands are plain to a reader, by the operator that they are operands of.
_PLAIN = {
    **dict.fromkeys(_ARITHMETIC, _ARITHMETIC),
    **dict.fromkeys(_COMPARISONS, (*_ARITHMETIC, *_SHIFTS)),
    **{op: (op,) for op in ("&", "|", "^")},
    **{op: (op, *_ARITHMETIC, *_COMPARISONS) for op in ("&&", "||")},
}


# Expressions that bind less than any operator with two operands. pycparser has parentheses around
# an ExprList already.
_WEAK = (c_ast.Assignment, c_ast.TernaryOp)


def _is_weaker_than_unary(node: c_ast.Node) -> bool:
    return isinstance(node, (*_WEAK, c_ast.BinaryOp))


class _Generator(c_generator.CGenerator):  # type: ignore[misc]
    """pycparser calls a method by each node's class: the one place where we inherit."""

    def __init__(self) -> None:
        super().__init__(reduce_parentheses=True)
        self._last = ""

    def visit_Pragma(self, tree: c_ast.Pragma) -> str:
        if tree.string.startswith(_COMMENT):
            return f"/* {tree.string.removeprefix(_COMMENT)} */"
        return tree.string if tree.string in (SIMD, LANES) else f"#pragma {tree.string}"

    def visit_BinaryOp(self, tree: c_ast.BinaryOp) -> str:
        left = self._parenthesize_if(tree.left, lambda node: self._is_apart(node, tree.op, 0))
        right = self._parenthesize_if(tree.right, lambda node: self._is_apart(node, tree.op, 1))
        return f"{left} {tree.op} {right}"

    def _is_apart(self, node: c_ast.Node, op: str, side: int) -> bool:
        """Whether an operand of `op` stands in parentheses: where C or a reader needs them (gcc's
        -Wparentheses)."""
        if not isinstance(node, c_ast.BinaryOp):
            return isinstance(node, _WEAK)
        stronger = self.precedence_map[node.op] >= self.precedence_map[op] + side
        return not stronger or node.op not in _PLAIN.get(op, ())

    def visit_TernaryOp(self, tree: c_ast.TernaryOp) -> str:
        parts = (tree.cond, tree.iftrue, tree.iffalse)
        texts = [self._parenthesize_if(part, _is_weaker_than_unary) for part in parts]
        return f"{texts[0]} ? {texts[1]} : {texts[2]}"

    def _generate_stmt(self, tree: c_ast.Node, add_indent: bool = False) -> str:
        text: str = super()._generate_stmt(tree, add_indent)
        if (
            not isinstance(tree.coord, SourceMark)
            or not text.strip()
            or tree.coord.text == self._last
        ):
            return text
        self._last = tree.coord.text
        first, newline, rest = text.partition("\n")
        return f"{first} /* {tree.coord} */{newline}{rest}"


def printed(trees: Sequence[c_ast.Node]) -> str:
    """Declarations and functions as C text."""
    generator = _Generator()
    texts = (generator.visit(c_ast.FileAST([tree])).rstrip() for tree in trees)
    return "\n\n".join(_without_blanks(text) for text in texts) + "\n"


def _without_blanks(text: str) -> str:
    """pycparser leaves empty lines behind blocks."""
    return "\n".join(line for line in text.splitlines() if line.strip())


def names_in(trees: Iterable[c_ast.Node]) -> set[str]:
    """All names that are used in trees, labels that are gone to included."""
    found: set[str] = set()
    for node in nodes_in(trees):
        if isinstance(node, c_ast.ID | c_ast.Goto):
            found.add(node.name)
    return found


def nodes_in(trees: Iterable[c_ast.Node]) -> Iterator[c_ast.Node]:
    """All nodes of trees."""
    pending = list(trees)
    while pending:
        node = pending.pop()
        yield node
        pending.extend(child for _, child in node.children())


def check(text: str) -> None:
    """Reads generated C back, without comments and with the names of `ppcl_compiler.h`. Raises
    pycparser's ParseError where it is no C."""
    plain = _COMMENTS.sub("", text)
    for specifier in (INLINE, FUNCTION, SELDOM):
        plain = plain.replace(specifier, "static inline")
    for other in (SIMD, LANES, OF_ROWS):
        plain = plain.replace(other, "")
    c_parser.CParser().parse(_KNOWN + plain)


_COMMENTS = re.compile(r"/\*.*?\*/", re.DOTALL)
_SCALARS = "uchar ushort uint ulong half char short int long float double"
_VECTORS = " ".join(f"{name}{lanes}" for name in _SCALARS.split() for lanes in (2, 3, 4, 8, 16))
_OTHERS = """
    size_t bool uchar ushort uint ulong half ppcl_int128 ppcl_uint128 ppcl_sampler ppcl_event
    int8_t int16_t int32_t int64_t uint8_t uint16_t uint32_t uint64_t uintptr_t intptr_t ptrdiff_t
    ppcl_group_function ppcl_floats ppcl_ints ppcl_uints ppcl_doubles ppcl_longs ppcl_ulongs
"""
_KNOWN = "".join(f"typedef int {name}; " for name in f"{_VECTORS} {_OTHERS}".split())
