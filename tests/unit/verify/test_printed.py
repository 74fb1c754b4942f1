"""What is printed is compared as far as the original prints it each time."""

from collections.abc import Callable

from ppcl.verify.printed import CLOCKS, Line, compare_printed


def runs(*texts: str) -> Callable[[int], str]:
    left = iter(texts)
    return lambda clock: next(left)


def test_the_same_needs_no_second_run() -> None:
    assert compare_printed("a\n1\n", "a\n1\n", runs()).differs is None


def test_a_line_that_differs_is_found_where_the_original_prints_it_each_time() -> None:
    found = compare_printed("a\n1\nb\n", "a\n2\nc\n", runs(*["a\n1\nb\n"] * len(CLOCKS)))
    assert found.differs == Line(2, "1", "2")
    assert found.note is None


def test_lines_that_the_original_prints_otherwise_are_not_compared() -> None:
    found = compare_printed("0.1 s\nsum 7\n", "0.2 s\nsum 7\n", runs("0.3 s\nsum 7\n"))
    assert found.differs is None
    assert found.note == (
        "line 1 of what it prints differs between two runs of the original: not compared"
    )


def test_beside_a_time_a_result_is_compared() -> None:
    again = runs(*["0.3 s\nsum 7\n"] * len(CLOCKS))
    assert compare_printed("0.1 s\nsum 7\n", "0.2 s\nsum 8\n", again).differs == Line(
        2, "sum 7", "sum 8"
    )


def test_a_time_may_be_the_same_twice() -> None:
    found = compare_printed("0 s\n", "1 s\n", runs("0 s\n", "2 s\n"))
    assert found.differs is None


def test_a_short_time_shows_by_another_clock() -> None:
    found = compare_printed("0.001 s\n", "0.002 s\n", lambda clock: f"{clock / 1000:.3f} s\n")
    assert found.differs is None


def test_nothing_is_compared_where_the_number_of_lines_changes() -> None:
    found = compare_printed("a\nb\n", "a\nc\n", runs("a\n"))
    assert found.differs is None
    assert found.note == "the original prints more or fewer lines each time: none is compared"


def test_lines_that_are_missing_or_too_many() -> None:
    assert compare_printed("a\nb", "a").differs == Line(2, "b", "nothing")
    assert compare_printed("a", "a\nb").differs == Line(2, "nothing", "b")


def test_all_is_compared_where_it_is_a_result() -> None:
    assert compare_printed("0.1 s\n", "0.2 s\n").differs == Line(1, "0.1 s", "0.2 s")
