"""Symbolic values: what an expression may be at a place in the program."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from ppcl.analysis.access.index_term import IndexTerm
from ppcl.analysis.kernels.text import TextPart
from ppcl.analysis.model import MemoryObject, Precision
from ppcl.analysis.numbers.polynomial import ZERO, Polynomial
from ppcl.ir.expression import Expression
from ppcl.ir.lazy import lazy
from ppcl.ir.node import Declaration, Origin
from ppcl.source.value_class import value_class


@value_class()
class Number:
    """A scalar. Floating point values are polynomials of opaque terms: equal means equal."""

    value: Polynomial
    precision: Precision = "exact"


@value_class()
class Pointer:
    """The address `offset` bytes into an object."""

    object: MemoryObject
    offset: Polynomial
    precision: Precision = "exact"

    @property
    def start(self) -> int | None:
        """The offset, where it is known as a number."""
        return self.offset.as_int if self.precision != "unknown" else None

    @lazy
    def _hash(self) -> int:
        return hash((self.object, self.offset, self.precision))

    def __hash__(self) -> int:
        return self._hash


@value_class()
class Handle:
    """An OpenCL object (`kind`: mem, kernel, program, queue, ...) or another library's."""

    kind: str
    object: MemoryObject


@value_class()
class Text:
    """A string constant; `literal` is where it stands in the program."""

    value: bytes
    literal: Origin | None


@value_class()
class Characters:
    """The text in memory from a place on, up to the zero that ends it: held by the cell where it
    begins. `room` is the size of the array that it is in, where that is not the whole object."""

    parts: tuple[TextPart, ...] = ()
    room: int | None = None


@dataclass(frozen=True)
class Written:
    """An element as the text names it, `name[subscript]`, with the parts of that index and what is
    in scope there."""

    element: Expression
    subscript: Expression
    terms: tuple[IndexTerm, ...]
    scope: tuple[tuple[str, Polynomial], ...]


@value_class()
class Place:
    """An lvalue: `offset` bytes into an object, inside `region` (first byte, end) where that is
    known: the member array that an index goes into. What is not `certain` may be elsewhere. What
    a reference was made of is `written` somewhere."""

    object: MemoryObject
    offset: Polynomial
    precision: Precision = "exact"
    region: tuple[int, int] | None = None
    certain: bool = True
    written: Written | None = field(default=None, compare=False)

    @property
    def start(self) -> int | None:
        """The offset, where it is known as a number."""
        return self.offset.as_int if self.precision != "unknown" else None


@dataclass(frozen=True)
class BorrowedText:
    """The address of a string object's characters (`std::string::c_str`), as they are when it is
    taken; `place` is the string's."""

    characters: Characters
    place: Place | None = None


@dataclass(frozen=True)
class FunctionValue:
    """A function's address."""

    declaration: Declaration


@dataclass(frozen=True)
class Closure:
    """A lambda with what it captured; the walk knows it by its number."""

    number: int


@dataclass(frozen=True)
class LocalMemory:
    """A kernel argument that is `size` bytes of local memory."""

    size: Polynomial | None


@value_class()
class StructValue:
    """A struct by value: its scalar cells by byte offset."""

    cells: tuple[tuple[int, "Value"], ...]


@value_class()
class Unknown:
    """What ppcl could not follow, and why."""

    reason: str
    at: Origin | None = None


# Reasons of contents that nothing was written to yet: they may be anything, or are all zeros; and
# of the rest of contents after a store at a place that is not known.
NOT_SET = "not set"
ZEROED = "all zeros"
REST_NOT_SET = "set at a place that is not known"
REST_ZEROED = "all zeros but for a place that is not known"


@value_class()
class OneOf:
    """One of several handles, pointers or texts."""

    choices: frozenset["Single"]

    @lazy
    def ordered(self) -> "tuple[Single, ...]":
        """The choices in a fixed order."""
        return tuple(sorted(self.choices, key=_order))


Single = (
    Number
    | Pointer
    | Handle
    | Text
    | Characters
    | BorrowedText
    | FunctionValue
    | Closure
    | LocalMemory
    | StructValue
    | Unknown
)
Value = Single | OneOf


def choices_of(value: Value) -> tuple[Single, ...]:
    """The single values that a value may be, in a fixed order."""
    return value.ordered if isinstance(value, OneOf) else (value,)


def any_choice(value: Value) -> Iterable[Single]:
    """The single values that a value may be, in no order: for questions that ask for none."""
    return value.choices if isinstance(value, OneOf) else (value,)


def one_of(values: Sequence[Value]) -> Value:
    """The value that may be any of `values`. One that is not known stands for every number too.

    Memory that was not set gives way to what was stored: no program may use it. Zeros stay, as a
    program may ask for them.
    """
    if len(values) == 1:
        return values[0]
    distinct = set(values)
    if len(distinct) == 1:
        return values[0]
    found = frozenset[Single]().union(*map(any_choice, distinct))
    whole = next((v for v in distinct if isinstance(v, OneOf) and v.choices == found), None)
    if whole is not None:
        return whole
    unknown = sorted((single for single in found if isinstance(single, Unknown)), key=_weight)
    if unknown and len(found) > 1:
        followed = frozenset(s for s in found if not isinstance(s, Number | Unknown))
        lost = unknown[0].reason not in EMPTY
        if lost or not followed:
            found = frozenset((unknown[0], *followed))
        elif any(single.reason in (ZEROED, REST_ZEROED) for single in unknown):
            found = frozenset((Number(ZERO), *followed))
        else:
            found -= frozenset(unknown)
    return next(iter(found)) if len(found) == 1 else OneOf(found)


EMPTY = (REST_NOT_SET, REST_ZEROED, ZEROED, NOT_SET)


def _weight(unknown: Unknown) -> tuple[int, str]:
    """What is only not set yet gives way to what is not followed."""
    reason = unknown.reason
    return (1 + EMPTY.index(reason) if reason in EMPTY else 0, repr(unknown))


def _order(value: Single) -> tuple[int, int, str]:
    if isinstance(value, Pointer | Handle):
        return (0, value.object.serial, str(getattr(value, "offset", "")))
    if isinstance(value, Number):
        return (1, 0, str(value.value))
    return (2, 0, repr(value))


def weaker(*precisions: Precision) -> Precision:
    """The weakest of several precisions."""
    for level in ("unknown", "modular"):
        if level in precisions:
            return level
    return "exact"


def cells_of(value: Value) -> list[Value]:
    """The values that a value consists of."""
    return [cell for _, cell in value.cells] if isinstance(value, StructValue) else [value]
