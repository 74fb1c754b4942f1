"""A parsed file as a translation unit of the tree."""

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ppcl.diag import PpclError
from ppcl.frontend import native
from ppcl.frontend.calls import CALLS
from ppcl.frontend.declarations import function, record, variable
from ppcl.frontend.expressions import EXPRESSIONS, opaque
from ppcl.frontend.files import IN_MACRO, Locations, UserFiles
from ppcl.frontend.kinds import Kind
from ppcl.frontend.names import Names
from ppcl.frontend.native import Cursor
from ppcl.frontend.preprocessing import preprocessing
from ppcl.frontend.reader import Reader
from ppcl.frontend.spans import KernelPlaces, Spans
from ppcl.frontend.statements import STATEMENTS, opaque_statement
from ppcl.frontend.type_table import Types
from ppcl.frontend.unexposed import UNEXPOSED
from ppcl.ir.statement import Variable
from ppcl.ir.unit import Function, Language, Problem, Record, TranslationUnit
from ppcl.source import Span

_SEVERITIES = {2: "warning", 3: "error", 4: "fatal"}
_EXPRESSIONS = {**EXPRESSIONS, **UNEXPOSED, **CALLS}


@dataclass(frozen=True)
class Request:
    """What to parse: the main file, how, and the user's files' names and bytes."""

    path: str
    language: Language
    arguments: Sequence[str]
    files: UserFiles
    literal: KernelPlaces | None = None


def read_unit(request: Request) -> TranslationUnit:
    """Parse a file and convert it; PpclError where it cannot be read at all."""
    opened = os.path.join(request.files.root, request.path)
    unsaved = {
        os.path.join(request.files.root, name): data for name, data in request.files.texts.items()
    }
    if request.path not in request.files.texts and not os.path.isfile(opened):
        raise PpclError(f"{request.path}: no such file")
    with native.parsed(opened, request.arguments, unsaved) as unit:
        if unit is None:
            raise PpclError(f"{request.path}: the parser gave up")
        return _convert(unit, request)


def _convert(unit: int, request: Request) -> TranslationUnit:
    root = native.unit_cursor(unit)
    locations = Locations(request.files, native.extent(root).data)
    found = native.children(root)
    literal = (request.path, request.literal) if request.literal else None
    processed = preprocessing(found, locations)
    spans = Spans(request.files, locations, processed.invocations, literal)
    cplusplus = request.language == "c++"
    names = Names(spans, cplusplus)
    reader = Reader(
        spans, Types(names.type_name), names, _EXPRESSIONS, STATEMENTS, opaque, opaque_statement
    )
    declared = [cursor for cursor in found if _is_users(reader, cursor)]
    functions = tuple(_functions(reader, declared, request.language))
    variables = tuple(
        variable(reader, cursor, file_scope=True)
        for cursor in declared
        if cursor.kind == Kind.VARIABLE
    )
    return TranslationUnit(
        request.literal.path if request.literal else request.path,
        request.language,
        functions,
        variables,
        _records(reader, declared),
        processed.macros(spans),
        processed.uses(spans),
        _skipped(unit, spans),
        _read_files(unit, request),
        _problems(unit, spans, request.path),
    )


def _is_users(reader: Reader, cursor: Cursor) -> bool:
    if cursor.kind in (Kind.MACRO_DEFINITION, Kind.MACRO_USE):
        return False
    raw = native.location(cursor).raw
    locations = reader.spans.locations
    return bool((locations.spelled if raw & IN_MACRO else locations.place)(raw).file)


def _functions(
    reader: Reader, declared: Sequence[Cursor], language: Language
) -> Iterator[Function]:
    for cursor in declared:
        if cursor.kind == Kind.FUNCTION:
            yield function(reader, cursor, language == "opencl")


def _records(reader: Reader, declared: Sequence[Cursor]) -> dict[str, Record]:
    """All records that the program's types mention, with those that their fields mention."""
    for cursor in declared:
        if cursor.kind in (Kind.STRUCT, Kind.UNION, Kind.CLASS):
            reader.types.of(cursor)
    made: dict[str, Record] = {}
    while len(made) < len(reader.types.records):
        for name, cursor in list(reader.types.records.items()):
            if name not in made:
                made[name] = record(reader, name, cursor)
    return made


def _skipped(unit: int, spans: Spans) -> tuple[Span, ...]:
    found = (spans.exact(range_) for range_ in native.skipped_ranges(unit))
    return tuple(sorted({span for span in found if span.file}))


def _read_files(unit: int, request: Request) -> tuple[str, ...]:
    if request.literal is not None:
        return (request.literal.path,)
    names = (request.files.name(opened) for opened in native.included_files(unit))
    return tuple(dict.fromkeys([request.path, *(name for name in names if name)]))


def _problems(unit: int, spans: Spans, main: str) -> tuple[Problem, ...]:
    found = []
    for severity, message, location in native.diagnostics(unit):
        name = _SEVERITIES.get(severity)
        if name is None:
            continue
        locations = spans.locations
        at = locations.spelled if location.raw & IN_MACRO or not location.raw else locations.place
        place = at(location.raw)
        file = place.file or main
        found.append(Problem(name, message, spans.span(file, place.offset, place.offset)))
    return tuple(found)
