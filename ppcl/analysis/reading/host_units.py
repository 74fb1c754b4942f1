"""The translation units of a host: each file by itself, and what they mean by the same names."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from ppcl.frontend import ParseOptions, parse_host
from ppcl.ir.types import ArrayType, PointerType, RecordType, ReferenceType, Type
from ppcl.ir.unit import Record, TranslationUnit

# Whether it is a union, its size, and its fields: names, offsets, types.
_Members = tuple[bool, int | None, tuple[tuple[str, int, object], ...]]


def host_units(
    root: Path,
    paths: Sequence[str],
    texts: Mapping[str, bytes],
    options: Mapping[str, ParseOptions],
    parsed: Mapping[str, TranslationUnit],
) -> list[TranslationUnit]:
    """The units of files, of which some are `parsed`. Raises PpclError where one cannot be read.

    Records have no linkage: files that mean different ones by a name are parsed with it told apart.
    """
    units = [parsed.get(path) or parse_host(root, path, options[path], texts) for path in paths]
    apart = _told_apart(units)
    if not apart:
        return units
    return [
        unit
        if apart.isdisjoint(unit.records)
        else parse_host(root, path, replace(options[path], apart=apart), texts)
        for path, unit in zip(paths, units, strict=True)
    ]


def _told_apart(units: Sequence[TranslationUnit]) -> frozenset[str]:
    """The names by which files mean different records."""
    found: dict[str, _Members] = {}
    apart: set[str] = set()
    for unit in units if len(units) > 1 else ():
        for name, record in unit.records.items():
            members = _members(record, unit)
            if record.size is not None and found.setdefault(name, members) != members:
                apart.add(name)
    return frozenset(apart)


def _members(record: Record, unit: TranslationUnit, above: tuple[str, ...] = ()) -> _Members:
    """What two files that mean one record agree on; of a record without a name, too."""
    inside = (*above, record.name)
    fields = ((each.name, each.offset, _spelled(each.type, unit, inside)) for each in record.fields)
    return record.union, record.size, tuple(fields)


def _spelled(type_: Type, unit: TranslationUnit, above: tuple[str, ...]) -> object:
    """A type in a member of records; a record without a name, whose key is its file's, is its
    members."""
    match type_:
        case PointerType(pointee=inner) | ArrayType(element=inner) | ReferenceType(referent=inner):
            return (
                type_.__class__.__name__,
                getattr(type_, "length", 0),
                _spelled(inner, unit, above),
            )
        case RecordType(name=name) if "(" in name:
            record = unit.records.get(name) if name not in above else None
            return _members(record, unit, above) if record is not None else name.split("(", 1)[0]
        case RecordType(name=name):
            return name
        case _:
            return type_
