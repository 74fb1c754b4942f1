"""What is done at a site: the best that is expected to gain enough, or what was decided."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import ClassVar

import pytest

from ppcl.analysis.facts import Facts
from ppcl.diag import Code, Remark
from ppcl.source import Edit, Span
from ppcl.transform.checks.renamed import Renamed
from ppcl.transform.choosing.decisions import Decision
from ppcl.transform.choosing.listing import ListedSite, Lister
from ppcl.transform.contract import Legal, Offer, Plan, Refused
from ppcl.transform.engine import Outcome, run_transforms
from tests.unit.transform.fakes import FILE, Replace, Word

KEY = "unroll:sum.total"
TOTAL = re.compile(rb"\btotal\b")


@dataclass(frozen=True)
class Unroll:
    """Offers to call the sum `total2`, `total4` or `total8`: what a factor would be to a loop.

    `gains` are those of the factors; what is `illegal` is refused, and a site is told by its word.
    """

    name: ClassVar[str] = "unroll"
    codes: ClassVar[Mapping[str, Code]] = {}
    gains: Mapping[str, float | None] = field(
        default_factory=lambda: {"2": 0.1, "4": 0.3, "8": None}
    )
    illegal: tuple[str, ...] = ()

    def sites(self, facts: Facts) -> Iterator[Word]:
        if TOTAL.search(facts.files[FILE].data):
            [kernel] = facts.kernels
            yield Word(f"{kernel}.total", kernels=(kernel,))

    def offers(self, site: Word, facts: Facts) -> list[Offer[None]]:
        kept = Remark("analysis", "PPC205", "kept")
        return [Offer(name, gain, None, instead=kept) for name, gain in self.gains.items()]

    def check(self, site: Word, offer: Offer[None], facts: Facts) -> Legal[Word, str] | Refused:
        if offer.name in self.illegal:
            return Refused(Remark("missed", "PPC210", f"{offer.name} is not legal"))
        return Legal(site, offer.name)

    def plan(self, proof: Legal[Word, str], facts: Facts) -> Plan:
        found = TOTAL.finditer(facts.files[FILE].data)
        new = f"total{proof.evidence}".encode()
        edits = tuple(Edit(Span(FILE, m.start(), m.end()), new) for m in found)
        return Plan(edits, (), Remark("passed", "PPC201", proof.evidence))


def run(facts: Facts, read, unroll: Unroll, **decisions: str) -> tuple[str, Outcome]:
    """Which factor the text has in the end, "" for none."""
    decided = {KEY if key == "total" else key: Decision(c) for key, c in decisions.items()}
    return outcome_of(run_transforms([unroll], facts, read, decided))


def outcome_of(outcome: Outcome) -> tuple[str, Outcome]:
    found = re.search(rb"\btotal(\d?)\b", outcome.facts.files[FILE].data)
    assert found is not None
    return found[1].decode(), outcome


def codes(outcome: Outcome) -> list[str]:
    return [remark.code for each in outcome.passes for remark in each.remarks]


def test_the_best_offer_above_the_threshold_is_taken(before: Facts, read) -> None:
    """Of that of which nothing is known nothing is expected."""
    factor, outcome = run(before, read, Unroll())
    assert factor == "4"
    assert codes(outcome) == ["PPC201"]


def test_what_is_expected_to_gain_too_little_is_said_and_not_done(before: Facts, read) -> None:
    factor, outcome = run(before, read, Unroll({"2": 0.009, "4": -0.5}))
    assert (factor, codes(outcome)) == ("", ["PPC205"])
    careful = replace(before, target=replace(before.target, threshold=0.5))
    assert run(careful, read, Unroll())[0] == ""


def test_where_the_best_is_not_legal_the_next_best_is_done(before: Facts, read) -> None:
    factor, outcome = run(before, read, Unroll(illegal=("4",)))
    assert (factor, codes(outcome)) == ("2", ["PPC201", "PPC210"])


@pytest.mark.parametrize("choice", ["2", "4", "8"])
def test_a_decision_is_carried_out_whatever_is_expected(before: Facts, read, choice: str) -> None:
    factor, outcome = run(before, read, Unroll({"2": -0.5, "4": 0.3, "8": None}), total=choice)
    assert (factor, codes(outcome)) == (choice, ["PPC201"])


def test_a_decision_makes_nothing_legal(before: Facts, read) -> None:
    factor, outcome = run(before, read, Unroll(illegal=("8",)), total="8")
    assert (factor, codes(outcome)) == ("", ["PPC210"])


def test_what_is_kept_by_decision_is_said(before: Facts, read) -> None:
    factor, outcome = run(before, read, Unroll(), total="keep")
    assert (factor, codes(outcome)) == ("", ["PPC032"])


def test_all_other_sites_can_be_kept(before: Facts, read) -> None:
    assert run(before, read, Unroll(), **{"*": "keep"})[0] == ""
    assert run(before, read, Unroll(), **{"*": "keep", "total": "2"})[0] == "2"
    assert run(before, read, Unroll(), **{"*": "keep", "total": "best"})[0] == "4"


def test_a_decision_of_no_site_or_of_no_offer_is_said(before: Facts, read) -> None:
    factor, outcome = run(before, read, Unroll(), totel="2")
    assert (factor, codes(outcome)) == ("4", ["PPC201", "PPC030"])
    assert "'unroll:sum.total'?" in outcome.passes[-1].remarks[0].message
    factor, outcome = run(before, read, Unroll(), total="16")
    assert (factor, codes(outcome)) == ("", ["PPC030"])
    assert "may be: 2, 4, 8, keep, best" in outcome.passes[0].remarks[0].message


def listed(facts: Facts, read, unroll: Unroll) -> ListedSite:
    [site] = Lister(facts, read, {}).sites([unroll])
    return site


def test_what_is_listed_says_what_each_choice_would_be(before: Facts, read) -> None:
    site = listed(before, read, Unroll(illegal=("8",)))
    assert (site.key, site.transform, site.kernels) == (KEY, "unroll", ("sum",))
    found = [(c.name, c.gain, c.against and c.against.code, c.taken) for c in site.choices]
    assert found == [("2", 0.1, None, False), ("4", 0.3, None, True), ("8", None, "PPC210", False)]


def test_a_choice_that_the_engines_check_takes_back_is_not_listed_as_legal(
    before: Facts, read
) -> None:
    """The pass says nothing against it: `total8` would be the kernel's own parameter."""
    text = (
        before.files[FILE].data.replace(b"int rows", b"int total8").replace(b"< rows", b"< total8")
    )
    named = read({**{p: s.data for p, s in before.files.items()}, FILE: text})
    refused = [
        (c.name, c.against and c.against.code) for c in listed(named, read, Unroll()).choices
    ]
    assert refused == [("2", None), ("4", None), ("8", "PPC002")]


def test_sites_of_one_name_are_numbered(before: Facts, read) -> None:
    sites = Lister(before, read, {}).sites([Replace({"total": "all", "s": "q"}, each=True)])
    keys = [site.key for site in sites]
    assert keys[:3] == ["replace:total", "replace:total#2", "replace:total#3"]
    assert "replace:s" in keys


def test_a_decision_goes_stale_with_the_text_and_not_with_comments(before: Facts, read) -> None:
    digest = listed(before, read, Unroll()).text
    texts = {path: source.data for path, source in before.files.items()}
    commented = read({**texts, FILE: b"/* new */\n" + texts[FILE].replace(b"0.0f;", b"0.0f; // 0")})
    changed = read({**texts, FILE: texts[FILE].replace(b"0.0f;", b"0.5f;")})
    for facts, factor, said in ((commented, "2", []), (changed, "4", ["PPC031"])):
        decided = {KEY: Decision("2", digest)}
        found, outcome = outcome_of(run_transforms([Unroll()], facts, read, decided))
        assert (found, set(codes(outcome))) == (factor, {"PPC201", *said})  # ignored: the best


def test_a_key_is_the_same_behind_another_pass_that_renames_the_kernel(before: Facts, read) -> None:
    """And what the first pass wrote makes no decision of the second one stale."""
    digest = listed(before, read, Unroll()).text
    decided = {KEY: Decision("8", digest)}
    factor, outcome = outcome_of(run_transforms([Rename(), Unroll()], before, read, decided))
    assert (factor, codes(outcome)) == ("8", ["PPC201", "PPC201"])
    assert b"void sum_of_all(" in outcome.facts.files[FILE].data


@dataclass(frozen=True)
class Rename:
    """Calls the kernel `sum_of_all`."""

    name: ClassVar[str] = "rename"
    codes: ClassVar[Mapping[str, Code]] = {}

    def sites(self, facts: Facts) -> Iterator[Word]:
        if "sum" in facts.kernels:
            yield Word("sum", kernels=("sum",))

    def offers(self, site: Word, facts: Facts) -> tuple[Offer[None], ...]:
        return (Offer("sum_of_all", None, None, wanted=True),)

    def check(self, site: Word, offer: Offer[None], facts: Facts) -> Legal[Word, None]:
        return Legal(site, None)

    def plan(self, proof: Legal[Word, None], facts: Facts) -> Plan:
        host, kernel = facts.files["host.c"].data.index(b'"sum"'), facts.kernels["sum"].function
        edits = (
            Edit(Span("host.c", host, host + 5), b'"sum_of_all"'),
            Edit(kernel.name_at.span, b"sum_of_all"),
        )
        declared = (Renamed("sum", "sum_of_all"),)
        return Plan(edits, declared, Remark("passed", "PPC201", "renamed"))
