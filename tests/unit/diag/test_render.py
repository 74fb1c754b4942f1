from dataclasses import replace

from ppcl.diag import Note, Remark
from ppcl.diag.render import all_lines, ordered, remark_lines, selected
from ppcl.source import Location

FIRST = Remark("missed", "PPC202", "not proved", Location("a.c", 3, 7))
SECOND = Remark("passed", "PPC201", "changed", Location("a.c", 12, 1))
NOWHERE = Remark("analysis", "PPC005", "assumed")


def test_a_line_is_as_clang_writes_it() -> None:
    assert list(remark_lines(FIRST)) == ["a.c:3:7: remark: not proved [PPC202]"]
    assert list(remark_lines(NOWHERE)) == ["ppcl: remark: assumed [PPC005]"]


def test_notes_follow_their_remark() -> None:
    more = replace(FIRST, notes=(Note("PPC210", "not followed", Location("b.cl", 1, 2)),))
    assert list(remark_lines(more)) == [
        "a.c:3:7: remark: not proved [PPC202]",
        "b.cl:1:2: note: not followed [PPC210]",
    ]


def test_what_several_note_is_written_once() -> None:
    notes = tuple(Note("PPC210", text, Location("b.cl", 1, 2)) for text in ("one", "two"))
    both = [replace(FIRST, notes=notes), replace(SECOND, notes=notes[1:])]
    assert list(all_lines(both))[1:] == [
        "b.cl:1:2: note: one [PPC210]",
        "b.cl:1:2: note: two [PPC210]",
        "a.c:12:1: remark: changed [PPC201]",
        "ppcl: note: and 1 of what is noted above",
    ]


def test_paint_is_given_each_part() -> None:
    [line] = remark_lines(FIRST, lambda text, part: f"<{part}>{text}</>")
    assert line == "<place>a.c:3:7:</> <label>remark:</> <message>not proved</> [PPC202]"


def test_remarks_come_by_place_and_once() -> None:
    assert ordered([SECOND, FIRST, NOWHERE, SECOND]) == [NOWHERE, FIRST, SECOND]


def test_kinds_are_selected() -> None:
    assert selected([SECOND, FIRST, NOWHERE], frozenset({"passed"})) == [SECOND]
    assert selected([SECOND, FIRST], frozenset()) == []
