"""The macros that a piece of text uses, and those they use; text that macros make strings of."""

from collections.abc import Iterable, Iterator

from ppcl.analysis.facts import Facts
from ppcl.frontend import bracketed, spelling, split, stringifications, tokens
from ppcl.ir import expression as ex
from ppcl.ir.unit import Macro, MacroUse
from ppcl.source import Span, words


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
            said = {*words(macro.body)} - seen
            pending += said
            seen |= said
    return list(found)


def is_said_once(facts: Facts, span: Span) -> bool:
    """Whether each macro around a text has one place for the argument that the text stands in, so
    that nothing else gets it. Strings that are made of it are another question."""
    return all(_is_once(facts, use, span) for use in uses_around(facts, span))


def is_argument_once(facts: Facts, span: Span) -> bool:
    """The same of a text that may be an invocation itself: what that says is another question."""
    around = (use for use in uses_around(facts, span) if use.at != span)
    return all(_is_once(facts, use, span) for use in around)


def _is_once(facts: Facts, use: MacroUse, span: Span) -> bool:
    position = _position(facts, use, span)
    for macro in definitions(facts, [use.name]):
        parameters = macro.parameters or ()
        if macro.name == use.name and position is not None:
            parameters = parameters[min(position, len(parameters) - 1) :][:1]
        if any(_plain_uses(macro.body, name.encode()) > 1 for name in parameters):
            return False
    return True


def _position(facts: Facts, use: MacroUse, span: Span) -> int | None:
    """Which argument of an invocation a text stands in."""
    data = facts.files[use.at.file].data
    inside = bracketed(data, use.at.start, use.at.end)
    if inside is None:
        return None
    places = enumerate(split(data, *inside, b","))
    return next((i for i, (begin, end) in places if begin <= span.start and span.end <= end), None)


def _plain_uses(body: bytes, name: bytes) -> int:
    """How often a macro's body says a parameter itself, and not as a string."""
    words = [token.text for token in tokens(body, 0, len(body))]
    said = name.removesuffix(b"...") or b"__VA_ARGS__"
    before = [b"", *words]
    return sum(word == said and front != b"#" for front, word in zip(before, words, strict=False))


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
