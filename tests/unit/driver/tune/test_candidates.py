"""Which sets of choices are tried, and in which order."""

from ppcl.diag import Remark
from ppcl.driver.tune.candidates import MOST_TOGETHER, Candidate, candidates, united
from ppcl.transform.choosing.decisions import KEEP, OTHERS, Decision
from ppcl.transform.choosing.listing import ListedChoice, ListedSite

ILLEGAL = Remark("missed", "PPC207", "it is used as a whole")


def site(key: str, *choices: tuple[str, float | None, Remark | None]) -> ListedSite:
    listed = tuple(ListedChoice(*choice) for choice in choices)
    return ListedSite(key, "00c0ffee", "layout", ("k",), None, listed)


def test_all_sets_of_what_is_legal_the_most_promising_first() -> None:
    sites = [
        site("a", ("continuous", 0.3, None)),
        site("b", ("continuous", -0.1, None), ("coalesced", None, None)),
        site("c", ("continuous", 0.9, ILLEGAL)),
    ]
    assert [each.name for each in candidates(sites)] == [
        "a=continuous, b=coalesced",  # nothing is known of one: it may be worth a try
        "a=continuous",
        "a=continuous, b=continuous",
        "b=coalesced",
        "b=continuous",
    ]


def test_many_are_tried_one_by_one() -> None:
    sites = [site(f"s{number}", ("continuous", 0.01 * number, None)) for number in range(5)]
    assert MOST_TOGETHER < 2**5 - 1
    assert [each.name for each in candidates(sites)] == [
        f"s{number}=continuous" for number in (4, 3, 2, 1, 0)
    ]


def test_what_is_not_chosen_is_kept() -> None:
    assert Candidate({"a": "continuous"}).decisions == {
        OTHERS: Decision(KEEP),
        "a": Decision("continuous"),
    }


def test_of_two_winners_at_one_site_the_first_stays() -> None:
    winners = [Candidate({"a": "4"}), Candidate({"a": "2", "b": "8"}), Candidate({"c": "2"})]
    assert united(winners).choices == {"a": "4", "b": "8", "c": "2"}
