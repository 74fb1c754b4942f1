"""The macros that a piece of text uses, and those that these use."""

import re
from collections.abc import Iterable

from ppcl.analysis.facts import Facts
from ppcl.ir.unit import Macro, MacroUse
from ppcl.source import Span

_WORD = re.compile(rb"[A-Za-z_]\w*")


def uses_in(facts: Facts, span: Span) -> list[MacroUse]:
    """The invocations that stand in a span."""
    found = (use for unit in facts.units for use in unit.macro_uses if span.contains(use.at))
    return sorted(set(found), key=lambda use: (use.at, use.name))


def uses_around(facts: Facts, span: Span) -> list[MacroUse]:
    """The invocations in which a span stands."""
    found = (use for unit in facts.units for use in unit.macro_uses if use.at.contains(span))
    return sorted(set(found), key=lambda use: (use.at, use.name))


def definitions(facts: Facts, names: Iterable[str]) -> list[Macro]:
    """All definitions of some macros, and of those that their bodies name, in whatever branch."""
    by_name: dict[str, list[Macro]] = {}
    for macro in (macro for unit in facts.units for macro in unit.macros):
        by_name.setdefault(macro.name, []).append(macro)
    pending, found = list(dict.fromkeys(names)), dict[Macro, None]()
    seen = set(pending)
    while pending:
        for macro in by_name.get(pending.pop(), ()):
            found[macro] = None
            words = {word.decode() for word in _WORD.findall(macro.body)} - seen
            pending += words
            seen |= words
    return list(found)
