"""The host's tree, upwards too: what stands around a node, and all uses of a variable."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from ppcl.analysis.facts import Facts
from ppcl.frontend import tokens
from ppcl.ir import expression as ex
from ppcl.ir import statement as st
from ppcl.ir.node import Origin
from ppcl.ir.traverse import Node, children
from ppcl.ir.unit import Function, TranslationUnit
from ppcl.source import SourceFile, Span
from ppcl.transform.refusals.skipped import skipped_use

_OF_MEMBER = (b".", b"->")


@dataclass(frozen=True)
class HostTree:
    """All nodes of a program's host units. A header's are there once for each unit."""

    facts: Facts

    @cached_property
    def nodes(self) -> tuple[Node, ...]:
        """All nodes, each once."""
        found = {id(node): node for unit in self.facts.hosts for node in unit.nodes}
        return tuple(found.values())

    @cached_property
    def _parents(self) -> dict[int, Node]:
        return {id(child): node for node in self.nodes for child in children(node)}

    @cached_property
    def calls(self) -> dict[Origin, tuple[ex.Call, ...]]:
        """The calls at each place: more than one where a text is read more than once."""
        found: dict[Origin, list[ex.Call]] = {}
        for node in self.nodes:
            if isinstance(node, ex.Call):
                found.setdefault(node.at, []).append(node)
        return {at: tuple(calls) for at, calls in found.items()}

    @cached_property
    def _uses(self) -> dict[str, list[ex.NameRef]]:
        found: dict[str, list[ex.NameRef]] = {}
        for node in self.nodes:
            if isinstance(node, ex.NameRef):
                found.setdefault(node.declaration.key, []).append(node)
        return found

    def parent(self, node: Node) -> Node | None:
        """What a node is directly below of; None for a function's body and a global variable."""
        return self._parents.get(id(node))

    def upwards(self, node: Node) -> Iterator[Node]:
        """What is around a node, from the inside out."""
        around = self.parent(node)
        while around is not None:
            yield around
            around = self.parent(around)

    def uses(self, key: str) -> list[ex.NameRef]:
        """Where a variable is named, in the tree."""
        return self._uses.get(key, [])

    def variables(self, key: str) -> list[st.Variable]:
        """The declarations of a variable."""
        own = (n for n in self.nodes if isinstance(n, st.Variable))
        return [each for each in own if each.declaration.key == key]

    def functions_at(self, span: Span) -> list[tuple[TranslationUnit, Function]]:
        """The innermost functions around a place: several where a text is read more than once."""
        found = [
            (unit, function)
            for unit in self.facts.hosts
            for function in unit.functions
            if function.body is not None and function.body.at.span.contains(span)
        ]
        least = min((_length(function) for _, function in found), default=0)
        return [each for each in found if _length(each[1]) == least]

    def source(self, node: Node) -> SourceFile:
        """The file that a node stands in."""
        return self.facts.files[node.at.span.file]

    def is_all_seen(self, variable: st.Variable) -> bool:
        """Whether each word in the text that may mean a variable is in the tree: constant
        expressions, and text that is not compiled, are not."""
        name = variable.declaration.last
        homes = self.functions_at(variable.at.span)
        if skipped_use(self.facts, name) is not None:
            return False
        spans = [function.at.span for _, function in homes] or self._whole_files()
        known = {(at.file, at.start) for at in self._said(name)}
        return all(place in known for span in spans for place in self._words(span, name))

    def _whole_files(self) -> list[Span]:
        paths = sorted({path for unit in self.facts.hosts for path in unit.files})
        read = [self.facts.files[path] for path in paths if path in self.facts.files]
        return [Span(source.path, 0, len(source.data)) for source in read]

    def _said(self, name: str) -> Iterator[Span]:
        """Where the tree names a variable or function of a name, or declares one."""
        for node in self.nodes:
            if isinstance(node, ex.NameRef) and node.declaration.last == name:
                yield node.at.span
            elif isinstance(node, st.Variable) and node.declaration.last == name:
                yield from self._first_word(node.at.span, name)
            elif isinstance(node, ex.SizeOf):
                yield from (at.span for other, at in node.named if other.last == name)
        for unit in self.facts.hosts:
            for parameter in (p for f in unit.functions for p in f.parameters):
                if parameter.declaration.name == name:
                    yield from self._first_word(parameter.at.span, name)

    def _first_word(self, span: Span, name: str) -> Iterator[Span]:
        if span.file in self.facts.files:
            found = self._words(span, name)
            yield from (Span(file, start, start) for file, start in [*found][:1])

    def _words(self, span: Span, name: str) -> Iterator[tuple[str, int]]:
        before = b""
        for token in tokens(self.facts.files[span.file].data, span.start, span.end):
            if token.text == name.encode() and before not in _OF_MEMBER:
                yield span.file, token.start
            before = token.text


def _length(function: Function) -> int:
    return function.at.span.end - function.at.span.start
