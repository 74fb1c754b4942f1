"""Values of the user's text as vectors, with a lane for each work-item."""

from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass

from ppcl.analysis.numbers.polynomial import ONE
from ppcl.ir import expression as ex
from ppcl.ir import statement as st
from ppcl.ir.traverse import descendants
from ppcl.ir.types import AddressSpace, ArrayType, FloatType, IntType, PointerType, Type
from ppcl.rewrite.merging import LANEWISE
from ppcl.source import Edit, Span
from ppcl.transform.launching.quotient import without_implicit
from ppcl_transforms.coarsen.parts import Each, NoParts, Part, all_parts
from ppcl_transforms.coarsen.row import Row
from ppcl_transforms.coarsen.words import Words, edited

# The types that vectors are made of, as they may be written.
ELEMENTS = {
    b"float": b"float",
    b"int": b"int",
    b"signed int": b"int",
    b"uint": b"uint",
    b"unsigned": b"uint",
    b"unsigned int": b"uint",
}
_NAMES = {"float": b"float", "int": b"int", "unsigned int": b"uint"}
_OPERATORS = frozenset({"+", "-", "*", "/", "%", "&", "|", "^"})
_WORD = 64
_SIGNS = frozenset({"+", "-", "~"})


@dataclass(frozen=True)
class Values:
    """`vectors` are the variables, by key, that hold a vector; `firsts` those that hold the number
    of the first work-item, of which the next ones' are one more each."""

    row: Row
    words: Words
    vectors: Set[str]
    firsts: Set[str]

    @staticmethod
    def of(parts: Sequence[Part], row: Row, words: Words) -> "Values":
        """Those of a kernel's parts. Raises NoParts."""
        vectors: set[str] = set()
        firsts: set[str] = set()
        for variable in _declared(parts):
            key = variable.declaration.key
            if key not in row.known.varying:
                continue
            init = variable.init if key not in row.changed else None
            if init is not None and row.along.stride(init).step == ONE and row.is_silent(init):
                firsts.add(key)
            elif _is_element(variable.type) and _is_own(variable):
                vectors.add(key)
            else:
                raise NoParts(f"'{variable.declaration.name}' has no vectors", variable.at)
        return Values(row, words, vectors, firsts)

    def first(self, node: ex.Expression | st.Variable) -> Iterator[Edit]:
        """The edits that make a number that of the first work-item. Raises NoParts."""
        for use in self.row.uses(node):
            if use.declaration.key in self.vectors:
                raise NoParts(f"'{use.declaration.name}' in what is no vector", use.at)
        above = node if isinstance(node, st.Variable) else None
        inner = node.init if isinstance(node, st.Variable) else node
        if inner is not None:
            yield from self.words.of(0).edits(inner, above)

    def vector_of(self, value: ex.Expression, type_: Type) -> bytes:
        """The text of a value as a vector."""
        if value.type != type_:
            raise NoParts("a value of another type", value.at)
        if self._is_same(value):
            return b"(" + self._type(type_) + b")(" + self._text(value, self.words.of(None)) + b")"
        return self._edited(value.at.span, self.edits(value))

    def neighbours(self, place: ex.Expression) -> Span:
        """Where the text stands of a place whose neighbours in memory are the next work-items'."""
        if not isinstance(place, ex.Index) or not isinstance(
            place.base.type, PointerType | ArrayType
        ):
            raise NoParts("memory that is reached otherwise than by an index", place.at)
        is_next = self.row.along.stride(place.index).step == ONE and self._is_same(place.base)
        if not is_next or not _is_element(place.type) or place.at.macro is not None:
            raise NoParts("memory that neighbours have not beside each other", place.at)
        if _may_wrap(place.index):
            raise NoParts("an unsigned number that may wrap around, for an index", place.at)
        return place.at.span

    def edits(self, node: ex.Expression) -> Iterator[Edit]:
        """The edits by which a value that differs is a vector. Raises NoParts."""
        if node.at.macro is not None:
            raise NoParts(f"a value in the macro '{node.at.macro}'", node.at)
        if not _is_element(node.type):
            raise NoParts("a value of a type that has no lanes here", node.at)
        span = node.at.span
        match node:
            case ex.NameRef(declaration=declaration) if declaration.key in self.vectors:
                return
            case ex.NameRef(declaration=declaration) if declaration.key in self.firsts:
                yield Edit(span, self._numbered(node))
            case ex.Index():
                self.neighbours(node)
                address = self._edited(span, self.first(node))
                yield Edit(span, b"vload%d(0, &%s)" % (self.words.merge.factor, address))
            case ex.Cast(operand=operand):
                yield self._converted(node, operand)
            case ex.Binary(op="<<" | ">>", left=left, right=right):
                yield Edit(left.at.span, self.vector_of(left, node.type))
                yield from self.operand(right, node.type)
            case ex.Binary(op=op, left=left, right=right) if op in _OPERATORS:
                yield from self.operand(left, node.type)
                yield from self.operand(right, node.type)
            case ex.Unary(op=op, operand=operand) if op in _SIGNS:
                yield from self.operand(operand, node.type)
            case ex.Call(callee=callee, arguments=arguments) if callee in LANEWISE:
                for each in arguments:
                    yield Edit(each.at.span, self.vector_of(each, node.type))
            case _:
                raise NoParts("a value that has no vectors", node.at)

    def operand(self, node: ex.Expression, type_: Type) -> Iterator[Edit]:
        """The edits of what stands beside a vector of a type: a number is one for all lanes."""
        if node.type != type_:
            raise NoParts("a value of another type", node.at)
        if not self._is_same(node):
            yield from self.edits(node)
        elif isinstance(node, ex.Cast) and node.implicit and not isinstance(type_, FloatType):
            raise NoParts("a conversion between whole numbers", node.at)
        else:
            yield from self.words.of(None).edits(node)

    def _numbered(self, name: ex.NameRef) -> bytes:
        """The numbers of work-items, from the first one's."""
        numbers = b", ".join(b"%d" % each for each in range(self.words.merge.factor))
        own = name.declaration.name.encode()
        return b"(" + own + b" + (" + self._type(name.type) + b")(" + numbers + b"))"

    def _converted(self, node: ex.Cast, operand: ex.Expression) -> Edit:
        same = operand.type == node.type
        if not _is_element(operand.type) or not (same or isinstance(node.type, FloatType)):
            raise NoParts("a conversion of what differs", node.at)
        inner = self._edited(operand.at.span, self.edits(operand))
        if same and node.implicit:
            return Edit(node.at.span, inner)
        return Edit(node.at.span, b"convert_" + self._type(node.type) + b"(" + inner + b")")

    def _type(self, type_: Type) -> bytes:
        assert isinstance(type_, IntType | FloatType)
        return _NAMES[type_.name] + b"%d" % self.words.merge.factor

    def _text(self, node: ex.Expression, words: Words) -> bytes:
        return self._edited(node.at.span, words.edits(node))

    def _edited(self, span: Span, edits: Iterator[Edit]) -> bytes:
        return edited(self.words.source, span, edits)

    def _is_same(self, node: ex.Expression) -> bool:
        """Whether a value is the same for all, and computing it has no effect."""
        return self.row.is_quiet(node) and self.row.is_silent(node)


def _declared(parts: Sequence[Part]) -> Iterator[st.Variable]:
    """The variables that work-items declare for themselves."""
    for part in all_parts(parts):
        for statement in part.statements if isinstance(part, Each) else ():
            for node in descendants(statement):
                if isinstance(node, st.Variable):
                    yield node


def _may_wrap(index: ex.Expression) -> bool:
    """Whether an index is a plain name of a narrow unsigned number: that the next ones are one more
    each would be taken for a sum, which may wrap around where the name did not."""
    narrow = isinstance(index.type, IntType) and not index.type.signed and index.type.bits < _WORD
    return narrow and isinstance(without_implicit(index), ex.NameRef)


def _is_element(type_: Type) -> bool:
    return isinstance(type_, IntType | FloatType) and type_.name in _NAMES


def _is_own(variable: st.Variable) -> bool:
    is_private = variable.space is AddressSpace.PRIVATE and variable.storage == "auto"
    return is_private and variable.at.macro is None
