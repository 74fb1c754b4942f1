"""Integers that a program computes by floating point numbers: `(size_t)ceil((double)n / b) * b`.

A quotient of integers that a floating point type holds exactly, rounded to that type, does not
cross an integer: a quotient that is none is at least 1 / b away from the next one, and a result
below 2^p / b is rounded by less than that, with a mantissa of p bits.
"""

from ppcl.analysis.numbers.polynomial import Polynomial, Term, make_term

# Up to where every integer is a number of a floating point type of so many bits.
EXACT = {32: 1 << 24, 64: 1 << 53}
_ROUNDING = ("ceil", "floor", "trunc", "round", "rint")


def truncated(value: Polynomial) -> Polynomial | None:
    """The integer that a floating point value is, or is truncated to; None where it is not known.

    Integers that are converted to `double` are taken to be below 2^53, as sizes are.
    """
    whole = _integer(value)
    if whole is not None:
        return whole
    sides = _quotient(value)
    return make_term("/", sides) if sides is not None else None


def _integer(value: Polynomial) -> Polynomial | None:
    """The integer that a floating point value is, where it is one."""
    if value.as_int is not None:
        return value
    match _term(value):
        case Term(op="double", operands=(operand,)):
            return operand
        case Term(op="f64+" | "f64-" | "f64*" as op, operands=(left, right)):
            return _combined(op[-1], _integer(left), _integer(right))
        case Term(op=op, operands=(operand,)) if op in _ROUNDING:
            return _rounded(op, operand)
        case _:
            return None


def _term(value: Polynomial) -> Term | None:
    """The term that a polynomial is."""
    atom = next(iter(value.atoms)) if len(value.atoms) == 1 else None
    return atom if isinstance(atom, Term) and value == Polynomial.atom(atom) else None


def _combined(op: str, left: Polynomial | None, right: Polynomial | None) -> Polynomial | None:
    if left is None or right is None:
        return None
    if op == "*":
        return left * right
    return left + right if op == "+" else left - right


def _rounded(op: str, operand: Polynomial) -> Polynomial | None:
    """`ceil` and the like of an integer, or of a quotient of integers."""
    whole = _integer(operand)
    if whole is not None:
        return whole
    sides, names = _quotient(operand), {"ceil": "ceil/", "floor": "floor/", "trunc": "/"}
    return make_term(names[op], sides) if sides is not None and op in names else None


def _quotient(value: Polynomial) -> tuple[Polynomial, Polynomial] | None:
    """The integers that a floating point value is the quotient of."""
    match _term(value):
        case Term(op="f64/", operands=(left, right)):
            first, second = _integer(left), _integer(right)
            return (first, second) if first is not None and second is not None else None
        case Term(op="f32/", operands=(left, right)):
            small = all(
                abs(v.as_int or 0) <= EXACT[32] and v.as_int is not None for v in (left, right)
            )
            return (left, right) if small and right.as_int else None
        case _:
            return None
