"""The edit of one access's index: whether its text may change, and to what."""

from collections.abc import Iterator, Sequence

from ppcl.analysis.delinearise import Subscripts
from ppcl.analysis.model import AccessEvent
from ppcl.analysis.polynomial import Polynomial
from ppcl.frontend import tokens
from ppcl.ir import expression as ex
from ppcl.ir.traverse import descendants
from ppcl.source import Edit, SourceFile
from ppcl_transforms.layout.constants import constants_around, said_around
from ppcl_transforms.layout.obstacle import Obstacle
from ppcl_transforms.layout.pragmas import unclear_name
from ppcl_transforms.layout.surroundings import Surroundings
from ppcl_transforms.layout.text import Values, Words, index_text


def new_index(
    texts: Surroundings,
    access: AccessEvent,
    subscripts: Subscripts,
    extent: Polynomial,
    values: Values,
    stride: bytes | None = None,
) -> Edit | Obstacle:
    """The edit that gives an access its new index, where it is written as `name[index]` outside of
    macros; `values` makes the access's polynomials those of the host, and `stride` is a name for
    the extent that is known to hold it."""
    name, subscript = access.object.name, access.subscript
    if subscript is None:
        message = f"'{name}' is not accessed as `{name}[index]` here"
        return Obstacle("PPC212", message, access.node.at)
    element = access.element
    around, using = texts.around(element), texts.around(access.node)
    macro = element.at.macro or access.node.at.macro
    source = texts.facts.files[subscript.at.span.file]
    if around is None or using is None or macro or not _is_all_between(source, subscript):
        return Obstacle("PPC212", f"'{name}' is accessed inside a macro", element.at)
    against = around.obstacle(subscript, f"the index into '{name}'")
    if against is not None:
        return against
    own = _operated_on(texts, access, subscripts.pitch, values)
    if own is not None:
        message = f"the index into '{name}' holds a value of a type with operators of its own"
        return Obstacle("PPC222", message, own.at)
    if b"\\" in source.text(subscript.at.span):
        message = f"the index into '{name}' is written with escapes"
        return Obstacle("PPC212", message, subscript.at)
    constants = constants_around(texts.facts, element.at) if extent.as_int is not None else ()
    may_say = around.may_say_for(using)
    words = Words(values, constants, may_say, said_around(texts.facts, element.at))
    text = index_text(source, access, subscripts, extent, words, stride)
    if isinstance(text, str):
        message = f"the new index of '{name}' cannot be written here: {text}"
        return Obstacle("PPC211", message, access.node.at)
    lost = next((n for n in _loads(subscript) if source.text(n.at.span) not in text), None)
    if lost is not None:
        message = f"the new index of '{name}' would not read `{source.said(lost.at.span)}`"
        return Obstacle("PPC211", message, lost.at)
    return unclear_name(texts.facts, subscript.at, text) or Edit(subscript.at.span, text)


def _is_all_between(source: SourceFile, subscript: ex.Expression) -> bool:
    """Whether an index that a macro makes is all that stands between the brackets."""
    if subscript.at.macro is None:
        return True
    data, span = source.data, subscript.at.span
    begins = data[: span.start].rstrip().endswith(b"[")
    first, *others = (token.text for token in tokens(data, span.start, span.end))
    is_call = others[:1] == [b"("] and _closes(others) == len(others) - 1
    is_one = first == subscript.at.macro.encode() and (not others or is_call)
    return begins and is_one and data[span.end :].lstrip().startswith(b"]")


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
) -> ex.Expression | None:
    """A factor of an index whose type has an operator of its own that the new text applies to it:
    what was multiplied by the pitch is added, and what was added is multiplied by the extent."""
    for term in access.terms:
        turned = any(values(factor.value) == pitch for factor in term.factors)
        plain = len(access.terms) <= 2 and len(term.factors) <= 1 + turned
        applied = ("+", "-") if plain and turned else ("*",) if plain else ("+", "-", "*")
        for factor in term.factors:
            if any(texts.has_operator(factor.expression.type, sign) for sign in applied):
                return factor.expression
    return None


def _loads(subscript: ex.Expression) -> Iterator[ex.Expression]:
    """What an index reads of arrays: every such load is an event, which the engine misses."""
    for node in descendants(subscript):
        if isinstance(node, ex.Index) or (isinstance(node, ex.Unary) and node.op == "*"):
            yield node
