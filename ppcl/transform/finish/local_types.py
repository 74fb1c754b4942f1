"""Types that functions name for themselves, and that a plan leaves without a use."""

from collections.abc import Iterator

from ppcl.analysis.facts import Facts
from ppcl.frontend import tokens
from ppcl.ir.unit import Function
from ppcl.source import Span, words
from ppcl.transform.contract import Plan

_NAMING = frozenset((b"typedef", b"using"))


def lost_types(plan: Plan, facts: Facts) -> Iterator[str]:
    """The words that stand in a `typedef` or `using` of a function and, where the plan is made,
    nowhere else in it, as they did before."""
    functions = {
        function.at.span: function
        for unit in facts.units
        for function in unit.functions
        if function.body is not None
        and any(function.at.span.contains(edit.span) for edit in plan.edits)
    }
    for function in functions.values():
        naming = facts.once(_naming, function.at.span)
        if naming:
            yield from sorted(naming & _replaced(plan, facts, function))


def _naming(facts: Facts, span: Span) -> set[str]:
    """The words of the statements of a function that give names to types."""
    found, is_naming = list[bytes](), False
    for token in tokens(facts.files[span.file].data, span.start, span.end):
        is_naming = (is_naming and token.text != b";") or token.text in _NAMING
        found += [token.text] if is_naming else []
    return set(words(b" ".join(found)))


def _replaced(plan: Plan, facts: Facts, function: Function) -> set[str]:
    """The words that one text of a plan's goes without, and that the function has once then."""
    span = function.at.span
    data, place = facts.files[span.file].data, span.start
    kept, gone = list[bytes](), list[bytes]()
    for edit in sorted(each for each in plan.edits if span.contains(each.span)):
        kept += [data[place : edit.span.start], edit.text]
        gone.append(data[edit.span.start : edit.span.end])
        place = edit.span.end
    said = words(b" ".join([*kept, data[place : span.end]]))
    return {word for word in words(b" ".join(gone)) if said.count(word) == 1}
