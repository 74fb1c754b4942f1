"""Which variable a name means at a place: what a text put there may say.

The tree does not have all declarations that can hide a name (types, enumerators, functions,
macros). So a name is taken only where each use of its word in the function, up to the place, is
one that the tree knows as a variable; of several, the innermost around the place is meant. Names
beyond ASCII are spelled in several ways: none is taken.
"""

import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from ppcl.ir import expression as ex
from ppcl.ir import statement as st
from ppcl.ir.node import Declaration, Origin
from ppcl.ir.traverse import Node
from ppcl.ir.types import PointerType, RecordType, Type
from ppcl.ir.unit import Field, Function, Parameter, TranslationUnit
from ppcl.source import WORD, SourceFile, Span, is_plain

# Directives, comments and literals, in which words mean nothing (macros are asked for by name, and
# what pragmas say is another question); then words.
_TOKEN = re.compile(
    rb"""
      ^[ \t]*\#(?:\\\r?\n|[^\n])*
    | //[^\n]* | /\*.*?\*/
    | "(?:\\.|[^"\\\n])*" | '(?:\\.|[^'\\\n])*'
    | %b
    """
    % WORD,
    re.DOTALL | re.MULTILINE | re.VERBOSE,
)
# What gives a function names that it does not spell, or other variables than its own.
_HIDING = re.compile(rb"\bextern\b|\busing\s+enum\b")
_OF_MEMBER = re.compile(rb"(?:\.|->)\s*\Z")
_FIELD = re.compile(r"(?P<variable>\w+)(?P<sign>\.|->)(?P<field>\w+)")


@dataclass(frozen=True)
class TextPlace:
    """A place in a function of a unit, and the file that it is in."""

    unit: TranslationUnit
    function: Function
    source: SourceFile
    at: Origin


def place_of(
    units: tuple[TranslationUnit, ...], source: SourceFile, at: Origin
) -> TextPlace | None:
    """The place in the innermost function around it; None outside of functions."""
    found = [
        TextPlace(unit, each, source, at)
        for unit in units
        for each in unit.functions
        if each.body is not None and each.body.at.span.contains(at.span)
    ]
    return min((each for each in found if not _is_lambda(each.function)), key=_length, default=None)


def _is_lambda(function: Function) -> bool:
    """Whether a function is an instance of a generic lambda, which sees what is around it."""
    return function.template and function.declaration.name == "operator()"


def _length(place: TextPlace) -> int:
    return _size(place.function.at.span)


@dataclass(frozen=True)
class _Local:
    """A variable or parameter of a function, where it is declared, and the scope around that."""

    declaration: Declaration
    at: Origin
    scope: Origin

    def is_spelled_in(self, file: str) -> bool:
        """Whether no macro or other file has a part in where its scope begins and ends."""
        return all(o.macro is None and o.span.file == file for o in (self.at, self.scope))

    def reaches(self, place: TextPlace) -> bool:
        """Whether the place is in its scope, and behind where it is declared."""
        is_before = self.at.span.end <= place.at.span.start
        return is_before and self.scope.span.contains(place.at.span)


def meaning(place: TextPlace, name: str) -> Declaration | None:
    """The variable or parameter that a name means; None where that is not certain."""
    if not is_plain(name) or any(macro.name == name for macro in place.unit.macros):
        return None
    if _HIDING.search(place.source.data, place.function.at.span.start, place.at.span.start):
        return None
    own = _locals(place, name)
    found = _innermost(place, own)
    if found == [] and place.function.owner is None:
        keys = {v.declaration for v in place.unit.globals if v.declaration.name == name}
        found = [] if any(key.of_template for key in keys) else list(keys)
    if found is None or len(found) != 1 or _needs_capture(place, found[0]):
        return None
    known = {*found, *(each.declaration for each in own)}
    explained = {use for declaration in known for use in _uses(place, declaration)}
    return found[0] if _all_explained(place, name, explained) else None


def _innermost(place: TextPlace, own: list[_Local]) -> list[Declaration] | None:
    """The local that a place sees, if any; None where that is not certain."""
    reaching = [each for each in own if each.reaches(place)]
    if not all(each.is_spelled_in(place.source.path) for each in own):
        return [own[0].declaration] if reaching == own and len(own) == 1 else None
    if any(each.at.span.contains(place.at.span) for each in own):
        return None
    least = min((_size(each.scope.span) for each in reaching), default=0)
    found = [each.declaration for each in reaching if _size(each.scope.span) == least]
    return found if len(found) < 2 else None


def _size(span: Span) -> int:
    return span.end - span.start


def _needs_capture(place: TextPlace, meant: Declaration) -> bool:
    """Whether a structured binding is named in a lambda, which C++17 does not let capture it."""
    if not any(isinstance(v, st.Variable) and v.part for v in _declarations(place, meant)):
        return False
    return any(node.at.span.contains(place.at.span) for node in place.function.of(ex.Lambda))


def member_of(place: TextPlace, name: str) -> Field | None:
    """The field of its own class that a name means in a method; None where that is not certain."""
    record = place.unit.records.get(place.function.owner or "")
    own = record.own_fields if record is not None else ()
    found = next((field for field in own if field.name == name), None)
    if found is None or not is_plain(name):
        return None
    if any(macro.name == name for macro in place.unit.macros):
        return None
    if _locals(place, name) or not _all_explained(place, name, set(_members(place, name))):
        return None
    texts = (place.source.text(s) for s in place.unit.volatile if s.file == place.source.path)
    return None if any(text.endswith(name.encode()) for text in texts) else found


def field_of(place: TextPlace, name: str) -> tuple[Declaration, Field] | None:
    """The variable and the field that `variable.field` or `variable->field` mean; None where that
    is not certain, or where the function does not say the same: the field may be private."""
    found = _FIELD.fullmatch(name)
    if found is None or any(macro.name == found["field"] for macro in place.unit.macros):
        return None
    declaration = meaning(place, found["variable"])
    type_ = type_of(place, declaration) if declaration is not None else None
    pointee = type_.pointee if isinstance(type_, PointerType) and found["sign"] == "->" else type_
    record = place.unit.records.get(pointee.name) if isinstance(pointee, RecordType) else None
    fields = record.fields if record is not None else ()
    field = next((each for each in fields if each.name == found["field"]), None)
    if declaration is None or field is None or is_volatile(place, declaration):
        return None
    if not any(_names_field(node, declaration, field) for node in place.function.nodes):
        return None
    texts = (place.source.text(s) for s in place.unit.volatile if s.file == place.source.path)
    word = found["field"].encode()
    return None if any(text.endswith(word) for text in texts) else (declaration, field)


def _names_field(node: Node, variable: Declaration, field: Field) -> bool:
    base = node.base if isinstance(node, ex.Member) and node.name == field.name else None
    while isinstance(base, ex.Cast):
        base = base.operand
    return isinstance(base, ex.NameRef) and base.declaration == variable and not node.at.macro


def _members(place: TextPlace, name: str) -> Iterator[int]:
    """Where a method names a field of the object that it is called on."""
    for node in place.function.nodes:
        if isinstance(node, ex.Member) and node.name == name and node.arrow:
            yield node.at.span.start


def type_of(place: TextPlace, meant: Declaration) -> Type | None:
    """The type of a variable or parameter that is seen at a place."""
    return next((each.type for each in _declarations(place, meant)), None)


def is_volatile(place: TextPlace, meant: Declaration) -> bool:
    """Whether a variable or parameter is volatile or atomic: each read of it is an event."""
    return any(each.at.span in place.unit.volatile for each in _declarations(place, meant))


def has_address(place: TextPlace, meant: Declaration) -> bool:
    """Whether the program may take the address of a variable or parameter: no `register`."""
    return all(each.at.span not in place.unit.registers for each in _declarations(place, meant))


def _declarations(place: TextPlace, meant: Declaration) -> Iterator[st.Variable | Parameter]:
    own: list[st.Variable | Parameter] = [*place.function.parameters, *place.unit.globals]
    own += [variable for _, variable in place.function.variables]
    return (each for each in own if each.declaration == meant)


def _locals(place: TextPlace, name: str) -> list[_Local]:
    """The function's own variables of a name."""
    function = place.function
    own = [p for p in function.parameters if p.declaration.name == name]
    scoped = [(s, v) for s, v in function.variables if v.declaration.name == name]
    return [
        *(_Local(each.declaration, each.at, function.at) for each in own),
        *(_Local(each.declaration, each.at, scope.at) for scope, each in scoped),
    ]


def _all_explained(place: TextPlace, name: str, known: set[int]) -> bool:
    """Whether each use of a word in the function, up to the place, is one of those known."""
    start, text = place.function.at.span.start, place.source.data
    words = _words_in(text, start, place.function.at.span.end)
    for use in words.before(place.at.span.start, name.encode()):
        if use in known:
            continue
        of_member = _OF_MEMBER.search(text, start, use)
        if not (of_member or _is_skipped(place, use)):
            return False
    return True


@dataclass(frozen=True)
class _Words:
    """Where each word stands in a text from `start` on (what is no word is there, too), and where
    each ends, in order."""

    text: bytes
    start: int
    places: Mapping[bytes, Sequence[int]]
    ends: Sequence[int]

    def before(self, place: int, word: bytes) -> Iterator[int]:
        """Where a word stands in the text up to a place, as if that were its end."""
        whole = bisect_right(self.ends, place)
        known = self.ends[whole - 1] if whole else self.start
        yield from (at for at in self.places.get(word, ()) if at < known)
        rest = _TOKEN.finditer(self.text, known, place)
        yield from (token.start() for token in rest if token.group() == word)


@lru_cache(maxsize=64)
def _words_in(text: bytes, start: int, end: int) -> _Words:
    places: dict[bytes, list[int]] = {}
    ends: list[int] = []
    for token in _TOKEN.finditer(text, start, end):
        places.setdefault(token.group(), []).append(token.start())
        ends.append(token.end())
    return _Words(text, start, places, ends)


def _uses(place: TextPlace, meant: Declaration) -> Iterator[int]:
    """Where the function declares a variable, and where it uses it."""
    function = place.function
    yield from (node.at.span.start for node in function.uses.get(meant, ()))
    for node in function.of(ex.SizeOf):
        yield from (at.span.start for name, at in node.named if name == meant)
    for lambda_ in function.of(ex.Lambda):
        if meant.key in (*lambda_.copied, *lambda_.referred):
            at = lambda_.at.span
            listed = Span(at.file, at.start, lambda_.body.at.span.start)
            yield from _words(place, listed, meant.name)
    for variable in function.of(st.Variable):
        if variable.declaration == meant:
            yield from _words(place, variable.at.span, meant.name)
    parameters = function.parameters
    if any(each.declaration == meant for each in parameters):  # no other name in the list hides it
        for each in parameters:
            yield from _words(place, each.at.span, meant.name)


def _words(place: TextPlace, span: Span, name: str) -> Iterator[int]:
    words = _TOKEN.finditer(place.source.data, span.start, span.end)
    yield from (word.start() for word in words if word.group() == name.encode())


def _is_skipped(place: TextPlace, offset: int) -> bool:
    skipped = (s for s in place.unit.skipped if s.file == place.source.path)
    return any(span.start <= offset < span.end for span in skipped)
