"""The edit of one access's index: whether its text may change, and to what."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from ppcl.analysis.access.delinearise import Subscripts
from ppcl.analysis.model import AccessEvent
from ppcl.analysis.names.macros import definitions
from ppcl.analysis.numbers.polynomial import Polynomial
from ppcl.frontend import tokens
from ppcl.ir import expression as ex
from ppcl.ir.node import Origin
from ppcl.ir.traverse import descendants
from ppcl.ir.types import FloatType, IntType
from ppcl.source import Edit, SourceFile
from ppcl.transform.obstacles import Obstacle
from ppcl_transforms.layout.constants import constants_around, said_around
from ppcl_transforms.layout.pragmas import unclear_name
from ppcl_transforms.layout.size_names import knows_size
from ppcl_transforms.layout.surroundings import Around, Surroundings
from ppcl_transforms.layout.text import Values, Words, flat_text, index_text, spaced_as


@dataclass(frozen=True)
class Flat:
    """An index that runs over all rows of `pitch` elements."""

    pitch: Polynomial


@dataclass(frozen=True)
class _Slot:
    """The text that a new index comes in place of: what it holds, and what is put around."""

    at: Origin
    holds: tuple[ex.Expression, ...]
    before: bytes = b""
    behind: bytes = b""


def _slot(access: AccessEvent) -> _Slot | None:
    """The index of `name[index]`; or all of `row[i]` and `*row`, where a name is known for what
    the row is a part of, and of `name[i][j]`: what is indexed by both is not in the row `name[i]`,
    so the address of the first element takes the name's place."""
    if access.subscript is not None:
        return _Slot(access.subscript.at, (access.subscript,))
    if access.nested is not None and isinstance(access.type, IntType | FloatType):
        before = f"(&{access.nested.name}[0][0])[".encode()
        return _Slot(access.element.at, access.nested.indices, before, b"]")
    before = access.base.encode() + b"["
    match access.element:
        case ex.Index(base=base, index=index) if access.base:
            return _Slot(access.element.at, (base, index), before, b"]")
        case ex.Unary(op="*", operand=operand) if access.base:
            return _Slot(access.element.at, (operand,), before, b"]")
    return None


def new_index(
    texts: Surroundings,
    access: AccessEvent,
    subscripts: Subscripts | Flat,
    extent: Polynomial,
    values: Values,
    stride: bytes | None = None,
) -> Edit | Obstacle:
    """The edit that gives an access its new index, where it is written as `name[index]` outside of
    macros, or can be; `values` makes the access's polynomials those of the host, and `stride` is a
    name for the extent that is known to hold it."""
    name, slot = access.object.name, _slot(access)
    if slot is None:
        message = f"'{name}' is not accessed as `{name}[index]` here"
        return Obstacle("PPC212", message, access.node.at)
    against = _obstacle(texts, access, slot) or _operated_on(
        texts, access, subscripts.pitch, values
    )
    if against is not None:
        return against
    element, source = access.element, texts.facts.files[slot.at.span.file]
    around, using = texts.around(element), texts.around(access.node)
    assert around is not None
    assert using is not None
    constants = constants_around(texts.facts, element.at) if extent.as_int is not None else ()
    may_say = around.may_say_for(using)
    said = said_around(texts.facts, element.at)
    words = Words(values, constants, may_say, said, around.type_of)
    if isinstance(subscripts, Flat):
        index = flat_text(source, access, subscripts.pitch, extent, words)
    else:
        index = index_text(source, access, subscripts, extent, words, stride)
    if slot.before and not isinstance(index, str):
        named = access.nested.name if access.nested is not None else access.base
        index = _against_naming(texts, named, around, may_say, index) or index
    if isinstance(index, str):
        message = f"the new index of '{name}' cannot be written here: {index}"
        return Obstacle("PPC211", message, access.node.at)
    behind_word = bool(slot.before) and source.data[: slot.at.span.start][-1:].isalnum()
    spaced = spaced_as(source.text(slot.at.span), index)
    text = b" " * behind_word + slot.before + spaced + slot.behind
    unread = _unread(name, source, slot, text)
    return unread or unclear_name(texts.facts, slot.at, text) or Edit(slot.at.span, text)


def _unread(name: str, source: SourceFile, slot: _Slot, text: bytes) -> Obstacle | None:
    """A load of the old index that the text of the new one lacks."""
    loads = (load for held in slot.holds for load in _loads(held))
    lost = next((load for load in loads if source.text(load.at.span) not in text), None)
    if lost is None:
        return None
    message = f"the new index of '{name}' would not read `{source.said(lost.at.span)}`"
    return Obstacle("PPC211", message, lost.at)


def _obstacle(texts: Surroundings, access: AccessEvent, slot: _Slot) -> Obstacle | None:
    """What forbids to replace the text of an index."""
    name, element = access.object.name, access.element
    around, using = texts.around(element), texts.around(access.node)
    source = texts.facts.files[slot.at.span.file]
    macro = element.at.macro or access.node.at.macro
    is_index = _is_all_between(source, slot) and _is_balanced(texts, slot.at.macro)
    if around is None or using is None or macro or not is_index:
        return Obstacle("PPC212", f"'{name}' is accessed inside a macro", element.at)
    if access.nested is not None and around.place.unit.language == "opencl":
        return Obstacle("PPC212", f"'{name}' is accessed as an array of arrays", element.at)
    if slot.before and element.at.span in around.place.unit.volatile:
        return Obstacle("PPC212", f"'{name}' is accessed as a volatile array", element.at)
    against = (around.obstacle(held, f"the index into '{name}'") for held in slot.holds)
    found = next(filter(None, against), None)
    if found is not None:
        return found
    is_through = isinstance(element, ex.Unary) and slot.before
    if is_through and not source.text(slot.at.span).startswith(b"*"):
        return Obstacle("PPC212", f"'{name}' is not accessed as `{name}[index]` here", slot.at)
    if b"\\" in source.text(slot.at.span):
        return Obstacle("PPC212", f"the index into '{name}' is written with escapes", slot.at)
    return None


def _against_naming(
    texts: Surroundings, base: str, around: Around, may_say: Callable[[str], bool], index: bytes
) -> str:
    """Why an array cannot be named in front of a new index; empty where it can."""
    if b"size_t" in index and not knows_size(texts.facts, around.place):
        return "`size_t` may have another meaning, or none"
    return "" if may_say(base) else f"'{base}' may mean something else"


def _is_all_between(source: SourceFile, slot: _Slot) -> bool:
    """Whether an index that a macro makes is all that stands between the brackets."""
    if slot.at.macro is None:
        return True
    data, span = source.data, slot.at.span
    begins = data[: span.start].rstrip().endswith(b"[")
    first, *others = (token.text for token in tokens(data, span.start, span.end))
    is_call = others[:1] == [b"("] and _closes(others) == len(others) - 1
    is_one = first == slot.at.macro.encode() and (not others or is_call)
    return begins and is_one and data[span.end :].lstrip().startswith(b"]")


def _is_balanced(texts: Surroundings, macro: str | None) -> bool:
    """Whether no macro that an index is made by has a bracket, which may be another's."""
    bodies = (each.body for each in definitions(texts.facts, [macro] if macro else []))
    return all(
        body.count(b"[") == body.count(b"]") and b"]" not in body.partition(b"[")[0]
        for body in bodies
    )


def _closes(words: Sequence[bytes]) -> int:
    """Where the parenthesis closes that words begin with."""
    depth = 0
    for number, word in enumerate(words):
        depth += (word == b"(") - (word == b")")
        if depth == 0:
            return number
    return -1


def _operated_on(
    texts: Surroundings, access: AccessEvent, pitch: Polynomial, values: Values
) -> Obstacle | None:
    """A factor of an index whose type has an operator of its own that the new text applies to it:
    what was multiplied by the pitch is added, and what was added is multiplied by the extent."""
    message = f"the index into '{access.object.name}' holds a value of a type with operators of its"
    nested = access.nested
    for term in access.terms if nested is None else (*nested.row, *nested.column):
        turned = any(values(factor.value) == pitch for factor in term.factors)
        plain = 0 < len(access.terms) <= 2 and len(term.factors) <= 1 + turned
        applied = ("+", "-") if plain and turned else ("*",) if plain else ("+", "-", "*")
        for factor in term.factors:
            if any(texts.has_operator(factor.expression.type, sign) for sign in applied):
                return Obstacle("PPC222", f"{message} own", factor.expression.at)
    return None


def _loads(subscript: ex.Expression) -> Iterator[ex.Expression]:
    """What an index reads of arrays: every such load is an event, which the engine misses."""
    for node in descendants(subscript):
        if isinstance(node, ex.Index) or (isinstance(node, ex.Unary) and node.op == "*"):
            yield node
