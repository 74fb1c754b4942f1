from dataclasses import replace

from ppcl.diag import Note, Remark
from ppcl.diag.render import ordered, remark_lines, selected
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


def test_paint_is_given_each_part() -> None:
    [line] = remark_lines(FIRST, lambda text, part: f"<{part}>{text}</>")
    assert line == "<place>a.c:3:7:</> <label>remark:</> <message>not proved</> [PPC202]"


def test_remarks_come_by_place_and_once() -> None:
    assert ordered([SECOND, FIRST, NOWHERE, SECOND]) == [NOWHERE, FIRST, SECOND]


def test_kinds_are_selected() -> None:
    assert selected([SECOND, FIRST, NOWHERE], frozenset({"passed"})) == [SECOND]
    assert selected([SECOND, FIRST], frozenset()) == []
