"""Questions about sizes: whether they are equal, whether one divides another."""

from collections.abc import Iterable, Iterator
from math import gcd

from ppcl.analysis.numbers.guard import Guard
from ppcl.analysis.numbers.polynomial import ONE, ZERO, Atom, Polynomial, Symbol, Term, make_term
from ppcl.analysis.numbers.proof import proves_nonnegative

FLOOR = "floor/"


def canonical(value: Polynomial, known: Iterable[Guard] = ()) -> Polynomial:
    """An equal polynomial in normal form, where the guards hold."""
    guards = tuple(known)
    return value.substitute(lambda atom: _rewritten(atom, guards))


def _rewritten(atom: Atom, guards: tuple[Guard, ...]) -> Polynomial | None:
    if isinstance(atom, Symbol):
        return None
    operands = tuple(canonical(operand, guards) for operand in atom.operands)
    if atom.op in ("min", "max"):
        return _extreme(atom.op, operands, guards)
    if atom.op == "&":
        return _masked(operands, guards)
    if len(operands) == 2:
        found = _divided(atom.op, operands[0], operands[1], guards)
        if found is not None:
            return found
    return make_term(atom.op, operands)


def _divided(
    op: str, left: Polynomial, right: Polynomial, guards: tuple[Guard, ...]
) -> Polynomial | None:
    """A quotient or remainder by floor; None where the operands' signs are not proved."""
    if op == ">>":
        shift = right.as_int
        by = Polynomial.constant(1 << shift) if shift is not None and 0 <= shift < 63 else None
        return floor(left, by, guards) if by is not None else None
    if op not in ("/", "%", "pad", FLOOR, "ceil/") or not proves_nonnegative(right - ONE, guards):
        return None
    if op == FLOOR:
        return floor(left, right, guards)
    up = ONE + floor(left - ONE, right, guards)
    if op == "ceil/":
        return up
    if not proves_nonnegative(left, guards):
        return None
    if op == "pad":
        return right * up - left
    down = floor(left, right, guards)
    return down if op == "/" else left - right * down


def floor(left: Polynomial, right: Polynomial, guards: tuple[Guard, ...]) -> Polynomial:
    """`left / right` rounded down, for a divisor that is positive, in normal form."""
    whole, rest = left.divide(right) if len(right.terms) == 1 else (ZERO, left)
    exact = rest.divide_exactly(right)
    if exact is not None:
        return whole + exact
    number = rest.as_int
    if number is not None and 0 <= number < (right.as_int or 0):
        return whole
    if rest.terms[-1][1] < 0:
        return whole - ONE - floor(-rest - ONE, right, guards)
    rest, right = _reduced(rest, right)
    inner = next(iter(rest.atoms)) if len(rest.atoms) == 1 else None
    if isinstance(inner, Term) and inner.op == FLOOR and rest == Polynomial.atom(inner):
        first, second = inner.operands
        if proves_nonnegative(second - ONE, guards):
            return whole + floor(first, second * right, guards)
    return whole + make_term(FLOOR, (rest, right))


def _reduced(left: Polynomial, right: Polynomial) -> tuple[Polynomial, Polynomial]:
    """A quotient by a number without the factor that it has in common with all unknowns."""
    divisor = right.as_int
    if divisor is None:
        return left, right
    common = gcd(divisor, *(value for monomial, value in left.terms if monomial))
    parts = [(monomial, value // common) for monomial, value in left.terms]
    return Polynomial.build(parts), Polynomial.constant(divisor // common)


def _masked(operands: tuple[Polynomial, ...], guards: tuple[Guard, ...]) -> Polynomial:
    """`x & (2^k - 1)` is a remainder and `x & -2^k` what it leaves, of negative numbers too."""
    masks = [value for value in operands if value.as_int is not None]
    others = [value for value in operands if value.as_int is None]
    mask = masks[0].as_int if len(masks) == 1 and len(others) == 1 else None
    if mask is not None and mask > 0 and not mask & (mask + 1):
        size = Polynomial.constant(mask + 1)
        return others[0] - size * floor(others[0], size, guards)
    if mask is not None and mask < 0 and not -mask & (-mask - 1):
        size = Polynomial.constant(-mask)
        return size * floor(others[0], size, guards)
    return make_term("&", operands)


def _extreme(op: str, operands: tuple[Polynomial, ...], guards: tuple[Guard, ...]) -> Polynomial:
    """The one that is proved to be the least or greatest, else the term."""
    sign = 1 if op == "min" else -1
    for one in operands:
        above = ((other - one) * Polynomial.constant(sign) for other in operands)
        if all(proves_nonnegative(difference, guards) for difference in above):
            return one
    return make_term(op, tuple(sorted(operands, key=str)))


def equal(left: Polynomial, right: Polynomial, known: Iterable[Guard] = ()) -> bool:
    """Whether two values are proved equal where the guards hold."""
    if left == right:
        return True
    guards = _with_canonical(known)
    difference = canonical(left, guards) - canonical(right, guards)
    return not difference.terms or (
        proves_nonnegative(difference, guards) and proves_nonnegative(-difference, guards)
    )


def at_least(left: Polynomial, right: Polynomial, known: Iterable[Guard] = ()) -> bool:
    """Whether `left >= right` is proved where the guards hold."""
    guards = _with_canonical(known)
    return proves_nonnegative(canonical(left, guards) - canonical(right, guards), guards)


def divides(divisor: Polynomial, value: Polynomial, known: Iterable[Guard] = ()) -> bool:
    """Whether a value is proved to be a multiple of a positive divisor where the guards hold."""
    guards = _with_canonical(known)
    by, whole = canonical(divisor, guards), canonical(value, guards)
    if not proves_nonnegative(by - Polynomial.constant(1), guards):
        return False
    if whole.divide_exactly(by) is not None:
        return True
    return proves_nonnegative(by * floor(whole, by, guards) - whole, guards)


def _with_canonical(known: Iterable[Guard]) -> tuple[Guard, ...]:
    """The guards, and what they say of the normal forms."""
    guards = tuple(known)
    forms = (Guard(canonical(guard.value, guards), guard.relation) for guard in guards)
    return tuple(dict.fromkeys((*guards, *forms)))


# What fails where its second operand is 0; a quotient by a shift or a mask does not.
DIVISIONS = frozenset({"/", "%", "pad", FLOOR, "ceil/"})
QUOTIENTS = DIVISIONS | {">>", "&"}


def readable(value: Polynomial) -> Polynomial:
    """`n` rounded up to `b` as `b * ((n + b - 1) / b)`, and other quotients alike."""
    terms = list(terms_of(value))
    extreme = any(term.op in ("min", "max") for term in terms)
    if extreme or not any(term.op in QUOTIENTS for term in terms):
        return value
    unknowns = sorted(value.symbols, key=lambda symbol: symbol.key)
    guards = [Guard(Polynomial.atom(symbol), ">=") for symbol in unknowns]
    guards += [Guard(t.operands[1] - ONE, ">=") for t in terms if t.op in QUOTIENTS]
    return canonical(value, guards).substitute(_as_written)


def terms_of(value: Polynomial) -> Iterator[Term]:
    """All terms in a polynomial, those inside others included, in a fixed order."""
    for atom in sorted(value.atoms, key=lambda a: a.key):
        if isinstance(atom, Term):
            yield atom
            for operand in atom.operands:
                yield from terms_of(operand)


def _as_written(atom: Atom) -> Polynomial | None:
    """`floor(x / b)` as C's `x / b`, of an x that is not negative for a positive first unknown."""
    if isinstance(atom, Symbol) or atom.op != FLOOR:
        return None
    left, right = (operand.substitute(_as_written) for operand in atom.operands)
    if sum(number for monomial, number in left.terms if not monomial) < 0:
        return make_term("/", (left + right, right)) - ONE
    return make_term("/", (left, right))
