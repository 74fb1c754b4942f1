"""The constructors that make the elements of lists in braces.

Clang's tree shows such a list as it is written, without what its elements are converted by; its
indexer goes through the list that clang made of it. Source: clang-c/Index.h.
"""

from ctypes import CFUNCTYPE, POINTER, Structure, byref, c_char_p, c_int, c_uint, c_void_p, sizeof
from typing import Any

from ppcl.frontend import native
from ppcl.frontend.kinds import Kind
from ppcl.frontend.layout import base_places
from ppcl.frontend.native import Cursor, Location, function
from ppcl.frontend.reader import Reader, is_made_by_compiler
from ppcl.ir.types import RecordType, Type

# Also names within functions, and instances of templates; no diagnostics.
_OPTIONS = 2 | 4 | 8

_FUNCTIONS = (Kind.CONVERSION, Kind.FUNCTION_TEMPLATE)

Extent = tuple[int, int]


class _Entity(Structure):
    _fields_ = (
        ("kind", c_int),
        ("template", c_int),
        ("language", c_int),
        ("name", c_char_p),
        ("usr", c_char_p),
        ("cursor", Cursor),
        ("attributes", c_void_p),
        ("count", c_uint),
    )


class _Reference(Structure):
    _fields_ = (
        ("kind", c_int),
        ("cursor", Cursor),
        ("location", Location),
        ("entity", POINTER(_Entity)),
        ("parent", POINTER(_Entity)),
        ("container", c_void_p),
        ("role", c_int),
    )


_ON_REFERENCE = CFUNCTYPE(None, c_void_p, POINTER(_Reference))


class _Callbacks(Structure):
    _fields_ = (*((name, c_void_p) for name in "abcdefg"), ("on_reference", _ON_REFERENCE))


_create_index = function("createIndex", c_void_p, c_int, c_int)
_dispose_index = function("disposeIndex", None, c_void_p)
_create_action = function("IndexAction_create", c_void_p, c_void_p)
_dispose_action = function("IndexAction_dispose", None, c_void_p)
_index_unit = function(
    "indexTranslationUnit", c_int, c_void_p, c_void_p, POINTER(_Callbacks), c_uint, c_uint, c_void_p
)


def construction(reader: Reader, element: Cursor, type_: RecordType) -> Cursor | None:
    """The call of the constructor that makes an object of an element of a list; None where there
    is none, or it is another one in each instance of a template."""
    if reader.constructions is None:
        reader.constructions = _constructions(element.data[2])
    extent = native.extent(element)
    calls = reader.constructions.get((extent.begin, extent.end), [])
    found = {
        native.identity(native.referenced(call)): call
        for call in reversed(calls)
        if reader.types.of(call) == type_
    }
    own = [c for c in found.values() if not is_made_by_compiler(native.referenced(c))]
    chosen = own or list(found.values())
    return chosen[0] if len(chosen) == 1 else None


def has_constructors(reader: Reader, type_: Type) -> bool:
    """Whether a class of the user's is no aggregate: a constructor of its own makes its objects."""
    definition = _definition(reader, type_)
    if definition is None:
        return False
    name = native.spelling(definition)
    return any(_constructs(part, name) for part in _parts(definition))


def has_conversions(reader: Reader, type_: Type) -> bool:
    """Whether an object of a class of the user's may convert itself to another class."""
    definition = _definition(reader, type_)
    return definition is not None and _converts(definition)


def _definition(reader: Reader, type_: Type) -> Cursor | None:
    cursor = reader.types.records.get(type_.name) if isinstance(type_, RecordType) else None
    return native.definition(cursor) if cursor is not None and reader.is_users(cursor) else None


def _parts(definition: Cursor) -> list[Cursor]:
    """What a class declares, and the template that it is made from."""
    template = native.specialized(definition)
    of_template = native.children(template) if template.kind < Kind.INVALID else []
    return [*native.children(definition), *of_template]


def _constructs(part: Cursor, name: str) -> bool:
    if part.kind == Kind.FUNCTION_TEMPLATE:
        return native.spelling(part).split("<", 1)[0] == name
    return part.kind == Kind.CONSTRUCTOR and not is_made_by_compiler(part)


def _converts(definition: Cursor) -> bool:
    named = (native.spelling(p) for p in _parts(definition) if p.kind in _FUNCTIONS)
    bases = (place.definition for place in base_places(definition))
    return any(name.startswith("operator ") for name in named) or any(map(_converts, bases))


def _constructions(unit: int) -> dict[Extent, list[Cursor]]:
    """All calls of constructors in an open unit, by their extents."""
    found: dict[Extent, list[Cursor]] = {}

    def note(_data: Any, reference: Any) -> None:
        cursor = reference[0].cursor
        if cursor.kind == Kind.CALL and native.referenced(cursor).kind == Kind.CONSTRUCTOR:
            extent = native.extent(cursor)
            copy = Cursor.from_buffer_copy(cursor)
            found.setdefault((extent.begin, extent.end), []).append(copy)

    callbacks = _Callbacks()
    callbacks.on_reference = _ON_REFERENCE(note)
    index = _create_index(0, 0)
    action = _create_action(index)
    try:
        _index_unit(action, None, byref(callbacks), sizeof(callbacks), _OPTIONS, unit)
    finally:
        _dispose_action(action)
        _dispose_index(index)
    return found
