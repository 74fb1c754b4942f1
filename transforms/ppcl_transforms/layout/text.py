"""The new text of an index, made of the user's own sub-expressions."""

import re
from collections.abc import Callable
from dataclasses import dataclass

from ppcl.analysis.access.delinearise import Subscripts, element_offset
from ppcl.analysis.access.index_term import Factor, IndexTerm
from ppcl.analysis.model import AccessEvent
from ppcl.analysis.numbers.polynomial import ZERO, Polynomial
from ppcl.analysis.numbers.proof import proves_nonnegative
from ppcl.ir import expression as ex
from ppcl.ir.types import IntType, Type
from ppcl.source import SourceFile

_INT = 32  # bits: arithmetic on narrower types is done in `int`
# Declarations of another `size_t` than the one of the language.
_HIDING = re.compile(rb"\b(using|class|typename|struct|enum)\s+size_t\b|\bsize_t\s*(;|=[^=])")
# How an access's own polynomials become those of the shape, which are the host's.
Values = Callable[[Polynomial], Polynomial]
Scope = tuple[tuple[str, Polynomial], ...]


@dataclass(frozen=True)
class _Part:
    sign: int
    text: bytes
    value: Polynomial
    tight: bool  # whether the text may stand as an operand of `*` as it is
    bits: int = 0  # of its type, 0 where that is not known
    unsigned: bool = False
    wraps: Polynomial = ZERO  # its value in the access's own terms, where its type wraps below 0


@dataclass(frozen=True)
class Words:
    """What a text at some place may say: `constants` are names for numbers, which come behind the
    variables of the scope there; of these, those that pass `may_say`. For a number only what the
    text around says, `said`, in its order. `type_of` gives the type of what a name means."""

    values: Values
    constants: Scope
    may_say: Callable[[str], bool]
    said: tuple[str, ...] = ()
    type_of: Callable[[str], Type | None] = lambda _: None

    def name_of(self, scope: Scope, value: Polynomial, like: Type | None = None) -> bytes | None:
        """A variable with this value, a constant, or a product of two; None where there is none.

        Of several one of the type that is wanted, or as signed, is taken, and the first of these:
        callers put first what a reader would expect.
        """
        known = [(name, self.values(held)) for name, held in scope]
        if value.as_int is not None:
            known = sorted(
                ((name, held) for name, held in known if name in self.said),
                key=lambda item: self.said.index(item[0]),
            )
        fitting = [name for name, held in known if held == value and self.may_say(name)]
        if fitting:
            return min(fitting, key=lambda name: self._differs(name, like)).encode()
        for name, held in self.constants:
            if held == value:
                return name.encode()
        for position, (first, left) in enumerate(known):
            for second, right in known[position:]:
                if left * right == value and self.may_say(first) and self.may_say(second):
                    return f"({first} * {second})".encode()
        return None

    def may_be_cast(self, name: str, like: ex.Cast) -> bool:
        """Whether a variable may be cast as another one is, and is not of that type."""
        type_, wide = self.type_of(name), like.type
        plain = not like.implicit and isinstance(like.operand, ex.NameRef)
        if not plain or not isinstance(type_, IntType) or not isinstance(wide, IntType):
            return False
        return type_ == like.operand.type and type_ != wide and type_.bits <= wide.bits

    def _differs(self, name: str, like: Type | None) -> int:
        """How far the type of what a name means is from the one that is wanted."""
        type_ = self.type_of(name) if like is not None else like
        return 0 if type_ == like else 1 + (_is_signed(type_) != _is_signed(like))


def index_text(
    source: SourceFile,
    access: AccessEvent,
    subscripts: Subscripts,
    extent: Polynomial,
    words: Words,
    stride: bytes | None,
) -> bytes | str:
    """`fast * extent + slow` in the user's words, or why it cannot be written. `stride` is the
    extent's name, where it is known.

    The written index must be steady (`ppcl.analysis.names.steady`): pieces of it are left out.
    """
    if access.subscript is not None and _is_zero(access):
        return source.text(access.subscript.at.span)
    said = _said_for_pitch(access, subscripts, words.values)
    like = said.type if said is not None else None
    extent_text = stride or words.name_of(_bounds_first(access), extent, like)
    if extent_text is None:
        return "no variable holds the extent"
    if isinstance(said, ex.Cast) and words.may_be_cast(
        extent_text.decode("ascii", "replace"), said
    ):
        extent_text = _in_place_of(source, said.operand, said, extent_text)
    parts = _written_parts(source, access, subscripts, words.values)
    if parts is None:
        parts = _named_parts(access, subscripts, words)
    if parts is None:
        return "no variables hold the row and the column"
    slow, fast = parts
    if not all(_keeps_value(part, access) for part in (*slow, *fast)) or _may_wrap(fast):
        return "a part of it may be less than 0 in an unsigned type"
    if not fast:
        return _sum(slow) or b"0"
    widening = _widening(access, fast)
    if widening and _HIDING.search(source.data):
        return "`size_t` has another meaning in the file"
    product = widening + _as_factor(fast) + b" * " + extent_text
    return product + (_tail(slow) if slow else b"")


def flat_text(
    source: SourceFile,
    access: AccessEvent,
    pitch: Polynomial,
    extent: Polynomial,
    words: Words,
) -> bytes | str:
    """`(i % pitch) * extent + i / pitch` for an index `i` that runs over all rows, or why it cannot
    be written. An index is not negative, and so `%` and `/` give its column and row."""
    node = access.subscript
    while isinstance(node, ex.Cast) and node.implicit:
        node = node.operand
    if node is not None and _is_zero(access):
        return source.text(node.at.span)
    named = isinstance(node, ex.NameRef) and node.at.macro is None
    if not named or node is None or not isinstance(node.type, IntType):
        return "it is no variable that runs over all elements"
    scope, name = _bounds_first(access), source.text(node.at.span)
    row, column = (words.name_of(scope, side, node.type) for side in (pitch, extent))
    if row is None or column is None:
        return "no variables hold the sides"
    index = element_offset(access)
    if index is None or index.divide_exactly(pitch) is not None:
        return "it is the start of a row, where a row may be empty"
    return b"(" + name + b" % " + row + b") * " + column + b" + " + name + b" / " + row


def _said_for_pitch(
    access: AccessEvent, subscripts: Subscripts, values: Values
) -> ex.Expression | None:
    """What the index says for the pitch."""
    factors = (factor for term in access.terms for factor in term.factors)
    return next((f.expression for f in factors if values(f.value) == subscripts.pitch), None)


def _in_place_of(
    source: SourceFile, part: ex.Expression, whole: ex.Expression, text: bytes
) -> bytes:
    """The text of an expression with another one for a part of it."""
    behind, end = part.at.span.end, whole.at.span.end
    before = source.data[whole.at.span.start : part.at.span.start]
    return before + text + source.data[behind:end]


def _is_signed(type_: Type | None) -> bool:
    return isinstance(type_, IntType) and type_.signed


def spaced_as(old: bytes, new: bytes) -> bytes:
    """A new index with its signs as close to what they join as those of the old one."""
    for sign, alike in ((b"*", (b"*",)), (b"+", (b"+", b"-"))):
        written = re.findall(rb"[\w)\]]( *)\%b *[\w(]" % sign, old)
        if written and not any(written):
            for each in alike:  # a second sign is one of its own: `i - -1`
                new = re.sub(rb" (\%b) (?![+\-*&])" % each, rb"\1", new)
    return new


def _is_zero(access: AccessEvent) -> bool:
    """Whether an index is written as 0: the first element is the first one in both layouts."""
    return len(access.terms) == 1 and _is_nought(access.terms[0])


def _widening(access: AccessEvent, fast: list[_Part]) -> bytes:
    """A cast where the old product was made in a wider type than the new one would be: so were
    the sums of pointers."""
    written = access.subscript
    while isinstance(written, ex.Cast) and written.implicit:
        written = written.operand
    type_ = written.type if written is not None else None
    wide = written is None or (isinstance(type_, IntType) and type_.bits == 64)
    return b"(size_t)" if wide and max(part.bits for part in fast) < 64 else b""


def _keeps_value(part: _Part, access: AccessEvent) -> bool:
    """Whether a part is the same in a wider type as where it stood: `s - 1u` is not, for 0."""
    rises = all(factor > 0 for _, factor in part.wraps.terms)
    return rises or proves_nonnegative(part.wraps, access.guards, access.loops)


def _may_wrap(sum_: list[_Part]) -> bool:
    """Whether a sum may go below 0 in an unsigned type before a wider part is added to it."""
    widths = {part.bits for part in sum_}
    falls = any(factor < 0 for part in sum_ for _, factor in part.value.terms)
    return len(widths) > 1 and 64 in widths and falls and any(part.unsigned for part in sum_)


def _bounds_first(access: AccessEvent) -> Scope:
    """The scope, with the variables that bound this access's loops and guards in front."""
    bounds = [guard.value for guard in access.guards]
    bounds += [loop.upper for loop in access.loops if loop.upper is not None]
    symbols = frozenset(symbol for bound in bounds for symbol in bound.symbols)
    return tuple(sorted(access.scope, key=lambda item: not item[1].symbols & symbols))


def _written_parts(
    source: SourceFile, access: AccessEvent, subscripts: Subscripts, values: Values
) -> tuple[list[_Part], list[_Part]] | None:
    """The written index taken apart: terms with a factor equal to the pitch are the slow ones, or
    those of the first of two indices."""
    row, column = _nested_terms(access)
    factors = [factor for term in (*access.terms, *row, *column) for factor in term.factors]
    spans = [factor.expression.at.span for factor in factors]
    if any(map(_is_part_of_macro, factors)) or len(set(spans)) < len(spans):
        return None  # a macro's text is of all that it says
    slow = [_whole(source, term, values) for term in row]
    fast = [_whole(source, term, values) for term in column]
    for term in access.terms:
        divided = _without_pitch(source, term, subscripts.pitch, values)
        (slow if divided is not None else fast).append(divided or _whole(source, term, values))
    agrees = _total(slow) == subscripts.slow and _total(fast) == subscripts.fast
    return (slow, fast) if agrees else None


def _nested_terms(access: AccessEvent) -> tuple[list[IndexTerm], list[IndexTerm]]:
    """The terms of `[row][column]` that are not written as 0."""
    nested = access.nested
    sides = (nested.row, nested.column) if nested is not None else ((), ())
    row, column = ([term for term in side if not _is_nought(term)] for side in sides)
    return row, column


def _is_nought(term: IndexTerm) -> bool:
    first = term.factors[0].expression
    return len(term.factors) == 1 and isinstance(first, ex.IntLiteral) and first.value == 0


def _is_part_of_macro(factor: Factor) -> bool:
    """Whether a factor's text is that of a whole invocation, which may hold more than it."""
    node = factor.expression
    return node.at.macro is not None and not isinstance(node, ex.IntLiteral)


def _total(parts: list[_Part]) -> Polynomial:
    total = ZERO
    for part in parts:
        total = total + (part.value if part.sign > 0 else -part.value)
    return total


def _without_pitch(
    source: SourceFile, term: IndexTerm, pitch: Polynomial, values: Values
) -> _Part | None:
    for position, factor in enumerate(term.factors):
        if values(factor.value) != pitch:
            continue
        rest = IndexTerm(term.sign, term.factors[:position] + term.factors[position + 1 :])
        if not rest.factors:
            return _Part(term.sign, b"1", Polynomial.constant(1), True)
        return _whole(source, rest, values)
    return None


def _whole(source: SourceFile, term: IndexTerm, values: Values) -> _Part:
    value = Polynomial.constant(1)
    for factor in term.factors:
        value = value * values(factor.value)
    texts = [_factor_text(source, factor.expression) for factor in term.factors]
    types = [factor.expression.type for factor in term.factors]
    integers = [type_ for type_ in types if isinstance(type_, IntType)]
    bits = max((type_.bits for type_ in integers), default=0)
    unsigned = any(not type_.signed and type_.bits == _INT for type_ in integers)
    wraps = term.value if unsigned and bits == _INT else ZERO
    return _Part(term.sign, b" * ".join(texts), value, len(texts) == 1, bits, unsigned, wraps)


def _factor_text(source: SourceFile, node: ex.Expression) -> bytes:
    """The user's text, in parentheses where an operand of `*` needs them."""
    text = source.text(node.at.span)
    loose = isinstance(node, ex.Binary | ex.Assign | ex.Conditional) or text.startswith(
        (b"-", b"+")
    )
    return b"(" + text + b")" if loose else text


def _named_parts(
    access: AccessEvent, subscripts: Subscripts, words: Words
) -> tuple[list[_Part], list[_Part]] | None:
    """Variables in scope that hold the subscripts, where the index was computed elsewhere."""
    found: list[list[_Part]] = []
    for value in (subscripts.slow, subscripts.fast):
        if value == ZERO:
            found.append([])
            continue
        name = words.name_of(access.scope, value)
        if name is None:
            return None
        found.append([_Part(1, name, value, True)])
    return found[0], found[1]


def _as_factor(parts: list[_Part]) -> bytes:
    text = _sum(parts)
    tight = len(parts) == 1 and parts[0].tight and parts[0].sign > 0
    return text if tight else b"(" + text + b")"


def _sum(parts: list[_Part]) -> bytes:
    ordered = sorted(parts, key=lambda part: part.sign < 0)
    text = b""
    for part in ordered:
        text += (b"-" if part.sign < 0 else b"") + part.text if not text else _signed(part)
    return text


def _tail(parts: list[_Part]) -> bytes:
    return b"".join(_signed(part) for part in parts)


def _signed(part: _Part) -> bytes:
    return (b" + " if part.sign > 0 else b" - ") + part.text
