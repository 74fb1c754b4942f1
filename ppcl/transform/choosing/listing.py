"""All that passes could do to a program, site by site, with nothing of it done."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from ppcl.analysis.facts import Facts
from ppcl.diag import Remark
from ppcl.source import Location
from ppcl.transform.choosing.chooser import Candidate, Chooser
from ppcl.transform.choosing.decisions import Decision, Decisions
from ppcl.transform.choosing.text import text_hash
from ppcl.transform.contract import AnyTransform, Offer, Refused, Site
from ppcl.transform.trial import Done, Reread, Trial


@dataclass(frozen=True)
class ListedChoice:
    """An offer: its name, the gain that is expected (`Offer.gain`), and what stands against it, if
    anything does: then no decision carries it out. `taken`: it is what would be done now."""

    name: str
    gain: float | None
    against: Remark | None
    taken: bool = False


@dataclass(frozen=True)
class ListedSite:
    """A site: its key and the hash of its text, which a decision names, the pass, the kernels that
    it is about, a place to look at, and what can be chosen. `against` is why nothing can be."""

    key: str
    text: str
    transform: str
    kernels: tuple[str, ...]
    location: Location | None
    choices: tuple[ListedChoice, ...]
    against: Remark | None = None


@dataclass(frozen=True)
class Lister:
    """Lists sites of a program; `decisions` are those that are made of it."""

    facts: Facts
    reread: Reread
    decisions: Decisions

    def sites(self, transforms: Sequence[AnyTransform]) -> Iterator[ListedSite]:
        """The sites of all passes, in the program as it is."""
        chooser = Chooser(self.decisions, self.facts.target.threshold)
        for transform in transforms:
            for key, site in chooser.sites(transform, self.facts):
                yield self._listed(chooser, transform, key, site)

    def _listed(
        self, chooser: Chooser, transform: AnyTransform, key: str, site: Site
    ) -> ListedSite:
        known = self.facts.kernels
        kernels = tuple(known[each].name for each in site.kernels if each in known)
        head = (key, text_hash(self.facts, site.kernels), transform.name, kernels)
        offers = transform.offers(site, self.facts)
        if isinstance(offers, Refused):
            return ListedSite(*head, offers.remark.location, (), offers.remark)
        tried = {each.name: self._tried(transform, key, site, each) for each in offers}
        wanted = (each.name for each in chooser.chosen(key, offers)[0])
        taken = next((name for name in wanted if isinstance(tried[name], Done)), None)
        choices = (_choice(each, tried[each.name], taken) for each in offers)
        place = next((_place(each) for each in tried.values()), None)
        return ListedSite(*head, place, tuple(choices))

    def _tried(
        self, transform: AnyTransform, key: str, site: Site, offer: Offer[Any]
    ) -> Done | Remark:
        """What comes of an offer if it is decided."""
        proof = transform.check(site, offer, self.facts)
        if isinstance(proof, Refused):
            return proof.remark
        chooser = Chooser({key: Decision(offer.name)}, self.facts.target.threshold)
        plans = partial(chooser.plans, transform, like=Candidate(key, offer, proof))
        return Trial(self.facts, self.reread).of(transform.plan(proof, self.facts), plans)


def _choice(offer: Offer[Any], tried: Done | Remark, taken: str | None) -> ListedChoice:
    against = tried if isinstance(tried, Remark) else None
    return ListedChoice(offer.name, offer.gain, against, offer.name == taken)


def _place(tried: Done | Remark) -> Location | None:
    return tried.location if isinstance(tried, Remark) else tried.plan.remark.location
