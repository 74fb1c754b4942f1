import pytest
from hypothesis import given
from hypothesis import strategies as st

from ppcl.source import Edit, EditConflict, SourceFile, Span, apply_edits


def edit(start: int, end: int, text: bytes) -> Edit:
    return Edit(Span("a.c", start, end), text)


def edited(data: bytes, *edits: Edit) -> bytes:
    return apply_edits(SourceFile("a.c", data), edits).data


def test_edits_are_applied_in_the_order_of_the_text() -> None:
    assert edited(b"one two three", edit(8, 13, b"3"), edit(0, 3, b"1")) == b"1 two 3"


def test_bytes_that_no_edit_touches_stay() -> None:
    data = b"\xef\xbb\xbf// caf\xe9\r\n\tint a;\r\nint b"
    start = data.index(b"a;")
    assert edited(data, edit(start, start + 1, b"x")) == data.replace(b"a;", b"x;")


def test_the_same_edit_twice_counts_once() -> None:
    assert edited(b"abc", edit(1, 2, b"x"), edit(1, 2, b"x")) == b"axc"


def test_insertions_at_the_ends() -> None:
    assert edited(b"abc", edit(0, 0, b"<"), edit(3, 3, b">")) == b"<abc>"


@pytest.mark.parametrize(
    "edits",
    [
        (edit(0, 2, b"x"), edit(1, 3, b"y")),
        (edit(0, 2, b"x"), edit(0, 2, b"y")),
        (edit(1, 1, b"x"), edit(1, 1, b"y")),
    ],
)
def test_different_edits_of_the_same_bytes_conflict(edits: tuple[Edit, ...]) -> None:
    with pytest.raises(EditConflict, match=r"a\.c:1:"):
        edited(b"abc", *edits)


@given(st.binary(), st.data())
def test_an_edit_replaces_its_span_only(data: bytes, draw: st.DataObject) -> None:
    start = draw.draw(st.integers(0, len(data)))
    end = draw.draw(st.integers(start, len(data)))
    text = draw.draw(st.binary(max_size=5))
    assert edited(data, edit(start, end, text)) == data[:start] + text + data[end:]
