"""Every fact holds for every value that OpenCL and C allow."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ppcl.analysis.numbers.guard import Guard
from ppcl.analysis.numbers.linear import loop_guards, symbol_facts, term_fact
from ppcl.analysis.numbers.polynomial import Polynomial, Symbol, Term
from tests.unit.analysis.builders import loop, number, only, unknown
from tests.unit.analysis.generators import J, evaluate, values, work_items


def holds(guard: Guard, at: dict[Symbol, int]) -> bool:
    (value,) = evaluate([guard.value], at)
    return {">=": value >= 0, "==": value == 0, "!=": value != 0}[guard.relation]


@given(work_items(), st.data())
def test_facts_of_work_item_functions(at, data):
    functions = [s for s in at if s.kind not in ("parameter", "iterator")]
    present = data.draw(st.sets(st.sampled_from(functions), min_size=3))
    facts = list(symbol_facts(present))
    assert all(guard.value.symbols <= present for guard in facts)
    assert all(holds(guard, at) for guard in facts)


@pytest.mark.parametrize("op", ["/", "%", ">>", "&", "min", "max"])
@given(at=work_items(), left=values, right=values)
def test_facts_of_operations(op, at, left, right):
    operation = Term(op, (left, right))
    fact = term_fact(operation)
    evaluate([Polynomial.atom(operation)], at)
    if fact is not None:
        assert any(all(holds(guard, at) for guard in alternative) for alternative in fact)


@pytest.mark.parametrize(
    ("op", "operands"),
    [
        ("^", (J, number(3))),
        ("/", (J, number(0))),
        ("/", (J, number(-2))),
        ("&", (J, number(-8))),
        (">>", (J, unknown("parameter", "n"))),
        ("int", (J,)),
    ],
)
def test_nothing_is_said_of_other_operations(op, operands):
    assert term_fact(Term(op, operands)) is None


@given(st.integers(-3, 9), st.integers(-3, 9), st.sampled_from([1, 2, 3, -1, -2, -3]))
def test_bounds_hold_in_every_iteration(lower, upper, step):
    around = loop(J, number(upper), lower=number(lower), step=step)
    start = lower if step > 0 else upper - 1
    for counter in range(start, upper if step > 0 else lower - 1, step):
        at = {only(J): counter}
        plain = [g for g in loop_guards(around) if g.relation == ">="]
        assert len(plain) == 2
        assert all(holds(guard, at) for guard in plain)


@pytest.mark.parametrize(
    ("counter", "step", "fits"), [(7, 4, True), (8, 4, False), (2, -4, True), (3, -4, False)]
)
def test_strides_count_from_the_first_value(counter, step, fits):
    around = loop(J, number(11), lower=number(-10) if step < 0 else number(3), step=step)
    (stride,) = (g for g in loop_guards(around) if g.relation == "==")
    fixed = stride.value.substitute(lambda a: number(counter) if a == only(J) else None)
    (coefficient,) = (c for m, c in fixed.terms if m)
    constant = sum(c for m, c in fixed.terms if not m)
    assert (constant % coefficient == 0) is fits
