import pytest
from hypothesis import given
from hypothesis import strategies as st

from ppcl.source import Location, SourceFile, Span


def test_lines_and_columns_count_bytes_from_one() -> None:
    source = SourceFile("a.c", "é\nab\r\n".encode())
    assert source.location(0) == Location("a.c", 1, 1)
    assert source.location(2) == Location("a.c", 1, 3)
    assert source.location(4) == Location("a.c", 2, 2)
    assert str(source.location(4)) == "a.c:2:2"


def test_a_line_comes_without_its_ending() -> None:
    source = SourceFile("a.c", b"one\r\ntwo\nlast")
    assert [source.line(n) for n in range(1, source.line_count + 1)] == [b"one", b"two", b"last"]


@given(st.binary(), st.data())
def test_offsets_and_places_are_each_others_inverse(data: bytes, draw: st.DataObject) -> None:
    source = SourceFile("a.c", data)
    offset = draw.draw(st.integers(0, len(data)))
    place = source.location(offset)
    assert source.offset(place.line, place.column) == offset


@pytest.mark.parametrize(("offset", "line"), [(0, 1), (1, 2), (2, 3)])
def test_a_file_of_empty_lines(offset: int, line: int) -> None:
    assert SourceFile("a.c", b"\n\n").location(offset).line == line


def test_what_is_said_of_bytes_that_are_no_utf_8_is_an_escape() -> None:
    source = SourceFile("a.c", "ß".encode() + b" caf\xe9")
    assert source.said(Span("a.c", 0, 7)) == "ß caf\\xe9"
