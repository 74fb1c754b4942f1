"""Copies into another order that a layout change makes plain, and whether the program needs them.

The array stays: another target may want the other order back. What its owner may do is said.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from ppcl.analysis.facts import Facts
from ppcl.diag import Note, Remark
from ppcl.emit import statement_in_front
from ppcl.ir import expression as ex
from ppcl.ir import statement as st
from ppcl.source import Edit, SourceFile, Span
from ppcl.transform.contract import Commented
from ppcl.transform.refusals.numbering import asked_line
from ppcl_transforms.layout.shape import Shape
from ppcl_transforms.layout.spare import spare_array

_SAYS = b"/* ppcl: a plain copy now: %b itself could be transferred, without %b */"
_SAID = re.compile(rb"/\* ppcl: a plain copy now: [^\n]*? \*/(?:\r?\n[ \t]*)?")


@dataclass(frozen=True)
class Copies:
    """The copies of elements of one array to another that a plan of these `texts`, by the places
    of indices, makes plain, or plain no more."""

    facts: Facts
    shape: Shape
    texts: Mapping[Span, bytes]

    def remarks(self) -> Iterator[Remark]:
        """What the owner may do about each."""
        for node in self._now_plain():
            source = self.facts.files[node.at.span.file]
            target, value = self._names(node)
            spare = spare_array(self.facts, self.shape, node)
            notes: tuple[Note, ...] = ()
            message = f"'{target}' is a plain copy of '{value}' now: "
            if isinstance(spare, str):
                message += f"is it needed? {spare}"
            else:
                message += f"'{value}' itself could be transferred, and '{target}' left out"
                notes = tuple(self._notes(node, spare))
            at = source.location(node.at.span.start)
            yield Remark("review", "PPC227", message, at, {}, notes)

    def comments(self) -> Iterator[Commented]:
        """The same in the text, in front of a copy that nothing needs; without it where the copy
        is none any more."""
        plain = list(self._now_plain())
        for node in self._assignments():
            source = self.facts.files[node.at.span.file]
            said = _said_in_front(source, node.at.span.start) or _said_behind(source, node.at.span)
            if node in plain and said is None:
                if not isinstance(spare_array(self.facts, self.shape, node), str):
                    yield Commented(self._comment(source, node))
            elif node not in plain and said is not None:
                yield Commented(Edit(said, b""))

    def _comment(self, source: SourceFile, node: ex.Assign) -> Edit:
        target, value = (name.encode() for name in self._names(node))
        text = _SAYS % (value, target)
        alone = statement_in_front(source, node.at.span.start, text)
        if alone is not None and asked_line(self.facts, source.path) is None:
            return alone
        end = source.data.find(b";", node.at.span.end - 1) + 1
        return Edit(Span(source.path, end, end), b"  " + text)

    def _notes(self, copy: ex.Assign, transfers: Sequence[Span]) -> Iterator[Note]:
        """What is to be changed where the array is left out: the transfers, and all else that names
        it."""
        target, value = self._names(copy)
        named = sorted(span for span in self._uses(copy) if not copy.at.span.contains(span))
        for call in transfers:
            own = next(filter(call.contains, named), call)
            yield self._note(own, f"'{value}' here, instead of '{target}'")
        rest = [span for span in named if not any(call.contains(span) for call in transfers)]
        for span in rest:
            yield self._note(span, f"'{target}' goes from here")

    def _note(self, span: Span, message: str) -> Note:
        return Note("PPC227", message, self.facts.files[span.file].location(span.start))

    def _uses(self, copy: ex.Assign) -> set[Span]:
        """Where the array's variable is declared, or named."""
        base = copy.target.base if isinstance(copy.target, ex.Index) else None
        key = base.declaration.key if isinstance(base, ex.NameRef) else None
        nodes = (node for unit in self.facts.hosts for node in unit.nodes)
        known = (node for node in nodes if isinstance(node, ex.NameRef | st.Variable))
        return {node.at.span for node in known if node.declaration.key == key}

    def _now_plain(self) -> Iterator[ex.Assign]:
        for node in self._assignments():
            indices = [self._new_index(_index(each)) for each in _both(node)]
            names = self._names(node)
            if indices[0] == indices[1] and names[0] != names[1]:
                yield node

    def _assignments(self) -> Iterator[ex.Assign]:
        """The assignments of an element to an element, of which the plan changes an index."""
        for node in self.facts.once(_element_copies):
            if any(_index(each) in self.texts for each in _both(node)):
                yield node

    def _names(self, node: ex.Assign) -> list[str]:
        files = self.facts.files
        return [files[_base(each).file].said(_base(each)) for each in _both(node)]

    def _new_index(self, span: Span) -> bytes:
        """The index as it will be, without spaces."""
        text = self.texts.get(span, self.facts.files[span.file].text(span))
        return b"".join(text.split())


def _element_copies(facts: Facts) -> list[ex.Assign]:
    """The host's assignments of a named array's element to one, each text once."""
    found: dict[Span, ex.Assign] = {}
    for node in (each for unit in facts.hosts for f in unit.functions for each in f.nodes):
        if isinstance(node, ex.Assign) and node.op == "=":
            found.setdefault(node.at.span, node)
    return [node for node in found.values() if all(map(_is_named, _both(node)))]


def _said_in_front(source: SourceFile, place: int) -> Span | None:
    begin = source.data.rfind(b"\n", 0, place) + 1
    above = source.data.rfind(b"\n", 0, max(begin - 1, 0)) + 1
    found = _SAID.search(source.data, above, place)
    return Span(source.path, *found.span()) if found and found.end() == place else None


def _said_behind(source: SourceFile, copy: Span) -> Span | None:
    end = source.data.find(b";", copy.end - 1) + 1
    found = re.compile(rb"  (?:%b)" % _SAID.pattern).match(source.data, end)
    return Span(source.path, end, end + len(found.group().rstrip())) if found else None


def _both(node: ex.Assign) -> tuple[ex.Expression, ex.Expression]:
    value = node.value
    while isinstance(value, ex.Cast) and value.implicit:
        value = value.operand
    return node.target, value


def _is_named(node: ex.Expression) -> bool:
    return (
        isinstance(node, ex.Index) and isinstance(node.base, ex.NameRef) and node.at.macro is None
    )


def _base(node: ex.Expression) -> Span:
    assert isinstance(node, ex.Index)
    return node.base.at.span


def _index(node: ex.Expression) -> Span:
    assert isinstance(node, ex.Index)
    return node.index.at.span
