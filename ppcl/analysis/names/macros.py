"""The macros that a piece of text uses, and those they use; text that macros make strings of."""

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from ppcl.analysis.facts import Facts
from ppcl.analysis.names.macro_arguments import Arguments
from ppcl.frontend import bracketed, spelling, split, stringifications
from ppcl.ir import expression as ex
from ppcl.ir.unit import Macro, MacroUse
from ppcl.source import Span, words


def uses_in(facts: Facts, span: Span) -> list[MacroUse]:
    """The invocations that stand in a span."""
    return [use for use in facts.once(_uses).near(span) if span.contains(use.at)]


def uses_around(facts: Facts, span: Span) -> list[MacroUse]:
    """The invocations in which a span stands."""
    return [use for use in facts.once(_uses).near(span) if use.at.contains(span)]


@dataclass(frozen=True)
class _Uses:
    """All invocations, in the order of their places; `longest` is the length of one."""

    uses: Sequence[MacroUse]
    longest: int

    @cached_property
    def _places(self) -> Sequence[Span]:
        return [use.at for use in self.uses]

    def near(self, span: Span) -> Sequence[MacroUse]:
        """The invocations that may stand in a span or around it, in their order."""
        first = Span(span.file, span.start - self.longest, 0)
        last = Span(span.file, span.end + 1, 0)
        return self.uses[bisect_left(self._places, first) : bisect_left(self._places, last)]


def _uses(facts: Facts) -> _Uses:
    found = {use for unit in facts.units for use in unit.macro_uses}
    ordered = sorted(found, key=lambda use: (use.at, use.name))
    return _Uses(ordered, max((use.at.end - use.at.start for use in ordered), default=0))


def definitions(facts: Facts, names: Iterable[str]) -> list[Macro]:
    """All definitions of some macros, and of those that their bodies name, in whatever branch."""
    by_name = facts.once(_by_name)
    pending, found = list(dict.fromkeys(names)), dict[Macro, None]()
    seen = set(pending)
    while pending:
        for macro in by_name.get(pending.pop(), ()):
            found[macro] = None
            said = {*words(macro.body)} - seen
            pending += said
            seen |= said
    return list(found)


def _by_name(facts: Facts) -> dict[str, list[Macro]]:
    found: dict[str, list[Macro]] = {}
    for macro in (macro for unit in facts.units for macro in unit.macros):
        found.setdefault(macro.name, []).append(macro)
    return found


def is_said_once(facts: Facts, span: Span) -> bool:
    """Whether each macro around a text has one place for the argument that the text stands in, so
    that nothing else gets it. Strings that are made of it are another question."""
    return all(_is_once(facts, use, span) for use in uses_around(facts, span))


def is_argument_once(facts: Facts, span: Span) -> bool:
    """The same of a text that may be an invocation itself: what that says is another question."""
    around = (use for use in uses_around(facts, span) if use.at != span)
    return all(_is_once(facts, use, span) for use in around)


def _is_once(facts: Facts, use: MacroUse, span: Span) -> bool:
    """Whether an invocation says an argument at most once. What the bodies of an invocation that
    is spelled out invoke themselves is counted there."""
    spelled = _is_spelled(facts, use)
    if not spelled and _is_of_a_body(facts, use):
        return True
    position = _position(facts, use, span) if spelled else None
    count = Arguments(facts.once(_by_name)).times
    macros = facts.once(_by_name).get(use.name, ())
    return all(count(macro, position, frozenset()) <= 1 for macro in macros)


def _is_spelled(facts: Facts, use: MacroUse) -> bool:
    return facts.files[use.at.file].data.startswith(use.name.encode(), use.at.start)


def _is_of_a_body(facts: Facts, use: MacroUse) -> bool:
    """Whether it is known that a macro is invoked by the body of one that is spelled out, and not
    by one of its arguments."""
    outer = [o.name for o in uses_around(facts, use.at) if o != use and _is_spelled(facts, o)]
    said = {word for o in definitions(facts, outer) for word in words(o.body)}
    return use.name in said and use.name not in words(facts.files[use.at.file].text(use.at))


def _position(facts: Facts, use: MacroUse, span: Span) -> int | None:
    """Which argument of an invocation a text stands in."""
    data = facts.files[use.at.file].data
    inside = bracketed(data, use.at.start, use.at.end)
    if inside is None:
        return None
    places = enumerate(split(data, *inside, b","))
    return next((i for i, (begin, end) in places if begin <= span.start and span.end <= end), None)


def strings_of(facts: Facts, span: Span) -> tuple[ex.StringLiteral, ...] | None:
    """The strings that macros make of a span's text; None where not all of them are found."""
    uses = uses_around(facts, span)
    if not uses:
        return ()
    made = sum(stringifications(m.body) for m in definitions(facts, [use.name for use in uses]))
    text = spelling(facts.files[span.file].text(span))
    found = [
        node
        for node in _literals(facts)
        if node.at.macro is not None
        and node.at.span.contains(span)
        and text in b"".join(node.value.split())
    ]
    return tuple(found) if len(found) >= made else None


def _literals(facts: Facts) -> Iterator[ex.StringLiteral]:
    seen = (node for unit in facts.units for node in unit.nodes)
    return (node for node in seen if isinstance(node, ex.StringLiteral))
