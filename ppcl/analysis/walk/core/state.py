"""The state of the walk: what every tracked cell of memory holds, and what is known to be true."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from itertools import compress, count
from operator import is_not

from ppcl.analysis.model import MemoryObject
from ppcl.analysis.numbers.guard import Guard
from ppcl.analysis.numbers.polynomial import ZERO, Polynomial
from ppcl.analysis.walk.core.characters import blurred, met, written_at
from ppcl.analysis.walk.core.value import (
    NOT_SET,
    REST_NOT_SET,
    REST_ZEROED,
    ZEROED,
    BorrowedText,
    Characters,
    Closure,
    FunctionValue,
    Handle,
    LocalMemory,
    Number,
    OneOf,
    Pointer,
    Text,
    Unknown,
    Value,
    one_of,
)

# The offset of an object's summary cell: what was stored in it at offsets that are not known.
ANYWHERE = -1

MergeNumbers = Callable[[int, int, Value, Value], Value]


@dataclass
class State:
    """Memory cells by object serial and byte offset, and the guards of the path.

    A cell that is missing was not written; the cell at ANYWHERE says that writes went to unknown
    offsets. Inner dictionaries are shared between states and replaced when written.
    """

    cells: dict[int, dict[int, Value]] = field(default_factory=dict)
    guards: tuple[Guard, ...] = ()
    _known: tuple[tuple[Guard, ...], frozenset[Guard]] = ((), frozenset())

    def copy(self) -> "State":
        """An independent copy."""
        return State(dict(self.cells), self.guards, self._known)

    def with_guards(self, guards: tuple[Guard, ...]) -> "State":
        """A copy in which more is known."""
        if self._known[0] is not self.guards:
            self._known = (self.guards, frozenset(self.guards))
        result, known = self.copy(), self._known[1]
        new = tuple(guard for guard in guards if guard not in known)
        if new:
            result.guards = self.guards + new
            result._known = (result.guards, known.union(new))
        return result

    def load(self, target: MemoryObject, offset: int) -> Value | None:
        """What the cell holds, None where nothing is known."""
        return self.cells.get(target.serial, {}).get(offset)

    def holders(self, target: MemoryObject) -> list[tuple[int, int]]:
        """The cells that hold a pointer to an object: its serial and the offset of each."""
        return [
            (serial, offset)
            for serial, cells in self.cells.items()
            for offset, value in cells.items()
            if not isinstance(value, Number) and _points_to(value, target)
        ]

    def store(self, target: MemoryObject, offset: int, value: Value) -> None:
        """Write one cell; a text that it lies in changes."""
        self.store_all(target, ((offset, value),))

    def store_all(self, target: MemoryObject, written: Iterable[tuple[int, Value]]) -> None:
        """Write cells, with their offsets, in turn."""
        cells = dict(self.cells.get(target.serial, {}))
        texts = {start for start, held in cells.items() if isinstance(held, Characters)}
        for offset, value in written:
            cells[offset] = value
            (texts.add if isinstance(value, Characters) else texts.discard)(offset)
            for start in texts if not isinstance(value, Characters) else ():
                held = cells[start]
                if isinstance(held, Characters) and start < offset:
                    cells[start] = written_at(held, offset - start, value)
        self.cells[target.serial] = cells

    def store_perhaps(self, target: MemoryObject, offset: int, value: Value) -> None:
        """Write one cell of an object that stands for several, or that may not be the one meant."""
        cells = self.cells.get(target.serial, {})
        held = cells.get(offset, cells.get(ANYWHERE))
        text = isinstance(held, Characters)
        self.store(target, offset, met(held, None) if text else _weak(held, value))

    def store_anywhere(
        self, target: MemoryObject, value: Value, region: tuple[int, int] | None = None
    ) -> None:
        """Write a cell whose offset is not known: any cell (of the region) may have changed."""
        if isinstance(value, Characters):
            value = Unknown("a text at a place that is not known")
        old = self.cells.get(target.serial, {})
        summary = _weak(_touched(old.get(ANYWHERE)), value)
        cells: dict[int, Value] = {ANYWHERE: summary}
        for offset, held in old.items():
            if offset == ANYWHERE:
                continue
            if region is not None and not region[0] <= offset < region[1]:
                cells[offset] = held
            elif isinstance(held, Characters):
                cells[offset] = blurred(held, "a character of it is changed")
            elif not isinstance(held, Number):
                cells[offset] = _weak(held, value)
        self.cells[target.serial] = cells

    def forget(self, target: MemoryObject, reason: str) -> None:
        """The object's contents are no longer known: what it pointed to it may still point to."""
        unknown = Unknown(reason)
        kept: dict[int, Value] = {}
        for offset, held in self.cells.get(target.serial, {}).items():
            if isinstance(held, Characters):
                if reason not in (NOT_SET, ZEROED):
                    kept[offset] = blurred(held, reason)
            elif offset != ANYWHERE and not isinstance(held, Number | Unknown):
                kept[offset] = one_of((held, unknown))
        summary = self.cells.get(target.serial, {}).get(ANYWHERE, unknown)
        several = not isinstance(summary, Number | Unknown)
        several = several or (not target.unique and reason in (NOT_SET, ZEROED))
        kept[ANYWHERE] = one_of((summary, unknown)) if several else unknown
        self.cells[target.serial] = kept


def _points_to(value: Value, target: MemoryObject) -> bool:
    if isinstance(value, OneOf):
        return any(_points_to(choice, target) for choice in value.choices)
    return isinstance(value, Pointer) and value.object is target


def _touched(summary: Value | None) -> Value | None:
    """The summary of an object that is written somewhere: it is not as it was made any more."""
    if isinstance(summary, Unknown) and summary.reason in _RESTS:
        return Unknown(_RESTS[summary.reason])
    return summary


_RESTS = {NOT_SET: REST_NOT_SET, ZEROED: REST_ZEROED}


def _weak(held: Value | None, value: Value) -> Value:
    if held is None or isinstance(value, Number):
        return value if held is None else held
    if isinstance(held, Number) and held.value != ZERO:
        return value
    return one_of((held, value))


def merge(left: State, right: State, numbers: MergeNumbers) -> State:
    """The state after a join: cells that differ become unions or fresh merge symbols."""
    cells = dict(left.cells)
    for serial in differing(left.cells, right.cells):
        mine, other = left.cells.get(serial, {}), right.cells.get(serial, {})
        cells[serial] = _merge_object(serial, mine, other, numbers)
    if left.guards is right.guards:
        return State(cells, left.guards, left._known)
    return State(cells, shared(left.guards, right.guards))


def shared(left: tuple[Guard, ...], right: tuple[Guard, ...]) -> tuple[Guard, ...]:
    """The guards that two paths both have."""
    common, own, others = apart(left, right)
    known = set(others)
    return (*common, *(guard for guard in own if guard in known))


def apart(left: tuple[Guard, ...], right: tuple[Guard, ...]) -> tuple[tuple[Guard, ...], ...]:
    """The guards that two paths have from where they parted, and what each has besides: a path
    lists no guard twice."""
    differing = compress(count(), map(is_not, left, right))
    shared = next(differing, min(len(left), len(right)))
    return left[:shared], left[shared:], right[shared:]


def differing(left: Mapping[int, object], right: Mapping[int, object]) -> list[int]:
    """The keys of what is not the very same in both; written for speed, as most of it is."""
    differs = map(is_not, left.values(), map(right.get, left))
    return [*compress(left, differs), *sorted(right.keys() - left.keys())]


# An array of which one path set so much more is not a variable's members: what it holds after the
# join is read as what it is, one of several numbers, and needs no symbol of its own.
_MANY = 64


def _merge_object(
    serial: int, left: dict[int, Value], right: dict[int, Value], numbers: MergeNumbers
) -> dict[int, Value]:
    if (not left or not right) and set(left) | set(right) == {0}:
        return left or right  # a variable that one path did not set: it is not read there
    merged: dict[int, Value] = {}
    many = abs(len(left) - len(right)) > _MANY
    for offset in {**left, **right}:
        mine, other = left.get(offset), right.get(offset)
        if mine == other and mine is not None:
            merged[offset] = mine
        elif many and isinstance(mine or other, Number) and (mine is None or other is None):
            continue
        elif mine is not None and other is not None:
            merged[offset] = merge_values(serial, offset, mine, other, numbers)
        else:
            found = _one_sided(serial, offset, (left, right), numbers)
            if found is not None:
                merged[offset] = found
    return merged


def _one_sided(
    serial: int,
    offset: int,
    paths: tuple[dict[int, Value], dict[int, Value]],
    numbers: MergeNumbers,
) -> Value | None:
    """A cell that only one of two paths wrote: on the other (`without`) it may hold zero, or
    anything that was stored somewhere in the object."""
    left, right = (cells.get(offset, cells.get(ANYWHERE)) for cells in paths)
    first = offset in paths[0]
    value, elsewhere = (left, right) if first else (right, left)
    without = paths[1] if first else paths[0]
    if isinstance(value, Characters):
        unset = not without or without == {ANYWHERE: Unknown(NOT_SET)}
        return value if unset else _merged_texts(serial, offset, left, right, numbers)
    if isinstance(value, Number):
        return numbers(serial, offset, value, value)
    if value is None or elsewhere is None or isinstance(elsewhere, Number):
        return value
    return merge_values(serial, offset, value, elsewhere, numbers)


_OTHERS = (Closure, FunctionValue, LocalMemory)


def merge_values(
    serial: int, offset: int, left: Value, right: Value, numbers: MergeNumbers
) -> Value:
    """One of two values that a cell may hold."""
    if isinstance(left, Characters) or isinstance(right, Characters):
        return _merged_texts(serial, offset, left, right, numbers)
    if isinstance(left, Number) and isinstance(right, Number):
        return numbers(serial, offset, left, right)
    if isinstance(left, Pointer) and isinstance(right, Pointer) and left.object == right.object:
        return numbers(serial, offset, left, right)
    kinds = (Handle, Pointer, Text, BorrowedText, OneOf, Number, Unknown, *_OTHERS)
    if isinstance(left, kinds) and isinstance(right, kinds):
        return one_of((left, right))
    return Unknown("differs between the branches")


def _merged_texts(
    serial: int, offset: int, left: Value | None, right: Value | None, numbers: MergeNumbers
) -> Characters:
    """One of two texts, whose length is what a number is at this join that holds the lengths."""

    def length(first: Polynomial | None, second: Polynomial | None) -> Polynomial | None:
        if first is None or second is None or first == second:
            return first if first == second else None
        found = numbers(serial, offset, Number(first), Number(second))
        return found.value if isinstance(found, Number) else None

    return met(left, right, length)
