"""Text of the user's with what a merged work-item says in it for ids, and for its own variables."""

from collections.abc import Iterable, Iterator, Sequence, Set
from dataclasses import dataclass, replace

from ppcl.ir import expression as ex
from ppcl.ir import statement as st
from ppcl.ir.node import Origin
from ppcl.ir.traverse import Node, children
from ppcl.rewrite.merging import Merge, asks_for_ids
from ppcl.source import Edit, SourceFile, Span, apply_edits
from ppcl_transforms.coarsen.parts import NoParts, ways_out
from ppcl_transforms.coarsen.row import SIZES


@dataclass(frozen=True)
class Words:
    """`number` is what is said for the work-item's number: the counter's name, or a number; None
    where no work-item is meant. `arrays` are the keys of variables that hold a value for each."""

    merge: Merge
    source: SourceFile
    number: str | None = None
    arrays: Set[str] = frozenset()

    def of(self, number: str | int | None) -> "Words":
        """The same for another work-item."""
        return replace(self, number=None if number is None else str(number))

    def edits(
        self, node: Node, above: Node | None = None, without: Sequence[Node] = ()
    ) -> Iterator[Edit]:
        """The edits of a tree, but for the trees in it that are left out. Raises NoParts where a
        macro's text would have to change."""
        if any(each is node for each in without):
            return
        text = self._instead(node, above)
        if text is not None:
            if node.at.macro is not None:
                raise NoParts(f"an id or variable in the macro '{node.at.macro}'", node.at)
            yield Edit(node.at.span, text)
            return
        around = above if isinstance(node, ex.Cast) and node.implicit else node
        for child in children(node):
            yield from self.edits(child, around, without)

    def _instead(self, node: Node, above: Node | None) -> bytes | None:
        match node:
            case ex.Call(callee=callee) if asks_for_ids(node, self.merge.dimension):
                if callee in SIZES:
                    product = self._product(node, self.merge.factor)
                    return product if _stands_alone(node, above, "+-") else b"(" + product + b")"
                if self.number is None:
                    raise NoParts("an id in what is done once for all", node.at)
                total = self._total(node)
                return total if _stands_alone(node, above) else b"(" + total + b")"
            case ex.NameRef(declaration=declaration) if declaration.key in self.arrays:
                return f"{declaration.name}[{self.number}]".encode()
            case ex.SizeOf(named=named) if any(d.key in self.arrays for d, _ in named):
                raise NoParts("the size of a variable that is kept for each", node.at)
            case _:
                return None

    def _product(self, call: ex.Call, factor: int) -> bytes:
        return self.source.text(call.at.span) + f" * {factor}".encode()

    def _total(self, call: ex.Call) -> bytes:
        """The number of a work-item, as the call gives it."""
        own, number = self.source.text(call.at.span), str(self.number).encode()
        name = str(call.callee).encode()
        if self.merge.numbering == "blocked":
            product = self._product(call, self.merge.factor)
            return product if number == b"0" else product + b" + " + number
        if self.merge.numbering == "spread":
            return own + b" + " + number + b" * " + own.replace(name, b"get_global_size", 1)
        size = own.replace(name, b"get_local_size", 1)
        if call.callee == "get_local_id":
            return own + b" + " + number + b" * " + size
        group = own.replace(name, b"get_group_id", 1) + f" * {self.merge.factor} + ".encode()
        return (
            b"(" + group + number + b") * " + size + b" + " + own.replace(name, b"get_local_id", 1)
        )

    def text(self, span: Span, edits: Iterable[Edit]) -> bytes:
        """The text of a span after edits that lie in it."""
        return edited(self.source, span, edits)


def edited(source: SourceFile, span: Span, edits: Iterable[Edit]) -> bytes:
    """The text of a span after edits that lie in it."""
    own = (
        Edit(Span(span.file, e.span.start - span.start, e.span.end - span.start), e.text)
        for e in edits
    )
    return apply_edits(SourceFile(span.file, source.text(span)), own).data


_LOOSER = frozenset({"<", ">", "<=", ">=", "==", "!=", "&&", "||", ",", "+="})


def _stands_alone(node: ex.Call, above: Node | None, others: str = "") -> bool:
    """Whether a sum may stand in the place of a call without parentheses; with `others`, a product
    beside these operators."""
    match above:
        case None | st.Variable() | ex.Assign() | ex.Call():
            return True
        case ex.Index(index=index):
            return _without_casts(index) is node
        case ex.Binary(op=op):
            return op in _LOOSER or op in others
        case _:
            return False


def _without_casts(node: ex.Expression) -> ex.Expression:
    while isinstance(node, ex.Cast) and node.implicit:
        node = node.operand
    return node


def ended(statements: Iterable[st.Statement]) -> Iterator[Edit]:
    """`continue` for each `return`, where statements become the body of a loop that nothing
    follows. Raises NoParts where one stands in another loop."""
    for statement in statements:
        returns = [way for way in ways_out(statement) if isinstance(way, st.Return)]
        continued = [way for way in ways_out(_wrapped(statement)) if isinstance(way, st.Return)]
        for way in returns:
            if way.at.macro is not None:
                raise NoParts(f"a `return` in the macro '{way.at.macro}'", way.at)
            if way not in continued:
                raise NoParts("a `return` in a loop", way.at)
            yield Edit(way.at.span, b"continue;")


def _wrapped(statement: st.Statement) -> st.Statement:
    """A statement without the loops in it: what is left can be left by `continue`."""
    at = Origin(statement.at.span)
    match statement:
        case st.For() | st.While() | st.DoWhile():
            return st.Empty(at)
        case st.Block(body=body):
            return replace(statement, body=tuple(map(_wrapped, body)))
        case st.If(then=then, otherwise=otherwise):
            rest = _wrapped(otherwise) if otherwise is not None else None
            return replace(statement, then=_wrapped(then), otherwise=rest)
        case _:
            return statement
