"""Integer values that OpenCL allows in dimension 0, and random polynomials over them."""

from collections.abc import Iterable

from hypothesis import assume
from hypothesis import strategies as st

from ppcl.analysis.numbers.polynomial import Polynomial, Symbol, make_term
from tests.unit.analysis.builders import number, only, unknown

N, A, W, H = (unknown("parameter", name) for name in "NAWH")
J, X, Y = (unknown("iterator", name) for name in "jxy")
LOCAL, GROUP = unknown("local_id", "l0"), unknown("group_id", "g0")
SIZE, TOTAL = unknown("local_size", "L0"), unknown("global_size", "G0")
OFFSET, START = unknown("group_offset", "go0"), unknown("global_offset", "off0")
GROUPS = unknown("num_groups", "NG0")
TID = OFFSET + LOCAL


def term(op: str, *operands: Polynomial) -> Polynomial:
    return make_term(op, operands)


@st.composite
def work_items(draw: st.DrawFn) -> dict[Symbol, int]:
    size, groups = draw(st.integers(1, 5)), draw(st.integers(1, 4))
    group, local = draw(st.integers(0, groups - 1)), draw(st.integers(0, size - 1))
    start = draw(st.integers(0, 3))
    values = {SIZE: size, GROUPS: groups, GROUP: group, LOCAL: local, START: start}
    values |= {TOTAL: size * groups, OFFSET: start + group * size}
    values |= {name: draw(st.integers(-6, 9)) for name in (N, A, W, J, X)}
    return {only(name): value for name, value in values.items()}


PLAIN = (LOCAL, SIZE, TOTAL, GROUP, OFFSET, START, GROUPS, N, A, W, J, X)
atoms = st.sampled_from(PLAIN)
small = st.integers(-4, 4).map(number)
OPERATIONS = ("/", "%", "min", "max", "&", ">>", "<")


def combine(inner: st.SearchStrategy[Polynomial]) -> st.SearchStrategy[Polynomial]:
    both = st.tuples(inner, inner)
    return st.one_of(
        both.map(lambda p: p[0] + p[1]),
        both.map(lambda p: p[0] - p[1]),
        both.map(lambda p: p[0] * p[1]),
        st.tuples(st.sampled_from(OPERATIONS), inner, inner).map(lambda t: term(t[0], t[1], t[2])),
    )


values = st.recursive(st.one_of(atoms, small), combine, max_leaves=5)


def evaluate(polynomials: Iterable[Polynomial], at: dict[Symbol, int]) -> list[int]:
    """The values, where all operations in them are defined in C."""
    try:
        return [polynomial.evaluate(at) for polynomial in polynomials]
    except KeyError:
        assume(False)
        raise
