"""The attributes of a declaration as clang has them: those that macros and headers hide, too."""

import re
from collections.abc import Iterable

from ppcl.frontend.kinds import Kind
from ppcl.frontend.native import Cursor
from ppcl.frontend.reader import Reader
from ppcl.frontend.unfamiliar import attribute_message, is_known
from ppcl.ir.node import Declaration
from ppcl.ir.unit import Attribute, Unfamiliar

_PRINTED = re.compile(
    r"__attribute__\(\((?P<gnu>\w+)(?:\((?P<of_gnu>.*?)\))?\)\)"
    r"|\[\[(?:\w+::)?(?P<cxx>\w+)(?:\((?P<of_cxx>.*?)\))?\]\]"
    r"|\b(?P<label>asm)\((?P<of_label>\".*?\")\)"
)


def is_marked(parts: Iterable[Cursor]) -> bool:
    """Whether attributes are among what is below a declaration."""
    return any(Kind.UNEXPOSED_ATTRIBUTE <= part.kind < Kind.PREPROCESSING for part in parts)


def attributes(head: str) -> tuple[Attribute, ...]:
    """The attributes in a declaration as clang prints it; an assembler's name is one, `asm`."""
    found = []
    for match in _PRINTED.finditer(head):
        name = match["gnu"] or match["cxx"] or match["label"]
        written = match["of_gnu"] or match["of_cxx"] or match["of_label"] or ""
        values = [piece.strip() for piece in written.split(",")]
        numbers = tuple(int(value) for value in values if value.lstrip("-").isdigit())
        found.append(Attribute(name, numbers, written))
    return tuple(found)


def note_unfamiliar(reader: Reader, cursor: Cursor, found: Iterable[Attribute]) -> None:
    """Note the attributes that are not known by name."""
    for attribute in found:
        if not is_known(attribute.name, attribute.written):
            message = attribute_message(attribute.name, attribute.written)
            reader.unfamiliar.append(Unfamiliar(message, reader.name_place(cursor).span))


def cleanup_of(reader: Reader, found: Iterable[Attribute]) -> Declaration | None:
    """The function that a variable's end calls."""
    name = next((a.written for a in found if a.name == "cleanup"), None)
    if name is None:
        return None
    known = reader.named.get(name)
    return reader.names.declaration(known) if known is not None else Declaration(name, name)
