"""Captures that a plan leaves without a use, of which clang tells: they go with their last use."""

from collections.abc import Iterator

from ppcl.analysis.facts import Facts
from ppcl.frontend import bracketed, split, tokens
from ppcl.ir import expression as ex
from ppcl.ir.node import Declaration
from ppcl.ir.unit import TranslationUnit
from ppcl.source import Edit, Span, is_word
from ppcl.transform.contract import Plan


def idle_captures(plan: Plan, facts: Facts, unit: TranslationUnit) -> Iterator[Edit | Declaration]:
    """The edits that take such captures out of their lists; a name where one cannot be."""
    for node in unit.of(ex.Lambda):
        if node.at.macro is None:
            inside = [edit for edit in plan.edits if node.body.at.span.contains(edit.span)]
            yield from _of_lambda(node, inside, facts) if inside else ()


def _of_lambda(node: ex.Lambda, inside: list[Edit], facts: Facts) -> Iterator[Edit | Declaration]:
    data = facts.files[node.at.span.file].data
    listed = bracketed(data, node.at.span.start, node.body.at.span.start, b"[]")
    pieces = split(data, *listed, b",") if listed is not None else []
    kept: list[bytes] = []
    for begin, end in pieces:
        words = [token.text for token in tokens(data, begin, end)]
        name = next((word for word in words if word not in (b"&", b"=")), b"")
        if not _is_idle(name, node.body.at.span, inside, data):
            kept.append(data[begin:end].strip())
        elif not _is_quiet(words):
            said = name.decode("utf-8", "surrogateescape")
            yield Declaration(said, said)
    if listed is not None and len(kept) < len(pieces):
        yield Edit(Span(node.at.span.file, *listed), b", ".join(kept))


def _is_quiet(words: list[bytes]) -> bool:
    """Whether a capture is of a variable by its name, or by another one: `n`, `&n`, `m = n`."""
    plain = words[1:] if words[:1] == [b"&"] else words
    named = all(is_word(word.decode("utf-8", "surrogateescape")) for word in plain[::2])
    return named and plain[1::2] in ([], [b"="]) and len(plain) in (1, 3)


def _is_idle(name: bytes, body: Span, inside: list[Edit], data: bytes) -> bool:
    """Whether all uses of a captured name go."""
    found = [token for token in tokens(data, body.start, body.end) if token.text == name]
    spans = [Span(body.file, token.start, token.end) for token in found]
    said = {token.text for edit in inside for token in tokens(edit.text, 0, len(edit.text))}
    goes = all(any(edit.span.contains(span) for edit in inside) for span in spans)
    return bool(spans) and goes and name not in said
