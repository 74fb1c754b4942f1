"""Small pieces of C as pycparser's trees, and types of C for ppcl's."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from pycparser import c_ast

from ppcl.backend.builtins.spelling import spelling
from ppcl.ir.types import (
    ROW_LANES,
    AddressSpace,
    ArrayType,
    FloatType,
    IntType,
    OpaqueType,
    PointerType,
    RecordType,
    Type,
    VectorType,
    VoidType,
    is_image,
)

# A node of pycparser's c_ast, which has no types that a checker knows.
Tree: TypeAlias = Any


def name(text: str) -> Tree:
    """The use of a name."""
    return c_ast.ID(text)


def number(value: int) -> Tree:
    """An `int` constant that is not negative."""
    return c_ast.Constant("int", str(value))


def binary(op: str, left: Tree, right: Tree) -> Tree:
    """`left op right`."""
    return c_ast.BinaryOp(op, left, right)


def unary(op: str, operand: Tree) -> Tree:
    """`op operand`; `p++` and `p--` stand behind theirs."""
    return c_ast.UnaryOp(op, operand)


_BOOLEAN = ("<", "<=", ">", ">=", "==", "!=", "&&", "||")


def truth(condition: Tree, wanted: bool) -> Tree:
    """1 where a condition holds, or where it does not; 0 otherwise."""
    if isinstance(condition, c_ast.UnaryOp) and condition.op == "!":
        return truth(condition.expr, not wanted)
    if not wanted:
        return unary("!", condition)
    is_bool = isinstance(condition, c_ast.BinaryOp) and condition.op in _BOOLEAN
    return condition if is_bool else binary("!=", value(condition), number(0))


def call(function: str, *arguments: Tree) -> Tree:
    """`function(arguments)`."""
    return c_ast.FuncCall(c_ast.ID(function), c_ast.ExprList(list(arguments)))


def element(base: Tree, index: Tree) -> Tree:
    """`base[index]`."""
    return c_ast.ArrayRef(base, index)


def member(base: Tree, field: str, arrow: bool = False) -> Tree:
    """`base.field`, or `base->field`."""
    return c_ast.StructRef(base, "->" if arrow else ".", c_ast.ID(field))


def assign(target: Tree, value: Tree, op: str = "=") -> Tree:
    """`target op value`."""
    return c_ast.Assignment(op, target, value)


def block(items: Sequence[Tree]) -> c_ast.Compound:
    """`{ items }`."""
    return c_ast.Compound(list(items))


def value(tree: Tree) -> Tree:
    """An expression as a statement whose value counts: `({ })` as it is, and not its block."""
    return c_ast.ExprList([tree]) if isinstance(tree, c_ast.Compound) else tree


def pragma(text: str) -> Tree:
    """`#pragma text`."""
    return c_ast.Pragma(text)


def constant(declared: str, value: Tree) -> Tree:
    """`const int declared = value;`."""
    type_ = c_ast.TypeDecl(declared, ["const"], None, c_ast.IdentifierType(["int"]))
    return c_ast.Decl(declared, ["const"], [], [], [], type_, value, None)


def variable(declared: str, value: Tree) -> Tree:
    """`int declared = value;`."""
    type_ = c_ast.TypeDecl(declared, [], None, c_ast.IdentifierType(["int"]))
    return c_ast.Decl(declared, [], [], [], [], type_, value, None)


def counted(counter: str, end: Tree, body: Sequence[Tree], step: Tree | None = None) -> Tree:
    """`for (int counter = 0; counter < end; counter++) { body }`, or with another step."""
    start = c_ast.DeclList([variable(counter, number(0))])
    onward = step if step is not None else unary("p++", name(counter))
    return c_ast.For(start, binary("<", name(counter), end), onward, block(body))


def scalar_name(type_: Type) -> str:
    """The C name of a number's or vector's type: `uint`, `float4`, `ppcl_floats`."""
    found = spelling(type_)
    if found is None or not isinstance(type_, IntType | FloatType | VectorType):
        raise TypeError(f"no number: {type_}")
    is_row = isinstance(type_, VectorType) and type_.lanes == ROW_LANES
    return f"ppcl_{found}" if is_row else found


def cast(kind: str, tree: Tree) -> Tree:
    """`(kind) tree`, for a type of one word."""
    plain = c_ast.TypeDecl(None, [], None, c_ast.IdentifierType([kind]))
    return c_ast.Cast(c_ast.Typename(None, [], None, plain), tree)


@dataclass(frozen=True)
class CTypes:
    """Types as C has them; `records` gives the tags of structs and unions by ppcl's names."""

    records: Mapping[str, str]
    unions: frozenset[str] = frozenset()

    def declare(
        self,
        declared: str | None,
        type_: Type,
        init: Tree | None = None,
        const: bool = False,
    ) -> Tree:
        """`const type declared = init;`."""
        quals = ["const"] if const else []
        inner = self._typed(declared, type_, quals)
        return c_ast.Decl(declared, quals, [], [], [], inner, init, None)

    def cast(self, type_: Type, operand: Tree) -> Tree:
        """`(type) operand`."""
        return c_ast.Cast(self.typename(type_), operand)

    def typename(self, type_: Type) -> Tree:
        """A type without a name, as in a cast."""
        return c_ast.Typename(None, [], None, self._typed(None, type_, []))

    def _typed(self, declared: str | None, type_: Type, quals: list[str]) -> Tree:
        match type_:
            case PointerType():
                outer = [*(["restrict"] if type_.restrict else []), *quals]
                return c_ast.PtrDecl(outer, self._typed(declared, type_.pointee, _pointed(type_)))
            case ArrayType(element=inner_type, length=length):
                size = number(length) if length is not None else None
                return c_ast.ArrayDecl(self._typed(declared, inner_type, quals), size, [])
            case RecordType(name=record):
                tag = self.records[record]
                kind = c_ast.Union if record in self.unions else c_ast.Struct
                return c_ast.TypeDecl(declared, quals, None, kind(tag, None))
            case VoidType():
                return _plain(declared, quals, "void")
            case OpaqueType() if is_image(type_):
                image = c_ast.Struct("ppcl_image", None)
                return c_ast.PtrDecl(quals, c_ast.TypeDecl(declared, ["const"], None, image))
            case OpaqueType(spelling=spelling):
                return _plain(declared, quals, f"ppcl_{spelling.removesuffix('_t')}")
            case _:
                return _plain(declared, quals, scalar_name(type_))


def _pointed(type_: PointerType) -> list[str]:
    """The qualifiers of what is pointed to: OpenCL's constants are C's."""
    const = type_.const or type_.space is AddressSpace.CONSTANT
    return [q for q, on in (("const", const), ("volatile", type_.volatile)) if on]


def _plain(declared: str | None, quals: list[str], spelled: str) -> Tree:
    return c_ast.TypeDecl(declared, quals, None, c_ast.IdentifierType(spelled.split()))
