"""Values that a condition chooses between, where the two and the condition are related."""

from ppcl.analysis.numbers.guard import Guard
from ppcl.analysis.numbers.polynomial import DEEPEST, ONE, Atom, Polynomial, Symbol, Term, make_term
from ppcl.analysis.walk.core.state import State, apart
from ppcl.analysis.walk.core.value import Number, Value, weaker


def telling(left: State, right: State) -> Guard | None:
    """The one guard that tells two paths that meet apart: it holds on the left, and not on the
    right."""
    _, first, second = apart(left.guards, right.guards)
    before, after = set(first), set(second)
    mine, others = before - after, list(after - before)
    single = next(iter(mine)) if len(mine) == 1 else None
    return single if single is not None and others == [_opposite(single)] else None


def _opposite(guard: Guard) -> Guard:
    if guard.relation == ">=":
        return Guard(-guard.value - ONE, ">=")
    return Guard(guard.value, "!=" if guard.relation == "==" else "==")


def chosen(guard: Guard, then: Value, otherwise: Value) -> Number | None:
    """`then` where the guard holds, else `otherwise`: as min, max or a number rounded up; None for
    all else."""
    if not isinstance(then, Number) or not isinstance(otherwise, Number):
        return None
    found = (
        _extreme(guard.value, then, otherwise)
        if guard.relation == ">="
        else _padded(guard, then, otherwise)
    )
    return found if found is not None and found.value.depth <= DEEPEST else None


def _extreme(value: Polynomial, then: Number, otherwise: Number) -> Number | None:
    """The condition `value >= 0` compares the two that it chooses between."""
    if not then.precision == otherwise.precision == "exact":
        return None
    if value.atoms.isdisjoint(then.value.atoms | otherwise.value.atoms):
        return None
    difference = then.value - otherwise.value
    largest = difference in (value, value + ONE)
    if not largest and -difference not in (value, value + ONE):
        return None
    operands = tuple(sorted((then.value, otherwise.value), key=str))
    return Number(make_term("max" if largest else "min", operands))


def _padded(guard: Guard, then: Number, otherwise: Number) -> Number | None:
    """`n % b == 0 ? n : n + b - n % b` in all its spellings: n and what it lacks to a multiple; and
    `n % b == 0 ? q : q + 1`, by the difference of the quotients rounded up and down."""
    whole, rest = (then, otherwise) if guard.relation == "==" else (otherwise, then)
    sides = _remainder(guard.value)
    if sides is None:
        return None
    missing = rest.value - whole.value
    if missing.as_int is not None:
        indivisible = make_term("ceil/", sides) - make_term("floor/", sides)
        value = whole.value + missing * indivisible
    elif _expanded(missing) == _expanded(sides[1] - guard.value):
        value = whole.value + make_term("pad", sides)
    else:
        return None
    return Number(value, weaker(whole.precision, rest.precision))


def _remainder(value: Polynomial) -> tuple[Polynomial, Polynomial] | None:
    """The operands of `a % b`, where a value is such a term."""
    atom = next(iter(value.atoms)) if len(value.atoms) == 1 else None
    if not isinstance(atom, Term) or atom.op != "%" or value != Polynomial.atom(atom):
        return None
    return atom.operands[0], atom.operands[1]


def _expanded(value: Polynomial) -> Polynomial:
    """With `a % b` written as `a - b * (a / b)`, which it is (C99 6.5.5)."""
    return value.substitute(_without_remainder)


def _without_remainder(atom: Atom) -> Polynomial | None:
    if isinstance(atom, Symbol) or atom.op != "%":
        return None
    left, right = atom.operands
    return left - right * make_term("/", (left, right))
