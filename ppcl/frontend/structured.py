"""Structured bindings: a hidden variable, and names for its parts (C++17, 11.5)."""

from collections.abc import Callable

from ppcl.frontend import native
from ppcl.frontend.attributes import attributes, is_marked
from ppcl.frontend.declarations import declarator, storage_of
from ppcl.frontend.expressions import is_expression
from ppcl.frontend.kinds import Kind
from ppcl.frontend.native import Cursor
from ppcl.frontend.reader import Reader
from ppcl.ir import expression as ex
from ppcl.ir.node import Declaration
from ppcl.ir.statement import Variable
from ppcl.ir.types import (
    ArrayType,
    FloatType,
    IntType,
    PointerType,
    RecordType,
    ReferenceType,
    Type,
)

_HARMLESS = frozenset({"maybe_unused", "unused"})
# What is divided by `std::get`, and no class that the program may give one.
_TUPLES = ("std::pair<", "std::tuple<", "std::array<")
# How clang spells the type of a name that `std::get` gives.
_GOT = "tuple_element<"

# A part of the hidden variable by its number and type.
_Part = Callable[[int, Type], ex.Expression]


def is_structured(cursor: Cursor) -> bool:
    """Whether a declaration is one of several names in brackets."""
    is_hidden = cursor.kind == Kind.UNEXPOSED_DECLARATION
    return is_hidden and native.spelling(cursor).startswith("[")


def structured(
    reader: Reader, cursor: Cursor, file_scope: bool = False, of_range: bool = False
) -> tuple[Variable, ...]:
    """The hidden variable, then the names, each a reference to a part of it; nothing where it is
    not certain what the names designate. That of a range-based for has no initialiser here."""
    if not is_structured(cursor):
        return ()
    parts = native.children(cursor)
    names = [part for part in parts if part.kind == Kind.UNEXPOSED_DECLARATION]
    given = [part for part in parts if is_expression(part)]
    at = declarator(reader, cursor)
    if len(given) != 1 or not _is_plain(cursor, parts) or reader.has_error(at.span):
        return ()
    hidden, type_ = reader.names.declaration(cursor), reader.types.of(cursor)
    part = _part(reader, cursor, names, ex.NameRef(at, _referent(type_), hidden, "variable"))
    init = None if of_range else _init(reader, given[0], type_)
    if part is None or (init is None and not of_range):
        return ()
    storage = storage_of(cursor, file_scope)
    found = [Variable(at, hidden, type_, init, storage)]
    for number, name in enumerate(names):
        named = reader.types.of(name)
        reader.note_volatile(name, at)
        reference = named if isinstance(named, ReferenceType) else ReferenceType(named)
        value = part(number, _referent(named))
        declaration = _known(reader, name)
        found.append(Variable(at, declaration, reference, value, storage, part=True))
    return tuple(found)


def _is_plain(cursor: Cursor, parts: list[Cursor]) -> bool:
    """Whether no attribute says more of it, and its type is a certain one."""
    marks = attributes(native.head(cursor)) if is_marked(parts) else ()
    return all(mark.name in _HARMLESS for mark in marks)


def _known(reader: Reader, name: Cursor) -> Declaration:
    reader.bound.add(native.identity(name))
    return reader.names.declaration(name)


def _referent(type_: Type) -> Type:
    return type_.referent if isinstance(type_, ReferenceType) else type_


def _init(reader: Reader, given: Cursor, type_: Type) -> ex.Expression | None:
    """What the hidden variable begins with. An array is copied by element: only a variable's, of
    what has no constructors, as what names it is evaluated for each."""
    if not isinstance(type_, ArrayType):
        return reader.expression(given)
    source = reader.expression(native.children(given)[0]) if native.children(given) else None
    if not isinstance(source, ex.NameRef) or not isinstance(
        type_.element, IntType | FloatType | PointerType
    ):
        return None
    part = _by_number(source)
    elements = tuple(part(number, type_.element) for number in range(type_.length or 0))
    return ex.InitList(source.at, type_, elements)


def _part(reader: Reader, cursor: Cursor, names: list[Cursor], whole: ex.NameRef) -> _Part | None:
    """What the names designate, None where that is not certain."""
    got = [_GOT in native.type_spelling(native.type_of(name)) for name in names]
    match whole.type:
        case ArrayType():
            return _by_number(whole)
        case RecordType(name=name, arguments=arguments) if name.startswith(_TUPLES):
            plain = not any(isinstance(argument, ReferenceType) for argument in arguments)
            return _by_number(whole) if plain and all(got) else None
        case RecordType() if not any(got):
            return _by_name(reader, cursor, names, whole)
        case _:
            return None


def _by_number(whole: ex.NameRef) -> _Part:
    """`std::get<number>`, for an array as for a tuple."""

    def part(number: int, type_: Type) -> ex.Expression:
        target = Declaration("std::get", f"c:@N@std@F@get<#Vm{number}")
        given = frozenset((0,))
        arguments = (whole,)
        return ex.Call(
            whole.at, type_, "std::get", target, arguments, references=given, gives_reference=True
        )

    return part


def _by_name(
    reader: Reader, cursor: Cursor, names: list[Cursor], whole: ex.NameRef
) -> _Part | None:
    """The members, all of them the class's own; bit-fields have no places."""
    type_ = native.canonical(native.type_of(cursor))
    fields = native.fields(type_ if native.pointee(type_).kind == 0 else native.pointee(type_))
    if len(fields) != len(names) or any(map(native.is_bit_field, fields)):
        return None
    spelled = [native.spelling(field) for field in fields]
    if not all(spelled):
        return None
    return lambda number, type_: ex.Member(whole.at, type_, whole, spelled[number], False)
