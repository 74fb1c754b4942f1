"""Remarks as lines of text, in clang's manner."""

from collections.abc import Callable, Container, Iterable, Iterator
from typing import Literal

from ppcl.diag.remark import Note, Remark, RemarkKind
from ppcl.source import Location

_MOST_NOTES = 8
Part = Literal["place", "label", "message"]
# Adds colour to a part of a line, or nothing.
Paint = Callable[[str, Part], str]


def plain(text: str, part: Part) -> str:
    """No colour."""
    return text


def ordered(remarks: Iterable[Remark]) -> list[Remark]:
    """Remarks by place, each once; those without a place first."""
    unique = {(r.location, r.code, r.message, r.notes): r for r in remarks}
    return sorted(unique.values(), key=_order)


def _order(remark: Remark) -> tuple[Location, str, str]:
    return remark.location or Location("", 0, 0), remark.code, remark.message


def selected(remarks: Iterable[Remark], kinds: frozenset[RemarkKind]) -> list[Remark]:
    """The remarks of some kinds, in their order."""
    return [remark for remark in ordered(remarks) if remark.kind in kinds]


def remark_lines(
    remark: Remark, paint: Paint = plain, known: Container[Note] = ()
) -> Iterator[str]:
    """`place: remark: message [code]`, and its notes in the same manner; those that are `known`
    already are counted."""
    yield _line("remark", remark, paint)
    new = [note for note in remark.notes if note not in known]
    yield from (_line("note", note, paint) for note in new[:_MOST_NOTES])
    rest = [(len(new) - _MOST_NOTES, "more, in a --report")]
    rest.append((len(remark.notes) - len(new), "of what is noted above"))
    for count, what in rest:
        if count > 0:
            yield f"{paint('ppcl:', 'place')} {paint('note:', 'label')} and {count} {what}"


def all_lines(remarks: Iterable[Remark], paint: Paint = plain) -> Iterator[str]:
    """The lines of some remarks; what several note is written once."""
    known: set[Note] = set()
    for remark in remarks:
        yield from remark_lines(remark, paint, known)
        known.update(remark.notes)


def _line(what: str, said: Remark | Note, paint: Paint) -> str:
    place = str(said.location) if said.location else "ppcl"
    label, message = paint(f"{what}:", "label"), paint(said.message, "message")
    return f"{paint(place + ':', 'place')} {label} {message} [{said.code}]"
