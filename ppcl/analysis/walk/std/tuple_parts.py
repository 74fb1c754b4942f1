"""Where the parts of pairs, tuples and arrays are kept."""

from ppcl.analysis.walk.core.machine import Walk
from ppcl.analysis.walk.std.containers import class_of
from ppcl.ir.types import ArrayType, RecordType, ReferenceType, Type, size_of


def divided(type_: Type) -> RecordType | ArrayType | None:
    """What has parts by number: an array, for a structured binding, too."""
    return type_ if isinstance(type_, ArrayType) else class_of(type_)


def part_offset(walk: Walk, type_: RecordType | ArrayType, index: int) -> int | None:
    """Where a part of a pair, a tuple or an array is kept. A tuple's layout is not told: its parts
    are kept one behind another, which has room in any layout."""
    if isinstance(type_, ArrayType):
        size = size_of(type_.element)
        return size * index if size is not None else None
    if type_.name.startswith("std::array<"):
        size = size_of(type_.arguments[0]) if type_.arguments else None
        return size * index if size is not None else None
    if type_.name.startswith("std::pair<"):
        record = walk.program.records.get(type_.name)
        if record is not None and len(record.fields) == 2:
            return record.fields[index].offset
    sizes = [size_of(_plain(part)) for part in type_.arguments[: index + 1]]
    if any(size is None for size in sizes) or index >= len(type_.arguments):
        return None
    if type_.name.startswith("std::pair<") and index == 1:
        return -(-(sizes[0] or 1) // (alignment(type_.arguments[1]))) * alignment(
            type_.arguments[1]
        )
    return sum(size or 0 for size in sizes[:-1])


def alignment(type_: Type) -> int:
    """The alignment of a part of a pair, in bytes."""
    size = size_of(_plain(type_)) or 8
    return min(size, 8) if size in (1, 2, 4, 8) else 8


def _plain(type_: Type) -> Type:
    return type_.referent if isinstance(type_, ReferenceType) else type_
