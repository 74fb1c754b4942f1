"""The user's declarations in a translation unit, namespaces and classes opened."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from ppcl.frontend import lexing, native
from ppcl.frontend.construction import implied
from ppcl.frontend.declarations import variable
from ppcl.frontend.functions import FUNCTIONS, function
from ppcl.frontend.instances import calls
from ppcl.frontend.kinds import Kind
from ppcl.frontend.names import is_variable_instance
from ppcl.frontend.native import Cursor
from ppcl.frontend.reader import Reader
from ppcl.frontend.records import record_of
from ppcl.frontend.structured import is_structured, structured
from ppcl.ir.statement import Variable
from ppcl.ir.types import RecordType
from ppcl.ir.unit import Function, Record, Unfamiliar

_SCOPES = frozenset({Kind.NAMESPACE, Kind.LINKAGE, Kind.UNEXPOSED_DECLARATION})
_RECORDS = frozenset({Kind.STRUCT, Kind.UNION, Kind.CLASS})
_TEMPLATES = frozenset({Kind.FUNCTION_TEMPLATE, Kind.CLASS_TEMPLATE, Kind.PARTIAL_TEMPLATE})
_IGNORED = frozenset({Kind.MACRO_DEFINITION, Kind.MACRO_USE, Kind.INCLUSION})


@dataclass(frozen=True)
class Declarations:
    """The user's functions, variables and records, as cursors."""

    functions: tuple[Cursor, ...]
    variables: tuple[Cursor, ...]
    records: tuple[Cursor, ...]


def declared(reader: Reader, found: Iterable[Cursor]) -> Declarations:
    """What the user's files declare outside functions, each once."""
    seen = {native.identity(cursor): cursor for cursor in _opened(reader, found)}
    cursors = seen.values()
    return Declarations(
        tuple(c for c in cursors if c.kind in FUNCTIONS),
        tuple(c for c in cursors if _is_variable(c)),
        tuple(c for c in cursors if c.kind in _RECORDS),
    )


def at_top(unit: Cursor) -> list[Cursor]:
    """What stands at the top of a unit. Where clang tells of no more than what follows a
    precompiled header, it shows instances of templates there, too."""
    return [
        cursor
        for cursor in native.children(unit)
        if cursor.kind not in FUNCTIONS
        or native.lexical_parent(cursor).kind == Kind.TRANSLATION_UNIT
    ]


def _is_variable(cursor: Cursor) -> bool:
    is_plain = cursor.kind == Kind.VARIABLE
    return is_plain or is_variable_instance(cursor) or is_structured(cursor)


def _opened(reader: Reader, found: Iterable[Cursor]) -> Iterator[Cursor]:
    for cursor in found:
        if cursor.kind in _IGNORED or not reader.is_users(cursor):
            continue
        _note_assembly(reader, cursor)
        yield cursor
        if cursor.kind in _SCOPES or cursor.kind in _RECORDS:
            yield from _opened(reader, native.children(cursor))


def has_templates(scope: Cursor) -> bool:
    """Whether a unit, or a scope in it, may declare templates outside functions; libclang has no
    kind for those of variables."""
    for cursor in native.children(scope):
        is_unknown = cursor.kind == Kind.UNEXPOSED_DECLARATION and native.spelling(cursor)
        if cursor.kind in _TEMPLATES or is_unknown:
            return True
        if cursor.kind in _SCOPES | _RECORDS | {Kind.FRIEND} and has_templates(cursor):
            return True
    return False


def _note_assembly(reader: Reader, cursor: Cursor) -> None:
    """Note assembly outside functions, which clang shows as a declaration without a name."""
    if cursor.kind != Kind.UNEXPOSED_DECLARATION or native.spelling(cursor):
        return
    at = reader.place(cursor)
    _, text, start, end = reader.spans.source(at.span)
    word = next(lexing.tokens(text, start, end), None)
    if at.macro is not None or (word is not None and word.text.strip(b"_") == b"asm"):
        reader.unfamiliar.append(Unfamiliar("assembly outside functions", at.span))


def read_functions(reader: Reader, cursors: Iterable[Cursor], opencl: bool) -> tuple[Function, ...]:
    """The functions, then those instances of templates that they call."""
    made = {native.identity(c): function(reader, c, opencl) for c in cursors}
    classes: dict[str, Function] = {}
    while True:
        used = [*map(_defined, reader.instances.values()), *_methods(reader)]
        missing = {native.identity(c): c for c in used if native.identity(c) not in made}
        for name, (owner, destructor) in _destructors_of_instances(reader).items():
            if name not in classes:
                classes[name] = _destructor(reader, name, owner, destructor)
        unmade = {key: c for key, c in reader.implied.items() if key not in classes}
        if not missing and not unmade:
            return (*made.values(), *classes.values())
        made |= {key: function(reader, c) for key, c in missing.items()}
        classes |= {key: implied(reader, c) for key, c in unmade.items()}


def _methods(reader: Reader) -> Iterator[Cursor]:
    """The methods of classes that functions declare."""
    for cursor in list(reader.types.records.values()):
        if native.semantic_parent(cursor).kind in FUNCTIONS and reader.is_users(cursor):
            parts = native.children(native.definition(cursor))
            yield from (c for c in parts if c.kind in FUNCTIONS)


def _destructors_of_instances(reader: Reader) -> dict[str, tuple[Cursor, Cursor]]:
    """By a key of its own, each class made from a template, and the template's destructor: clang
    shows no use of the instance's."""
    found: dict[str, tuple[Cursor, Cursor]] = {}
    for name, cursor in list(reader.types.records.items()):
        template = native.specialized(cursor)
        if template.kind >= Kind.INVALID or not reader.is_users(cursor):
            continue
        parts = [*native.children(native.definition(cursor)), *native.children(template)]
        destructor = next((c for c in parts if c.kind == Kind.DESTRUCTOR), None)
        if destructor is not None:
            own = _own_destructor(reader, native.definition(cursor), _defined(destructor))
            found[f"{name}::(destructor)"] = (native.definition(cursor), own)
    return found


def _own_destructor(reader: Reader, definition: Cursor, of_template: Cursor) -> Cursor:
    """An instance's destructor, where that of the template says too little."""
    own = reader.made.destructors.get(native.identity(definition))
    if own is None and calls(of_template):
        reader.made.lack(definition)
    return _defined(own) if own is not None else of_template


def _destructor(reader: Reader, key: str, owner: Cursor, cursor: Cursor) -> Function:
    made = function(reader, cursor, instance=owner)
    return replace(made, declaration=replace(made.declaration, key=key))


def _defined(cursor: Cursor) -> Cursor:
    """A function's definition; its declaration where there is none to be seen."""
    definition = native.definition(cursor)
    return definition if definition.kind in FUNCTIONS else cursor


def read_variables(reader: Reader, cursors: Iterable[Cursor]) -> tuple[Variable, ...]:
    """The variables outside functions."""
    return tuple(v for cursor in cursors for v in _variables(reader, cursor))


def _variables(reader: Reader, cursor: Cursor) -> tuple[Variable, ...]:
    if not is_structured(cursor):
        return (variable(reader, cursor, file_scope=True),)
    found = structured(reader, cursor, file_scope=True)
    if not found:
        at = reader.place(cursor).span
        reader.unfamiliar.append(Unfamiliar("structured binding outside functions", at))
    return found


def read_records(reader: Reader, cursors: Iterable[Cursor]) -> dict[str, Record]:
    """The records, and all that the program's types and other records' fields mention."""
    for cursor in cursors:
        reader.types.of(cursor)
    while len(reader.records) < len(reader.types.records):
        for name in list(reader.types.records):
            record_of(reader, RecordType(name, None))
    return reader.records
