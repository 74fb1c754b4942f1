"""What the parser complains of, at places in the user's files."""

import re
from collections.abc import Iterator, Sequence
from typing import Literal

from ppcl.frontend import native, session
from ppcl.frontend.files import Locations
from ppcl.frontend.instances import NAMING
from ppcl.frontend.spans import Spans
from ppcl.ir.unit import Language, Problem
from ppcl.source import Span

_ERROR = 3
_NO_TYPE = "a type specifier is required for all declarations"
_NO_NUMBER = "'main' must return 'int'"
_QUALIFIER = "access qualifier can only be used for pipe and image type"
_MAIN = re.compile(rb"main\s*\(")
_SEVERITIES: dict[int, Literal["warning", "error", "fatal"]] = {
    2: "warning",
    3: "error",
    4: "fatal",
}


def problems(
    unit: int,
    spans: Spans,
    main: str,
    inclusions: Sequence[session.Inclusion],
    language: Language,
) -> tuple[Problem, ...]:
    """All problems; of those in system headers, the first for each `#include` that leads there."""
    found: dict[tuple[Span, str], Problem] = {}
    for problem, is_foreign in _problems(unit, spans, main, inclusions, language):
        found.setdefault((problem.span, "" if is_foreign else problem.message), problem)
    return tuple(found.values())


def error_places(unit: int, locations: Locations) -> dict[str, list[int]]:
    """The byte offsets of errors, in order, by file."""
    places: dict[str, list[int]] = {}
    for severity, _, location in session.diagnostics(unit):
        if severity >= _ERROR:
            file, offset = locations.anywhere(location.raw)
            places.setdefault(file, []).append(offset)
    return {file: sorted(offsets) for file, offsets in places.items()}


def _problems(
    unit: int,
    spans: Spans,
    main: str,
    inclusions: Sequence[session.Inclusion],
    language: Language,
) -> Iterator[tuple[Problem, bool]]:
    for severity, message, location in session.diagnostics(unit):
        name = _SEVERITIES.get(severity)
        if name is None:
            continue
        file, offset = spans.locations.anywhere(location.raw)
        if file:
            name = "warning" if _builds(unit, message, location, language) else name
            yield Problem(name, message, spans.span(file, offset, offset)), False
            continue
        foreign = session.file_location(location.raw, location.data)[0]
        if foreign is not None and foreign.opened == NAMING:
            continue
        stacks = (i.stack for i in inclusions if foreign and i.opened == foreign.opened)
        span = _include_of(spans, next(stacks, ())) or spans.span(main, 0, 0)
        yield Problem("warning", f"in an included file: {message}", span), True


def _builds(unit: int, message: str, location: native.Location, language: Language) -> bool:
    """Whether compilers take what clang refuses: g++ lets C++'s `main` have no type, as C does;
    gcc only warns of one that returns nothing, by any standard of C. Other compilers of OpenCL C
    pass over `read_only` and its like at a pointer."""
    if message == _QUALIFIER:
        return True
    if language == "c" and message == _NO_NUMBER:
        return True
    file, offset = session.file_location(location.raw, location.data)
    if message != _NO_TYPE or file is None:
        return False
    return _MAIN.match(session.contents(unit, file), offset) is not None


def _include_of(spans: Spans, stack: Sequence[int]) -> Span | None:
    for raw in stack:
        file, offset = spans.locations.anywhere(raw)
        if file:
            return spans.span(file, offset, offset)
    return None
