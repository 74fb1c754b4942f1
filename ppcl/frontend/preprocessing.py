"""Macros: what the preprocessing record of a unit says of the user's files."""

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from ppcl.frontend import lexing, native
from ppcl.frontend.conditionals import asked_in
from ppcl.frontend.elsewhere import Elsewhere, is_predefined
from ppcl.frontend.files import Locations, is_precompiled
from ppcl.frontend.invocations import Invocation, Invocations, ordered
from ppcl.frontend.kinds import Kind
from ppcl.frontend.native import Cursor, Range
from ppcl.frontend.spans import Spans
from ppcl.ir.unit import Macro, MacroUse
from ppcl.source import words

_RECORDED = frozenset({int(Kind.MACRO_DEFINITION), int(Kind.MACRO_USE)})


@dataclass(frozen=True)
class Definition:
    """A `#define` in a user's file: the bytes from its name to the end of its body."""

    file: str
    start: int
    end: int
    name: str
    has_parameters: bool


@dataclass(frozen=True)
class Preprocessing:
    """The user's macro definitions, and all invocations in the user's files; the definitions of
    other files and of clang's own, but for those of a precompiled header."""

    definitions: tuple[Definition, ...]
    invocations: dict[str, Invocations]
    foreign: tuple[Cursor, ...]

    def macros(self, spans: Spans) -> tuple[Macro, ...]:
        """The definitions as the tree shows them."""
        return tuple(_macro(definition, spans) for definition in self.definitions)

    def uses(self, spans: Spans) -> tuple[MacroUse, ...]:
        """The invocations as the tree shows them."""
        return tuple(
            MacroUse(invocation.name, spans.span(file, invocation.start, invocation.end))
            for file, known in self.invocations.items()
            for invocation in known.found
        )

    def elsewhere(self, names: frozenset[str], data: Any, above: Elsewhere) -> Elsewhere:
        """Which of these names are macros that no file of the user's defines, in a precompiled
        header (`above`) or behind it; `data` is the unit's part of locations."""
        spelled = [(native.spelling(each), each) for each in self.foreign] if names else []
        others = [(name, each) for name, each in spelled if name in names]
        own = frozenset(name for name, each in others if is_predefined(each, data))
        known = names & above.names | frozenset(name for name, _ in others)
        return Elsewhere(known, names & above.predefined | own)


def preprocessing(found: Sequence[Cursor], locations: Locations) -> Preprocessing:
    """The record of a unit, from the cursors at its top."""
    definitions: list[Definition] = []
    invocations: dict[str, list[Invocation]] = {}
    users, foreign = _recorded(found, locations)
    for cursor, range_ in users:
        file, start = locations.place(range_.begin)
        end, name = locations.place(range_.end).offset, native.spelling(cursor)
        if cursor.kind == Kind.MACRO_USE:
            invocations.setdefault(file, []).append(Invocation(start, end, name))
        else:
            has_parameters = bool(native.is_macro_function(cursor))
            definitions.append(Definition(file, start, end, name, has_parameters))
    by_file = {
        file: Invocations(locations.files.text(file), ordered(uses))
        for file, uses in invocations.items()
    }
    return Preprocessing(tuple(dict.fromkeys(definitions)), by_file, tuple(foreign))


def _recorded(
    found: Sequence[Cursor], locations: Locations
) -> tuple[list[tuple[Cursor, Range]], list[Cursor]]:
    """The cursors that stand in the user's files, and where; then definitions that do not.

    From the last on, as a question for one place tells of all that is in front of it in its text.
    What comes first, out of a precompiled header, is not the user's.
    """
    users, foreign = list[tuple[Cursor, Range]](), list[Cursor]()
    macros = [each for each in found if each.kind in _RECORDED]
    first = bisect_left(macros, 1, key=lambda each: not is_precompiled(native.extent(each).begin))
    for each in reversed(macros[first:]):
        range_ = native.extent(each)
        if locations.file(range_.begin):
            users.append((each, range_))
        elif each.kind == Kind.MACRO_DEFINITION:
            foreign.append(each)
    return users[::-1], foreign


def given_macros(arguments: Sequence[str]) -> tuple[tuple[str, bytes], ...]:
    """The macros that a command line defines, with their bodies."""
    found = (argument[2:].partition("=") for argument in arguments if argument[:2] == "-D")
    return tuple((name, (body if sign else "1").encode()) for name, sign, body in found)


def asked_names(
    texts: Iterable[bytes], macros: Iterable[Macro], given: Iterable[tuple[str, bytes]]
) -> frozenset[str]:
    """The names that conditions ask for, by themselves or by what macros stand for."""
    found = {word for text in texts for word in asked_in(text)}
    bodies = [*((macro.name, macro.body) for macro in macros), *given]
    while True:
        more = {w for name, body in bodies if name in found for w in words(body)} - found
        if not more:
            return frozenset(found)
        found |= more


def named(macros: Iterable[Macro], uses: Iterable[MacroUse]) -> frozenset[str]:
    """The macros that a program uses, and all names that its own stand for."""
    bodies = {word for macro in macros for word in words(macro.body)}
    return frozenset(bodies.union(use.name for use in uses))


def _macro(definition: Definition, spans: Spans) -> Macro:
    text = spans.files.text(definition.file)
    body_start = definition.start + len(definition.name.encode())
    parameters: tuple[str, ...] | None = None
    if definition.has_parameters:
        close = next(t for t in lexing.tokens(text, body_start, definition.end) if t.text == b")")
        inside = text[text.index(b"(", body_start) + 1 : close.start]
        names = [name.strip().decode("utf-8", "replace") for name in inside.split(b",")]
        parameters = tuple(name for name in names if name)
        body_start = close.end
    at = spans.span(definition.file, definition.start, definition.end)
    return Macro(definition.name, at, parameters, text[body_start : definition.end].strip())
