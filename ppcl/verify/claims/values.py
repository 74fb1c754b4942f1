"""Numbers that the graph gives as polynomials, beside those that were recorded.

The symbols of one command have one value each; they are solved for where an equation has a single
unknown, and must then agree with all other numbers of the command.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from ppcl.analysis.numbers.guard import Guard, LoopIterator
from ppcl.analysis.numbers.polynomial import Polynomial, Symbol

Values = Mapping[Symbol, int]


@dataclass(frozen=True)
class Number:
    """A number of a command, by `what` people call it. `value` is None where the graph does not
    know it; `bits` is the width in which it was recorded, and 0 where it was as it is."""

    what: str
    value: Polynomial | None
    seen: int
    bits: int = 64


@dataclass
class Outcome:
    """What came out for one command: how many facts `agreed`, which were `open`, what was `wrong`,
    and the symbols' values. `learnt` facts gave a value or an address, for others to agree with."""

    agreed: int = 0
    learnt: int = 0
    open: list[str] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)
    values: dict[Symbol, int] = field(default_factory=dict)

    def count(self, what: str, right: bool | None, message: str = "") -> None:
        """One more fact: right, wrong, or not comparable (None)."""
        if right is None:
            self.open.append(what.rstrip(" 0123456789"))
        elif right:
            self.agreed += 1
        else:
            self.wrong.append(message)


def valued(polynomial: Polynomial, values: Values) -> int | None:
    """The polynomial's value, None where a symbol or an operation is not known."""
    try:
        return polynomial.evaluate(values)
    except KeyError:
        return None


def settle(numbers: Sequence[Number], outcome: Outcome) -> None:
    """Compare all numbers, solving for symbols on the way."""
    left = list(numbers)
    while left:
        rest = [number for number in left if not _compared(number, outcome)]
        if len(rest) == len(left):
            break
        left = rest
    for number in left:
        outcome.count(number.what, None)


def _compared(number: Number, outcome: Outcome) -> bool:
    """Whether a number could be compared, or gave the value of a symbol."""
    if number.value is None:
        return False
    value = valued(number.value, outcome.values)
    if value is None:
        return _solved(number, number.value, outcome)
    right = _is_same(value, number.seen, number.bits)
    shown = f"{number.value} = {value}" if number.value.as_int is None else str(value)
    outcome.count(number.what, right, f"{number.what} is {number.seen}, by the graph {shown}")
    return True


def _is_same(value: int, seen: int, bits: int) -> bool:
    return (value - seen) % (1 << bits) == 0 if bits else value == seen


def _solved(number: Number, value: Polynomial, outcome: Outcome) -> bool:
    """Solve for a single unknown that stands alone; what is narrow or large may have wrapped."""
    known = {symbol: Polynomial.constant(number) for symbol, number in outcome.values.items()}
    rest = value.substitute(lambda atom: known.get(atom) if isinstance(atom, Symbol) else None)
    unknown = [(monomial, factor) for monomial, factor in rest.terms if monomial]
    if len(unknown) != 1 or len(unknown[0][0]) != 1 or number.bits < 32:
        return False
    (symbol,), factor = unknown[0]
    if not isinstance(symbol, Symbol) or not 0 <= number.seen < 1 << 31:
        return False
    constant = sum(factor for monomial, factor in rest.terms if not monomial)
    quotient, remainder = divmod(number.seen - constant, factor)
    if remainder:
        message = f"{number.what} is {number.seen}, which '{value}' cannot be"
        outcome.count(number.what, False, message)
        return True
    outcome.values[symbol] = quotient
    outcome.learnt += 1
    return True


def check_guards(guards: Iterable[Guard], outcome: Outcome) -> None:
    """What the graph says that holds at a command must hold."""
    for guard in guards:
        value = valued(guard.value, outcome.values)
        right = None if value is None else _holds(value, guard.relation)
        outcome.count("condition", right, f"'{guard}' does not hold here: the left side is {value}")


def check_loops(loops: Iterable[LoopIterator], outcome: Outcome) -> None:
    """Counters of loops must be in their ranges."""
    for loop in loops:
        here = outcome.values.get(loop.symbol)
        for bound, relation in ((loop.lower, "<"), (loop.upper, ">=")):
            value = valued(bound, outcome.values) if bound is not None else None
            if here is not None and value is not None:
                right = here >= value if relation == "<" else here < value
                message = f"'{loop.symbol}' is {here}, by the graph not {relation} {value}"
                outcome.count("counter", right, message)


def _holds(value: int, relation: str) -> bool:
    return {">=": value >= 0, "==": value == 0, "!=": value != 0}[relation]
