"""Questions about sizes: whether they are equal, whether one divides another."""

from collections.abc import Iterable

from ppcl.analysis.numbers.guard import Guard
from ppcl.analysis.numbers.polynomial import Polynomial
from ppcl.analysis.numbers.proof import proves_nonnegative
from ppcl.analysis.numbers.quotients import canonical, floor


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
