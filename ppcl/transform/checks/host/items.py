"""A file as a list of what a compiler sees of it: comments and line ends in code are left out."""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from ppcl.frontend import Token, pieces
from ppcl.source import Edit

# What ends in front of a statement or declaration that is no part of another one.
_ENDS = frozenset({b";", b"{", b"}"})


class Item(NamedTuple):
    """A token (`kind` as its own), a "directive" by its name, the "end" of one, or a "place" by its
    number; in directives a token says whether there is space in front. `start` and `end` are byte
    offsets."""

    kind: str
    said: bytes
    start: int
    end: int

    @property
    def text(self) -> bytes:
        """What it says, without space in front."""
        return self.said.lstrip()

    def is_as(self, other: "Item") -> bool:
        """Whether both say the same."""
        return self[:2] == other[:2]


class Numbered(NamedTuple):
    """The number of a place, and its byte offsets."""

    number: int
    start: int
    end: int


def items_of(data: bytes, places: Iterable[Numbered], edits: Iterable[Edit] = ()) -> list[Item]:
    """The items of a file, with one in place of the tokens of each place, and with the tokens of
    edits; these stand where their text comes to."""
    found = list(_tokens(data))
    for edit in sorted(edits, reverse=True):
        at = edit.span.start
        first, behind = _begin(found, at), _begin(found, edit.span.end)
        found[first:behind] = [each._replace(start=at, end=at) for each in _tokens(edit.text)]
    own = [(at, item) for at, item in enumerate(found) if item.start < item.end]
    begins, ends = {item.start: at for at, item in own}, {item.end: at for at, item in own}
    for place in reversed(list(_outermost(places))):
        start, last = begins.get(place.start), ends.get(place.end)
        if start is not None and last is not None and _is_plain(found[start : last + 1]):
            said = b"%d" % place.number
            found[start : last + 1] = [Item("place", said, place.start, place.end)]
    return found


def _begin(items: Sequence[Item], offset: int) -> int:
    """The index of the first item that begins at or behind an offset."""
    return next((n for n, item in enumerate(items) if item.start >= offset), len(items))


def _outermost(places: Iterable[Numbered]) -> Iterator[Numbered]:
    """The places that are in no other one, in the order of the text."""
    end = 0
    for place in sorted(places, key=lambda each: (each.start, -each.end)):
        if place.start >= end:
            yield place
            end = place.end


def _tokens(data: bytes) -> Iterator[Item]:
    for piece in pieces(data):
        if not piece.name:
            yield from (Item(t.kind, t.text, t.start, t.end) for t in piece.tokens)
            continue
        yield Item("directive", piece.name.encode(), piece.at, piece.at)
        yield from _spaced(data, piece.tokens)
        yield Item("end", b"", piece.at, piece.at)


def _spaced(data: bytes, tokens: Sequence[Token]) -> Iterator[Item]:
    """The tokens of a directive: `#define f (x)` is not `#define f(x)`."""
    for token in tokens:
        apart = data[token.start - 1 : token.start].isspace() or data.endswith(
            b"*/", 0, token.start
        )
        yield Item(token.kind, b" " * apart + token.text, token.start, token.end)


def _is_plain(items: Sequence[Item]) -> bool:
    """Whether a place has no directives in it, nor the end of one."""
    return bool(items) and all(item.kind not in ("directive", "end") for item in items)


def begins_statement(items: Sequence[Item], at: int) -> bool:
    """Whether what stands in front of an item lets a statement begin that is no part of another:
    after `if (...)`, `else`, `do` or a label it would be one."""
    depth = 0
    for number in range(at - 1, -1, -1):
        item = items[number]
        depth += (item.kind == "end") - (item.kind == "directive")
        if depth == 0 and item.kind not in ("directive", "end"):
            return item.said in _ENDS
    return depth == 0
