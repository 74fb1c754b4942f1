"""Text that macros make strings of: an edit of it changes these strings."""

from collections.abc import Iterator

from ppcl.analysis.facts import Facts
from ppcl.analysis.names.macros import definitions, uses_around
from ppcl.frontend import spelling, stringifications
from ppcl.ir import expression as ex
from ppcl.source import Span


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
