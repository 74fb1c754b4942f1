"""What is known of symbols, terms and loops, as alternatives of polynomial constraints.

Products of unknowns are left as they are: who solves the constraints takes each monomial as an
unknown of its own (linearisation), the same one wherever it occurs.
"""

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache

from ppcl.analysis.numbers.guard import Guard, LoopIterator
from ppcl.analysis.numbers.polynomial import ONE, ZERO, Polynomial, Symbol, SymbolKind, Term

# A disjunction of conjunctions; one alternative is a plain conjunction.
Fact = tuple[tuple[Guard, ...], ...]

_LEAST: Mapping[SymbolKind, int] = {
    "local_id": 0,
    "group_id": 0,
    "group_offset": 0,
    "global_offset": 0,
    "local_size": 1,
    "global_size": 1,
    "num_groups": 1,
}
_COMPARISONS = frozenset({"<", ">", "<=", ">=", "==", "!=", "!", "&&", "||"})


def at_least(value: Polynomial, bound: Polynomial = ZERO) -> Guard:
    """`value >= bound`."""
    return Guard(value - bound, ">=")


def below(value: Polynomial, limit: Polynomial) -> Guard:
    """`value < limit`."""
    return Guard(limit - value - ONE, ">=")


def guard_fact(guard: Guard) -> Fact:
    """A guard as a fact: `!=` has two alternatives."""
    if guard.relation == "!=":
        return ((at_least(guard.value, ONE),), (at_least(-guard.value, ONE),))
    return ((guard,),)


def loop_guards(loop: LoopIterator) -> Iterator[Guard]:
    """The bounds of a loop's counter, and its stride from where it starts."""
    counter = Polynomial.atom(loop.symbol)
    if loop.lower is not None:
        yield at_least(counter, loop.lower)
    if loop.upper is not None:
        yield below(counter, loop.upper)
    start = loop.lower if loop.step > 0 else loop.upper and loop.upper - ONE
    if abs(loop.step) > 1 and start is not None:
        step = Polynomial.constant(loop.step)
        steps = Polynomial.atom(Term("steps", (counter,)))
        yield Guard(counter - start - step * steps, "==")


def symbol_facts(symbols: Iterable[Symbol]) -> Iterator[Guard]:
    """What OpenCL says of work-item functions (OpenCL 1.2, 3.2 and 6.12.1).

    Symbols of one dimension are told by their names' last digit; where two kernels' symbols meet,
    nothing is said on how they relate.
    """
    known = sorted((s for s in set(symbols) if s.kind in _LEAST), key=lambda s: s.key)
    places: dict[tuple[SymbolKind, str], list[Symbol]] = {}
    for symbol in known:
        yield at_least(Polynomial.atom(symbol), Polynomial.constant(_LEAST[symbol.kind]))
        places.setdefault((symbol.kind, symbol.name[-1:]), []).append(symbol)
    if any(len(found) > 1 for found in places.values()):
        return
    for dimension in "012":
        yield from _dimension_facts(
            {k: Polynomial.atom(s[0]) for (k, d), s in places.items() if d == dimension}
        )


def _dimension_facts(of: Mapping[SymbolKind, Polynomial]) -> Iterator[Guard]:
    """How the work-item functions of one dimension relate, as far as they occur."""
    local, group, offset = of.get("local_id"), of.get("group_id"), of.get("group_offset")
    size, groups, start = of.get("local_size"), of.get("num_groups"), of.get("global_offset")
    total = of.get("global_size")
    if local is not None and size is not None:
        yield below(local, size)
    if group is not None and groups is not None:
        yield below(group, groups)
    if offset is not None and start is not None:
        yield at_least(offset, start)
        if local is not None and total is not None:
            yield below(offset + local, total + start)
    if group is not None and size is not None:
        if offset is not None:
            yield _first_of_group(offset, group * size, start)
        if local is not None and total is not None:
            yield below(group * size + local, total)
    if size is not None and groups is not None and total is not None:
        yield Guard(size * groups - total, "==")


def _first_of_group(offset: Polynomial, items: Polynomial, start: Polynomial | None) -> Guard:
    """A group's first global id: the items of the groups before it, after the global offset."""
    return at_least(offset, items) if start is None else Guard(offset - items - start, "==")


@lru_cache(maxsize=8192)
def term_fact(term: Term) -> Fact | None:
    """What C's operators say of a term's value; None where nothing is known."""
    value = Polynomial.atom(term)
    match term.op, term.operands:
        case "/", (left, right):
            return _quotient_fact(value, left, right)
        case "%", (left, right):
            quotient = Polynomial.atom(Term("/", (left, right)))
            return ((Guard(left - right * quotient - value, "=="),),)
        case "floor/", (left, right):
            return _rounded_fact(left - right * value, right)
        case "ceil/", (left, right):
            return _rounded_fact(right * value - left, right)
        case "pad", (left, right):
            return _pad_fact(value, Polynomial.atom(Term("%", (left, right))), right)
        case ">>", (left, right) if right.as_int is not None and 0 <= right.as_int < 64:
            rest = left - value * Polynomial.constant(1 << right.as_int)
            return ((at_least(rest), below(rest, Polynomial.constant(1 << right.as_int))),)
        case "&", operands:
            return _mask_fact(value, operands)
        case "min", operands:
            return tuple(_extreme(value, operands, one, -1) for one in operands)
        case "max", operands:
            return tuple(_extreme(value, operands, one, 1) for one in operands)
        case op, _ if op in _COMPARISONS:
            return ((at_least(value), at_least(ONE, value)),)
        case _:
            return None


def _quotient_fact(value: Polynomial, left: Polynomial, right: Polynomial) -> Fact | None:
    """C99 6.5.5: division truncates; a division that was executed is not by zero."""
    divisor = right.as_int
    if divisor is not None and divisor <= 0:
        return None
    rest = left - right * value
    positive = () if divisor else (at_least(right, ONE),)
    upper = (*positive, at_least(left), at_least(value), at_least(left, value))
    lower = (*positive, at_least(-left, ONE), at_least(-value), at_least(value, left))
    cases: Fact = (
        (*upper, at_least(rest), below(rest, right)),
        (*lower, at_least(-rest), below(-rest, right)),
    )
    return cases if divisor else (*cases, ((at_least(-right, ONE)),))


def _rounded_fact(rest: Polynomial, divisor: Polynomial) -> Fact | None:
    """What a quotient rounded down leaves over, or one rounded up adds, is below the divisor."""
    within = (at_least(rest), below(rest, divisor))
    if divisor.as_int is not None:
        return (within,) if divisor.as_int > 0 else None
    return ((at_least(divisor, ONE), *within), (at_least(-divisor, ONE),))


def _pad_fact(value: Polynomial, rest: Polynomial, divisor: Polynomial) -> Fact:
    """0 where nothing is left over, else what the rest lacks to the divisor."""
    whole = (Guard(rest, "=="), Guard(value, "=="))
    missing = Guard(value + rest - divisor, "==")
    return (whole, (at_least(rest, ONE), missing), (at_least(-rest, ONE), missing))


def _mask_fact(value: Polynomial, operands: tuple[Polynomial, ...]) -> Fact | None:
    """`x & c` with `c >= 0`: within [0, c], and the remainder by `c + 1` where that is 2^k."""
    masks = [o for o in operands if o.as_int is not None and o.as_int >= 0]
    others = [o for o in operands if o.as_int is None]
    if len(operands) != 2 or not masks or not others:
        return None
    mask, whole = masks[0], others[0]
    limits = (at_least(value), at_least(mask, value))
    size = (mask.as_int or 0) + 1
    if size & (size - 1):
        return (limits,)
    shift = Polynomial.constant(size.bit_length() - 1)
    rows = Polynomial.atom(Term(">>", (whole, shift)))
    return ((*limits, Guard(whole - rows * Polynomial.constant(size) - value, "==")),)


def _extreme(
    value: Polynomial, operands: tuple[Polynomial, ...], one: Polynomial, sign: int
) -> tuple[Guard, ...]:
    """The value is `one`, and not below (sign 1) or above (sign -1) any operand."""
    bounds = (at_least(value, o) if sign > 0 else at_least(o, value) for o in operands)
    return (Guard(value - one, "=="), *bounds)
