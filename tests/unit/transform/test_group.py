"""Plans that have nothing in common share one reading, and come to what they come to one by one."""

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from ppcl.analysis.facts import Facts
from ppcl.analysis.reading.reader import Reading, analyse
from ppcl.diag import PpclError, Remark
from ppcl.frontend import ParseOptions
from ppcl.source import Edit, Span
from ppcl.targets import load
from ppcl.transform.checks.renamed import Renamed
from ppcl.transform.choosing.chooser import Candidate
from ppcl.transform.contract import Legal, Plan
from ppcl.transform.engine import Outcome, run_transforms
from ppcl.transform.group import Group, Ready
from ppcl_transforms.layout import Layout
from tests.growth.programs import texts
from tests.unit.transform.fakes import FILE, ONLY, Word

TABLES = 3


class Reader:
    """Reads a program of some tables as the engine does; `fails` counts the readings that fail."""

    def __init__(self, folder: Path, fails: int = 0) -> None:
        self.folder, self.fails, self.read = folder, fails, 0

    def __call__(self, changed: Mapping[str, bytes], *others: object) -> Facts:
        self.read += 1
        if self.read <= self.fails:
            raise PpclError("not read")
        reading = Reading({}, ParseOptions())
        return analyse(self.folder, ("main.c", "k.cl"), changed, reading, load("pocl-cpu"))


@pytest.fixture
def tables(tmp_path: Path) -> Facts:
    """A program of tables that all get another layout."""
    for name, text in texts("tables", TABLES).items():
        (tmp_path / name).write_text(text)
    return Reader(tmp_path)({})


def said(outcome: Outcome) -> object:
    """All that comes of a run."""
    new = {path: source.data for path, source in outcome.facts.files.items()}
    return new, outcome.passes, outcome.changes, outcome.defects


@pytest.fixture
def alone(tables: Facts, tmp_path: Path) -> Outcome:
    """What comes of it where each plan goes alone."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Group, "may_take", lambda group, candidate: not group.members)
        read = Reader(tmp_path)
        outcome = run_transforms([Layout()], tables, read)
    assert read.read == len(outcome.passes[0].applied) == TABLES
    return outcome


def test_plans_with_nothing_in_common_share_one_reading(
    tables: Facts, tmp_path: Path, alone: Outcome
) -> None:
    read = Reader(tmp_path)
    outcome = run_transforms([Layout()], tables, read)
    assert read.read == 1
    assert said(outcome) == said(alone)


def test_each_goes_alone_where_they_fail_together(
    tables: Facts, tmp_path: Path, alone: Outcome
) -> None:
    read = Reader(tmp_path, fails=1)
    outcome = run_transforms([Layout()], tables, read)
    assert read.read == 1 + TABLES
    assert said(outcome) == said(alone)


def ready(
    text: bytes,
    kernels: tuple[str, ...] = ("two",),
    declared: str = "",
    files: tuple[tuple[str, bytes], ...] = (),
) -> Callable[[Facts], Ready]:
    """A candidate that writes `text` where the kernel file has a word of that, after a `:`."""

    def made(facts: Facts) -> Ready:
        old, new = text.split(b":")
        place = facts.files[FILE].data.index(old)
        edit = Edit(Span(FILE, place, place + len(old)), new)
        kinds = (Renamed(declared, "other"),) if declared else ()
        plan = Plan((edit,), kinds, Remark("passed", "PPC201", "done"), files)
        return Ready(Candidate("key", ONLY, Legal(Word("key", (), kernels), None)), "", plan)

    return made


FIRST = ready(b"total:all", ("one",))


@pytest.mark.parametrize(
    ("second", "together"),
    [
        (ready(b"column]:columns]"), True),
        (ready(b"column]:columns]", ("one",)), False),
        (ready(b"column]:columns]", ()), False),
        (ready(b"column]:columns]", declared="one"), False),
        (ready(b"column]:all]"), False),
        (ready(b"0.0f:0.f"), False),
        (ready(b"column]:columns]", files=(("new.h", b""),)), False),
    ],
    ids=("others", "same kernel", "any kernel", "declared", "same word", "same line", "new file"),
)
def test_plans_go_together_that_are_about_other_things(
    before: Facts, second: Callable[[Facts], Ready], together: bool
) -> None:
    group, other = Group(before), second(before)
    group.add(FIRST(before))
    assert (group.may_take(other.candidate) and group.has_room_for(other)) == together


def test_what_stands_against_a_plan_is_heard_alone(before: Facts) -> None:
    group = Group(before)
    failed = Ready(FIRST(before).candidate, "", Remark("missed", "PPC001", "kept"))
    assert group.has_room_for(failed)
    group.add(failed)
    assert not group.is_open
