"""The memory of a work-group: its local variables, then arrays with an element a work-item."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ppcl.backend.refuse import NotCompiled
from ppcl.ir import statement as st
from ppcl.ir.types import (
    ArrayType,
    OpaqueType,
    RecordType,
    Type,
    VectorType,
    size_of,
)

_ALIGNMENT = 128
_LARGEST_LOCAL = 1 << 20
_EVENT_BYTES = 4  # of a ppcl_event


@dataclass(frozen=True)
class Slot:
    """Where a variable lies: `offset` in bytes, of an item's variable for each work-item."""

    variable: st.Variable
    offset: int


@dataclass(frozen=True)
class Memory:
    """`local` lies from 0 on, `items` from `group_bytes` on; sizes are in bytes."""

    local: tuple[Slot, ...] = ()
    items: tuple[Slot, ...] = ()
    local_bytes: int = 0
    group_bytes: int = 0
    item_bytes: int = 0


def memory_of(local: Sequence[st.Variable], items: Sequence[st.Variable]) -> Memory:
    """The layout. Arrays with an element a work-item stand with the most aligned first, so that
    each is aligned whatever the number of work-items is. Raises NotCompiled for too much."""
    placed, end = _local_slots(local)
    ordered = sorted(items, key=lambda v: -_alignment(v.type))
    slots, item_bytes = [], 0
    for variable in ordered:
        slots.append(Slot(variable, item_bytes))
        item_bytes += _size(variable)
    return Memory(tuple(placed), tuple(slots), end, _rounded(end, _ALIGNMENT), item_bytes)


def _local_slots(variables: Iterable[st.Variable]) -> tuple[list[Slot], int]:
    placed: list[Slot] = []
    end = 0
    for variable in variables:
        start = _rounded(end, _ALIGNMENT)
        end = start + _size(variable)
        if end > _LARGEST_LOCAL:
            message = f"more than {_LARGEST_LOCAL} bytes of local memory"
            raise NotCompiled(message, variable.at)
        placed.append(Slot(variable, start))
    return placed, end


def _size(variable: st.Variable) -> int:
    size = _bytes_of(variable.type)
    if size is None:
        raise NotCompiled("a variable whose size is not known", variable.at)
    return size


def _bytes_of(type_: Type) -> int | None:
    match type_:
        case ArrayType(element=element, length=length) if length is not None:
            size = _bytes_of(element)
            return None if size is None else size * length
        case OpaqueType(spelling=spelling) if spelling.split()[-1] == "event_t":
            return _EVENT_BYTES
        case _:
            return size_of(type_)


def _rounded(value: int, unit: int) -> int:
    return -(-value // unit) * unit


def _alignment(type_: Type) -> int:
    """At least a type's alignment, a power of two: a record's is not more than its size has."""
    match type_:
        case ArrayType(element=element):
            return _alignment(element)
        case VectorType() | RecordType():
            size = _bytes_of(type_) or 1
            return min(size & -size, _ALIGNMENT)
        case _:
            return _bytes_of(type_) or 1
