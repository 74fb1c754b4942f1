import pytest

from ppcl.source import Location, Span
from ppcl.transform.refusals.keep import kept, touches
from tests.unit.small_program import PROGRAM

FILE = "sum.cl"
KERNEL = PROGRAM[FILE]


def kept_at(read, text: bytes, place: bytes) -> Location | None:
    facts = read({**PROGRAM, FILE: text})
    start = text.index(place)
    return kept(facts, Span(FILE, start, start + len(place)))


def test_without_a_mark_nothing_is_kept(read) -> None:
    assert kept_at(read, KERNEL, b"s[column]") is None


@pytest.mark.parametrize("mark", [b" // ppcl: keep", b" /* ppcl:keep */", b"// ppcl:  keep, tuned"])
def test_a_mark_keeps_its_line(read, mark: bytes) -> None:
    line = b"s[column] = total;"
    text = KERNEL.replace(line, line + mark)
    assert kept_at(read, text, b"s[column]") == Location(
        FILE, 8, 27 + mark.count(b" //", 0, 3) + mark.count(b" /*", 0, 3)
    )
    assert kept_at(read, text, b"t[row") is None
    assert kept_at(read, text, b"    }") is None


@pytest.mark.parametrize(
    "head",
    [
        b"// ppcl: keep\n",
        b"// ppcl: keep\n\n/* sums up\n   columns */\n",
        b"/* ppcl: keep */ ",
        b"// ppcl: keep\n__attribute__((reqd_work_group_size(64, 1, 1)))\n",
    ],
)
def test_a_mark_before_a_function_keeps_all_of_it(read, head: bytes) -> None:
    text = head + KERNEL
    for place in (b"void sum", b"t[row", b"s[column]"):
        assert kept_at(read, text, place) is not None


def test_a_function_after_the_kept_one_is_not_kept(read) -> None:
    first = b"// ppcl: keep\nfloat twice(float x)\n{\n    return x + x;\n}\n\n"
    assert kept_at(read, first + KERNEL, b"x + x") is not None
    assert kept_at(read, first + KERNEL, b"t[row") is None


def test_a_mark_on_a_line_of_its_own_keeps_the_next_line(read) -> None:
    line = b"        s[column] = total;"
    text = KERNEL.replace(line, b"        // ppcl: keep\n" + line)
    assert kept_at(read, text, b"s[column]") == Location(FILE, 8, 9)
    assert kept_at(read, text, b"t[row") is None


def test_other_words_are_no_mark(read) -> None:
    text = KERNEL.replace(b"total;\n", b"total; // ppcl: keeper\n").replace(
        b"total +=", b"/* keep */ total +="
    )
    assert kept_at(read, text, b"s[column]") is None
    assert kept_at(read, text, b"total +=") is None


def test_a_file_that_is_not_read_keeps_nothing(read) -> None:
    assert kept(read(PROGRAM), Span("other.c", 0, 1)) is None


@pytest.mark.parametrize(
    ("edit", "answer"),
    [
        (Span("a", 4, 6), True),
        (Span("a", 0, 2), False),
        (Span("a", 0, 3), True),
        (Span("a", 2, 2), True),
        (Span("a", 5, 5), True),
        (Span("a", 6, 6), False),
        (Span("b", 4, 6), False),
    ],
)
def test_an_edit_touches_what_it_shares_bytes_with_or_is_put_into(edit: Span, answer: bool) -> None:
    assert touches(edit, Span("a", 2, 5)) == answer
