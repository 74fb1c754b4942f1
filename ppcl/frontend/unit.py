"""A parsed file as a translation unit of the tree."""

import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import pairwise, takewhile
from pathlib import Path

from ppcl.diag import PpclError
from ppcl.frontend import native, session
from ppcl.frontend.bindings import is_binding
from ppcl.frontend.brought_bindings import brought_bindings
from ppcl.frontend.brought_images import brought_images
from ppcl.frontend.calls import CALLS
from ppcl.frontend.collect import (
    Declarations,
    at_top,
    declared,
    has_templates,
    read_functions,
    read_records,
    read_variables,
)
from ppcl.frontend.control import CONTROL
from ppcl.frontend.cplusplus import CPLUSPLUS
from ppcl.frontend.elsewhere import NOTHING_ELSEWHERE, Elsewhere
from ppcl.frontend.expanded import Expanded
from ppcl.frontend.expressions import EXPRESSIONS, opaque
from ppcl.frontend.files import FileOffset, Locations, UserFiles, is_precompiled
from ppcl.frontend.hidden_heads import Bodies
from ppcl.frontend.initializers import INITIALIZERS
from ppcl.frontend.instances import NAMING, named_instances, naming_text
from ppcl.frontend.lambdas import LAMBDAS
from ppcl.frontend.names import Names
from ppcl.frontend.native import Cursor
from ppcl.frontend.precompiled import Head, heads_of
from ppcl.frontend.preprocessing import (
    asked_names,
    given_macros,
    named,
    preprocessing,
)
from ppcl.frontend.problems import error_places, problems
from ppcl.frontend.reader import Reader
from ppcl.frontend.spans import KernelPlaces, Spans
from ppcl.frontend.statements import STATEMENTS, opaque_statement
from ppcl.frontend.type_table import Types
from ppcl.frontend.unexposed import UNEXPOSED
from ppcl.frontend.unfamiliar import unfamiliar
from ppcl.ir.unit import Language, Macro, TranslationUnit, Unfamiliar
from ppcl.source import Span

_EXPRESSIONS = {**EXPRESSIONS, **UNEXPOSED, **CALLS, **CPLUSPLUS, **LAMBDAS, **INITIALIZERS}
_STATEMENTS = {**STATEMENTS, **CONTROL}
# What clang tells of a file behind a precompiled header, by whether that has functions' bodies.
_BEHIND: dict[bool, session.Part] = {False: "rest", True: "all"}


class _LacksInstances(Exception):
    """Constructors and destructors of classes count that only a reading which names them shows."""

    def __init__(self, names: tuple[str, ...]) -> None:
        super().__init__(names)
        self.names = names


class _LacksBodies(Exception):
    """What the bodies of the library's functions make of a program may count."""


@dataclass(frozen=True)
class Request:
    """What to parse: the main file, how, the user's files' names and bytes, and the names of
    records that other files mean others by; `instances` are the classes made from templates whose
    constructors and destructors are named behind it, None where it was not looked for them."""

    path: str
    language: Language
    arguments: Sequence[str]
    files: UserFiles
    literal: KernelPlaces | None = None
    apart: frozenset[str] = frozenset()
    instances: tuple[str, ...] | None = None


def read_unit(request: Request) -> TranslationUnit:
    """Parse a file and convert it; PpclError where it cannot be read at all."""
    files = request.files
    opened = os.path.join(files.root, request.path)
    if request.path not in files.texts and not os.path.isfile(opened):
        raise PpclError(f"{request.path}: no such file")
    unsaved = dict(_spelled(request))
    if request.language == "c++":
        unsaved.update(brought_bindings(opened, unsaved))
    if request.language != "opencl":
        unsaved.update(brought_images(opened, unsaved, request.arguments))
    try:
        return session.on_large_stack(lambda: _parsed(opened, unsaved, request))
    except _LacksInstances as lack:
        named, names = replace(request, instances=lack.names), lack.names
    unsaved[NAMING] = naming_text(opened, names)
    return session.on_large_stack(lambda: _parsed(opened, unsaved, named))


def _spelled(request: Request) -> Iterator[tuple[str, bytes]]:
    """Texts by the names that clang may look for: the path itself, and the ways there from folders
    of the files that are given, which it does not shorten where no such file is on disk."""
    root = request.files.root
    ways = list(_folders(request))
    for name, data in request.files.texts.items():
        yield os.path.join(root, name), data
        if not os.path.exists(os.path.join(root, name)):
            for folder, spelled in ways:
                yield os.path.join(spelled, os.path.relpath(name, folder)), data


def _folders(request: Request) -> Iterator[tuple[str, str]]:
    """The folders of the files that are given, as they are named and as clang names them: from the
    root, or from a folder for `#include`."""
    root = request.files.root
    given = [word[2:] for word in request.arguments if word.startswith("-I")]
    given += [folder for word, folder in pairwise(request.arguments) if word == "-iquote"]
    for folder in sorted({os.path.dirname(name) for name in (request.path, *request.files.texts)}):
        if folder:
            yield folder, os.path.join(root, folder)
        for base in given:
            inner = os.path.relpath(os.path.join(root, folder), base)
            if not inner.startswith(os.pardir):
                yield folder, base if inner == os.curdir else os.path.join(base, inner)


@dataclass(frozen=True)
class _Given:
    """What clang is given: the main file's name, the texts of files by name, and what is asked."""

    opened: str
    unsaved: dict[str, bytes]
    request: Request

    def expanded(self, main: FileOffset, macros: Sequence[Macro], users: Declarations) -> Expanded:
        """The main file, by a place in it, once more with its macros put in."""
        text, names = self.request.files.text(main.file), [macro.name for macro in macros]
        how = (self.opened, self.request.arguments, self.unsaved)
        return Expanded(*how, text, names, users.functions)


def _parsed(opened: str, unsaved: dict[str, bytes], request: Request) -> TranslationUnit:
    given = _Given(opened, unsaved, request)
    read = NAMING if request.instances else opened
    for head in _heads(opened, unsaved, request):
        made = head.made()
        if made is None:
            break
        arguments, part = ("-include-pch", made.path, *request.arguments), _BEHIND[head.bodies]
        with suppress(_LacksBodies), session.parsed(read, arguments, unsaved, part) as unit:
            if unit is None or session.has_diagnostics(unit):
                break
            _require(head.bodies or not has_templates(native.unit_cursor(unit)))
            return _converted(unit, given, made.macros, head.bodies)
    with session.parsed(read, request.arguments, unsaved) as unit:
        if unit is None:
            raise PpclError(f"{request.path}: the parser gave up")
        return _converted(unit, given)


def _heads(opened: str, unsaved: dict[str, bytes], request: Request) -> list[Head]:
    """What the file begins with, for precompiled headers; what is wrong is told without."""
    if request.language == "opencl":
        return []
    text = unsaved[opened] if opened in unsaved else Path(opened).read_bytes()
    return heads_of(text, request.arguments, unsaved)


def _converted(
    unit: int, parsed: _Given, above: Elsewhere = NOTHING_ELSEWHERE, bodies: bool = True
) -> TranslationUnit:
    """The unit; `above` are the macros of its precompiled header, `bodies` whether that has any."""
    root, request = native.unit_cursor(unit), parsed.request
    locations = Locations(request.files, unit, native.extent(root).data)
    found = native.children(root) if bodies else at_top(root)
    processed = preprocessing(found, locations)
    given, is_opencl = given_macros(request.arguments), request.language == "opencl"
    spans = Spans(request.files, locations, processed.invocations, request.literal, is_opencl)
    inclusions, skipped = session.inclusions(unit), _skipped(unit, spans)
    macros, uses = processed.macros(spans), processed.uses(spans)
    reader = _reader(spans, request, _bodies(macros, given), error_places(unit, locations), found)
    users = declared(reader, found)
    reader.named = {native.spelling(each): each for each in users.functions}
    if is_opencl:
        reader.expanded = parsed.expanded(locations.place(native.extent(root).begin), macros, users)
    files = _read_files(inclusions, request)
    asked = asked_names(map(request.files.text, files), macros, given)
    others = processed.elsewhere(asked | named(macros, uses), locations.data, above)
    variables = read_variables(reader, users.variables)  # first: functions that these use are read
    functions = read_functions(reader, users.functions, is_opencl)
    _require_instances(reader, request, bodies)
    return TranslationUnit(
        request.literal.path if request.literal else request.path,
        request.language,
        functions,
        variables,
        read_records(reader, users.records),
        macros,
        uses,
        skipped,
        files,
        problems(unit, spans, request.path, inclusions, request.language),
        tuple(_unfamiliar(reader, inclusions, request, skipped)),
        frozenset(reader.volatile),
        frozenset(reader.registers),
        given,
        asked,
        others.names,
        others.predefined,
        headers=_headers(inclusions, request, above),
    )


def _require(is_whole: bool) -> None:
    if not is_whole:
        raise _LacksBodies


def _require_instances(reader: Reader, request: Request, bodies: bool) -> None:
    _require(bodies or not reader.types.lacks_instances)  # of types that the program itself names
    if reader.made.lacking and request.instances is None and request.language == "c++":
        raise _LacksInstances(tuple(reader.made.lacking))


def _reader(
    spans: Spans,
    request: Request,
    macros: Bodies,
    errors: Mapping[str, list[int]],
    found: Sequence[Cursor],
) -> Reader:
    is_cxx = request.language == "c++"
    names = Names(spans, is_cxx, request.path, request.apart)
    how = (_EXPRESSIONS, _STATEMENTS, opaque, opaque_statement)
    made = named_instances(found if request.instances else ())
    reader = Reader(spans, Types(names.type_name), names, *how, errors, macros=macros, made=made)
    reader.constructions = None if is_cxx else {}  # clang takes very long to say that C has none
    return reader


def _bodies(macros: Sequence[Macro], given: Sequence[tuple[str, bytes]]) -> Bodies:
    found: dict[bytes, list[bytes]] = {}
    for name, body in (*((macro.name, macro.body) for macro in macros), *given):
        found.setdefault(name.encode(), []).append(body)
    return Bodies(found)


def _unfamiliar(
    reader: Reader,
    inclusions: Sequence[session.Inclusion],
    request: Request,
    skipped: Sequence[Span],
) -> Iterator[Unfamiliar]:
    """What the texts write, then what only clang knows: macros and headers may hide it."""
    names = dict.fromkeys(request.files.name(inclusion.opened) for inclusion in inclusions)
    texts = {n: request.files.text(n) for n in names if n and not is_binding(n)}
    told: set[str] = set()
    for word in unfamiliar(texts):
        span = reader.spans.span(word.file, word.start, word.end)
        if not any(each.contains(span) for each in skipped):
            told.add(word.message)
            yield Unfamiliar(word.message, span)
    yield from (each for each in dict.fromkeys(reader.unfamiliar) if each.message not in told)


def _skipped(unit: int, spans: Spans) -> tuple[Span, ...]:
    own = takewhile(lambda range_: not is_precompiled(range_.begin), session.skipped_ranges(unit))
    users = (range_ for range_ in own if spans.locations.is_users(range_.begin))
    return tuple(sorted({spans.exact(range_) for range_ in users}))


def _read_files(inclusions: Sequence[session.Inclusion], request: Request) -> tuple[str, ...]:
    names = [request.files.name(inclusion.opened) for inclusion in inclusions]
    if request.literal is not None:
        names = [request.literal.path, *(n for n in names if n != request.path)]
    return tuple(dict.fromkeys(name for name in names if name))


def _headers(
    inclusions: Sequence[session.Inclusion], request: Request, above: Elsewhere
) -> tuple[str, ...]:
    """The system's headers that were read, those in a precompiled header first."""
    others = (each.opened for each in inclusions if not request.files.name(each.opened))
    return tuple(dict.fromkeys((*above.headers, *(name for name in others if name != NAMING))))
