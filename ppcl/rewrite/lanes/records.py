"""Numbers that are a part of structures in memory."""

from dataclasses import dataclass, replace

from ppcl.ir import expression as ex
from ppcl.ir.types import ArrayType, IntType, PointerType, RecordType, size_of

_INT = IntType("int", 32, True)


@dataclass(frozen=True)
class Part:
    """A number in one of the structures behind a pointer: `structure` is the access to that one,
    `count` how many numbers of its size a structure has room for; `inner` are the indices of arrays
    in it."""

    place: ex.Expression
    structure: ex.Index | ex.Unary | ex.Member
    count: int
    inner: tuple[ex.Expression, ...]

    @property
    def pointer(self) -> ex.Expression:
        """Where the structures begin, or where this one is."""
        match self.structure:
            case ex.Unary(operand=operand):
                return operand
            case _:
                return self.structure.base

    @property
    def index(self) -> ex.Expression | None:
        """Which structure behind the pointer it is, None: the one that it points to."""
        return self.structure.index if isinstance(self.structure, ex.Index) else None

    def with_index(self, index: ex.Expression) -> ex.Expression:
        """The same number of another structure."""
        return _with_index(self.place, self.structure, index)

    @property
    def first(self) -> ex.Expression:
        """The same number of the first structure."""
        return self.with_index(ex.IntLiteral(self.place.at, _INT, 0))

    @property
    def const(self) -> bool:
        """Whether it can only be read."""
        type_ = self.pointer.type
        return isinstance(type_, PointerType) and type_.const


def in_structure(place: ex.Expression) -> Part | None:
    """What a place is a part of; None where that is no structure behind a pointer that is not
    volatile, or its size is not a number of such numbers'."""
    inner: list[ex.Expression] = []
    each, is_part = place, False
    while True:
        match each:
            case ex.Member(base=base, arrow=False):
                each, is_part = base, True
            case ex.Index(base=base, index=index) if isinstance(base.type, ArrayType):
                inner.append(index)
                each = base
            case ex.Member(arrow=True, base=base):
                return _made(place, each, base, inner)
            case ex.Index(base=base) | ex.Unary(op="*", operand=base) if is_part:
                return _made(place, each, base, inner)
            case _:
                return None


def _made(
    place: ex.Expression,
    structure: ex.Index | ex.Unary | ex.Member,
    pointer: ex.Expression,
    inner: list[ex.Expression],
) -> Part | None:
    type_, own = pointer.type, size_of(place.type)
    if not isinstance(type_, PointerType) or type_.volatile or not own:
        return None
    size = type_.pointee.size if isinstance(type_.pointee, RecordType) else None
    if size is None or size % own:
        return None
    return Part(place, structure, size // own, tuple(inner))


def _with_index(
    place: ex.Expression, structure: ex.Expression, index: ex.Expression
) -> ex.Expression:
    if place is structure and isinstance(place, ex.Index):
        return replace(place, index=index)
    if isinstance(place, ex.Member | ex.Index):
        return replace(place, base=_with_index(place.base, structure, index))
    return place
