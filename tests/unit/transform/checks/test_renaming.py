from hypothesis import given
from hypothesis import strategies as st

from ppcl.analysis.model import MemoryObject
from ppcl.analysis.numbers.guard import Guard, LoopIterator
from ppcl.analysis.numbers.polynomial import ZERO, Polynomial, Symbol, make_term
from ppcl.transform.checks.renaming import Objects, Symbols


def symbol(name: str, serial: int, kind: str = "input") -> Polynomial:
    return Polynomial.atom(Symbol(kind, name, serial))  # type: ignore[arg-type]


def test_other_serial_numbers_are_the_same_symbol() -> None:
    symbols = Symbols()
    assert symbols.same(symbol("n", 1) * symbol("m", 2), symbol("n", 7) * symbol("m", 5))
    assert symbols.same(symbol("n", 1), symbol("n", 7))
    assert not symbols.same(symbol("n", 1), symbol("n", 5))


def test_other_names_or_kinds_are_other_symbols() -> None:
    assert not Symbols().same(symbol("n", 1), symbol("m", 1))
    assert not Symbols().same(symbol("n", 1), symbol("n", 1, "load"))


def test_a_symbol_is_not_two() -> None:
    symbols = Symbols()
    assert symbols.same(symbol("n", 1), symbol("n", 5))
    assert not symbols.same(symbol("n", 2), symbol("n", 5))


def test_symbols_of_one_name_may_have_changed_their_order() -> None:
    """`x[i] + 4 * x[j]` read as `4 * x[j] + x[i]`: the loads are numbered the other way round."""
    four = Polynomial.constant(4)
    before = symbol("x", 1, "load") + four * symbol("x", 2, "load")
    after = symbol("x", 9, "load") + four * symbol("x", 8, "load")
    swapped = symbol("x", 8, "load") + four * symbol("x", 9, "load")
    assert Symbols().same(before, after)
    assert Symbols().same(before, swapped)


def test_a_failed_comparison_teaches_nothing() -> None:
    symbols = Symbols()
    assert not symbols.same(symbol("n", 1) + symbol("m", 2), symbol("n", 3) - symbol("m", 4))
    assert symbols.known == {}


def test_operations_are_compared_inside() -> None:
    def half(value: Polynomial) -> Polynomial:
        return make_term("/", (value, Polynomial.constant(2)))

    assert Symbols().same(half(symbol("n", 1)), half(symbol("n", 4)))
    assert not Symbols().same(half(symbol("n", 1)), half(symbol("n", 4) + symbol("n", 4)))


def test_nothing_is_the_same_as_nothing_only() -> None:
    assert Symbols().same(None, None)
    assert not Symbols().same(None, ZERO)
    assert not Symbols().all_same((ZERO,), (ZERO, ZERO))


def test_loops_and_guards() -> None:
    def loop(serial: int, upper: Polynomial, exact: bool = True) -> LoopIterator:
        return LoopIterator(Symbol("iterator", "i", serial), ZERO, upper, 1, exact)

    ten, nine = Polynomial.constant(10), Polynomial.constant(9)
    assert Symbols().same_loops((loop(1, ten),), (loop(2, ten),))
    assert not Symbols().same_loops((loop(1, ten),), (loop(2, nine),))
    assert not Symbols().same_loops((loop(1, ten),), (loop(2, ten, exact=False),))
    assert not Symbols().same_loops((loop(1, ten),), ())
    guard = Guard(symbol("n", 1), ">=")
    assert Symbols().same_guards((guard,), (Guard(symbol("n", 2), ">="),))
    assert not Symbols().same_guards((guard,), (Guard(symbol("n", 2), "=="),))


def test_objects_keep_their_partner() -> None:
    def target(serial: int, name: str, size: int = 4) -> MemoryObject:
        return MemoryObject(serial, "heap", name, Polynomial.constant(size), None, None)

    objects = Objects(Symbols())
    assert objects.same(target(1, "a"), target(5, "a"))
    assert not objects.same(target(1, "a"), target(6, "a"))
    assert not objects.same(target(2, "a"), target(5, "a"))
    assert not objects.same(target(3, "b"), target(7, "b", size=8))
    assert not objects.all_same((target(1, "a"),), ())


@given(st.lists(st.tuples(st.integers(-9, 9), st.sampled_from("xyz"), st.integers(0, 3))))
def test_any_shift_of_the_serial_numbers_is_the_same(terms: list[tuple[int, str, int]]) -> None:
    def polynomial(shift: int) -> Polynomial:
        total = ZERO
        for factor, name, serial in terms:
            total = total + Polynomial.constant(factor) * symbol(name, serial + shift)
        return total

    assert Symbols().same(polynomial(0), polynomial(100))
    assert not Symbols().same(polynomial(0), polynomial(100) + symbol("w", 1))
