"""Captures that may go from the lists of a host's lambdas: those that their bodies name no more."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from ppcl.analysis.facts import Facts
from ppcl.frontend import bracketed, tokens
from ppcl.ir import expression as ex
from ppcl.ir.traverse import descendants
from ppcl.ir.types import FloatType, IntType, PointerType
from ppcl.transform.checks.host.items import Item

_PLAIN = IntType | FloatType | PointerType


@dataclass(frozen=True)
class Captures:
    """Compares the lists of captures of a file's lambdas."""

    before: Facts
    after: Facts
    path: str
    old: Sequence[Item]
    new: Sequence[Item]

    def behind(self, old: int, new: int, back: int) -> tuple[int, int] | None:
        """Where both texts go on behind a list that begins at two items, and reaches further than
        so many; None where none does, or the new one is not the old one with less in it."""
        if old >= len(self.old) or new >= len(self.new):
            return None
        lambdas = self._old.get(self.old[old].start, ()), self._new.get(self.new[new].start, ())
        if not all(lambdas):
            return None
        ends = _end(self.old, old), _end(self.new, new)
        listed = _listed(self.old[old : ends[0]]), _listed(self.new[new : ends[1]])
        gone = [each for each in listed[0] if each not in listed[1]]
        kept = [each for each in listed[0] if each in listed[1]]
        if ends[0] - old < back or kept != listed[1]:
            return None
        data = self.after.files[self.path].data
        free = all(self._may_go(each, *lambdas, data) for each in gone)
        return ends if free else None

    def _may_go(
        self,
        capture: tuple[bytes, ...],
        old: Sequence[ex.Lambda],
        new: Sequence[ex.Lambda],
        data: bytes,
    ) -> bool:
        """Whether nothing names what is captured any more, and to capture it does nothing."""
        by_reference = capture[:1] == (b"&",)
        name, *rest = capture[by_reference:] or (b"",)
        if rest[:1] not in ([], [b"="]) or len(rest) not in (0, 2):
            return False
        spans = [each.body.at.span for each in new]
        if any(token.text == name for s in spans for token in tokens(data, s.start, s.end)):
            return False
        named = [
            node.type
            for each in old
            for node in descendants(each.body)
            if isinstance(node, ex.NameRef) and node.declaration.name.encode() == name
        ]
        return by_reference or (bool(named) and all(isinstance(each, _PLAIN) for each in named))

    @cached_property
    def _old(self) -> Mapping[int, Sequence[ex.Lambda]]:
        return _lambdas(self.before, self.path)

    @cached_property
    def _new(self) -> Mapping[int, Sequence[ex.Lambda]]:
        return _lambdas(self.after, self.path)


def _lambdas(facts: Facts, path: str) -> Mapping[int, Sequence[ex.Lambda]]:
    """The lambdas of a file by the offset of what is behind the bracket that opens their lists."""
    found: dict[int, list[ex.Lambda]] = {}
    data = facts.files[path].data
    for node in (node for unit in facts.hosts for node in unit.nodes):
        if isinstance(node, ex.Lambda) and node.at.span.file == path and node.at.macro is None:
            listed = bracketed(data, node.at.span.start, node.body.at.span.start, b"[]")
            first = next(tokens(data, listed[0], len(data)), None) if listed is not None else None
            if first is not None:
                found.setdefault(first.start, []).append(node)
    return found


def _end(items: Sequence[Item], at: int) -> int:
    """The index of the bracket that closes a list that begins at an item."""
    depth = 0
    for number in range(at, len(items)):
        depth += (items[number].said == b"[") - (items[number].said == b"]")
        if depth < 0:
            return number
    return len(items)


def _listed(items: Sequence[Item]) -> list[tuple[bytes, ...]]:
    """The captures of a list, each by its tokens."""
    found: list[list[bytes]] = [[]]
    for item in items:
        if item.said == b",":
            found.append([])
        else:
            found[-1].append(item.said)
    return [tuple(each) for each in found if each]
