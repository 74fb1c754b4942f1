"""Whether parts of a host's expressions may be replaced: they have no effect, and nothing beside
them changes what they read."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from ppcl.analysis.facts import Facts
from ppcl.analysis.names.disturbance import Disturbance, Read, read_by
from ppcl.analysis.names.macros import definitions, uses_in
from ppcl.analysis.names.steady import Steadiness
from ppcl.analysis.names.visible import place_of
from ppcl.ir import expression as ex
from ppcl.ir.traverse import descendants
from ppcl.ir.types import ReferenceType
from ppcl.ir.unit import Function
from ppcl.source import Span


@dataclass(frozen=True)
class Quiet:
    """The host of a program, asked of its expressions."""

    facts: Facts
    _known: dict[int, Disturbance] = field(default_factory=dict)

    def text(self, span: Span) -> bytes:
        """The text of a place; empty where it is in no file of the program's."""
        source = self.facts.files.get(span.file)
        return source.text(span) if source is not None else b""

    def is_quiet(self, held: Sequence[ex.Expression], used: Iterable[ex.Expression]) -> bool:
        """Whether some parts have no effect, and nothing changes what they read beside where they
        are `used`."""
        if any(self._steady.obstacle(each) is not None for each in held):
            return False
        found = [read_by(each) for each in held]
        keys = frozenset[str]().union(*(each.keys for each in found))
        kinds = frozenset[str]().union(*(each.kinds for each in found))
        return all(self._is_undisturbed(part, Read(keys, kinds)) for part in used)

    def is_all_of_macros(self, span: Span) -> bool:
        """Whether the macros that a text uses have no bracket that is another's, so that what they
        stand for is an expression between those around it."""
        names = {use.name for use in uses_in(self.facts, span)}
        bodies = (macro.body for macro in definitions(self.facts, names))
        return all(
            body.count(b"[") == body.count(b"]") and b"]" not in body.partition(b"[")[0]
            for body in bodies
        )

    @cached_property
    def _steady(self) -> Steadiness:
        return Steadiness(self.facts.hosts)

    def _is_undisturbed(self, part: ex.Expression, read: Read) -> bool:
        source = self.facts.files.get(part.at.span.file)
        place = place_of(self.facts.hosts, source, part.at) if source is not None else None
        return place is not None and self._around(place.function).of(part, read) is None

    def _around(self, function: Function) -> Disturbance:
        if id(function) not in self._known:
            assert function.body is not None
            given = function.parameters
            keys = (p.declaration.key for p in given if isinstance(p.type, ReferenceType))
            found = Disturbance(self._steady, function.body, frozenset(keys))
            self._known[id(function)] = found
        return self._known[id(function)]


def loads(held: Iterable[ex.Expression]) -> Iterator[Span]:
    """What parts read through pointers and of arrays, and call; of a field, what points to its
    struct, if that is another object than a method's own."""
    for node in (node for each in held for node in descendants(each)):
        match node:
            case ex.Index() | ex.Call() | ex.Unary(op="*"):
                yield node.at.span
            case ex.Member(base=base, arrow=True) if not isinstance(base, ex.This):
                yield base.at.span
