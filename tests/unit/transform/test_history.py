from hypothesis import given
from hypothesis import strategies as st

from ppcl.diag import Note, Remark
from ppcl.source import Edit, Location, SourceFile, Span, apply_edits
from ppcl.transform.history import History

FILE = "a.c"


def replaced(source: SourceFile, old: bytes, new: bytes) -> tuple[SourceFile, tuple[Edit, ...]]:
    start = source.data.index(old)
    edits = (Edit(Span(FILE, start, start + len(old)), new),)
    return apply_edits(source, edits), edits


def test_a_remark_on_later_text_stands_in_the_first_one() -> None:
    first = SourceFile(FILE, b"one\ntwo\nthree\n")
    second, edits = replaced(first, b"one", b"1\n1\n1")
    third, more = replaced(second, b"two\n", b"")
    history = History({FILE: first}).then(edits).then(more)
    remark = Remark("missed", "PPC202", "here", third.location(third.data.index(b"three")))
    assert history.remark(remark, {FILE: third}).location == Location(FILE, 3, 1)


def test_inside_new_text_is_where_that_was_put() -> None:
    first = SourceFile(FILE, b"one two")
    second, edits = replaced(first, b"two", b"2 and more")
    assert History({FILE: first}).then(edits).offset(FILE, second.data.index(b"more")) == 4


def test_remarks_without_a_known_place_stay() -> None:
    history = History({})
    for location in (None, Location("new.h", 1, 1)):
        remark = Remark("missed", "PPC202", "here", location)
        assert history.remark(remark, {"new.h": SourceFile("new.h", b"")}) == remark


def test_notes_go_back_with_their_remark() -> None:
    first = SourceFile(FILE, b"one\ntwo\n")
    second, edits = replaced(first, b"one", b"1\n1")
    notes = (Note("PPC202", "there", second.location(second.data.index(b"two"))),)
    remark = Remark("missed", "PPC210", "here", None, notes=notes)
    [note] = History({FILE: first}).then(edits).remark(remark, {FILE: second}).notes
    assert note.location == Location(FILE, 2, 1)


def test_a_plan_is_known_again_after_another_one() -> None:
    first = SourceFile(FILE, b"one two three")
    _, wanted = replaced(first, b"three", b"3")
    second, edits = replaced(first, b"one", b"a longer one")
    _, moved = replaced(second, b"three", b"3")
    assert moved != wanted
    history = History({FILE: first})
    assert history.then(edits).identity(moved) == history.identity(wanted)


@given(st.lists(st.tuples(st.integers(0, 20), st.integers(0, 4), st.binary(max_size=6))), st.data())
def test_bytes_that_stay_are_found_where_they_were(
    replacements: list[tuple[int, int, bytes]], draw: st.DataObject
) -> None:
    source = SourceFile(FILE, bytes(range(100)))
    chosen: dict[int, Edit] = {}
    for place, length, text in replacements:
        chosen[place] = Edit(Span(FILE, place * 5, place * 5 + length), text + b"\xff")
    edits = tuple(edit for edit in chosen.values() if edit.span.end <= 100)
    after = apply_edits(source, edits)
    kept = [byte for byte in range(100) if not any(_touches(edit, byte) for edit in edits)]
    byte = draw.draw(st.sampled_from(kept))
    places = [i for i, value in enumerate(after.data) if value == byte]
    history = History({FILE: source}).then(edits)
    assert byte in {history.offset(FILE, place) for place in places}


def _touches(edit: Edit, byte: int) -> bool:
    return edit.span.start <= byte < edit.span.end
