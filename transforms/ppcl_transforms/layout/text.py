"""The new text of an index, made of the user's own sub-expressions."""

from collections.abc import Callable
from dataclasses import dataclass

from ppcl.analysis.delinearise import Subscripts
from ppcl.analysis.model import AccessEvent, Factor, IndexTerm
from ppcl.analysis.polynomial import ZERO, Polynomial
from ppcl.ir import expression as ex
from ppcl.ir.traverse import descendants
from ppcl.ir.types import IntType
from ppcl.source import SourceFile

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


def new_index(
    source: SourceFile,
    access: AccessEvent,
    subscripts: Subscripts,
    extent: Polynomial,
    values: Values,
    constants: Scope,
) -> bytes | None:
    """`fast * extent + slow` in the user's words; None where they lack one of the three.

    `constants` are names for numbers, which come behind the variables of the access's scope.
    """
    pitch_text = name_of((*_bounds_first(access), *constants), extent, values)
    if pitch_text is None:
        return None
    parts = _written_parts(source, access, subscripts, values)
    if parts is None and _without_effects(access):
        parts = _named_parts(access, subscripts, values)
    if parts is None:
        return None
    slow, fast = parts
    if not fast:
        return _sum(slow) or b"0"
    product = _widening(access, fast) + _as_factor(fast) + b" * " + pitch_text
    return product + (_tail(slow) if slow else b"")


def _widening(access: AccessEvent, fast: list[_Part]) -> bytes:
    """A cast where the old product was made in a wider type than the new one would be."""
    written = access.subscript
    while isinstance(written, ex.Cast) and written.implicit:
        written = written.operand
    type_ = written.type if written is not None else None
    wide = isinstance(type_, IntType) and type_.bits == 64
    return b"(size_t)" if wide and max(part.bits for part in fast) < 64 else b""


def _bounds_first(access: AccessEvent) -> Scope:
    """The scope, with the variables that bound this access's loops and guards in front."""
    bounds = [guard.value for guard in access.guards]
    bounds += [loop.upper for loop in access.loops if loop.upper is not None]
    symbols = frozenset(symbol for bound in bounds for symbol in bound.symbols)
    return tuple(sorted(access.scope, key=lambda item: not item[1].symbols & symbols))


def _without_effects(access: AccessEvent) -> bool:
    """Whether the written index can be left out: it changes nothing and calls nothing."""
    if access.subscript is None:
        return False
    return not any(
        isinstance(node, ex.Assign | ex.Call | ex.OpaqueExpression | ex.Construct | ex.New)
        or (isinstance(node, ex.Unary) and len(node.op) > 1)
        for node in (access.subscript, *descendants(access.subscript))
    )


def name_of(scope: Scope, value: Polynomial, values: Values) -> bytes | None:
    """A variable in scope with this value, a product of two, or the number itself.

    The first of several is taken: callers put first what a reader would expect.
    """
    scope = tuple((name, values(held)) for name, held in scope)
    for name, held in scope:
        if held == value:
            return name.encode()
    if value.as_int is not None:
        return str(value.as_int).encode()
    for position, (first, left) in enumerate(scope):
        for second, right in scope[position:]:
            if left * right == value:
                return f"({first} * {second})".encode()
    return None


def _written_parts(
    source: SourceFile, access: AccessEvent, subscripts: Subscripts, values: Values
) -> tuple[list[_Part], list[_Part]] | None:
    """The written index taken apart: terms with a factor equal to the pitch are the slow ones."""
    if any(_is_part_of_macro(factor) for term in access.terms for factor in term.factors):
        return None
    slow: list[_Part] = []
    fast: list[_Part] = []
    for term in access.terms:
        divided = _without_pitch(source, term, subscripts.pitch, values)
        (slow if divided is not None else fast).append(divided or _whole(source, term, values))
    agrees = _total(slow) == subscripts.slow and _total(fast) == subscripts.fast
    return (slow, fast) if agrees else None


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
    bits = max(type_.bits if isinstance(type_, IntType) else 0 for type_ in types)
    return _Part(term.sign, b" * ".join(texts), value, len(texts) == 1, bits)


def _factor_text(source: SourceFile, node: ex.Expression) -> bytes:
    """The user's text, in parentheses where an operand of `*` needs them."""
    text = source.text(node.at.span)
    loose = isinstance(node, ex.Binary | ex.Assign | ex.Conditional) or text.startswith(
        (b"-", b"+")
    )
    return b"(" + text + b")" if loose else text


def _named_parts(
    access: AccessEvent, subscripts: Subscripts, values: Values
) -> tuple[list[_Part], list[_Part]] | None:
    """Variables in scope that hold the subscripts, where the index was computed elsewhere."""
    found: list[list[_Part]] = []
    for value in (subscripts.slow, subscripts.fast):
        if value == ZERO:
            found.append([])
            continue
        name = name_of(access.scope, value, values)
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
