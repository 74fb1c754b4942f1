"""The state of reading one translation unit: every node passes through here."""

from bisect import bisect_left
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import TypeVar

from ppcl.diag import PpclError
from ppcl.frontend import native
from ppcl.frontend.expanded import Expanded
from ppcl.frontend.hidden_heads import Bodies
from ppcl.frontend.instances import Instances
from ppcl.frontend.kinds import Kind
from ppcl.frontend.names import Names
from ppcl.frontend.native import Cursor
from ppcl.frontend.spans import Placed, Spans
from ppcl.frontend.type_table import Types
from ppcl.ir.expression import Binary, Cast, Expression, This, Unary
from ppcl.ir.node import Origin
from ppcl.ir.statement import Statement
from ppcl.ir.traverse import children
from ppcl.ir.types import OpaqueType, PointerType, Type
from ppcl.ir.unit import Record, Unfamiliar
from ppcl.source import SourceFile, Span

# Deeper than what people write, and shallow enough for recursive walks of the tree.
MAX_DEPTH = 200

ExpressionReader = Callable[["Reader", Cursor, Origin], Expression]
StatementReader = Callable[["Reader", Cursor, Origin], Statement]
_Node = TypeVar("_Node", Expression, Statement)


@dataclass
class Reader:
    """Converts cursors of one translation unit; the tables say how, by kind of cursor.

    `owner` is the class whose method is being read; `errors` are the byte offsets of the parser's
    errors, by file; `instances` the functions made from templates and by the compiler that calls
    refer to, by key; `implied` the classes whose implied default constructors are called;
    `records` are those that were asked for, by name, and `defaults` the default member initialisers
    of some, by class and field; `named` the user's functions by name, and `unfamiliar` what is not
    known by name; `volatile` are the places of lvalues and declarations of a volatile or atomic
    type, `registers` of declarations with that word; `bound` the names of structured bindings that
    are understood; `constructions` the calls of constructors by their extents, once some were asked
    for; `made` are the constructors and destructors of templates' instances. `expanded` tells what
    macros made of a kernel file, `macros` what they may make.
    """

    spans: Spans
    types: Types
    names: Names
    expressions: Mapping[int, ExpressionReader]
    statements: Mapping[int, StatementReader]
    opaque: ExpressionReader
    opaque_statement: StatementReader
    errors: Mapping[str, list[int]] = field(default_factory=dict)
    depth: int = 0
    owner: Cursor | None = None
    instances: dict[str, Cursor] = field(default_factory=dict)
    implied: dict[str, Cursor] = field(default_factory=dict)
    records: dict[str, Record] = field(default_factory=dict)
    defaults: dict[str, dict[str, Cursor]] = field(default_factory=dict)
    expanded: Expanded | None = None
    macros: Bodies = field(default_factory=Bodies)
    named: dict[str, Cursor] = field(default_factory=dict)
    unfamiliar: list[Unfamiliar] = field(default_factory=list)
    volatile: set[Span] = field(default_factory=set)
    registers: set[Span] = field(default_factory=set)
    bound: set[tuple[int, int]] = field(default_factory=set)
    constructions: dict[tuple[int, int], list[Cursor]] | None = None
    made: Instances = field(default_factory=Instances)

    def expression(self, cursor: Cursor) -> Expression:
        """An expression, without the parentheses around it; PpclError where nested too deeply."""
        while cursor.kind == Kind.PAREN:
            cursor = native.children(cursor)[0]
        placed = self.spans.place(native.extent(cursor))
        self._enter(placed.at.span)
        self.note_volatile(cursor, placed.at)
        node = self.expressions.get(cursor.kind, self.opaque)(self, cursor, placed.at)
        self.depth -= 1
        if placed.argument_of is not None:
            node = self._settled(node, placed)
        return self._apart(node) if isinstance(node, Binary | Unary) else node

    def note_volatile(self, cursor: Cursor, at: Origin) -> None:
        """Keeps the place of an expression or a declaration whose type is volatile or atomic."""
        if self.types.is_volatile(native.type_of(cursor)):
            self.volatile.add(at.span)

    def statement(self, cursor: Cursor) -> Statement:
        """A statement; PpclError where nested too deeply."""
        placed = self.spans.place(native.extent(cursor))
        self._enter(placed.at.span)
        node = self.statements.get(cursor.kind, self.opaque_statement)(self, cursor, placed.at)
        self.depth -= 1
        return node if placed.argument_of is None else self._settled(node, placed)

    def place(self, cursor: Cursor) -> Origin:
        """Where a cursor stands."""
        return self.spans.place(native.extent(cursor)).at

    def name_place(self, cursor: Cursor) -> Origin:
        """Where a declaration's name stands."""
        location = native.location(cursor)
        length = len(native.encoded(native.spelling(cursor)))
        name = native.Range(location.data, location.raw, location.raw + length)
        return self.spans.place(name).at

    def type_of(self, cursor: Cursor) -> Type:
        """The type of a declared variable; clang takes a type that it does not know for int."""
        if self.errors:
            begin, name = self.place(cursor).span, self.name_place(cursor).span
            if self.has_error(Span(begin.file, begin.start, name.start)):
                return OpaqueType("not understood")
        return self.types.of(cursor)

    def is_users(self, cursor: Cursor) -> bool:
        """Whether a declaration stands in one of the user's files."""
        return self.spans.locations.is_users(native.location(cursor).raw)

    def this(self, at: Origin, owner: Cursor) -> Expression:
        """The implied `this` for a member of class `owner`, which may be a base."""
        if self.owner is None:
            return This(at, PointerType(self.types.of(owner)))
        own = PointerType(self.types.of(self.owner))
        if owner.kind == Kind.CLASS_TEMPLATE:
            return This(at, own)
        wanted = PointerType(self.types.of(owner))
        return This(at, own) if own == wanted else Cast(at, wanted, This(at, own), implicit=True)

    def form(self, cursor: Cursor) -> str | None:
        """What macros made of a node that libclang has no kind for, as `Expanded.form`."""
        return self.expanded.form(cursor) if self.expanded is not None else None

    def use(self, function: Cursor) -> None:
        """Note a function that is called, where only its use shows that it exists."""
        is_hidden = is_made_by_compiler(function) and native.argument_count(function) == 0
        is_instance = native.specialized(function).kind < Kind.INVALID
        if (is_instance or is_hidden) and self.is_users(function):
            self.instances.setdefault(self.names.declaration(function).key, function)

    def has_error(self, span: Span) -> bool:
        """Whether the parser reports an error in a span."""
        file, _, start, end = self.spans.source(span)
        places = self.errors.get(file, [])
        index = bisect_left(places, start)
        return index < len(places) and places[index] <= end

    def _enter(self, span: Span) -> None:
        self.depth += 1
        if self.depth > MAX_DEPTH:
            file, text, start, _ = self.spans.source(span)
            raise PpclError(
                f"nested more than {MAX_DEPTH} levels deep; split the expression or statement",
                SourceFile(file, text).location(start),
            )

    def _settled(self, node: _Node, placed: Placed) -> _Node:
        """A node whose ends stand in a macro's argument: the macro's body may have joined them.

        That shows in operands that lie outside the node's span or over each other, as those of
        `x * x` from `SQUARE(x)` do.
        """
        assert placed.argument_of is not None
        file = self.spans.source(node.at.span)[0]
        whole = self.spans.invocation(file, placed.argument_of)
        position = node.at.span.start
        for at in sorted((child.at for child in children(node)), key=lambda at: at.span):
            if not whole.span.contains(at.span):
                continue  # a default argument stands elsewhere
            overlaps = at.macro is None and at.span.start < position
            if overlaps or not node.at.span.contains(at.span):
                return replace(node, at=whole)
            position = at.span.end if at.macro is None else position
        return node

    def _apart(self, node: Binary | Unary) -> Expression:
        """An operation whose operands have less text than it has, and text apart.

        Where that is not so, a macro's expansion holds parts of them: `x * TWO` is all the text
        that clang knows for the product in `x * 1 + 1`.
        """
        if node.at.macro is not None:
            return node
        if isinstance(node, Unary):
            shares = node.operand.at == node.at
            return replace(node, operand=self._in_macro(node.operand)) if shares else node
        left, right = node.left, node.right
        overlap = left.at.span.end > right.at.span.start and left.at.macro == right.at.macro
        if overlap or left.at == node.at:
            left = self._in_macro(left)
        if overlap or right.at == node.at:
            right = self._in_macro(right)
        if left is node.left and right is node.right:
            return node
        return replace(node, left=left, right=right)

    def _in_macro(self, node: Expression) -> Expression:
        """A node for which the macro stands that a part of it comes from."""
        at = self.spans.partly_in(node.at)
        if isinstance(node, Cast) and node.implicit and node.operand.at == node.at:
            return replace(node, at=at, operand=self._in_macro(node.operand))
        return replace(node, at=at)


def is_made_by_compiler(method: Cursor) -> bool:
    """Whether a method is implicit (clang places it at its class) or `= default`."""
    if method.kind not in (Kind.METHOD, Kind.CONSTRUCTOR):
        return False
    owner = native.semantic_parent(method)
    is_implicit = native.location(method).raw == native.location(owner).raw
    return is_implicit or bool(native.is_defaulted(method))
