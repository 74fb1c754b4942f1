"""The least that a number may be, by its `min` and `max` with plain numbers."""

from ppcl.analysis.numbers.polynomial import Atom, Polynomial, Term, make_term


def with_least(value: Polynomial, bound: int) -> Polynomial:
    """A value of which is known that it is not smaller than a number."""
    known = least(value)
    if known is not None and known >= bound:
        return value
    return make_term("max", tuple(sorted((value, Polynomial.constant(bound)), key=str)))


def least(value: Polynomial) -> int | None:
    """The smallest integer that a value may be, None where there is none that is known."""
    total = 0
    for atoms, factor in value.terms:
        bound = _bound(atoms[0], factor > 0) if len(atoms) == 1 else None
        if atoms and bound is None:
            return None
        total += factor * (bound if bound is not None else 1)
    return total


def _bound(atom: Atom, lower: bool) -> int | None:
    """A bound of an atom, from below or above."""
    if not isinstance(atom, Term) or atom.op != ("max" if lower else "min"):
        return None
    known = [operand.as_int for operand in atom.operands if operand.as_int is not None]
    return known[0] if known else None


def outcome(op: str, difference: Polynomial) -> bool | None:
    """Whether `difference op 0` holds, where that is certain."""
    smallest, largest = least(difference), least(-difference)
    below, above = _is_below(smallest, largest), _is_below(largest, smallest)
    match op:
        case "<":
            return below
        case ">":
            return above
        case ">=":
            return None if below is None else not below
        case "<=":
            return None if above is None else not above
    apart = True if below or above else False if below is above is False else None
    return None if apart is None else apart == (op == "!=")


def _is_below(smallest: int | None, negated: int | None) -> bool | None:
    """Whether a value is less than zero, where that is certain by the least that it may be, and the
    least that it may be negated."""
    if smallest is not None and smallest >= 0:
        return False
    return True if negated is not None and negated > 0 else None
