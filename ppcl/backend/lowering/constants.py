"""Variables of program scope: what they begin with is a constant expression of C.

OpenCL C's constants may be vectors, be read from other constants, and be computed by operators that
are functions in generated C. Such a value is computed here.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pycparser import c_ast

from ppcl.backend.c import ctree, literals
from ppcl.backend.c.ctree import Tree
from ppcl.backend.lowering.elements import elements_of
from ppcl.backend.lowering.expressions import CONSTANTS, Expressions
from ppcl.backend.refuse import NotCompiled
from ppcl.ir import expression as ex
from ppcl.ir import statement as st
from ppcl.ir.types import ArrayType, FloatType, PointerType, Type, VectorType
from ppcl.rewrite.folding import Folding
from ppcl.rewrite.initial import is_list_for

_OPERATORS = ("+", "-", "*", "&", "|", "^", "<", "<=", ">", ">=", "==", "!=", "&&", "||")


def constant_trees(variables: Sequence[st.Variable], to: Expressions) -> Iterator[Tree]:
    """The definitions of a program's constants. Raises NotCompiled for a value that is not known
    before the program runs."""
    values = _Values(to, Folding({v.declaration.key: v.init for v in variables}))
    for variable in variables:
        key, name = variable.declaration.key, variable.declaration.name
        init = variable.init
        value = values.initial(init, variable.type) if init is not None else None
        spelled = to.names.name(key, name)
        tree = to.types.declare(spelled, variable.type, value, const=variable.const)
        tree.storage = ["static"]
        if "const" not in tree.quals:
            _make_const(tree)
        yield tree


def _make_const(tree: Tree) -> None:
    core = tree.type
    while not isinstance(core, c_ast.TypeDecl):
        core = core.type
    core.quals = [*core.quals, "const"] if "const" not in core.quals else core.quals


@dataclass(frozen=True)
class _Values:
    to: Expressions
    folding: Folding

    def initial(self, init: ex.Expression, type_: Type) -> Tree:
        """What a variable, or a part of one, begins with."""
        if isinstance(type_, VectorType):
            return self._vector(init, type_)
        if not is_list_for(init, type_):
            return self._scalar(init, type_)
        elements = elements_of(init, self.to.records)
        parts = [self.initial(each, each.type) for each in elements]
        return c_ast.InitList(parts or [ctree.number(0)])

    def _vector(self, init: ex.Expression, type_: VectorType) -> Tree:
        lanes = self.folding.lanes(init)
        if lanes is None:
            raise NotCompiled(_UNKNOWN, init.at)
        return c_ast.InitList([self._scalar(lane, type_.element) for lane in lanes])

    def _scalar(self, init: ex.Expression, type_: Type) -> Tree:
        """A number or an address, as it was written where C computes it."""
        value = self.folding.value(init)
        if isinstance(value, int):
            return literals.integer(value, init.type)
        if _is_plain(init):
            tree = self.to.as_type(init, type_)
            # C's own qualifiers are not those of address spaces
            return self.to.types.cast(type_, tree) if isinstance(type_, PointerType) else tree
        if value is None:
            raise NotCompiled(_UNKNOWN, init.at)
        return literals.floating(value, init.type)


_UNKNOWN = "a constant whose value is not known before the program runs"


def _is_plain(node: ex.Expression) -> bool:
    """Whether C has a constant expression for it, of the same operators."""
    match node:
        case ex.IntLiteral() | ex.FloatLiteral() | ex.StringLiteral() | ex.SizeOf():
            return True
        case ex.Cast(operand=operand) | ex.Unary(op="+" | "-" | "~" | "!", operand=operand):
            return _is_plain(operand)
        case ex.Unary(op="&", operand=operand):
            return _is_in_variable(operand)
        case ex.Binary(op=op, left=left, right=right):
            is_division = op == "/" and isinstance(node.type, FloatType)
            return (op in _OPERATORS or is_division) and _is_plain(left) and _is_plain(right)
        case ex.Conditional(condition=condition, then=then, otherwise=otherwise):
            return all(map(_is_plain, (condition, then, otherwise)))
        case ex.Call(callee=callee):
            return (callee or "").startswith(CONSTANTS)
        case _:
            return isinstance(node.type, ArrayType) and _is_in_variable(node)


def _is_in_variable(node: ex.Expression) -> bool:
    """Whether an lvalue is a variable or a part of one whose place is known."""
    match node:
        case ex.NameRef():
            return True
        case ex.Index(base=base, index=index):
            return isinstance(base.type, ArrayType) and _is_in_variable(base) and _is_plain(index)
        case ex.Member(base=base, arrow=False):
            return _is_in_variable(base)
        case _:
            return False
