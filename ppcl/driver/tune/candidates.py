"""Sets of choices at the sites of a program, in the order in which they are tried."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from math import prod

from ppcl.transform.choosing.decisions import KEEP, OTHERS, Decision, Decisions
from ppcl.transform.choosing.listing import ListedChoice, ListedSite

Offers = Mapping[str, Sequence[ListedChoice]]
# As many sets are all tried; beyond, each choice alone, and then what is learned from that.
MOST_TOGETHER = 20
# What is hoped for of a choice of which nothing is expected: a model that does not know.
_UNKNOWN = 0.1


@dataclass(frozen=True)
class Candidate:
    """What is done at some sites, by their keys; all others stay as they are. `gain` is the share
    of time that is expected to be saved, by which candidates are ordered."""

    choices: Mapping[str, str]
    gain: float = 0.0

    @property
    def name(self) -> str:
        """For people: KEY=CHOICE, with commas."""
        return ", ".join(f"{key}={choice}" for key, choice in sorted(self.choices.items()))

    @property
    def decisions(self) -> Decisions:
        """What `compile_program` is told."""
        chosen = {key: Decision(choice) for key, choice in self.choices.items()}
        return {OTHERS: Decision(KEEP), **chosen}

    def without(self, key: str) -> "Candidate":
        """The same, but for a site that stays as it is."""
        rest = {other: choice for other, choice in self.choices.items() if other != key}
        return Candidate(rest, self.gain)


ORIGINAL = Candidate({})


def candidate_of(decisions: Decisions) -> Candidate:
    """The candidate that decides so."""
    return Candidate({key: decision.choice for key, decision in decisions.items()})


def legal_choices(site: ListedSite) -> list[ListedChoice]:
    """What may be chosen at a site, beside leaving it."""
    return [choice for choice in site.choices if choice.against is None]


def candidates(sites: Sequence[ListedSite]) -> list[Candidate]:
    """All sets of choices where they are few, else each choice alone; the most promising first."""
    offers = offers_of(sites)
    found = _singles(offers) if are_many(offers) else _all_sets(offers)
    return sorted(found, key=lambda each: (-each.gain, each.name))


def offers_of(sites: Sequence[ListedSite]) -> Offers:
    """What may be chosen at each site, by its key."""
    return {site.key: legal_choices(site) for site in sites}


def are_many(offers: Offers) -> bool:
    """Whether there are more sets of choices than are all tried."""
    return prod(1 + len(choices) for choices in offers.values()) - 1 > MOST_TOGETHER


def _all_sets(offers: Offers) -> Iterator[Candidate]:
    for chosen in product(*([None, *choices] for choices in offers.values())):
        taken = {key: each for key, each in zip(offers, chosen, strict=True) if each is not None}
        if taken:
            yield _candidate(taken)


def _singles(offers: Offers) -> Iterator[Candidate]:
    for key, choices in offers.items():
        yield from (_candidate({key: choice}) for choice in choices)


def _candidate(taken: Mapping[str, ListedChoice]) -> Candidate:
    gains = (_UNKNOWN if each.gain is None else each.gain for each in taken.values())
    return Candidate({key: each.name for key, each in taken.items()}, sum(gains))


def united(winners: Iterable[Candidate]) -> Candidate:
    """Winners together: where two choose for one site, the first."""
    choices: dict[str, str] = {}
    for each in winners:
        choices = {**each.choices, **choices}
    return Candidate(choices)
