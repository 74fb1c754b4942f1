"""The engine: one plan at a time, checked on the new text, and taken back when that fails."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import ClassVar

import pytest

from ppcl.analysis.facts import Facts
from ppcl.analysis.numbers.polynomial import ONE
from ppcl.diag import Code, Remark
from ppcl.source import Edit, Location, Span
from ppcl.transform import engine
from ppcl.transform.checks.kind import Kind
from ppcl.transform.checks.passed import Passed
from ppcl.transform.checks.renamed import Renamed
from ppcl.transform.contract import Legal, Plan
from ppcl.transform.engine import Outcome, run_transforms
from tests.unit.transform.fakes import FILE, ONLY, Replace, Word


def texts(facts: Facts) -> dict[str, bytes]:
    return {path: source.data for path, source in facts.files.items()}


def run(before: Facts, read, *transforms) -> Outcome:
    return run_transforms(transforms, before, read)


def codes(outcome: Outcome, index: int = 0) -> list[str]:
    return [remark.code for remark in outcome.passes[index].remarks]


def test_no_transforms_change_nothing(before: Facts, read) -> None:
    outcome = run(before, read)
    assert outcome.facts is before
    assert (outcome.passes, outcome.defects) == ((), ())


def test_a_plan_is_applied_and_its_program_read_again(before: Facts, read) -> None:
    outcome = run(before, read, Replace({"total": "all"}))
    text = texts(outcome.facts)[FILE]
    assert text == texts(before)[FILE].replace(b"total", b"all")
    assert codes(outcome) == ["PPC201"]
    assert outcome.defects == ()


def test_sites_are_computed_anew_after_each_plan(before: Facts, read) -> None:
    """Each place is a plan of its own, and its offset moves with the plans before it."""
    outcome = run(before, read, Replace({"0.0f": "0.00f", "float total": "float  total"}))
    assert b"float  total = 0.00f;" in texts(outcome.facts)[FILE]
    assert codes(outcome) == ["PPC201", "PPC201"]


def test_sites_behind_the_one_that_is_rewritten_wait_for_the_next_look(before: Facts, read) -> None:
    """All are looked at once before anything is done: not once for each rewrite."""
    words = {"float total": "float  total", "0.0f": "0.00f", "int column": "int  column"}
    counted = Counted(Replace(words))
    outcome = run(before, read, counted)
    assert codes(outcome) == ["PPC201"] * 3
    assert counted.checked == [*words, "0.0f", "int column"]


@dataclass(frozen=True)
class Counted:
    """Another transformation, with the words that it was asked about."""

    inner: Replace
    checked: list[str] = field(default_factory=list)
    name: ClassVar[str] = "counted"
    codes: ClassVar[Mapping[str, Code]] = {}

    def sites(self, facts: Facts):
        return self.inner.sites(facts)

    def offers(self, site, facts: Facts):
        return self.inner.offers(site, facts)

    def check(self, site, offer, facts: Facts):
        self.checked.append(site.key)
        return self.inner.check(site, offer, facts)

    def plan(self, proof, facts: Facts) -> Plan:
        return self.inner.plan(proof, facts)


def test_its_own_output_is_a_fixed_point(before: Facts, read) -> None:
    once = run(before, read, Replace({"total": "all", "0.0f": "0.00f"}))
    twice = run_transforms([Replace({"total": "all", "0.0f": "0.00f"})], once.facts, read)
    assert texts(twice.facts) == texts(once.facts)
    assert twice.passes[0].remarks == ()


def test_transforms_run_in_order_until_none_has_anything_to_do(before: Facts, read) -> None:
    """The first one finds more to do after the second one's work."""
    outcome = run(before, read, Replace({"count": "n"}), Replace({"total": "count"}))
    assert b"float n = 0.0f" in texts(outcome.facts)[FILE]
    assert [codes(outcome, index) for index in (0, 1)] == [["PPC201"], ["PPC201"]]


def test_a_refusal_is_a_remark_and_changes_nothing(before: Facts, read) -> None:
    outcome = run(before, read, Replace({"total": "all"}, refused=("total",)))
    assert texts(outcome.facts) == texts(before)
    assert codes(outcome) == ["PPC210"]
    assert outcome.defects == ()


def test_remarks_stand_in_the_text_that_the_user_wrote(before: Facts, read) -> None:
    """The refused site moves down when the other plan adds lines above it."""
    transform = Replace({"int column": "\n\n\nint column", "total": ""}, refused=("total",))
    source = before.files[FILE]
    wanted = source.location(source.data.index(b"total"))
    moved = replace(transform, words={"int column": "\n\n\nint  column", "total": ""})
    outcome = run(before, read, moved)
    (refusal,) = (r for r in outcome.passes[0].remarks if r.code == "PPC210")
    assert refusal.location == wanted


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        ({"total;": "total; total = 0.0f;", "s[column]": "s[0]"}, "the store of 's' at sum.cl:8"),
        ({"float total": "float total +"}, "the new text cannot be read"),
        ({"total": "total"}, "nothing was changed"),
        ({"s": "q", "sum": "qum"}, "two edits of the same bytes"),
    ],
)
def test_what_was_not_declared_is_rolled_back(
    before: Facts, read, words: Mapping[str, str], reason: str
) -> None:
    outcome = run(before, read, Together(words))
    assert texts(outcome.facts) == texts(before)
    assert codes(outcome) == ["PPC002"]
    assert reason in outcome.defects[0].message


@pytest.mark.parametrize(
    ("declared", "reason"),
    [
        (Renamed("no", "other"), "declared of a kernel that there is not: 'no'"),
        (Passed("no", 0, ONE, ONE), "declared of a kernel that there is not: 'no'"),
        ({"sum": "other"}, "declared of a kind that cannot be checked: dict"),
    ],
)
def test_a_declaration_that_cannot_be_checked_is_a_defect(
    before: Facts, read, declared: Kind, reason: str
) -> None:
    outcome = run(before, read, Replace({"total": "all"}, declared=(declared,)))
    assert texts(outcome.facts) == texts(before)
    assert codes(outcome) == ["PPC002"]
    assert reason in outcome.defects[0].message


@dataclass(frozen=True)
class Together:
    """All words in one plan, whatever that does."""

    words: Mapping[str, str]
    name: ClassVar[str] = "together"
    codes: ClassVar[Mapping[str, Code]] = {}

    def sites(self, facts: Facts):
        yield Word("all")

    def offers(self, site, facts: Facts):
        return (ONLY,)

    def check(self, site, offer, facts: Facts):
        return Legal(site, None)

    def plan(self, proof, facts: Facts) -> Plan:
        parts = [Replace({word: new}) for word, new in self.words.items()]
        plans = [part.plan(Legal(s, None), facts) for part in parts for s in part.sites(facts)]
        edits = tuple(edit for plan in plans for edit in plan.edits)
        return Plan(edits, (), plans[0].remark)


def test_a_plan_that_fails_does_not_stop_the_others(before: Facts, read) -> None:
    outcome = run(before, read, Replace({"rows": "columns", "total": "all"}, each=False))
    assert b"float all" in texts(outcome.facts)[FILE]
    assert b"int rows" in texts(outcome.facts)[FILE]
    assert codes(outcome) == ["PPC201", "PPC002"]
    assert len(outcome.defects) == 1


def test_all_files_of_a_plan_roll_back(before: Facts, read) -> None:
    outcome = run(before, read, BothFiles())
    assert texts(outcome.facts) == texts(before)
    assert "launch of 'sum'" in outcome.defects[0].message


@dataclass(frozen=True)
class BothFiles:
    """Renames the kernel on both sides, and does not declare it."""

    name: ClassVar[str] = "both"
    codes: ClassVar[Mapping[str, Code]] = {}

    def sites(self, facts: Facts):
        yield Word("sum")

    def offers(self, site, facts: Facts):
        return (ONLY,)

    def check(self, site, offer, facts: Facts):
        return Legal(site, None)

    def plan(self, proof, facts: Facts) -> Plan:
        name = facts.files["host.c"].data.index(b'"sum"')
        kernel = facts.files[FILE].data.index(b"sum")
        edits = (
            Edit(Span("host.c", name, name + 5), b'"sum2"'),
            Edit(Span(FILE, kernel, kernel + 3), b"sum2"),
        )
        return Plan(edits, (), Remark("passed", "PPC201", "renamed"))


def test_transforms_that_undo_each_other_come_to_an_end(
    before: Facts, read, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engine, "MAX_PLANS", 5)
    outcome = run(before, read, Replace({"total": "all"}), Replace({"all": "total"}))
    assert "PPC003" in codes(outcome, 0) + codes(outcome, 1)
    assert outcome.defects[0].code == "PPC003"


def test_a_kept_place_is_left_alone_and_is_no_defect(before: Facts, read) -> None:
    source = texts(before)[FILE].replace(b"s[column] = total;", b"s[column] = total; // ppcl: keep")
    marked = read({**texts(before), FILE: source})
    outcome = run(marked, read, Replace({"total": "all", "0.0f": "0.f"}))
    (kept,) = (r for r in outcome.passes[0].remarks if r.code == "PPC001")
    assert kept.location == Location(FILE, 8, 28)
    assert texts(outcome.facts)[FILE] == source.replace(b"0.0f", b"0.f")
    assert outcome.defects == ()


def test_new_files_of_a_plan_are_part_of_the_program(before: Facts, read) -> None:
    outcome = run(before, read, WithHeader())
    assert texts(outcome.facts)["ppcl/new.h"] == b"#define REAL float\n"
    assert b"REAL total = 0.0f" in texts(outcome.facts)[FILE]
    assert outcome.defects == ()


@dataclass(frozen=True)
class WithHeader:
    """Takes a type's name from a header of its own."""

    name: ClassVar[str] = "header"
    codes: ClassVar[Mapping[str, Code]] = {}

    def sites(self, facts: Facts):
        yield from Replace({"float total": ""}).sites(facts)

    def offers(self, site, facts: Facts):
        return (ONLY,)

    def check(self, site, offer, facts: Facts):
        return Legal(site, None)

    def plan(self, proof, facts: Facts) -> Plan:
        plan = Replace({"float total": "REAL total"}).plan(proof, facts)
        include = Edit(Span(FILE, 0, 0), b'#include "ppcl/new.h"\n')
        files = (("ppcl/new.h", b"#define REAL float\n"),)
        return replace(plan, edits=(include, *plan.edits), files=files)
