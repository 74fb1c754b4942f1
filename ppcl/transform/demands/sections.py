"""The sections of a kernel's text, `#if` to `#endif`, and what of the text hangs on each."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from ppcl.analysis.facts import Facts
from ppcl.analysis.kernels.units import KernelUnit
from ppcl.analysis.names.branches import definitions, has_text_beside
from ppcl.analysis.names.device_names import texts_of
from ppcl.frontend import (
    Conditional,
    conditionals,
    directives_in,
    is_include_guard,
    tokens,
    undefinitions,
)
from ppcl.ir.unit import Function
from ppcl.source import Span, words
from ppcl.transform.demands.build import NUMBER


@dataclass(frozen=True)
class Section:
    """A group of a text, of a file's if `path` is one, and the names that mean something else by
    its branches: those that are numbers in all of them do not count."""

    path: str | None
    group: Conditional
    defines: frozenset[str]
    has_code: bool
    includes: bool

    def decides(self, span: Span, named: frozenset[str]) -> bool:
        """Whether what a function's text is hangs on it, or what one of the names in it is."""
        at = self.group.directives[0].start
        is_inside = self.path == span.file and span.start < at < span.end
        hidden = self.path is None and self.has_code  # where in a literal it stands is not told
        return is_inside or hidden or self.includes or bool(self.defines & named)


def deciding(unit: KernelUnit, facts: Facts, function: Function) -> Iterator[Section]:
    """The sections on which it hangs what a function of a unit computes."""
    found, span = facts.once(_sections_by_unit)[id(unit)], function.at.span
    named = named_in(unit, facts, function)
    return (section for section in found if section.decides(span, named))


def named_in(unit: KernelUnit, facts: Facts, function: Function) -> frozenset[str]:
    """The words in a function's text, and in that of the macros and functions that it names."""
    span = function.at.span
    return _closure(words(facts.files[span.file].text(span)), facts.once(_meanings)[id(unit)])


def _sections_by_unit(facts: Facts) -> Mapping[int, tuple[Section, ...]]:
    return {id(unit): tuple(_sections(unit, facts)) for unit in facts.kernel_units}


def _sections(unit: KernelUnit, facts: Facts) -> Iterator[Section]:
    paths = {facts.files[path].data: path for path in unit.unit.files}
    for text in texts_of(unit, facts):
        path = paths.get(text)
        for group in conditionals(text):
            if not is_include_guard(text, group):
                inside = [d for branch in group.branches for d in directives_in(text, *branch)]
                has_code = any(has_text_beside(text, *branch) for branch in group.branches)
                defines = {*_defined(text, group), *_declared(unit, path, group)}
                includes = any(d.name == "include" for d in inside)
                yield Section(path, group, frozenset(defines), has_code, includes)


def _defined(text: bytes, group: Conditional) -> Iterator[str]:
    """The macros that a group gives other texts than numbers, or ends."""
    for branch in group.branches:
        for name, body in _macros(text, *branch):
            if body and not NUMBER.match(body):
                yield name
        yield from undefinitions(text[slice(*branch)])


def _macros(text: bytes, start: int, end: int) -> Iterator[tuple[str, bytes]]:
    """The macros that a range defines, each with its body."""
    for name, data, begin, behind in definitions(text, start, end):
        body = b" ".join(token.text for token in tokens(data, begin, behind))
        yield name.decode("utf-8", "replace"), body


def _declared(unit: KernelUnit, path: str | None, group: Conditional) -> Iterator[str]:
    """The functions and variables that a group's compiled branch has."""
    start, end = group.directives[0].start, group.directives[-1].end
    found = [(each.at.span, each.declaration) for each in unit.unit.functions]
    found += [(each.at.span, each.declaration) for each in unit.unit.globals]
    for span, declaration in found:
        if span.file == path and start <= span.start < end:
            yield declaration.last


def _meanings(facts: Facts) -> Mapping[int, Mapping[str, frozenset[str]]]:
    """The words in what a unit's macros and functions stand for, in all sections."""
    return {id(unit): _meanings_of(unit, facts) for unit in facts.kernel_units}


def _meanings_of(unit: KernelUnit, facts: Facts) -> Mapping[str, frozenset[str]]:
    found: dict[str, frozenset[str]] = {}
    texts = texts_of(unit, facts)
    defined = [macro for text in texts for macro in _macros(text, 0, len(text))]
    for function in unit.unit.functions:
        span = function.at.span
        defined.append((function.declaration.last, facts.files[span.file].text(span)))
    for name, body in defined:
        found[name] = found.get(name, frozenset()) | frozenset(words(body))
    return found


def _closure(named: Iterable[str], meanings: Mapping[str, frozenset[str]]) -> frozenset[str]:
    """Words, and those in what they stand for."""
    found: set[str] = set()
    waiting = set(named)
    while waiting:
        word = waiting.pop()
        found.add(word)
        waiting |= meanings.get(word, frozenset()) - found
    return frozenset(found)
