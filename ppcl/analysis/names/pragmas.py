"""Pragmas that say what a name means: a region of OpenMP may have a variable of its own for it.

Pragmas whose first words are not known stop the walk (`ppcl.frontend.unfamiliar`); of the others,
whatever they are, the clauses are read.
"""

from collections.abc import Iterator, Set

from ppcl.analysis.facts import Facts
from ppcl.analysis.names.macros import definitions, uses_in
from ppcl.frontend import Pragma, pragmas
from ppcl.ir import statement as st
from ppcl.ir.node import Origin
from ppcl.ir.traverse import descendants
from ppcl.ir.unit import Function
from ppcl.source import Span

_LASTING = "threadprivate"
# What `default` may say for a name that no clause lists.
_SHARED = ("shared", "present")


def pragma_on(facts: Facts, at: Origin, names: Set[str]) -> str | None:
    """A pragma that may give one of these names another meaning at a place, or forbid it, in
    words; None where all pragmas there are known not to."""
    function = _function_around(facts, at.span)
    found = [said for said in _around(facts, function, at.span) if _concerns(said, names)]
    found += [said for said in facts.once(_lasting) if names & set(said)]
    return (" ".join(found[0][:3]) or "one that a macro makes") if found else None


def _lasting(facts: Facts) -> list[tuple[str, ...]]:
    """What pragmas say of variables that last, wherever they stand."""
    found = (pragma.said for source in facts.files.values() for pragma in pragmas(source.data))
    return [said for said in found if _LASTING in said]


def _function_around(facts: Facts, span: Span) -> Function | None:
    found = [
        function
        for unit in facts.units
        for function in unit.functions
        if function.body is not None and function.at.span.contains(span)
    ]
    return max(found, key=lambda one: one.at.span.end - one.at.span.start, default=None)


def _around(facts: Facts, function: Function | None, span: Span) -> Iterator[tuple[str, ...]]:
    """What the pragmas say whose statements hold a span."""
    whole = Span(span.file, 0, len(facts.files[span.file].data))
    within = function.at.span if function is not None else whole
    body = function.body if function is not None else None
    for said, start in facts.once(_pragmas_in, within):
        region = _statement_behind(body, start) if body is not None else None
        if region is None or region.contains(span):
            yield said


def _pragmas_in(facts: Facts, span: Span) -> list[Pragma]:
    """The pragmas in a span, and those of macros where they are used; offsets in the file."""
    own = pragmas(facts.files[span.file].text(span))
    found = [Pragma(said, span.start + start) for said, start in own]
    for use in uses_in(facts, span):
        for macro in definitions(facts, [use.name]):
            found += (Pragma(said, use.at.start) for said, _ in pragmas(macro.body))
    return found


def _statement_behind(body: st.Block, start: int) -> Span | None:
    """The statement to which a pragma applies that stands at a byte offset."""
    spans = [node.at.span for node in descendants(body) if isinstance(node, st.Statement)]
    behind = [span for span in spans if span.start >= start]
    return min(behind, key=lambda span: (span.start, -span.end), default=None)


def _concerns(said: tuple[str, ...], names: Set[str]) -> bool:
    """Whether a clause names one of these, or says what those are that none names."""
    others = names - _listed_as_shared(said)
    defaults = [said[index + 2 : index + 3] for index, w in enumerate(said) if w == "default"]
    asked = any(word not in [(one,) for one in _SHARED] for word in defaults)
    return not said or bool(others & set(said)) or (asked and bool(others))


def _listed_as_shared(said: tuple[str, ...]) -> frozenset[str]:
    """The names in `shared(...)`, which are in no other clause then."""
    found: list[str] = []
    for index, word in enumerate(said):
        if word == "shared" and said[index + 1 : index + 2] == ("(",):
            rest = said[index + 2 :]
            found += rest[: rest.index(")")] if ")" in rest else ()
    return frozenset(found)
